# SPDX-License-Identifier: MIT
"""What the glass shows and what a press does there: pages, menus, idle time; draws no pixels."""
