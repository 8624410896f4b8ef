# SPDX-License-Identifier: MIT
"""Installs the game on a board: find its port, compare files, copy, restart, wait for the first picture."""
