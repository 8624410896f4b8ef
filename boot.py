"""2048: who may write to the drive. Silent, because CircuitPython would write what it prints to the drive.

The game's board keeps its drive to itself, so that `make deploy` always works. Whoever holds UP while
plugging in gets the drive on the computer, and so does whoever named a pin that the board has not got:
the settings are on that drive.
"""


def up_is_held() -> bool:
    import os
    import time

    import board
    import digitalio

    button = digitalio.DigitalInOut(getattr(board, os.getenv("BUTTON_UP", "GP10")))
    button.switch_to_input(pull=digitalio.Pull.UP)
    time.sleep(0.005)  # the pull-up has the wire to charge
    held = not button.value
    button.deinit()
    return held


try:
    import storage

    if not up_is_held():
        storage.disable_usb_drive()
except Exception:
    pass
