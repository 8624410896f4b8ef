"""What the buttons can ask for, beside the four directions of `board`."""

NONE = -1
MENU = 4
UNDO = 5
HINT = 6
# The same, by two buttons of which the first has been carried out as a direction already.
MENU_CHORD = 8
UNDO_CHORD = 9
HINT_CHORD = 10
AFTER_PRESS = MENU_CHORD - MENU
