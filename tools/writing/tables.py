# SPDX-License-Identifier: MIT
"""The table of a language, tools/languages/<code>.toml: what the product says, in that language."""

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.files import ROOT
from tools.writing import product

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = ROOT / "tools" / "languages"
PIXEL_FONT = "pixel"

_FIELDS = {
    "number": int,
    "name": str,
    "font": str,
    "size": int,
    "narrow": int,
    "row_height": int,
    "percent_first": bool,
    "decimal_comma": bool,
}
_NEEDED = ("number", "name", "font")
_NEEDED_TO_SHAPE = ("size", "row_height")
_LEAST_AND_MOST = {"size": (6, 32), "narrow": (50, 150), "row_height": (12, 32)}
_CODE = re.compile("[a-z]{2,3}")
_PICTURE = re.compile(r"\n?[#.]+(\n[#.]+)*\n?")
_KINDS = {int: "a number", str: "a word in quotes", bool: "true or false"}


class WrongTable(Exception):
    """A table that cannot be used, and why."""


class Table:
    """A language: `about` says what its font and numbers are like, `glyphs` has corrected ones by name."""

    def __init__(self, path: Path) -> None:
        """Read a table. Raises WrongTable or OSError."""
        self.path = path
        self.code = path.stem
        if not _CODE.fullmatch(self.code):
            raise self.wrong("has to be named after the code of its language, as fr.toml")
        try:
            sections = tomllib.loads(path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise self.wrong(f"is not TOML: {error}") from None
        for name, section in sections.items():
            if not isinstance(section, dict):
                raise self.wrong(f"has {name!r} in no section: write it below a line such as [menu]")
        self.about = self._checked(sections.pop("language", {}))
        glyphs = self._texts("glyphs", sections.pop("glyphs", {}))
        self.glyphs = {name: self._glyph(name, drawn) for name, drawn in glyphs.items()}
        self._captions = self._texts("captions", sections.pop("captions", {}))
        self._banner = self._texts("banner", sections.pop("banner", {}))
        self._pages: dict[str, str] = {}
        for name, section in sections.items():
            for english, text in self._texts(name, section).items():
                if english in self._pages:
                    raise self.wrong(f"has {english!r} twice, the second time in [{name}]")
                self._pages[english] = text

    def wrong(self, what: str) -> WrongTable:
        """An error that names the table."""
        return WrongTable(f"{self.path.name} {what}.")

    def caption(self, english: str) -> str:
        """A word of the panel."""
        return self._captions[english]

    def text(self, text: product.Text) -> str:
        """The translation of a text of the product."""
        return (self._banner if text.is_banner else self._pages)[product.key(text.english)]

    def check(self, texts: Iterable[product.Text]) -> None:
        """Raise WrongTable if the table lacks one of these texts, or has others."""
        known = [(product.key(text.english), text.is_banner) for text in texts]
        for place, ours, theirs in (
            ("[captions]", self._captions, set(product.CAPTIONS)),
            ("[banner]", self._banner, {english for english, is_banner in known if is_banner}),
            ("its pages", self._pages, {english for english, is_banner in known if not is_banner}),
        ):
            missing = sorted(theirs - set(ours))
            unknown = sorted(set(ours) - theirs)
            if missing:
                raise self.wrong(f"lacks in {place}: {_listed(missing)}")
            if unknown:
                raise self.wrong(f"has in {place} what the game never says: {_listed(unknown)}")

    def _texts(self, section: str, texts: dict[str, Any]) -> dict[str, str]:
        for english, text in texts.items():
            if not isinstance(text, str) or not text.strip():
                raise self.wrong(f"has no text for {english!r} in [{section}]: write one in quotes")
        return texts

    def _glyph(self, name: str, drawn: str) -> list[str]:
        rows = drawn.strip("\n").split("\n")
        if not _PICTURE.fullmatch(drawn) or len({len(row) for row in rows}) > 1:
            raise self.wrong(
                f"has no picture for {name!r} in [glyphs]: draw rows of # and ., all of the same width"
            )
        return rows

    def _checked(self, about: dict[str, Any]) -> dict[str, Any]:
        needed = _NEEDED if about.get("font", PIXEL_FONT) == PIXEL_FONT else _NEEDED + _NEEDED_TO_SHAPE
        for field in needed:
            if field not in about:
                raise self.wrong(f"does not say {field!r} in [language]")
        for field, value in about.items():
            if field not in _FIELDS:
                raise self.wrong(f"says {field!r} in [language], which means nothing there")
            if type(value) is not _FIELDS[field]:
                raise self.wrong(f"says {field} = {value!r}: it has to be {_KINDS[_FIELDS[field]]}")
        for field, (least, most) in _LEAST_AND_MOST.items():
            if not least <= about.get(field, least) <= most:
                raise self.wrong(f"says {field} = {about[field]}: it has to be from {least} to {most}")
        return about


def tables(folder: Path = FOLDER) -> list[Table]:
    """All tables, in the order of their numbers 1, 2 …; English is 0. Raises WrongTable or OSError."""
    found = sorted((Table(path) for path in folder.glob("*.toml")), key=lambda table: table.about["number"])
    for number, table in enumerate(found, 1):
        if table.about["number"] != number:
            raise table.wrong(f"says number = {table.about['number']}, and the next free number is {number}")
    return found


def _listed(texts: list[str]) -> str:
    return ", ".join(map(repr, texts))
