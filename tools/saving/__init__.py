# SPDX-License-Identifier: MIT
"""Saves on this computer: copied from a board, written back, looked at and filmed."""
