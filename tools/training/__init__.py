"""Learning the solver's weights, and playing whole games with them, in compiled code."""
