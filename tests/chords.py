# SPDX-License-Identifier: MIT
"""What the buttons ask for with a chord whose first press has already acted."""

from engine2048.screens.actions import AFTER_PRESS, HINT, MENU, UNDO

MENU_CHORD = MENU + AFTER_PRESS
UNDO_CHORD = UNDO + AFTER_PRESS
HINT_CHORD = HINT + AFTER_PRESS
