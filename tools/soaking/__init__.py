# SPDX-License-Identifier: MIT
"""The soak: what a restless player does, what must hold after each step, and the shortest way to a fault."""
