"""Scenario files on the disk: which there are, and the rules that each plays by."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from groundrules.diagnostics import Diagnostic, finding, in_order
from groundrules.limits import FOLDER_DEPTH
from groundrules.project.compiling import Outcome, compile_place
from groundrules.project.library import Home, Library
from groundrules.project.reading import Unreadable, outside, read_inside
from groundrules.project.roots import (
    PAGE_SUFFIX,
    SUFFIXES,
    NothingThere,
    Place,
    as_text,
    from_here,
    nearest,
    nearest_file,
    root_of,
    source_name,
)
from groundrules.ruleset import Ruleset
from groundrules.scenarios.documents import Document, read_document
from groundrules.scenarios.yaml_items import Scalar
from groundrules.source import Source, Span

#: Makes a document of a text, and tells what is wrong with it.
Reader = Callable[[Source], tuple[Document | None, tuple[Diagnostic, ...]]]

ENDINGS = (".yaml", ".yml")
#: Files of mutants that nothing can notice: no scenarios.
EXCUSES = "mutants.yaml"
#: What stands at the top of a scenario file.
_TOP = ("scenarios", "rules")


@dataclass(slots=True)
class Play:
    """One scenario file: what it holds, the rules it plays by, and what is wrong with either.

    ``files``: where those rules stand. ``place``: the ruleset, where it has a file of its own.
    """

    path: Path
    shown: str
    document: Document | None = None
    ruleset: Ruleset | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    files: tuple[Path, ...] = ()
    place: Place | None = None
    _shown: dict[Source, str] = field(default_factory=dict)

    def shown_as(self, source: Source) -> str:
        """The path of a text as the person would write it."""
        return self._shown.get(source, source.name)


def find_files(named: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """Scenario files at the paths that a person named, each once, in order.

    In a folder: every YAML file below it. Raises
    :class:`~groundrules.project.roots.NothingThere` when nothing exists at a path.
    """
    seen: set[Path] = set()
    for shown in named:
        path = Path(os.path.abspath(shown))
        if not os.path.exists(path):
            raise NothingThere(shown, nearest_file(path))
        is_folder = os.path.isdir(path)
        found = sorted(_below(path)) if is_folder else [named_file(path)]
        for each in found:
            if each not in seen:
                seen.add(each)
                yield (
                    each,
                    shown if not is_folder else os.path.normpath(os.path.join(shown, os.path.relpath(each, path))),
                )


def named_file(path: Path) -> Path:
    """A file that a person named: where it really lies, if it is a link that leads out of the project."""
    path = Path(os.path.abspath(path))
    return path if outside(path, root_of(path.parent), "") is None else Path(os.path.realpath(path))


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        depth = len(Path(place).relative_to(folder).parts)
        folders[:] = sorted(f for f in folders if f[0] != "." and f != "__pycache__" and depth < FOLDER_DEPTH)
        for name in files:
            if name.endswith(ENDINGS) and name[0] != "." and not name.endswith(EXCUSES):
                yield Path(place) / name


def misspelt(path: Path) -> tuple[int, str, str] | None:
    """The line and the top key of a YAML file that is nearly one of a scenario file's, and that one."""
    text = read_inside(path, root_of(path.parent), path.name)
    if isinstance(text, Unreadable):
        return None
    for number, line in enumerate(text.source.text.splitlines(), 1):
        key = line.partition(":")[0]
        if ":" in line and key not in _TOP and key.isidentifier() and (near := nearest(key, _TOP)):
            return number, key, near
    return None


