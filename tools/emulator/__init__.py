# SPDX-License-Identifier: MIT
"""A Raspberry Pi Pico emulated instruction by instruction, running the real CircuitPython firmware."""
