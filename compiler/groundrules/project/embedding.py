"""Cards inside Markdown documents, kept up to date.

What stands between ``<!-- groundrules: card Woods -->`` and ``<!-- /groundrules -->`` is
written anew, and nothing else. Both marks stand on lines of their own; the ruleset is that
of the last ``<!-- groundrules: use NAME -->`` above, a bundled one or a path from the
document, or else what the document's own fences hold.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from groundrules.diagnostics import Diagnostic, finding, replace
from groundrules.project.compiling import Outcome, compile_place
from groundrules.project.excerpts import KINDS, NoSuchPart, part_of
from groundrules.project.library import Home, Library
from groundrules.project.markdown import NO_RULES, read_page
from groundrules.project.reading import Unreadable, decode, read_bytes
from groundrules.project.rendering import CardProblem
from groundrules.project.roots import (
    SUFFIXES,
    NoRuleset,
    NothingThere,
    Place,
    as_text,
    find,
    from_here,
    nearest,
    nearest_file,
    root_of,
    source_name,
)
from groundrules.project.single import write_text
from groundrules.source import Source, Span

_BEGIN = re.compile(r"(?<![^\r\n])([ \t>]*+)<!--[ \t]*+groundrules:[ \t]*+([^\r\n]*?)-->[ \t]*+(?![^\r\n])")
_END = re.compile(r"(?<![^\r\n])[ \t>]*<!--[ \t]*/groundrules[ \t]*-->[ \t]*(?![^\r\n])")
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Embedded:
    """A document: its text before and after, how many parts it has, and what is wrong with it.

    ``after`` is ``None`` where something is wrong. ``stale`` are the places of parts that
    change; ``paths`` are the paths of the texts that findings speak of.
    """

    shown: str
    path: Path
    before: str
    after: str | None
    parts: int = 0
    stale: tuple[Diagnostic, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    paths: dict[Source, str] = field(default_factory=dict)
    is_marked: bool = False

    def write(self) -> None:
        """Make the new text the document's content.

        Raises :class:`~groundrules.project.writing.Unwritable`.
        """
        assert self.after is not None
        write_text(self.path, ("\ufeff" if self.is_marked else "") + self.after)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A mark: its words, where they stand, what stands before it in its line, where its line ends."""

    words: str
    span: Span
    prefix: str
    end: int


@dataclass(frozen=True, slots=True)
class _Part:
    """A part to fill: its mark, the name in the last ``use`` above it, what stands there now."""

    mark: _Mark
    use: _Mark | None
    start: int
    end: int


def embed_paths(named: Iterable[str]) -> Iterator[Embedded]:
    """Every document that a person named.

    Raises :class:`~groundrules.project.roots.NothingThere` when nothing exists at a path.
    """
    for shown in named:
        path = Path(os.path.abspath(shown))
        if not os.path.lexists(path):
            raise NothingThere(shown, nearest_file(path))
        yield _Document(path, shown).embedded()


