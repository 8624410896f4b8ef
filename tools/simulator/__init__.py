# SPDX-License-Identifier: MIT
"""Models of everything around the product's code, so that it runs unchanged on a desktop."""
