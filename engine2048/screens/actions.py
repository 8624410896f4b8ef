# SPDX-License-Identifier: MIT
"""What the buttons can ask for besides the four directions of `board`.

None of these numbers is also a direction or a save event, so a mix-up cannot go unnoticed.
"""

NONE = -1
MENU = 16
UNDO = 17
HINT = 18
# Added to a chord's action if the chord's first button has already acted as a direction.
AFTER_PRESS = 32
