"""Applying the fixes that findings carry, as long as nothing gets worse by it.

In each round the fixes that do not touch one another are made together and the rulesets
are checked again. Where fewer findings went than fixes were made, the fixes are tried in
halves, and one alone that leaves more behind than was there before is dropped.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from groundrules.diagnostics import Diagnostic, Edit, Severity
from groundrules.project.checking import Report, check
from groundrules.project.markdown import edited, read_page
from groundrules.project.reading import Text, read
from groundrules.project.roots import PAGE_SUFFIX, SETTINGS
from groundrules.project.single import write_text
from groundrules.source import Source

#: Rounds of fixes, each of which may bring new ones to light.
ROUNDS = 20

Texts = dict[str, str]


@dataclass(frozen=True, slots=True)
class Mended:
    """A file that fixes change: its path as shown, its real path, its text before and after."""

    shown: str
    path: str
    before: str
    after: str

    def write(self) -> None:
        """Make the mended text the file's content, in UTF-8; a byte order mark stays.

        Raises :class:`~groundrules.project.writing.Unwritable`.
        """
        with open(self.path, "rb") as file:
            is_marked = file.read(3) == b"\xef\xbb\xbf"
        write_text(Path(self.path), ("\ufeff" if is_marked else "") + self.after)


@dataclass(frozen=True, slots=True)
class Fixing:
    """What fixes did: the findings before and after, how many fixes were made, the files they change."""

    before: Report
    after: Report
    made: int
    files: tuple[Mended, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    """One fix, in the file at a real path; ``key`` knows it again in a later round."""

    path: str
    edits: tuple[Edit, ...]
    key: tuple[object, ...] = field(compare=False)


def fix(named: Iterable[str], choices: bool = False) -> Fixing:
    """Make the fixes of all findings about the rulesets at some paths, in memory.

    Where a finding leaves a choice, its fix is made only with ``choices``.
    Raises :class:`~groundrules.project.roots.NothingThere` for a path where nothing is.
    """
    named = tuple(named)
    work = _Work(named, check(named), choices)
    before = work.report
    for _ in range(ROUNDS):
        if not work.round():
            break
    files = (
        Mended(work.shown[path], path, work.original[path], text)
        for path, text in sorted(work.texts.items())
        if text != work.original[path]
    )
    return Fixing(before, work.report, work.made, tuple(files))


class _Work:
    """The texts as they are so far, and what is found in them."""

    def __init__(self, named: Sequence[str], report: Report, choices: bool) -> None:
        self._named = named
        self._choices = choices
        self.report = report
        self.texts: Texts = {}
        self.original: Texts = {}
        self.shown: dict[str, str] = {}
        self.made = 0
        self._dropped: set[tuple[object, ...]] = set()

    def round(self) -> bool:
        """Make the fixes that can be made together; whether there may be more."""
        steps = [step for step in self._steps() if step.key not in self._dropped]
        chosen = _apart(steps)
        if not chosen:
            return False
        made, texts = self._attempt([], chosen)
        self.texts |= texts
        self.made += len(made)
        return True

    # ---- trying

    def _attempt(self, made: list[_Step], more: list[_Step]) -> tuple[list[_Step], Texts]:
        """The steps, of those in ``more``, that can be added to those already made in this round."""
        texts = self._changed([*made, *more])
        if texts is not None:
            report = check(self._named, self.texts | texts)
            before, after = _comparable(self.report, report)
            enough = len(more) == 1 or len(after) <= len(before) - len(more)
            if enough and _weight(after) <= _weight(before):
                if _weight(after) == _weight(before):  # once is enough of what may be undone again
                    self._dropped |= {step.key for step in more}
                self.report = report
                return [*made, *more], texts
        if len(more) == 1:
            self._dropped.add(more[0].key)
            return made, self._changed(made) or {}
        middle = len(more) // 2
        made, _ = self._attempt(made, more[:middle])
        return self._attempt(made, more[middle:])

    def _changed(self, steps: Sequence[_Step]) -> Texts | None:
        """The texts that the steps change; ``None`` when one of them cannot be made."""
        by_path: dict[str, list[Edit]] = {}
        for step in steps:
            by_path.setdefault(step.path, []).extend(step.edits)
        texts: Texts = {}
        for path, edits in by_path.items():
            text = _with(self._text(path), edits, is_page=path.lower().endswith(PAGE_SUFFIX))
            if text is None:
                return None
            texts[path] = text
        return texts

    def _text(self, path: str) -> str:
        return self.texts.get(path, self.original[path])

    # ---- which fixes there are

    def _steps(self) -> list[_Step]:
        steps = []
        for each in self.report.diagnostics:
            if each.fix is None or not each.fix.edits or (each.fix.choice and not self._choices):
                continue
            source = each.fix.edits[0].span.source
            path = self._path(source)
            if path is None or any(edit.span.source is not source for edit in each.fix.edits):
                continue
            line = source.line_text(each.fix.edits[0].span.line)
            key = (path, each.code, each.fix.title, tuple(edit.text for edit in each.fix.edits), line)
            steps.append(_Step(path, each.fix.edits, key))
        return steps

    def _path(self, source: Source) -> str | None:
        """The real path of a text that may be changed: none outside of the project, and none bundled."""
        for outcome in self.report.outcomes:
            home = outcome.homes.get(source)
            if home is not None:
                return None if home.prefix else self._opened(os.fspath(home.path), self.report.shown(source))
        if os.path.basename(self.report.shown(source)) == SETTINGS:
            return self._opened(self.report.shown(source), self.report.shown(source))
        return None

    def _opened(self, path: str, shown: str) -> str | None:
        path = os.path.realpath(path)
        if path not in self.original:
            text = read(path, shown)
            if not isinstance(text, Text):
                return None
            self.original[path] = text.source.text
            self.shown[path] = shown
        return path


def _apart(steps: Iterable[_Step]) -> list[_Step]:
    """Steps of which no two touch the same place, the first ones first."""
    taken: dict[str, list[tuple[int, int]]] = {}
    chosen = []
    for step in steps:
        places = taken.setdefault(step.path, [])
        own = [(edit.span.start, edit.span.end) for edit in step.edits]
        if not any(start <= last and first <= end for start, end in own for first, last in places):
            places += own
            chosen.append(step)
    return chosen


def _with(text: str, edits: Iterable[Edit], *, is_page: bool) -> str | None:
    """A text with edits made in it, which do not overlap."""
    if is_page:
        return edited(read_page("", text), edits)
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end), reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _comparable(before: Report, after: Report) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What is found before and after, less what is only looked for in rules that have no error."""
    hidden = before.has_errors
    return _without_lint(before, hidden), _without_lint(after, hidden)


def _without_lint(report: Report, hidden: bool) -> list[Diagnostic]:
    return [each for each in report.diagnostics if not (hidden and each.code.startswith("GR3"))]


def _weight(found: Sequence[Diagnostic]) -> tuple[int, ...]:
    """How much is wrong: errors first, then warnings, then hints."""
    return tuple(sum(each.severity is severity for each in found) for severity in Severity)
