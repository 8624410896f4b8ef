"""Desktop tools: playing, simulating, emulating, deploying and measuring the handheld."""
