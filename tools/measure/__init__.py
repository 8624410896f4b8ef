# SPDX-License-Identifier: MIT
"""Measures the product on the emulated Pico. The programs in device/ run on the device itself."""
