"""From rulesets to folders of cards: all of them are written, or nothing is.

``OUT/NAME/`` receives ``ruleset.json``, ``index.md``, ``quick-reference.md`` and
``cards/KIND-NAME.md``, or one file of another form, and ``manifest.json``. Only what the
manifest of the build before lists is ever replaced or taken away, and nothing of another form.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import groundrules
from groundrules.diagnostics import Diagnostic, finding
from groundrules.naming import distinct_file_names
from groundrules.project import manifest, rendering
from groundrules.project.checking import Report, check
from groundrules.project.compiling import Outcome
from groundrules.project.following import Follow
from groundrules.project.markdown import NO_RULES
from groundrules.project.printable import NotPrintable
from groundrules.project.rendering import EVERYTHING, Pages, Wanted, form_of
from groundrules.project.roots import from_here, nearest
from groundrules.project.writing import Unwritable, Written, publish
from groundrules.source import Source, Span


@dataclass(frozen=True, slots=True)
class Made:
    """One ruleset's folder below the output: how many files it holds, how many are new, what to know of them."""

    folder: str
    files: int
    changed: int
    removed: int
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoCard:
    """A name that a person asked for and that no card has; ``suggestion`` is one that is close."""

    name: str
    suggestion: str | None


@dataclass(frozen=True, slots=True)
class Build:
    """The findings, and what was made: nothing where there was an error or a name without a card."""

    report: Report
    made: tuple[Made, ...] = ()
    missing: NoCard | None = None


def build(
    named: Iterable[str], out: str, wanted: Wanted = EVERYTHING, follow: Follow = lambda items, doing: items
) -> Build:
    """Compile the rulesets at the paths a person named and write their cards below ``out``.

    ``follow`` is told of each ruleset, as it is checked and as its cards are made.

    Raises :class:`~groundrules.project.roots.NothingThere` for a path where nothing is.
    """
    report = check(named, follow=follow)
    for outcome in report.outcomes:
        if outcome.rules is None and not report.has_errors:  # a page of examples only
            where = _nowhere(outcome.place.shown)
            report = _with(report, finding("GR617", where, f"`{outcome.place.shown}` holds no rules", help=NO_RULES))
    if report.has_errors:
        return Build(report)
    outcomes = folders_of(report.outcomes)
    try:
        pages = {
            folder: rendering.card_texts(outcome, wanted)
            for folder, outcome in follow(outcomes.items(), "making cards")
        }
    except rendering.CardProblem as problem:
        return Build(_with(report, problem.diagnostic, from_here(problem.path)))
    except NotPrintable as problem:
        paths = {**report.paths, problem.source: problem.outcome.place.shown}
        return Build(replace(report, diagnostics=(*report.diagnostics, *problem.diagnostics), paths=paths))
    missing = _missing(wanted, pages.values())
    if missing is not None:
        return Build(report, missing=missing)
    contents = {
        folder: _content(outcomes[folder], made.texts, wanted, Path(out, folder))
        for folder, made in pages.items()
        if made.texts
    }
    return _publish(report, out, contents, wanted, {folder: made.told for folder, made in pages.items()})


def _missing(wanted: Wanted, made: Collection[Pages]) -> NoCard | None:
    """The first of the wanted names that no ruleset has a card for."""
    for name in wanted.only:
        if not any(name in each.found for each in made):
            return NoCard(name, nearest(name, dict.fromkeys(known for each in made for known in each.names)))
    return None


def _publish(
    report: Report,
    out: str,
    contents: Mapping[str, dict[str, bytes]],
    wanted: Wanted,
    told: Mapping[str, tuple[str, ...]],
) -> Build:
    """Put the files in their places; files of other forms stay as they are."""
    before = {folder: manifest.listed(Path(out, folder)) for folder in contents}
    blocked = [
        f"{folder}/{path}"
        for folder, content in contents.items()
        for path in sorted(in_the_way(Path(out, folder), content, before[folder]))
    ]
    if blocked:
        return Build(_with(report, _blocked(out, blocked)))
    files = {f"{folder}/{path}": data for folder, content in contents.items() for path, data in content.items()}
    obsolete = [
        f"{folder}/{path}"
        for folder, content in contents.items()
        for path in manifest.unchanged(Path(out, folder), content)
        if form_of(path) == wanted.form
    ]
    try:
        written = publish(Path(out), files, obsolete)
    except Unwritable as problem:
        message = f"the output `{out}` cannot be written: {problem}"
        return Build(_with(report, finding("GR614", _nowhere(out), message, help="name another folder by `-o`")))
    made = (replace(_made(folder, content, written), told=told[folder]) for folder, content in contents.items())
    return Build(report, tuple(made))


def folders_of(outcomes: Iterable[Outcome]) -> dict[str, Outcome]:
    """The folder of each ruleset; where names clash, the order of their paths decides."""
    ordered = sorted(outcomes, key=lambda outcome: (outcome.place.source_name, outcome.place.shown))
    return dict(zip(distinct_file_names(outcome.place.name for outcome in ordered), ordered, strict=True))


def _content(outcome: Outcome, texts: Mapping[str, str], wanted: Wanted, folder: Path) -> dict[str, bytes]:
    """Every file of one ruleset, by its path in the ruleset's folder, the manifest last.

    The manifest lists what other forms have left in the folder as well.
    """
    whole = wanted.form == "pages" and not wanted.only
    files = {path: text.encode() for path, text in texts.items()}
    files = {"ruleset.json": (outcome.rules or "").encode(), **files} if whole else files
    listed = manifest.entries(folder) or {}
    others = {path: digest for path, digest in listed.items() if form_of(path) != wanted.form}
    return files | {manifest.NAME: manifest.make(outcome.place.name, groundrules.__version__, files, others)}


def in_the_way(folder: Path, content: Mapping[str, bytes], before: frozenset[str]) -> list[str]:
    """Files that no build of ours wrote and that would be replaced by something else."""
    return [
        path
        for path, data in content.items()
        if path not in before
        and os.path.lexists(folder / path)
        and not ((folder / path).is_file() and (folder / path).read_bytes() == data)
    ]


def _blocked(out: str, paths: list[str]) -> Diagnostic:
    more = f" and {len(paths) - 1} more files" if len(paths) > 1 else ""
    return finding(
        "GR613",
        _nowhere(f"{out}/{paths[0]}"),
        f"`{out}/{paths[0]}`{more} would be replaced, and no build has written it",
        help="move what is there away, or name another folder by `-o`",
    )


def _nowhere(name: str) -> Span:
    return Source(name, "").span(0, 0)


def _with(report: Report, each: Diagnostic, path: str | None = None) -> Report:
    paths = {**report.paths, each.span.source: path} if path is not None else report.paths
    return replace(report, diagnostics=(*report.diagnostics, each), paths=paths)


def _made(folder: str, content: Mapping[str, bytes], written: Written) -> Made:
    def below(paths: Iterable[str]) -> int:
        return sum(path.startswith(f"{folder}/") for path in paths)

    return Made(folder, len(content), below(written.changed), below(written.removed))
