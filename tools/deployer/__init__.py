"""Brings the game onto a board: find the port, compare, copy, restart, wait for the first picture."""
