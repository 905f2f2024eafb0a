"""A terrain file's text to its tree: tokens, layout, parse, AST. Never raises."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache

from groundrules.diagnostics import Diagnostic, finding, in_order
from groundrules.limits import LINE_LENGTH
from groundrules.source import Source, Span
from groundrules.syntax import ast
from groundrules.syntax.build import reducers
from groundrules.syntax.build_parts import Maker
from groundrules.syntax.driver import Machine
from groundrules.syntax.layout import Layout
from groundrules.syntax.recovery import Reader
from groundrules.syntax.rows import rows_of
from groundrules.syntax.table_cache import load_grammar
from groundrules.syntax.tokens import Lexer, Token, long_lines


@dataclass(frozen=True, slots=True)
class Parsed:
    """What became of a text.

    ``file`` holds everything that could be read, whatever else is wrong; ``tokens`` are all
    tokens of the text, with the comments in the line ends.
    """

    file: ast.File
    diagnostics: tuple[Diagnostic, ...]
    tokens: tuple[Token, ...]


@cache
def lexer() -> Lexer:
    """The lexer of the language."""
    return Lexer(load_grammar())


def parse(source: Source) -> Parsed:
    """The tree of a text, what is wrong with it, and its tokens."""
    with without_collections():
        return _parse(source)


@contextmanager
def without_collections() -> Iterator[None]:
    """No garbage collection meanwhile: what is made only grows, and each collection would walk all of it again."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def _parse(source: Source) -> Parsed:
    raw = lexer().tokens(source.text)
    make = Maker(source)
    machine = Machine(load_grammar(), reducers(make))
    layout = Layout(source, rows_of(source.text, raw), machine.takes)
    reader = Reader(source, layout, machine, lexer(), raw)
    file = reader.read()
    if not isinstance(file, ast.File):
        raise AssertionError("the parser came to no end")
    if reader.damaged:
        file = replace(file, damaged=tuple(reader.damaged), suspects=frozenset(reader.suspects))
    made = [found for found in make.diagnostics if not any(_inside(found.span, lost) for lost in reader.damaged)]
    return Parsed(file, in_order((*reader.found, *made, *_too_long(source))), tuple(raw))


def _too_long(source: Source) -> Iterator[Diagnostic]:
    for start, _ in long_lines(source.text)[:1]:
        span = source.span(start, start)
        message = f"this line is too long: {LINE_LENGTH:,} characters of one are read"
        yield finding("GR605", span, message, help="write it over several lines")


def _inside(span: Span, outer: Span) -> bool:
    return outer.start <= span.start and span.end <= outer.end
