"""Text on its way to a terminal, a pipe or a file: colours, signs it can carry, no surprises.

Where a stream cannot carry a sign, a plain one stands for it (``"`` for ``″``), or its
escape. What an author wrote can move no cursor and change no colour: control characters
are shown, not sent.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from functools import cache
from typing import TextIO

#: Plain signs for those of the language and of our own messages.
SIGNS = {
    "″": '"', "“": '"', "”": '"', "„": '"', "′": "'", "‘": "'", "’": "'",
    "×": "x", "–": "-", "—": "-", "−": "-", "‑": "-", "…": "...", "½": "1/2", "¼": "1/4", "¾": "3/4",
    "→": "->", "≤": "<=", "≥": ">=", "•": "*", "·": "*", "✓": "yes", "✗": "no", "\u00a0": " ", "\u202f": " ",
}  # fmt: skip

_COLOURS = {"error": "1;31", "warning": "1;33", "hint": "1;36", "place": "34", "strong": "1", "quiet": "2"}


class Output:
    """One stream, and what it can show."""

    def __init__(self, stream: TextIO | None, colour: bool | None = None) -> None:
        self._stream = stream
        self.encoding = getattr(stream, "encoding", None) or "utf-8"
        self.colour = wants_colour(stream) if colour is None else colour

    def line(self, text: str = "") -> None:
        """Write a line; whatever it holds, this does not fail for its sake."""
        self.write(text + "\n")

    def write(self, text: str) -> None:
        """Write text as it is, but for signs that the stream cannot carry."""
        if self._stream is not None:
            self._stream.write(fit(text, self.encoding))

    def flush(self) -> None:
        """Let a reader have what was written so far."""
        if self._stream is not None:
            self._stream.flush()

    @property
    def is_terminal(self) -> bool:
        """Whether a person is likely to watch."""
        return bool(self._stream is not None and self._stream.isatty())

    def paint(self, text: str, role: str) -> str:
        """The text in the colour of its role, where colours are shown."""
        return f"\x1b[{_COLOURS[role]}m{text}\x1b[0m" if self.colour else text


def standard_output() -> Output:
    """The standard output of this moment."""
    return Output(sys.stdout)


def standard_error() -> Output:
    """The standard error of this moment."""
    return Output(sys.stderr)


def wants_colour(stream: TextIO | None) -> bool:
    """Colours on a terminal only, never with ``NO_COLOR``; ``FORCE_COLOR`` asks for them in a pipe."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return bool(stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb")


def fit(text: str, encoding: str) -> str:
    """The text with plain signs for all that the encoding has no bytes for."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_sign(char, encoding) for char in text)
    except LookupError:
        return text.encode("ascii", "backslashreplace").decode("ascii")
    return text


@cache
def _sign(char: str, encoding: str) -> str:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return SIGNS.get(char) or char.encode("ascii", "backslashreplace").decode("ascii")
    return char


#: What JSON need not escape and a terminal or an editor would obey.
_UNSEEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def fit_json(text: str, encoding: str) -> str:
    """JSON text with escapes, as JSON writes them, for what is not seen and what the encoding has no bytes for."""
    text = _UNSEEN.sub(lambda found: _json_escape(found[0]), text)
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return "".join(char if char.isascii() else _json_escape(char) for char in text)
    return text


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def visible(text: str) -> str:
    """The text with escapes for control characters, line ends and marks that turn the direction."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(char) if _is_control(char) else char for char in text)


def _is_control(char: str) -> bool:
    if char in "\u200c\u200d\ufe0f":  # they join the letters of some scripts, and emoji
        return False
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _escaped(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
