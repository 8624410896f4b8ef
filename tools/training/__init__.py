# SPDX-License-Identifier: MIT
"""Learns the solver's weights and plays whole games with them, in compiled code."""
