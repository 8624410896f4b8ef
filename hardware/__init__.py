"""The port: everything that knows a pin, a bus, a display or the board's flash."""
