"""What the buttons can ask for, beside the four directions of `board`."""

NONE = -1
MENU = 4
MENU_CHORD = 5  # the menu, by a chord whose first press has been played as a move already
UNDO_CHORD = 6  # undo, likewise
