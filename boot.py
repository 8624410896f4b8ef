"""Gives the drive to the program, so that mpremote can always write."""
