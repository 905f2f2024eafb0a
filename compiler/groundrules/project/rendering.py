"""The cards of one compiled ruleset, as its project's settings want them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from groundrules.diagnostics import Diagnostic, finding
from groundrules.project.compiling import Outcome
from groundrules.project.reading import Unreadable, read
from groundrules.project.roots import source_name
from groundrules.project.settings import Settings, settings_of
from groundrules.source import Source

if TYPE_CHECKING:
    from jinja2 import BaseLoader

    from groundrules.cards import Catalogue, Deck
    from groundrules.ruleset import Ruleset
    from groundrules.scenarios.yaml_items import Item

T = TypeVar("T")


class CardProblem(Exception):
    """What a project says of its own cards does not work; ``path`` is the file that says it."""

    def __init__(self, diagnostic: Diagnostic, path: Path) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.path = path


Form = Literal["pages", "single"]

#: The file of a form that is one file; all other files are pages.
FILES: dict[Form, str] = {"single": "ruleset.md"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is made of a ruleset's cards.

    ``only`` are names of cards, all if there are none; ``ascii`` writes plain signs, whatever
    the project's settings say.
    """

    form: Form = "pages"
    only: tuple[str, ...] = ()
    ascii: bool = False


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class Pages:
    """What was made: texts by their paths in the ruleset's folder, none where no card was chosen.

    ``found`` are those of the wanted names that have a card here, ``names`` all that have one.
    """

    texts: dict[str, str]
    found: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()


def form_of(path: str) -> Form:
    """Which form a file in a ruleset's folder belongs to."""
    return next((form for form, file in FILES.items() if file == path), "pages")


def card_texts(outcome: Outcome, wanted: Wanted) -> Pages:
    """The cards and sheets that are wanted of a ruleset.

    Raises :class:`CardProblem` for phrases and templates of the project that do not work.
    """
    ruleset = outcome.ruleset
    if ruleset is None:
        return Pages({})

    def make(deck: Deck, templates: BaseLoader | None) -> Pages:
        from groundrules.cards import choosing

        found = {name: choosing.matching(deck, name) for name in wanted.only}
        names = tuple(choosing.names(deck)) if wanted.only else ()
        if wanted.only:
            deck = choosing.chosen(deck, frozenset[str]().union(*found.values()))
            if not deck.cards and deck.index.sheet is None:
                return Pages({}, names=names)
        return Pages(_texts(deck, templates, ruleset, wanted), frozenset(name for name in found if found[name]), names)

    return with_deck(outcome, make, ascii=wanted.ascii)


def _texts(deck: Deck, templates: BaseLoader | None, ruleset: Ruleset, wanted: Wanted) -> dict[str, str]:
    from groundrules.cards import render_deck
    from groundrules.ruleset import content_hash

    mark = content_hash(ruleset)
    if wanted.form == "single":
        from groundrules.cards.single import single_page

        return {FILES["single"]: single_page(deck, templates=templates, content_hash=mark)}
    return render_deck(deck, templates=templates, content_hash=mark)


def with_deck(outcome: Outcome, make: Callable[[Deck, BaseLoader | None], T], *, ascii: bool = False) -> T:
    """What is made of a compiled ruleset's cards and of the project's own templates, if it has any.

    Raises :class:`CardProblem` for phrases and templates of the project that do not work.
    """
    import jinja2

    from groundrules.cards import build_deck
    from groundrules.project.findings import WrongExample, findings_of

    ruleset = outcome.ruleset
    assert ruleset is not None
    root = outcome.place.root
    settings = settings_of(root)
    templates = None if settings.templates is None else jinja2.FileSystemLoader(settings.templates, encoding="utf-8")
    try:
        found = findings_of(outcome)
    except WrongExample as problem:
        raise CardProblem(problem.diagnostic, problem.path) from problem
    try:
        deck = build_deck(ruleset, ascii=ascii or settings.ascii, phrases=_phrases(settings, root), findings=found)
        return make(deck, templates)
    except Exception as problem:
        told = None if settings.templates is None else _in_template(problem, settings.templates, root)
        if told is None:
            raise
        raise told from problem


def phrases_of(outcome: Outcome) -> Mapping[str, Any] | Catalogue | None:
    """What the project of a ruleset says in words of its own; raises :class:`CardProblem`."""
    root = outcome.place.root
    return _phrases(settings_of(root), root)


def _phrases(settings: Settings, root: Path) -> Mapping[str, Any] | Catalogue | None:
    """The phrases that a project lays over ours, or its own whole catalogue."""
    if settings.phrases is None:
        return None
    from groundrules.cards import PhraseError, catalogue, read_catalogue
    from groundrules.scenarios.yaml_items import read_yaml

    text = read(settings.phrases, source_name(settings.phrases, root))
    if isinstance(text, Unreadable):
        raise CardProblem(text.in_file(settings.phrases.name), settings.phrases)
    item, found = read_yaml(text.source)
    errors = [each for each in found if each.is_error]
    if errors:
        raise CardProblem(errors[0], settings.phrases)
    data = _plain(item)
    try:
        if isinstance(data, Mapping) and "language" in data:
            return read_catalogue(text.source.text)
        if not isinstance(data, Mapping):
            raise PhraseError("phrases are written `KEY: text`")
        catalogue(data)
        return data
    except (PhraseError, KeyError, TypeError, ValueError) as problem:
        message = str(problem) if isinstance(problem, PhraseError) else f"the catalogue has no {problem}"
        raise CardProblem(_at_key(text.source, message), settings.phrases) from problem


def _plain(item: Item | None) -> object:
    """A YAML value as the catalogue reads it: texts stay texts."""
    from groundrules.scenarios.yaml_items import Mapping as YamlMapping, Scalar

    if isinstance(item, YamlMapping):
        return {key: _plain(value) for key, value in item.items.items()}
    return item.text if isinstance(item, Scalar) else item


def _at_key(source: Source, message: str) -> Diagnostic:
    """The finding at the line of the key that its message names, if there is one."""
    _, _, rest = message.partition("`")
    key = rest.partition("`")[0].rpartition(".")[2]
    start = source.text.find(f"{key}:") if key else -1
    span = source.span(start, start + len(key)) if start >= 0 else source.span(0, 0)
    return finding("GR615", span, message, help="`phrases/en.yaml` in the program's folder holds every phrase")


def _in_template(problem: Exception, folder: Path, root: Path) -> CardProblem | None:
    """The finding in the author's own template, if that is where it went wrong."""
    places = [(getattr(problem, "filename", None), getattr(problem, "lineno", None))]
    trace = problem.__traceback__
    while trace is not None:
        places.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    inside = [(name, line) for name, line in places if name and line and _is_below(name, folder)]
    if not inside:
        return None
    name, line = inside[-1]
    path = Path(name)
    text = read(path, source_name(path, root))
    source = Source(source_name(path, root), "") if isinstance(text, Unreadable) else text.source
    bounds = source.line_bounds(min(line, source.line_count()))
    words = " ".join(str(problem).split()) or type(problem).__name__
    help_text = "the program's own template stands in for one that is taken away"
    return CardProblem(
        finding(
            "GR616",
            source.span(*bounds),
            f"this template does not work: {words[:1].lower()}{words[1:]}",
            help=help_text,
        ),
        path,
    )


def _is_below(name: str, folder: Path) -> bool:
    return Path(os.path.realpath(name)).is_relative_to(os.path.realpath(folder))
