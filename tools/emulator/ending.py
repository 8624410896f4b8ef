"""How a program that ran an emulator ends."""

import os
import sys


def leave(code):
    """End the process with an exit code, without taking its objects apart.

    Without the compiled fast.pyx every finished alarm of rp2040py 0.3.6 holds on to the next: after
    minutes a chain so long that the interpreter runs out of stack when it frees it.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
