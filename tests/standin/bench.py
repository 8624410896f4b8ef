# SPDX-License-Identifier: MIT
"""Deploy to a stand-in's drive without the serial line: a hundred deployments a second."""

from tests.standin.board import StandInBoard
from tests.standin.console import Unplugged
from tests.standin.modules import Interpreter
from tools.deployer.install import install, look, plan_for
from tools.deployer.link import _HELPERS, Link
from tools.deployer.plan import Plan
from tools.deployer.record import RECORD

_SOURCE = _HELPERS.read_text()


def _as_bytes(files: dict[str, str | bytes]) -> dict[str, bytes]:
    return {path: data.encode() if isinstance(data, str) else data for path, data in files.items()}


class Bench(Link):
    """A Link that runs its source here, on the drive of a stand-in that is not plugged in."""

    def __init__(self, standin: StandInBoard, files: dict[str, str | bytes]) -> None:
        self.drive = standin.drive
        self.drive.writable = True
        self._hashes_itself = True
        self._interpreter = Interpreter(standin)
        self._interpreter.run(_SOURCE, "on_board.py")
        for path, content in _as_bytes(files).items():
            place = self.drive.root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)

    def call_source(self, source: str) -> str:
        printed: list[str] = []
        self._interpreter.namespace["__builtins__"]["print"] = lambda text: printed.append(text + "\n")
        self._interpreter.run(source, "<stdin>")
        return "".join(printed)

    def read(self, path: str) -> bytes:
        return self.drive.local(path).read_bytes()

    def write(self, path, data, progress):
        with self.drive.open(path, "wb") as file:
            for start in range(0, len(data), 1024):
                file.write(data[start : start + 1024])

    def make_folder(self, path):
        self.call_source(f"os.mkdir({path!r})")

    def plan(self, product: dict[str, str | bytes], reset_settings: bool = False) -> Plan:
        wanted = _as_bytes(product)
        return plan_for(look(self, wanted), wanted, reset_settings)

    def deploy(self, product: dict[str, str | bytes], reset_settings: bool = False) -> Plan:
        """Deploy a product (path -> content)."""
        plan = self.plan(product, reset_settings)
        install(self, self, plan, lambda path: lambda count: None)
        return plan

    def deploy_until_cut(
        self, product: dict[str, str | bytes], changes: int, reset_settings: bool = False
    ) -> bool:
        """Deploy, but pull the cable after that many changes to the drive; returns whether it was pulled."""
        self.drive.changes_left = changes
        try:
            self.deploy(product)
        except Unplugged:
            return True
        self.drive.changes_left = None
        return False

    def files(self) -> dict[str, str]:
        """All files as path -> text, except our own record of files."""
        root = self.drive.root
        paths = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
        return {path: (root / path).read_text() for path in paths if path != RECORD}

    def folders(self) -> set[str]:
        root = self.drive.root
        return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_dir()}
