# SPDX-License-Identifier: MIT
"""What draws the texts of other languages than English for the glass (tools/texts.py)."""
