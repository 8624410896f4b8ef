# SPDX-License-Identifier: MIT
"""Our rules beside those of others: what each gets wrong, and how fast it plays."""
