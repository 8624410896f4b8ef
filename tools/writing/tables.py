# SPDX-License-Identifier: MIT
"""The table of a language, tools/languages/<code>.toml: what the product says, in that language."""

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
_ABOUT = "language"
_BANNER = "banner"
_CAPTIONS = "captions"
_GLYPHS = "glyphs"
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


class WrongTable(Exception):
    """A table that cannot be used, and why."""


class Table:
    """A language: `about` has what its font and numbers are like."""

    def __init__(self, path: Path) -> None:
        """Read a table. Raises WrongTable or OSError."""
        self.path = path
        self.code = path.stem
        try:
            parts = tomllib.loads(path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise self.wrong(f"is not TOML: {error}") from None
        self.about: dict[str, Any] = self._checked(parts.pop(_ABOUT, {}))
        self._captions = parts.pop(_CAPTIONS, {})
        self._banner = parts.pop(_BANNER, {})
        self.glyphs: dict[str, list[str]] = {
            name: drawn.strip("\n").split("\n") for name, drawn in parts.pop(_GLYPHS, {}).items()
        }
        self._pages: dict[str, str] = {}
        for section, texts in parts.items():
            for english, text in texts.items() if isinstance(texts, dict) else ():
                if english in self._pages:
                    raise self.wrong(f"has {english!r} twice, the second time in [{section}]")
                self._pages[english] = text
        for english, text in [*self._captions.items(), *self._banner.items(), *self._pages.items()]:
            if not isinstance(text, str) or not text.strip():
                raise self.wrong(f"has no text for {english!r}: write it in quotes")

    def wrong(self, what: str) -> WrongTable:
        """An error that names the table."""
        return WrongTable(f"{self.path.name} {what}.")

    def caption(self, english: str) -> str:
        """A word of the panel."""
        return self._captions[english]

    def text(self, text: product.Text) -> str:
        """The translation of a text of the product."""
        texts = self._banner if text.is_banner else self._pages
        return texts[product.key(text.english)]

    def check(self, texts: Iterable[product.Text]) -> None:
        """Raise WrongTable if the table lacks one of these texts, or has others."""
        known = list(texts)
        for section, ours, theirs in (
            ("[captions]", self._captions, set(product.CAPTIONS)),
            ("[banner]", self._banner, {product.key(text.english) for text in known if text.is_banner}),
            ("its pages", self._pages, {product.key(text.english) for text in known if not text.is_banner}),
        ):
            missing = [repr(english) for english in sorted(theirs - set(ours))]
            unknown = [repr(english) for english in sorted(set(ours) - theirs)]
            if missing:
                raise self.wrong(f"lacks in {section}: {', '.join(missing)}")
            if unknown:
                raise self.wrong(f"has in {section} what the game never says: {', '.join(unknown)}")

    def _checked(self, about: dict[str, Any]) -> dict[str, Any]:
        for field in _NEEDED:
            if field not in about:
                raise self.wrong(f"does not say `{field}` in [{_ABOUT}]")
        for field, value in about.items():
            if field not in _FIELDS:
                raise self.wrong(f"says {field!r} in [{_ABOUT}], which means nothing")
            if type(value) is not _FIELDS[field]:
                raise self.wrong(f"says {field} = {value!r}, which has to be {_FIELDS[field].__name__}")
        return about


def tables(folder: Path = FOLDER) -> list[Table]:
    """All tables, in the order of their numbers, which are 1, 2 … (English is 0). Raises WrongTable."""
    found = sorted((Table(path) for path in folder.glob("*.toml")), key=lambda table: table.about["number"])
    for number, table in enumerate(found, 1):
        if table.about["number"] != number:
            raise table.wrong(f"has number {table.about['number']}, and the next free one is {number}")
    return found
