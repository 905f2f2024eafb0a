"""The font of printed cards: how wide each character is, and which it has no glyph for.

The files in ``fonts`` are made by ``make font``. They have no kerning and no ligatures, so a
line is as wide as its characters together, in every browser.
"""

from __future__ import annotations

import base64
import json
import unicodedata
from functools import cache
from pathlib import Path
from typing import Literal

from groundrules.cards.markdown import flat

Style = Literal["regular", "bold", "italic"]

FOLDER = Path(__file__).parent / "fonts"

#: The faces of text, and those with the signs that text has not; CSS looks through them in this order.
STYLES: tuple[Style, ...] = ("regular", "bold", "italic")
SIGNS = ("maths", "signs")

#: Characters that show nothing and take no room.
_SILENT = dict.fromkeys(map(ord, "\u00ad\u200c\u200d\ufe0e\ufe0f"))


def printed(text: str) -> str:
    """The text as it is set: on one line, accents composed with their letters, without what shows nothing.

    A per cent sign stays with its number.
    """
    return unicodedata.normalize("NFC", flat(text)).translate(_SILENT).replace(" %", "\u00a0%")


@cache
def _faces() -> dict[str, dict[str, int]]:
    """The advance widths of each face, in thousandths of the type size, by character."""
    runs = json.loads((FOLDER / "widths.json").read_text(encoding="utf-8"))
    return {
        name: {chr(int(start, 16) + at): width for start, widths in found.items() for at, width in enumerate(widths)}
        for name, found in runs.items()
    }


@cache
def _widths(style: Style) -> dict[str, int]:
    faces = _faces()
    found: dict[str, int] = {}
    for name in (*reversed(SIGNS), style):
        found |= faces[name]
    return found


#: As wide as anything that there is no glyph for; such a text is not printed.
_UNKNOWN = 1000


@cache
def width(text: str, style: Style = "regular") -> int:
    """How wide a text is on one line, in thousandths of the type size."""
    widths = _widths(style)
    return sum(widths.get(char, _UNKNOWN) for char in text)


def missing(text: str) -> str:
    """The characters of a text that the font has no glyph for, each once, in order."""
    known = _widths("regular")
    return "".join(dict.fromkeys(char for char in text if char not in known))


@cache
def embedded() -> tuple[tuple[str, str], ...]:
    """Each face by its name, as base64 of its WOFF2."""
    names = (*STYLES, *SIGNS)
    return tuple((name, base64.b64encode((FOLDER / f"{name}.woff2").read_bytes()).decode("ascii")) for name in names)


@cache
def licence() -> str:
    """The font's licence, which goes with every copy of it."""
    return (FOLDER / "OFL.txt").read_text(encoding="utf-8")
