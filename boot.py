# SPDX-License-Identifier: MIT
"""2048: who may write to the drive. Silent, because CircuitPython would write what it prints to the drive.

The game's board keeps its drive to itself, so that `make deploy` always works. Whoever holds UP or DOWN while
plugging in gets the drive on the computer, and so does whoever named a pin that the board does not have:
the settings are on that drive. Either button counts, because the game may be turned upside down.
"""


def is_asked_for() -> bool:
    if is_switched_on():
        return False  # the button that is held only switched it on

    import os
    import time

    import board
    import digitalio

    try:
        from hardware import pins

        defaults = pins.read(board.board_id)
    except Exception:  # an update may have broken off
        defaults = {"BUTTON_UP": "GP10", "BUTTON_DOWN": "GP11"}
    buttons = []
    for name in ("BUTTON_UP", "BUTTON_DOWN"):
        button = digitalio.DigitalInOut(getattr(board, os.getenv(name, defaults[name])))
        button.switch_to_input(pull=digitalio.Pull.UP)
        buttons.append(button)
    time.sleep(0.005)  # the pull-ups have the wires to charge
    held = False
    for button in buttons:
        held = held or not button.value
        button.deinit()
    return held


def is_switched_on() -> bool:
    try:
        import alarm
    except ImportError:
        return False
    return alarm.wake_alarm is not None


try:
    import storage

    if not is_asked_for():
        storage.disable_usb_drive()
except Exception:
    pass
