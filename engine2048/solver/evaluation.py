# SPDX-License-Identifier: MIT
"""What a board is worth: a sum of weights that tools/train.py learned, read from their file.

An n-tuple network (Szubert and Jaskowski, 2014): eight shapes of three cells, each with one table of
weights shared by all its rotations and reflections. Layout of the file (numbers are little-endian):

    0  magic and version, number of tables, then three cells for each shape   30 bytes
   30  scale: score points per unit of weight                                  2 bytes
   32  bias: score points to take off every evaluation                        4 bytes
   36  games that the network learned from                                     4 bytes
   40  seed of the learning                                                    4 bytes
   44  CRC-32 of all other bytes, in their order                               4 bytes
   48  the tables, 12 * 12 * 12 weights of one byte each
"""

LARGEST_TILE = 11  # of a table; see `downgrade`
TABLE_BYTES = 12 * 12 * 12
# side, middle, corner, inset, heel, toe, bend and core, as in `evaluate`
SHAPES = (
    b"\x00\x01\x02" b"\x04\x05\x06" b"\x00\x01\x04" b"\x01\x05\x04"
    b"\x00\x01\x05" b"\x01\x05\x02" b"\x01\x05\x06" b"\x05\x06\x09"
)  # fmt: skip
IDENTITY = b"2048\x03" + bytes([len(SHAPES) // 3]) + SHAPES
HEADER_BYTES = 48


class SolverUnavailable(Exception):
    """The weights are missing, damaged or not for this version; the message says which."""


def load(path: str) -> "tuple[tuple[bytearray, ...], int, int]":
    """Load the file at `path`; returns (tables, scale, bias), the tables as eight bytearrays.

    A board promises scale * (the sum from `evaluate`) - bias more score points.
    Raises SolverUnavailable if the file is missing or unusable.
    """
    tables = tuple(bytearray(TABLE_BYTES) for _ in range(len(SHAPES) // 3))
    header = bytearray(HEADER_BYTES)
    try:
        with open(path, "rb") as file:
            whole = file.readinto(header) == HEADER_BYTES
            for table in tables:
                whole = file.readinto(table) == TABLE_BYTES and whole
            whole = whole and not file.read(1)
    except OSError:
        raise SolverUnavailable("The solver is not installed: copy its weights to " + path + ".") from None
    if header[: len(IDENTITY)] != IDENTITY:
        raise SolverUnavailable(path + " is not for this version of the solver: copy it again.")
    if not whole or header[44:] != check_value(header, tables):
        raise SolverUnavailable(path + " is damaged: copy it again.")
    return tables, int.from_bytes(header[30:32], "little"), int.from_bytes(header[32:36], "little")


def downgrade(cells: "list[int]") -> int:
    """Make large tiles fit the tables, by closing gaps between the tiles (after Guei, Chen and Wu, 2021).

    While a tile is above LARGEST_TILE, all tiles above the largest gap become half of what they are: a
    4096 becomes a 2048 if there is no 2048. Legal moves stay legal, and no others become so. Changes the
    16 exponents of `cells` in place; returns the largest, still above LARGEST_TILE if the gaps do not
    suffice.
    """
    largest = 0
    bits = 0
    for tile in cells:
        bits |= 1 << tile
        if tile > largest:  # noqa: PLR1730 (a call to max takes longer)
            largest = tile
    place = largest
    while largest > LARGEST_TILE and place > 3:  # a gap at 2 or 4 is filled again by the next tiles
        place -= 1
        if not bits >> place & 1:
            for cell in range(16):
                if cells[cell] > place:
                    cells[cell] -= 1
            largest -= 1
    return largest


def evaluate(tables: "tuple | list", cells: "list | tuple") -> int:
    """Sum the weights, each a byte from one of `tables`, at the 52 places where a shape fits the board.

    `cells` holds 16 exponents of at most LARGEST_TILE. The places are spelled out because this is
    where a search spends its time. One letter is a cell, row by row; two letters are the part of a
    table index that the third cell completes.
    """
    side, middle, corner, inset, heel, toe, bend, core = tables
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p = cells  # noqa: E741
    ab = (a * 12 + b) * 12
    ae = (a * 12 + e) * 12
    dc = (d * 12 + c) * 12
    dh = (d * 12 + h) * 12
    mi = (m * 12 + i) * 12
    mn = (m * 12 + n) * 12
    pl = (p * 12 + l) * 12
    po = (p * 12 + o) * 12
    bf = (b * 12 + f) * 12
    cg = (c * 12 + g) * 12
    ef = (e * 12 + f) * 12
    hg = (h * 12 + g) * 12
    ij = (i * 12 + j) * 12
    lk = (l * 12 + k) * 12
    nj = (n * 12 + j) * 12
    ok = (o * 12 + k) * 12
    return (
        side[ab + c] + side[dc + b] + side[ae + i] + side[dh + l]
        + side[mi + e] + side[pl + h] + side[mn + o] + side[po + n]
        + middle[ef + g] + middle[hg + f] + middle[ij + k] + middle[lk + j]
        + middle[bf + j] + middle[nj + f] + middle[cg + k] + middle[ok + g]
        + corner[ab + e] + corner[dc + h] + corner[mn + i] + corner[po + l]
        + inset[bf + e] + inset[cg + h] + inset[nj + i] + inset[ok + l]
        + heel[ab + f] + heel[dc + g] + heel[ae + f] + heel[dh + g]
        + heel[mi + j] + heel[pl + k] + heel[mn + j] + heel[po + k]
        + toe[bf + c] + toe[cg + b] + toe[ef + i] + toe[hg + l]
        + toe[ij + e] + toe[lk + h] + toe[nj + o] + toe[ok + n]
        + bend[bf + g] + bend[cg + f] + bend[ef + j] + bend[hg + k]
        + bend[ij + f] + bend[lk + g] + bend[nj + k] + bend[ok + j]
        + core[(f * 12 + g) * 12 + j] + core[(g * 12 + f) * 12 + k]
        + core[(j * 12 + f) * 12 + k] + core[(k * 12 + g) * 12 + j]
    )  # fmt: skip


def check_value(header: "bytes | bytearray", tables: "tuple[bytes | bytearray, ...]") -> bytes:
    """The CRC-32 of the header's other fields and the tables, in four bytes."""
    import binascii

    check = binascii.crc32(header[:44])
    for table in tables:
        check = binascii.crc32(table, check)
    return check.to_bytes(4, "little")
