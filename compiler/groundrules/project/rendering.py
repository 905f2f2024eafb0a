"""The cards of one compiled ruleset, as its project's settings want them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from groundrules.diagnostics import Diagnostic, finding
from groundrules.naming import distinct_file_names
from groundrules.project.compiling import Outcome
from groundrules.project.printable import NotPrintable
from groundrules.project.reading import Unreadable, read
from groundrules.project.roots import source_name
from groundrules.project.settings import Settings, settings_of
from groundrules.source import Source

if TYPE_CHECKING:
    from jinja2 import BaseLoader

    from groundrules.cards import Catalogue, Deck
    from groundrules.cards.printing import Printed
    from groundrules.ruleset import Ruleset
    from groundrules.scenarios.yaml_items import Item

T = TypeVar("T")


class CardProblem(Exception):
    """What a project says of its own cards does not work; ``path`` is the file that says it."""

    def __init__(self, diagnostic: Diagnostic, path: Path) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.path = path


Paper = Literal["a4", "letter"]
Form = Literal["pages", "single", "html"]

#: The file of a form that is one file; all other files are pages.
FILES: dict[Form, str] = {"single": "ruleset.md", "html": "cards.html"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is made of a ruleset's cards.

    ``only`` are names of cards, all if there are none; ``ascii`` writes plain signs, whatever
    the project's settings say; ``paper`` and ``copies`` of each card are those of printed pages.
    """

    form: Form = "pages"
    only: tuple[str, ...] = ()
    ascii: bool = False
    paper: Paper = "a4"
    copies: int = 1


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class Pages:
    """What was made: texts by their paths in the ruleset's folder, none where no card was chosen.

    ``found`` are those of the wanted names that have a card here, ``names`` all that have one;
    ``told`` is what a person should know of the print, line by line.
    """

    texts: dict[str, str]
    found: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def form_of(path: str) -> Form:
    """Which form a file in a ruleset's folder belongs to."""
    return next((form for form, file in FILES.items() if file == path.rpartition("/")[2]), "pages")


