"""What the buttons can ask for, beside the four directions of `board`."""

NONE = -1
MENU = 4
# Chords: their first press has been carried out as a direction already.
MENU_CHORD = 5
UNDO_CHORD = 6
HINT_CHORD = 7
