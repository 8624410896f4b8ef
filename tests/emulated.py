"""Stands in for the emulator's clock, in tests without a firmware."""

from types import SimpleNamespace


class Clock:
    """Stands in for the emulator's clock: alarms go off when time is let pass."""

    def __init__(self):
        self.nanos = 0
        self.due = []

    def create_alarm(self, callback):
        return SimpleNamespace(schedule=lambda delay: self.due.append((self.nanos + delay, callback)))

    def run(self):
        while self.due:
            self.due.sort(key=lambda entry: entry[0])
            self.nanos, callback = self.due.pop(0)
            callback()