class _Document:
    """One document while it is filled."""

    def __init__(self, path: Path, shown: str) -> None:
        self.path = path
        self.shown = shown
        self.root = root_of(path.parent)
        self.found: list[Diagnostic] = []
        self.paths: dict[Source, str] = {}
        self._outcomes: dict[str, Outcome | None] = {}
        self._layout = _Layout((), ())
        self._all: list[_Part] = []

    def embedded(self) -> Embedded:
        """The document with all of its parts as they should be."""
        name = source_name(self.path, self.root)
        data = read_bytes(self.path, name)
        text = data if isinstance(data, Unreadable) else decode(data, name)
        if isinstance(text, Unreadable):
            return Embedded(self.shown, self.path, "", None, diagnostics=(text.in_file(name),))
        source = text.source
        self.paths[source] = self.shown
        self._layout = _layout(source)
        parts = self._all = self._parts(source)
        pieces: list[str] = []
        stale: list[Diagnostic] = []
        at = 0
        for part in parts:
            filled = self._filled(source, part)
            if filled is None:
                continue
            if filled != source.text[part.start : part.end]:
                stale.append(_stale(part.mark, self.shown))
            pieces += (source.text[at : part.start], filled)
            at = part.end
        after = "".join((*pieces, source.text[at:]))
        return Embedded(
            self.shown,
            self.path,
            source.text,
            None if self.found else after,
            len(parts),
            tuple(stale),
            tuple(self.found),
            self.paths,
            isinstance(data, bytes) and data.startswith(b"\xef\xbb\xbf"),
        )

    # ---- marks

    def _parts(self, source: Source) -> list[_Part]:
        parts: list[_Part] = []
        use: _Mark | None = None
        open_mark: _Mark | None = None
        lost = False  # whether what is open has been told of, and needs no more words
        for mark in _marks(source, self._layout):
            if open_mark is not None:
                if mark.words == "/":
                    if not lost:
                        parts.append(_Part(open_mark, use, open_mark.end, mark.span.start - len(mark.prefix)))
                    open_mark = None
                    continue
                if not lost:
                    self._no_end(open_mark)
                open_mark = None
            verb, _, rest = mark.words.partition(" ")
            if mark.words == "/":
                self._say("GR620", mark, "nothing begins that could end here", "take this line away")
            elif verb == "use" and rest.strip():
                use = mark
            else:
                open_mark, lost = mark, verb not in KINDS or bool(rest.strip()) == (verb == "sheet")
                if lost:
                    self._unknown(mark, verb)
        if open_mark is not None and not lost:
            self._no_end(open_mark)
        return parts

    def _no_end(self, mark: _Mark) -> None:
        self._say("GR620", mark, "what begins here has no end", "write `<!-- /groundrules -->` on a line below it")

    def _unknown(self, mark: _Mark, verb: str) -> None:
        close = nearest(verb, (*KINDS, "use"))
        if close == verb:
            message = f"`{verb}` stands alone" if verb == "sheet" else f"`{verb}` does not say which"
            self._say("GR619", mark, message, f"write `{KINDS.get(verb, 'use NAME')}`")
        else:
            listed = ", ".join(f"`{each}`" for each in (*KINDS.values(), "use NAME"))
            self._say("GR619", mark, f"`{verb}` is nothing that can stand here", f"there are {listed}")

    # ---- parts

    def _filled(self, source: Source, part: _Part) -> str | None:
        """What should stand between the marks of a part, with its first line end."""
        outcome = self._outcome(source, part)
        if outcome is None:
            return None
        kind, _, name = part.mark.words.partition(" ")
        try:
            text = part_of(outcome, kind, name.strip(), self._level(part))
        except NoSuchPart as problem:
            self._no_such_part(part.mark, problem)
            return None
        except CardProblem as problem:
            self.found.append(problem.diagnostic)
            self.paths[problem.diagnostic.span.source] = from_here(problem.path)
            return None
        end = _line_end(source.text)
        lines = ("", *text.rstrip("\n").split("\n"), "")
        return end + "".join((part.mark.prefix + line).rstrip() + end for line in lines)

    def _level(self, part: _Part) -> int:
        """The level of a heading below the last one of the document itself."""
        levels = [
            level
            for start, level in self._layout.headings
            if start < part.mark.span.start and not any(each.start <= start < each.end for each in self._all)
        ]
        return min(6, levels[-1] + 1) if levels else 1

    def _no_such_part(self, mark: _Mark, problem: NoSuchPart) -> None:
        verb, blank, name = mark.words.partition(" ")
        start = mark.span.start + len(verb) + len(blank)
        span = mark.span.source.span(start, start + len(name))
        close = problem.suggestion
        help_text = f"did you mean `{close}`?" if close else problem.help
        fix = replace(f"write `{close}`", span, close) if close else None
        self.found.append(finding("GR619", span, str(problem), help=help_text, fix=fix))

    def _outcome(self, source: Source, part: _Part) -> Outcome | None:
        """The compiled rules for a part; what is wrong with them is told once."""
        key = "" if part.use is None else part.use.words.partition(" ")[2].strip()
        if key not in self._outcomes:
            self._outcomes[key] = self._used(source, part.use, key) if part.use else self._own(source, part.mark)
        return self._outcomes[key]

    def _own(self, source: Source, mark: _Mark) -> Outcome | None:
        if read_page(source.name, source.text).rules is None:
            name = self._one_ruleset() or "NAME"
            help_text = f"write `<!-- groundrules: use {name} -->` above, or {NO_RULES}"
            self._say("GR619", mark, "nothing says which rules this is about", help_text)
            return None
        return self._compiled(Place(self.path, self.root, as_text(self.path.stem), self.shown))

    def _one_ruleset(self) -> str | None:
        """The one ruleset of the project, as a document of it names it."""
        found = find(self.root)
        if isinstance(found, NoRuleset) or len(found) != 1:
            return None
        return Path(from_here(found[0].path, self.path.parent)).as_posix()

    def _used(self, source: Source, use: _Mark, name: str) -> Outcome | None:
        library = Library()
        library.homes[source] = Home(self.path, self.root)
        start = use.span.start + use.words.index(name)
        loaded = library.load(name, source)
        if isinstance(loaded, Unreadable):
            self.found.append(loaded.at(source.span(start, start + len(name))))
            return None
        home = library.homes[loaded]
        stem = Path(name).stem if name.endswith(SUFFIXES) else name
        return self._compiled(Place(home.path, home.root, stem, from_here(home.path)))

    def _compiled(self, place: Place) -> Outcome | None:
        outcome = compile_place(place)
        if outcome.rules is not None:
            return outcome
        for each in outcome.diagnostics:
            if each.is_error:
                self.found.append(each)
                self.paths |= {span.source: outcome.shown(span.source) for span in _spans(each)}
        return None

    def _say(self, code: str, mark: _Mark, message: str, help_text: str) -> None:
        self.found.append(finding(code, mark.span, message, help=help_text))


