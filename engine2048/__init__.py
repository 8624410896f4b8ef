# SPDX-License-Identifier: MIT
"""The rules of 2048 and the running game, in pure Python: no hardware, clock or files."""

__version__ = "1.0.0"


def const(value):  # type: ignore[no-untyped-def]  # what it is given is what it returns
    """Mark a value as constant: MicroPython's compiler puts it in place of its name, which takes no memory.

    The compiler knows this word. Here it only makes the same source run elsewhere.
    """
    return value


def forget(package: str, name: str) -> None:
    """Free the memory of a package's module, if it is loaded; the next import loads it again."""
    import sys

    full_name = package + "." + name
    if full_name in sys.modules:
        del sys.modules[full_name]
        delattr(sys.modules[package], name)