def load(
    path: Path,
    shown: str,
    *,
    only_scenarios: bool = False,
    reader: Reader = read_document,
    rules: Outcome | None = None,
) -> Play | None:
    """A scenario file with its rules compiled.

    With ``only_scenarios`` a YAML file without ``scenarios`` is passed over (``None``).
    ``rules`` are played by instead of those that the file names; ``reader`` makes a document
    of its text. A link that leads out of the project is not followed. Never raises for what an author wrote.
    """
    root = root_of(path.parent)
    text = read_inside(path, root, source_name(path, root))
    if isinstance(text, Unreadable):
        return Play(path, shown, diagnostics=(text.in_file(source_name(path, root)),))
    if only_scenarios and "scenarios" not in text.source.text:
        return None
    if path.suffix.lower() == PAGE_SUFFIX:
        document, found = _read_page(text.source)
    else:
        document, found = reader(text.source)
    if only_scenarios and document is not None and not document.scenarios and not found:
        return None
    play = Play(path, shown, document, diagnostics=(*text.warnings, *found), _shown={text.source: shown})
    if rules is not None:
        _by_outcome(play, rules)
    elif document is not None:
        _compile(play, document, root)
    return play


def _read_page(source: Source) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """The scenarios in the fences ``yaml scenarios`` of a Markdown file, as one document."""
    from groundrules.project.markdown import MANY_FENCES, PART_PAGE, read_page

    page = read_page(source.name, source.text)
    if (beyond := page.too_many) is not None:
        span = source.span(beyond.start, beyond.start)
        return None, (finding("GR605", span, f"`{source.name}` {MANY_FENCES}", help=PART_PAGE),)
    found: list[Diagnostic] = []
    whole = Document(source, None, ())
    for fence in page.fences:
        if fence.is_scenarios:
            document, wrong = read_document(page.source([fence]))
            found += wrong
            if document is not None:
                whole = replace(document, scenarios=(*whole.scenarios, *document.scenarios))
    return whole, tuple(found)


def _compile(play: Play, document: Document, root: Path) -> None:
    rules = document.rules
    if rules is None and play.path.suffix.lower() == PAGE_SUFFIX:
        _play_by(play, Place(play.path, root, as_text(play.path.stem), play.shown))
    elif rules is None:
        where = Span(document.source, 0, 0)
        play.diagnostics += (
            finding(
                "GR406", where, "the file does not say by which rules it plays", help="write `rules: NAME` or a path"
            ),
        )
    elif "\n" in rules.text or ":" in rules.text:
        _compile_text(play, rules, root)
    else:
        _compile_file(play, rules, root)


def _compile_text(play: Play, rules: Scalar, root: Path) -> None:
    """Rules that stand in the scenario file itself; their lines are counted as there."""
    from groundrules.meaning import compile_ruleset

    source, library = inner_text(rules, play.path, root)
    compiled = compile_ruleset(source, play.path.stem, library.load)
    play.ruleset = compiled.ruleset
    play.diagnostics += in_order(d for d in (*library.warnings, *compiled.diagnostics) if d.is_error)
    play._shown[source] = play.shown
    play.files = tuple(home.path for home in library.homes.values())


def inner_text(rules: Scalar, path: Path, root: Path) -> tuple[Source, Library]:
    """Rules inside a scenario file as a text whose lines are counted as there, and what loads for it."""
    outer = rules.span.source
    literal = outer.text[rules.span.start : rules.span.start + 1] in ("|", ">")
    blank = rules.span.line if literal else 0
    source = Source(outer.name, "\n" * blank + rules.text)
    library = Library()
    library.homes[source] = Home(path, root)
    return source, library


def _compile_file(play: Play, rules: Scalar, root: Path) -> None:
    """Rules by a bundled name or by a path from the scenario file."""
    library = Library()
    library.homes[rules.span.source] = Home(play.path, root)
    loaded = library.load(rules.text, rules.span.source)
    if isinstance(loaded, Unreadable):
        play.diagnostics += (loaded.at(rules.span),)
        return
    home = library.homes[loaded]
    name = Path(rules.text).stem if rules.text.endswith(SUFFIXES) else rules.text
    _play_by(play, Place(home.path, home.root, name, from_here(home.path)))


def _play_by(play: Play, place: Place) -> None:
    _by_outcome(play, compile_place(place))


def _by_outcome(play: Play, outcome: Outcome) -> None:
    play.ruleset, play.place = outcome.ruleset, outcome.place
    play.diagnostics += tuple(d for d in outcome.diagnostics if d.is_error)
    play.files = tuple(home.path for home in outcome.homes.values())
    play._shown.update({source: outcome.shown(source) for source in outcome.homes})
