# SPDX-License-Identifier: MIT
"""Write released.txt, the hashes of version 1.0.0: python -m tools.deployer.released.

Needed only once, as later versions leave a record on the board (see record.py). Takes the product from git,
and the libraries from lib/ if the same ones are pinned.
"""

import subprocess
import sys
from pathlib import Path

from tools.deployer.record import digest, write
from tools.files import PRODUCT, ROOT

COMMIT = "8132bd831d0369535812c46ad832429b7f79439c"  # version 1.0.0
_HEADER = "# Version 1.0.0, with the line ends of every computer. Made by tools.deployer.released.\n"
_PINS = "lib/requirements.txt"


def main() -> int:
    """Write the file. Returns the exit code."""
    if _at_commit(_PINS) != (ROOT / _PINS).read_bytes():
        print(f"{_PINS} pins different libraries from {COMMIT[:7]}: check out that commit.", file=sys.stderr)
        return 1
    files = {path: _at_commit(path) for path in _paths_at_commit()}
    files |= {f"lib/{name}": (ROOT / "lib" / name).read_bytes() for name in PRODUCT["lib"]}
    lines = {(path, digest(variant)) for path, data in files.items() for variant in _line_ends(path, data)}
    Path(__file__).with_name("released.txt").write_bytes(write(lines, _HEADER))
    return 0


def _paths_at_commit() -> list[str]:
    """What 1.0.0 installed: its programs, and all modules and tables of its two folders."""
    listed = _git("ls-tree", "-r", "--name-only", COMMIT, "engine2048", "hardware", *PRODUCT[""])
    return listed.decode().split()


def _line_ends(path: str, data: bytes) -> set[bytes]:
    """The content of a file, and for text also what git makes of it on Windows."""
    is_ours = not path.startswith("lib/") and not path.endswith(".bin")
    return {data, data.replace(b"\n", b"\r\n")} if is_ours else {data}


def _at_commit(path: str) -> bytes:
    return _git("show", f"{COMMIT}:{path}")


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
