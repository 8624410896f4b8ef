"""Measures the product on the emulated Pico; what runs on the device itself is in device/."""
