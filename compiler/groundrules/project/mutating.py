"""``groundrules test --mutate``: rulesets with one thing changed, against their scenario files.

A :class:`Ground` is one ruleset with the files that play by it. What is done with a mutant
is a plain result that can travel between processes, and a process reads a ground once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from groundrules.compare.apart import Searching
from groundrules.compare.excused import Excuse, Judged, held_against, read_excuses
from groundrules.compare.mutants import Mutant, made, mutants_of
from groundrules.compare.noticing import Watch, watch
from groundrules.compare.titles import named_once
from groundrules.diagnostics import Diagnostic
from groundrules.meaning import Compiled, compile_ruleset
from groundrules.project.library import Library
from groundrules.project.playing import EXCUSES, Play, find_files, inner_text, load
from groundrules.project.reading import Unreadable, read_inside
from groundrules.project.roots import from_here, root_of, source_name
from groundrules.ruleset import content_hash
from groundrules.source import Source


@dataclass(frozen=True, slots=True)
class Ground:
    """One ruleset and the scenario files that play by it (path, and path as shown); ``only``: words of names."""

    files: tuple[tuple[Path, str], ...]
    only: str | None = None


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: ``by`` names the scenario that noticed it.

    ``valid`` is false for a change that is no mutant. ``ready``: a scenario to paste that
    would notice it.
    """

    number: int
    valid: bool = True
    by: str | None = None
    ready: str | None = None

    @property
    def noticed(self) -> bool:
        """Whether there is nothing to tell: a scenario noticed it, or it is no mutant."""
        return self.by is not None or not self.valid


@dataclass(frozen=True, slots=True)
class Failing:
    """Scenario files that cannot be used: they do not pass under the rules as they are."""

    names: tuple[str, ...]


@dataclass(slots=True)
class Prepared:
    """A ground that was read: the compiled rules, their mutants, the scenarios, the excuses.

    ``titles``: what the scenario that notices a mutant would be called, each name once.
    """

    name: str
    compiled: Compiled
    mutants: tuple[Mutant, ...]
    watch: Watch
    searching: Searching
    hash: str
    shown: dict[Source, str] = field(default_factory=dict)
    excuses: tuple[Excuse, ...] = ()
    excuse_file: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    titles: tuple[str, ...] = ()

    def place(self, number: int) -> str:
        """Where a mutant stands."""
        span = self.mutants[number].span
        return f"{self.shown.get(span.source, span.source.name)}:{span.line}"


def grounds_of(named: Iterable[str], only: str | None = None) -> Iterator[Ground]:
    """The rulesets that the scenario files at some paths play by, each with its files, in order."""
    prepared.cache_clear()  # files may have changed since
    by_rules: dict[object, list[tuple[Path, str]]] = {}
    for path, shown in find_files(named):
        play = load(path, shown, only_scenarios=True)
        if play is not None:
            key: object = (play.place.path, play.place.name) if play.place is not None else path
            by_rules.setdefault(key, []).append((path, shown))
    return (Ground(tuple(files), only) for files in by_rules.values())


@lru_cache(maxsize=8)
def prepared(ground: Ground) -> Prepared | Failing:
    """A ground read and played once; a process asks again without cost."""
    plays = [play for path, shown in ground.files if (play := load(path, shown, only_scenarios=True)) is not None]
    wrong = [play.shown for play in plays if play.ruleset is None or play.document is None or _has_errors(play)]
    if wrong or not plays:
        return Failing(tuple(wrong))
    source, name, library = _text_of(plays[0])
    compiled = compile_ruleset(source, name, library.load)
    assert compiled.ruleset is not None
    only = ground.only.casefold() if ground.only is not None else ""
    scenarios = [s for p in plays if p.document for s in p.document.scenarios if only in s.name.casefold()]
    watched = watch(compiled.ruleset, scenarios)
    if watched.failing:
        return Failing(watched.failing)

    def own(each: Source) -> bool:
        return not library.homes[each].prefix

    ready = Prepared(
        name,
        compiled,
        mutants_of(compiled, own),
        watched,
        Searching(compiled.ruleset, scenarios),
        content_hash(compiled.ruleset),
    )
    taken = {scenario.name for play in plays if play.document for scenario in play.document.scenarios}
    ready.titles = named_once([(each.title, each.id) for each in ready.mutants], taken)
    ready.shown |= {each: _shown(home.path) for each, home in library.homes.items()}
    path = _excuses_path(plays[0])
    if path is not None:
        ready.excuse_file = _shown(path)
        if path.is_file():
            _read_excuses(ready, path)
    return ready


def fate(ground: Ground, number: int, search: bool = True) -> Fate:
    """Make one mutant, play the scenarios, and look for one that would notice it where none does (``search``)."""
    ready = prepared(ground)
    assert isinstance(ready, Prepared)
    mutant = ready.mutants[number]
    rules = made(ready.compiled, mutant, ready.hash)
    if rules is None:
        return Fate(number, valid=False)
    by = ready.watch.noticed(rules, mutant.ids)
    if by is not None:
        return Fate(number, by=by)
    if not search or any((each.id, each.change) == (mutant.id, mutant.change) for each in ready.excuses):
        return Fate(number)
    found = ready.searching.against(rules, mutant.ids, ready.titles[number])
    return Fate(number, ready=found.text if found is not None else None)


def wrong_excuses(ready: Prepared, fates: Iterable[Fate]) -> tuple[Diagnostic, ...]:
    """What is wrong with the file of excuses, now that all mutants have met the scenarios."""
    judged = [
        Judged(ready.mutants[each.number].id, ready.mutants[each.number].change, each.by)
        for each in fates
        if each.valid
    ]
    return (*ready.diagnostics, *held_against(ready.excuses, judged))


def _has_errors(play: Play) -> bool:
    return any(each.is_error for each in play.diagnostics)


def _text_of(play: Play) -> tuple[Source, str, Library]:
    """The text of the rules that a file plays by, their name, and what loads for them."""
    if play.place is not None:
        library = Library()
        opened = library.open(play.place)
        assert isinstance(opened, Source)  # it was compiled a moment ago
        return opened, play.place.name, library
    assert play.document is not None and play.document.rules is not None
    source, library = inner_text(play.document.rules, play.path, root_of(play.path.parent))
    return source, play.path.stem, library


def _shown(path: Path) -> str:
    return Path(from_here(path)).as_posix()


def _excuses_path(play: Play) -> Path | None:
    """``mutants.yaml`` in a ruleset's own folder, ``NAME.mutants.yaml`` beside a file that stands with others."""
    if play.place is None:
        return None
    path = play.place.path
    return path.with_name(EXCUSES if path.parent.name == path.stem else f"{path.stem}.{EXCUSES}")


def _read_excuses(ready: Prepared, path: Path) -> None:
    root = root_of(path.parent)
    name = source_name(path, root)
    text = read_inside(path, root, name)
    if isinstance(text, Unreadable):
        ready.diagnostics = (text.in_file(name),)
        ready.shown[ready.diagnostics[0].span.source] = _shown(path)
        return
    excuses, found = read_excuses(text.source)
    ready.shown[text.source] = _shown(path)
    ready.excuses, ready.diagnostics = excuses, (*text.warnings, *found)
