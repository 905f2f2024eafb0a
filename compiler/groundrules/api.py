r"""The library: ``import groundrules as gr``.

>>> import groundrules as gr
>>> ruleset, findings = gr.check("Woods: cost x2\n")
>>> table = gr.Table({"copse": {"terrain": "Woods", "rect": [2, 0, 5, 4]}})
>>> verdict = ruleset.adjudicate(table, gr.Model(), None, [(0, 1), (6, 1)])
>>> verdict.legal, verdict.moved, verdict.cost
(True, Fraction(6, 1), Fraction(9, 1))

Everything that comes out is immutable. A :class:`Ruleset` may be shared between threads;
nothing is kept outside of it. Lengths are in the ruleset's unit, numbers exact.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from groundrules.api_rolls import Distribution, Roll
from groundrules.api_ruleset import Ruleset
from groundrules.api_stated import Model, SituationError, Table
from groundrules.diagnostics import Diagnostic, finding, in_order
from groundrules.engine import Decision, MissingAnswer, Refusal
from groundrules.limits import FILE_BYTES
from groundrules.odds import Odds
from groundrules.project.compiling import Outcome, compile_place, compile_source
from groundrules.project.library import Library
from groundrules.project.reading import Text, Unreadable, decode
from groundrules.project.roots import SUFFIXES, NoRuleset, NothingThere, find
from groundrules.project.rulesets import ruleset_named
from groundrules.ruleset import Ruleset as Rules
from groundrules.source import Source
from groundrules.verdict import (
    Memory,
    Pending,
    Sight,
    Verdict,
    VerdictFormatError,
    from_json as verdict_from_json,
    memory_from_json,
    memory_to_json,
    to_json as verdict_to_json,
)

__all__ = [
    "Decision",
    "Diagnostic",
    "Distribution",
    "Memory",
    "MissingAnswer",
    "Model",
    "Odds",
    "Pending",
    "Refusal",
    "Roll",
    "RulesError",
    "Ruleset",
    "Sight",
    "SituationError",
    "Table",
    "Verdict",
    "VerdictFormatError",
    "check",
    "load",
    "memory_from_json",
    "memory_to_json",
    "verdict_from_json",
    "verdict_to_json",
]

#: What text without a file is called.
TEXT = "<text>"


class RulesError(Exception):
    """Rules that cannot be used; ``diagnostics`` say why, each with its place and its help."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        errors = [each for each in self.diagnostics if each.is_error]
        shown = [
            f"{each.span.place}: error[{each.code}]: {each.message}{_in_brackets(each.help)}" for each in errors[:5]
        ]
        if len(errors) > 5:
            shown.append(f"and {len(errors) - 5} more")
        super().__init__("\n".join(shown))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics,), vars(self)


def _in_brackets(help: str | None) -> str:
    return f" ({help.splitlines()[0]})" if help else ""


def load(named: str | os.PathLike[str]) -> Ruleset:
    """The ruleset of a file, of a folder with one, or of a bundled name (``"epic"``) where no such path exists.

    A path-like object is never a bundled name. Raises :class:`RulesError` for rules with
    an error, and where nothing is there.
    """
    outcome, found = _named(named)
    rules = outcome.ruleset if outcome is not None else None
    if rules is None:
        raise RulesError(found)
    return Ruleset(rules, found)


def check(text_or_path: str | os.PathLike[str]) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
    r"""The ruleset, if it has no error, and all there is to say about it; never raises for what an author wrote.

    What holds a line end or a colon is the rules themselves: then no file is read, and
    ``use`` reaches bundled rulesets only. Anything else is what :func:`load` takes.

    >>> ruleset, findings = check("Woods: cost x2\nMarsh: cost x3\n")
    >>> ruleset is None, [each.code for each in findings]
    (True, ['GR253'])
    """
    if isinstance(text_or_path, str) and ("\n" in text_or_path or ":" in text_or_path):
        rules, found = _compiled(text_or_path)
    else:
        outcome, found = _named(text_or_path)
        rules = outcome.ruleset if outcome is not None else None
    return (None if rules is None else Ruleset(rules, found)), found


def _named(named: str | os.PathLike[str]) -> tuple[Outcome | None, tuple[Diagnostic, ...]]:
    shown = os.fsdecode(named)
    try:
        if isinstance(named, str):
            outcome = ruleset_named(named)
        else:
            places = find(shown)
            if isinstance(places, NoRuleset) or len(places) != 1:
                raise NothingThere(os.path.join(shown, "*.terrain"), None)
            outcome = compile_place(places[0])
    except NothingThere as nothing:
        near = nothing.suggestion
        help = f"did you mean `{near}`?" if near else "look at the spelling, and at where the path begins"
        where = Source(shown, "").span(0, 0)
        return None, (finding("GR601", where, f"there is no file `{nothing.path}`", help=help),)
    return outcome, outcome.diagnostics


def _compiled(text: str) -> tuple[Rules | None, tuple[Diagnostic, ...]]:
    """Rules from a text alone."""
    opened = _opened(text)
    if isinstance(opened, Unreadable):
        return None, (opened.in_file(TEXT),)
    library = _NoFiles()
    rules, found = compile_source(opened.source, "text", library)
    return rules, in_order((*library.warnings, *found))


def _opened(text: str) -> Text | Unreadable:
    """The text under the bounds that hold for files."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as wrong:
        at = Source(TEXT, text.encode("utf-8", "replace").decode()).span(wrong.start, wrong.end)
        return Unreadable("GR603", "the text holds half a character", "decode it from UTF-8", at)
    if len(data) > FILE_BYTES:
        size = f"{len(data) / 2**20:.0f} MB, and {FILE_BYTES // 2**20} MB are read"
        return Unreadable("GR605", f"the text is too large: {size}", "part the ruleset into several files")
    return decode(data, TEXT)


class _NoFiles(Library):
    """A library in which a text without a file finds the bundled rulesets, and no file."""

    def load(self, target: str, using: Source) -> Source | Unreadable:
        if using.name == TEXT and target.endswith(SUFFIXES):
            return Unreadable(
                "GR608",
                f"`{target}` is a file, and rules that are no file use none",
                "save the rules as a file beside it, or use a bundled ruleset by its name",
            )
        return super().load(target, using)
