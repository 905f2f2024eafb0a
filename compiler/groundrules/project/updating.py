"""``groundrules test --update``: scenario files whose expectations are brought up to what the rules now say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from groundrules.project.fixing import Mended
from groundrules.project.playing import find_files, load
from groundrules.project.roots import PAGE_SUFFIX
from groundrules.ruleset import Ruleset
from groundrules.scenarios.documents import Document, read_document
from groundrules.scenarios.running import Result, run_scenario
from groundrules.scenarios.updating import applied, updates
from groundrules.source import Source


@dataclass(frozen=True, slots=True)
class Updated:
    """What would become of one scenario file: its new text, if it changes, and which scenarios then pass.

    ``left``: scenarios that fail all the same, each with the reason why no value of theirs
    can be changed; the name is empty for the file as a whole.
    """

    shown: str
    file: Mended | None = None
    mended: tuple[str, ...] = ()
    left: tuple[tuple[str, str], ...] = ()


_NO_VALUE = "it fails by something else than a value, or shares the value with scenarios that want another"


def update_paths(named: Iterable[str], only: str | None = None) -> Iterator[Updated]:
    """The scenario files at some paths, updated in memory; those with no failure are left out."""
    for path, shown in find_files(named):
        updated = update_file(path, shown, only)
        if updated is not None:
            yield updated


def update_file(path: Path, shown: str, only: str | None = None) -> Updated | None:
    """One file; ``None`` when no scenario of it fails, or it has none."""
    play = load(path, shown, only_scenarios=True)
    if play is None:
        return None
    if play.ruleset is None or play.document is None or any(each.is_error for each in play.diagnostics):
        return Updated(shown, left=(("", "its findings must be mended first: run `groundrules test`"),))
    before = _played(play.ruleset, play.document)
    failing = [name for name, result in before.items() if _asked(name, only) and not result.passed]
    if not failing:
        return None
    if path.suffix.lower() == PAGE_SUFFIX:
        return Updated(shown, left=tuple((name, "scenarios in Markdown are not rewritten") for name in failing))
    edits, _ = updates(before.values(), only)
    source = play.document.source
    text = applied(source.text, edits)
    document, _ = read_document(Source(source.name, text))
    after = _played(play.ruleset, document) if document is not None else {}
    mended = tuple(name for name in failing if name in after and after[name].passed)
    broken = [name for name, result in before.items() if result.passed and not (name in after and after[name].passed)]
    left = tuple((name, _NO_VALUE) for name in failing if name not in mended)
    if not edits or not mended or broken:
        return Updated(shown, left=tuple((name, _NO_VALUE) for name in failing))
    return Updated(shown, Mended(shown, str(path), source.text, text), mended, left)


def _played(ruleset: Ruleset, document: Document) -> dict[str, Result]:
    return {scenario.name: run_scenario(ruleset, scenario) for scenario in document.scenarios}


def _asked(name: str, only: str | None) -> bool:
    return only is None or only.casefold() in name.casefold()
