# SPDX-License-Identifier: MIT
"""Models of the parts around the product's code, so that it runs unchanged on a desktop."""
