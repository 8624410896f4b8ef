# SPDX-License-Identifier: MIT
"""The rules of 2048 and the running game, in pure Python: no hardware, clock or files."""

__version__ = "1.0.0"
