"""Which move next: the search, what it learned, and hint and demo. Loaded when first asked for."""
