# SPDX-License-Identifier: MIT
"""What the user sees while deploying: sentences, and a progress bar with bytes and time left."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from tools.deployer import install, link, plan


class Messages:
    """Prints to standard output, and errors to standard error."""

    def __init__(self) -> None:
        self._out = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._err = Console(highlight=False, markup=False, emoji=False, soft_wrap=True, stderr=True)

    def say(self, text: str) -> None:
        self._out.print(text)

    def fail(self, text: str) -> None:
        self._err.print(text)

    @contextmanager
    def sending(self, total: int) -> Iterator[install.Begin]:
        """Show a bar for total bytes; yields a function to call with the path of each file as it begins."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TimeRemainingColumn(compact=True),
        )
        with Progress(*columns, console=self._out) as bar:
            task = bar.add_task("Copying", total=total)

            def begin(path: str) -> link.Progress:
                bar.update(task, description=path)
                return lambda count: bar.update(task, advance=count)

            yield begin
            bar.update(task, description="Copied")

    def changes(self, planned: plan.Plan, would: bool) -> None:
        """List what changes (or, in a dry run, would change), one line per file."""
        copy, keep, remove = (
            ("Would copy", "Would keep", "Would remove") if would else ("Copy", "Keep", "Remove")
        )
        for upload in planned.uploads:
            note = ", sent by an earlier try" if upload.sent else ""
            self.say(f"{copy} {upload.path} ({len(upload.data):,} bytes{note})")
        for old, new in planned.early_keeps + planned.keeps:
            self.say(f"{keep} your {old} as {new}")
        for path in planned.removals:
            self.say(f"{remove} {path}")
        if planned.changes_nothing:
            self.say("Everything on the board is up to date.")
        elif planned.leftovers or planned.has_sign:
            self.say("An update broke off on this board: deploying clears up what it left.")

    def moved_aside(self, pairs: link.Aside) -> None:
        """List old files of the game that could not be removed."""
        for path, aside in pairs:
            self.say(f"The old {path} is write-protected, so it was renamed to {aside}.")

    def settings(self, lines: list[str]) -> None:
        """List settings that the user's file does not have yet."""
        if lines:
            self.say("Your settings.toml was left as it is. New settings you may add to it:")
            for line in lines:
                self.say(f"  {line}")
