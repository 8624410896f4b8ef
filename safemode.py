# SPDX-License-Identifier: MIT
"""What CircuitPython runs first in safe mode: after a dip of the power, it starts the game again.

Such a dip comes from a weak battery or a bad cable, not from the program. Firmware for nRF52, SAMD and
ESP32 takes it for a reason to stop; on an RP2040 or RP2350, the chip restarts by itself. Nothing else ends
safe mode: a crash shows its reason, and whoever asked for safe mode gets it. It cannot go round in circles
without new dips either, because the restart below is not one of them.
"""

try:
    import supervisor

    if supervisor.runtime.safe_mode_reason is supervisor.SafeModeReason.BROWNOUT:
        import time

        import microcontroller

        time.sleep(2)  # a battery recovers while little is asked of it
        microcontroller.reset()
except Exception:
    pass  # or the error would hide the reason
