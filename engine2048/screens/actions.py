"""What the buttons can ask for, beside the four directions of `board`.

No number here is a direction or an event of the save: mixed up, they would not pass for one another.
"""

NONE = -1
MENU = 16
UNDO = 17
HINT = 18
# Added when two buttons asked for it of which the first has already been carried out as a direction.
AFTER_PRESS = 32
MENU_CHORD = MENU + AFTER_PRESS
UNDO_CHORD = UNDO + AFTER_PRESS
HINT_CHORD = HINT + AFTER_PRESS