def _spans(each: Diagnostic) -> Iterator[Span]:
    yield each.span
    yield from (other.span for other in each.related)


def _stale(mark: _Mark, shown: str) -> Diagnostic:
    return finding(
        "GR621", mark.span, "what stands below is not what the rules say now", help=f"run `groundrules embed {shown}`"
    )


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where a document has headings (offset and level) and code (first line, line behind the last, from 0)."""

    headings: tuple[tuple[int, int], ...]
    code: tuple[tuple[int, int], ...]


def _layout(source: Source) -> _Layout:
    from markdown_it import MarkdownIt  # only where there is a document

    tokens = [token for token in MarkdownIt("commonmark").parse(source.text) if token.map is not None]
    headings = (
        (source.line_bounds(token.map[0] + 1)[0], int(token.tag[1]))
        for token in tokens
        if token.map is not None and token.type == "heading_open"
    )
    code = (
        (token.map[0], token.map[1])
        for token in tokens
        if token.map is not None and token.type in ("fence", "code_block")
    )
    return _Layout(tuple(headings), tuple(code))


def _marks(source: Source, layout: _Layout) -> Iterator[_Mark]:
    """The marks on lines of their own, in order, but for those that a document shows as code."""
    found = [(match, match[2].rstrip(" \t"), match.start(2)) for match in _BEGIN.finditer(source.text)]
    found += [(match, "/", match.start()) for match in _END.finditer(source.text)]
    for match, words, start in sorted(found, key=lambda each: each[0].start()):
        line = source.line_column(match.start())[0] - 1
        if any(first <= line < last for first, last in layout.code):
            continue
        opening = source.text.index("<!--", match.start())
        span = source.span(start, start + len(words)) if words != "/" else source.span(opening, match.end())
        yield _Mark(words, span, source.text[match.start() : opening], match.end())


def _line_end(text: str) -> str:
    ends = _LINE_END.findall(text)
    return max(("\n", "\r\n", "\r"), key=ends.count)
