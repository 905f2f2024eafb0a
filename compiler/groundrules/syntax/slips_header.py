"""The header written as other files have it: ``Game: Mordheim``, ``Version: 2``, ``Units: inches``.

Where the line could be a rule about a terrain of that name, it is one that no ruleset can
mean: a bare name right of the colon does something only at an event, which the line lacks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from groundrules.quantity import UNITS
from groundrules.source import Source, Span
from groundrules.syntax.slip import Slip
from groundrules.syntax.trial import Trial
from groundrules.syntax.words import Words, quoted

#: What others call a line of the header, in small letters, and the language's word for it.
_CALLED = {
    **dict.fromkeys(("game", "game name", "title", "name", "ruleset", "rules", "rule set", "system"), "ruleset"),
    "version": "version",
    **dict.fromkeys(("author", "authors", "by"), "author"),
    **dict.fromkeys(("licence", "license"), "licence"),
    "notice": "notice",
    "source": "source",
    **dict.fromkeys(("unit", "units", "distance", "distances", "measurement", "measurements"), "distance"),
}
_LINE = re.compile(r"(?P<called>[^\W\d_]+(?: [^\W\d_]+)?) *(?:[:=] *|(?=\"))(?P<value>\"[^\"]*\"|[^\"]*)")
_RULESET = re.compile(r"^ruleset\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Meant:
    """A line of the header as it was written, the language's word for it, and the whole line as it should stand."""

    written: str
    word: str
    line: str

    @property
    def message(self) -> str:
        """What is said of it."""
        return f"{quoted(self.written)} is a line of the header, and written like a rule"

    @property
    def help(self) -> str:
        """The line to write; the title of the fix, too."""
        return f"write `{self.line}`"


def header_as_a_rule(trial: Trial, words: Words) -> Slip | None:
    """``Version: 2``, ``game: Mordheim``, ``Title "Ours"``: a refused line that is one of the header."""
    last = len(trial.tokens) - 1
    meant = _meant(trial.source, trial.text(0, last))
    if meant is None:
        return None
    changes = (trial.replace(0, meant.line, last),)
    if not trial.would_fit(changes):
        return None
    return Slip("GR117", trial.span(0, last), meant.message, meant.help, changes, meant.help)


def header_in_a_rule(span: Span, value: str) -> Meant | None:
    """What a line means that was read as a rule: ``Game: Mordheim``.

    ``None`` where it is no such thing, or its ``value`` is a name that the text has elsewhere.
    """
    meant = _meant(span.source, span.text)
    if meant is None or meant.word == "distance":
        return None
    again = re.findall(rf"(?<!\w){re.escape(value)}(?!\w)", span.source.text)
    return meant if len(again) == 1 else None


def _meant(source: Source, line: str) -> Meant | None:
    found = _LINE.fullmatch(line)
    word = _CALLED.get(found["called"].casefold()) if found is not None else None
    if found is None or word is None:
        return None
    value = found["value"].strip(' "')
    if not value or (word == "ruleset" and _RULESET.search(source.text) and not line.startswith("ruleset")):
        return None
    if word != "distance":
        return Meant(line, word, f'{word} "{value}"')
    unit = UNITS.get(value.casefold())
    return None if unit is None else Meant(line, word, f"distance {unit}")
