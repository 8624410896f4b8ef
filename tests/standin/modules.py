# SPDX-License-Identifier: MIT
"""What code on the stand-in can import: CircuitPython's modules and files from its drive."""

import binascii
import builtins
import hashlib
from functools import partial
from types import ModuleType, SimpleNamespace

from tests.standin.drive import StandInOs
from tools.simulator import settings

UID = bytes.fromhex("DE6230207F1E3C21")


class Reset(BaseException):
    """microcontroller.reset() was called."""


def getenv(drive, release, key, default=None):
    """Read settings.toml again on each call, as CircuitPython does."""
    path = drive.root / "settings.toml"
    return settings.getenv(path.read_bytes() if path.is_file() else None, key, default, release)


class _Storage:
    """Who may write, as measured. unsafe_disable_usb_drive came with 10.3; before 10, a drive had to be
    ejected even if no computer had taken it.
    """

    def __init__(self, board) -> None:
        self._board = board
        if board.version >= (10, 3, 0):
            self.unsafe_disable_usb_drive = self._give_up_drive

    def getmount(self, _):
        return SimpleNamespace(readonly=not self._board.drive.writable)

    def remount(self, _, readonly=False):
        drive = self._board.drive
        is_taken = drive.mounted_by_computer or self._board.version < (10,)
        if drive.offered_to_computer and is_taken and not drive.ejected:
            raise RuntimeError("Cannot remount path when visible via USB.")
        drive.writable = not readonly

    def disable_usb_drive(self):
        if not self._board.booting:
            raise RuntimeError("Cannot change USB devices now")
        self._board.drive.take_from_computer()

    def _give_up_drive(self):
        self._board.drive.offered_to_computer = False


def new_hash(version, name):
    """hashlib.new: SHA-256 came with 10.1."""
    if name != "sha1" and (name != "sha256" or version < (10, 1)):
        raise ValueError("Unsupported hash algorithm")
    return hashlib.new(name)


class _Button:
    """A pin with one of the stand-in's buttons: low while held, and floating low without its pull-up."""

    def __init__(self, board, pin) -> None:
        self._held = pin in board.held_buttons
        self._pulled_up = False

    def switch_to_input(self, pull=None):
        self._pulled_up = pull == "UP"

    @property
    def value(self):
        return self._pulled_up and not self._held

    def deinit(self):
        self._pulled_up = False


def make_modules(board) -> dict[str, object]:
    """All the built-in modules of a stand-in board, except those in board.missing."""
    pins = {f"GP{number}": f"GP{number}" for number in range(29)}

    def reset():
        raise Reset

    modules = {
        "os": StandInOs(board.drive, partial(getenv, board.drive, board.version), board.chip),
        "sys": SimpleNamespace(
            implementation=SimpleNamespace(
                name=board.implementation, version=board.version, _mpy=board.bytecode
            )
        ),
        "time": SimpleNamespace(sleep=board.sleep),
        "binascii": binascii,
        "micropython": SimpleNamespace(const=int),
    }
    if board.implementation == "circuitpython":
        modules |= {
            "board": SimpleNamespace(board_id="raspberry_pi_pico", **pins),
            "digitalio": SimpleNamespace(
                DigitalInOut=lambda pin: _Button(board, pin), Pull=SimpleNamespace(UP="UP")
            ),
            "displayio": ModuleType("displayio"),
            "hashlib": SimpleNamespace(new=lambda name: new_hash(board.version, name)),
            "keypad": ModuleType("keypad"),
            "microcontroller": SimpleNamespace(reset=reset, cpu=SimpleNamespace(uid=UID), nvm=board.nvm),
            "storage": _Storage(board),
        }
    return {name: module for name, module in modules.items() if name not in board.missing}


class Interpreter:
    """One run of the virtual machine: its globals, its imports, its output."""

    def __init__(self, board) -> None:
        self._board = board
        self._modules = make_modules(board)
        self.namespace = self._new_namespace("__main__")

    def run(self, source: str, name: str) -> None:
        """Compile and run the source, and let through whatever it raises."""
        exec(compile(source, name, "exec"), self.namespace)

    def _new_namespace(self, name):
        own = {"__import__": self._import, "open": self._board.drive.open, "print": self._print}
        return {"__name__": name, "__builtins__": {**vars(builtins), **own}}

    def _print(self, *values, sep=" ", end="\n"):
        self._board.write_text(sep.join(map(str, values)) + end)

    def _import(self, name, _globals=None, _locals=None, fromlist=(), _level=0):
        parts = name.split(".")
        modules = [self._load(".".join(parts[: count + 1])) for count in range(len(parts))]
        for parent, child, part in zip(modules, modules[1:], parts[1:], strict=False):
            setattr(parent, part, child)
        for wanted in fromlist or ():
            if not hasattr(modules[-1], wanted):
                setattr(modules[-1], wanted, self._load(f"{name}.{wanted}"))
        return modules[-1] if fromlist else modules[0]

    def _load(self, name):
        if name in self._modules:
            return self._modules[name]
        local = self._board.drive.local
        stem = name.replace(".", "/")
        places = [f"{folder}{stem}{rest}" for folder in ("", "lib/") for rest in ("/__init__", "")]
        # Where both lie side by side, CircuitPython takes the source.
        for path in [place + suffix for place in places for suffix in (".py", ".mpy")]:
            if local(path).is_file():
                module = self._modules[name] = ModuleType(name)
                vars(module).update(self._new_namespace(name))
                exec(compile(self._source(local(path)), path, "exec"), vars(module))
                return module
        if local(stem).is_dir():
            return self._modules.setdefault(name, ModuleType(name))
        raise ImportError(f"no module named '{name}'")

    def _source(self, file):
        """What a module says. No CPython runs its bytecode: the test tells the board what that stands for."""
        content = file.read_bytes()
        if file.suffix == ".py":
            return content.decode()
        if content not in self._board.sources:
            raise ValueError("incompatible .mpy file")
        return self._board.sources[content]
