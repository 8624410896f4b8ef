# SPDX-License-Identifier: MIT
"""Integers as firmware 9 keeps them on its heap."""

_OPERATIONS = (
    "add", "radd", "sub", "rsub", "mul", "rmul", "floordiv", "rfloordiv", "mod", "rmod", "pow", "rpow",
    "lshift", "rlshift", "rshift", "rrshift", "and", "rand", "or", "ror", "xor", "rxor",
    "neg", "pos", "invert", "abs",
)  # fmt: skip


class HeapInt(int):
    """Any result computed from one is another one, however small; only bytes lead back to a small integer.

    Up to CircuitPython 9.2, every integer of more than 31 bits behaves like this; from 10.0 on, a result
    that fits becomes a small integer (py/objint_mpz.c).
    """


def _on_heap(name):
    plain = getattr(int, name)

    def operate(*operands):
        result = plain(*operands)
        return result if result is NotImplemented else HeapInt(result)

    return operate


for _name in _OPERATIONS:
    setattr(HeapInt, f"__{_name}__", _on_heap(f"__{_name}__"))
