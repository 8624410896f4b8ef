# SPDX-License-Identifier: MIT
"""Which move next: the search, what it has learned, hint and demo. Loaded when first wanted."""