def card_texts(outcome: Outcome, wanted: Wanted) -> Pages:
    """The cards and sheets that are wanted of a ruleset; of several languages, each in a folder.

    Raises :class:`CardProblem` for phrases and templates of the project that do not work, and
    :class:`~groundrules.project.printable.NotPrintable`.
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
        made = _made(deck, templates, ruleset, wanted)
        return replace(made, found=frozenset(name for name in found if found[name]), names=names)

    made = _printable(outcome, wanted, lambda: _decks(outcome, settings_of(outcome.place.root), make, wanted.ascii))
    if len(made) == 1:
        return made[0][1]
    folders = distinct_file_names(language for language, _ in made)
    every = [pages for _, pages in made]
    return Pages(
        {
            f"{folder}/{path}": text
            for folder, pages in zip(folders, every, strict=True)
            for path, text in pages.texts.items()
        },
        frozenset[str]().union(*(pages.found for pages in every)),
        tuple(dict.fromkeys(name for pages in every for name in pages.names)),
        tuple(f"{folder}: {line}" for folder, pages in zip(folders, every, strict=True) for line in pages.told),
    )


def _printable(outcome: Outcome, wanted: Wanted, make: Callable[[], T]) -> T:
    """What is made, or why it cannot be printed."""
    if wanted.form != "html":
        return make()
    from groundrules.cards.printing import NotPrinted

    try:
        return make()
    except NotPrinted as problem:
        raise NotPrintable(outcome, problem) from None


def _made(deck: Deck, templates: BaseLoader | None, ruleset: Ruleset, wanted: Wanted) -> Pages:
    from groundrules.cards import render_deck
    from groundrules.ruleset import content_hash

    mark = content_hash(ruleset)
    if wanted.form == "single":
        from groundrules.cards.single import single_page

        return Pages({FILES["single"]: single_page(deck, templates=templates, content_hash=mark)})
    if wanted.form == "html":
        from groundrules.cards.printing import print_deck

        printed = print_deck(deck, paper=wanted.paper, copies=wanted.copies, templates=templates, content_hash=mark)
        return Pages({FILES["html"]: printed.text}, told=tuple(_told(printed)))
    return Pages(render_deck(deck, templates=templates, content_hash=mark))


def _told(printed: Printed) -> Iterator[str]:
    """How much is printed, and which cards are larger than one."""
    cards = f"{printed.cards} {'card' if printed.cards == 1 else 'cards'}"
    yield f"{cards} on {printed.pages} {'page' if printed.pages == 1 else 'pages'}"
    if printed.split:
        listed = ", ".join(f"{card.name} ({parts})" for card, parts in printed.split)
        yield f"larger than one card: {listed}"


def with_deck(outcome: Outcome, make: Callable[[Deck, BaseLoader | None], T], *, ascii: bool = False) -> T:
    """What is made of a compiled ruleset's cards, in the project's first language, and of its own templates.

    Raises :class:`CardProblem` for phrases and templates of the project that do not work.
    """
    settings = settings_of(outcome.place.root)
    return _decks(outcome, replace(settings, languages=settings.languages[:1]), make, ascii)[0][1]


def _decks(
    outcome: Outcome, settings: Settings, make: Callable[[Deck, BaseLoader | None], T], ascii: bool
) -> list[tuple[str, T]]:
    """What is made of the cards in each language, and what the language is called."""
    from groundrules.cards import build_deck, catalogue
    from groundrules.project.findings import WrongExample, findings_of

    ruleset = outcome.ruleset
    assert ruleset is not None
    root = outcome.place.root
    templates = None if settings.templates is None else _own_templates(settings.templates, root)
    try:
        found = findings_of(outcome)
    except WrongExample as problem:
        raise CardProblem(problem.diagnostic, problem.path) from problem
    made: list[tuple[str, T]] = []
    try:
        for phrases in _catalogues(settings, root):
            deck = build_deck(ruleset, ascii=ascii or settings.ascii, phrases=phrases, findings=found)
            made.append((catalogue(phrases).language, make(deck, templates)))
        return made
    except Exception as problem:
        told = None if settings.templates is None else _in_template(problem, settings.templates, root)
        if told is None:
            raise
        raise told from problem


def phrases_of(outcome: Outcome) -> Catalogue:
    """What the project of a ruleset says in words of its own; raises :class:`CardProblem`."""
    root = outcome.place.root
    return _catalogues(settings_of(root), root)[0]


def _catalogues(settings: Settings, root: Path) -> list[Catalogue]:
    """The catalogue of each language; what the project lays over it goes over the first one."""
    from groundrules.cards import catalogue

    found = [_catalogue(each, root) for each in settings.languages] or [catalogue()]
    if settings.phrases is not None:
        found[0] = _laid_over(found[0], settings.phrases, root, is_alone=not settings.languages)
    return found


def _catalogue(language: str | Path, root: Path) -> Catalogue:
    """A whole catalogue: one that comes with the program, by its name, or a file of the project."""
    from groundrules.cards import PhraseError, named_catalogue, read_catalogue

    if isinstance(language, str):
        return named_catalogue(language)
    text, _ = _yaml(language, root)
    try:
        return read_catalogue(text)
    except PhraseError as problem:
        raise CardProblem(_at_key(Source(source_name(language, root), text), str(problem)), language) from problem


def _laid_over(below: Catalogue, path: Path, root: Path, is_alone: bool) -> Catalogue:
    """A catalogue with single phrases of the project laid over it, or the project's own whole one."""
    from groundrules.cards import PhraseError, read_catalogue

    text, data = _yaml(path, root)
    try:
        if isinstance(data, Mapping) and "language" in data:
            if not is_alone:
                raise PhraseError("a whole catalogue is named in `languages`")
            return read_catalogue(text)
        if not isinstance(data, Mapping):
            raise PhraseError("phrases are written `KEY: text`")
        return below.overridden(data)
    except (PhraseError, KeyError, TypeError, ValueError) as problem:
        message = str(problem) if isinstance(problem, PhraseError) else f"the catalogue has no {problem}"
        raise CardProblem(_at_key(Source(source_name(path, root), text), message), path) from problem


def _yaml(path: Path, root: Path) -> tuple[str, object]:
    """The text of a YAML file, and what it holds."""
    from groundrules.scenarios.yaml_items import read_yaml

    text = read(path, source_name(path, root))
    if isinstance(text, Unreadable):
        raise CardProblem(text.in_file(path.name), path)
    item, found = read_yaml(text.source)
    errors = [each for each in found if each.is_error]
    if errors:
        raise CardProblem(errors[0], path)
    return text.source.text, _plain(item)


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


def _own_templates(folder: Path, root: Path) -> BaseLoader:
    """The author's own templates: one that leads out, is no text, or is too deep in itself, is told by its name."""
    import jinja2

    class Own(jinja2.FileSystemLoader):
        def load(
            self, environment: jinja2.Environment, name: str, globals: MutableMapping[str, Any] | None = None
        ) -> jinja2.Template:
            path = Path(folder, *name.split("/"))
            if os.path.lexists(path) and not _is_below(os.fspath(path), root):
                where = Source(f"{folder.name}/{name}", "").span(0, 0)
                told = f"`{name}` leads out of the project"
                raise CardProblem(finding("GR608", where, told, help="put the file itself there"), path)
            try:
                return super().load(environment, name, globals)
            except UnicodeDecodeError:
                words = "it is not UTF-8"
            except (RecursionError, MemoryError, SyntaxError):
                words = "it is too deep in itself"
            except ValueError:
                words = "a number has too many digits"
            raise jinja2.TemplateSyntaxError(words, 1, name, os.fspath(path))

    return Own(folder, encoding="utf-8")


def _is_below(name: str, folder: Path) -> bool:
    return Path(os.path.realpath(name)).is_relative_to(os.path.realpath(folder))
