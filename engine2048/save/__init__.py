# SPDX-License-Identifier: MIT
"""What survives a power cut: the journal, and how a game becomes bytes."""
