"""What the makers of tree nodes share: spans, names, numbers, and the table they stand in.

A maker is a function ``_x(make, c)``: it takes the :class:`Maker` of one text and the
values of one grammar rule in order, and gives back a node or a :class:`Part`. The values
are tokens (every one, words and signs too), nodes, and parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from groundrules.diagnostics import Diagnostic, Fix, finding, replace
from groundrules.limits import DIGITS, NAME_LENGTH, NESTING
from groundrules.quantity import Quantity, parse_number, plain
from groundrules.source import Source, Span
from groundrules.syntax.ast_expr import Binary, Name, Node, Num

#: A token, a node or a part. Tokens are strings with ``type``, ``start_pos`` and ``end_pos``.
Value = Any
Values = list[Any]
MakerFunction = Callable[["Maker", Values], Value]

#: Grammar rule or alias to the function that makes its node; filled by :func:`makes`.
MAKERS: dict[str, MakerFunction] = {}

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})

_LONG = re.compile(rf"\d{{{DIGITS + 1}}}")


def makes(*rules: str) -> Callable[[MakerFunction], MakerFunction]:
    """Register a function as the maker of these grammar rules or aliases."""

    def register(function: MakerFunction) -> MakerFunction:
        for rule in rules:
            if rule in MAKERS:
                raise ValueError(f"two makers of {rule}")
            MAKERS[rule] = function
        return function

    return register


class Part:
    """A value that is no node of its own, with its place: a list, a pair, a word of two words."""

    __slots__ = ("end_pos", "start_pos", "value")

    def __init__(self, value: Any, start_pos: int, end_pos: int) -> None:
        self.value = value
        self.start_pos = start_pos
        self.end_pos = end_pos


class Effects(Part):
    """The effects right of one colon."""

    __slots__ = ()


class Block(Part):
    """The lines of one block."""

    __slots__ = ()


class Params(Part):
    """The parameters in one pair of brackets."""

    __slots__ = ()


def start_of(value: Value) -> int:
    """Where a value begins."""
    return value.span.start if isinstance(value, Node) else value.start_pos


def end_of(value: Value) -> int:
    """Where a value ends."""
    return value.span.end if isinstance(value, Node) else value.end_pos


def is_token(value: Value, kind: str) -> bool:
    """Whether a value is a token of this kind."""
    return getattr(value, "type", None) == kind


def text_of(token: str) -> str:
    """The words of a string token, without its quotes."""
    return str(token[1:-1])


class Maker:
    """The state of making one tree: its text, and what was found wrong on the way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self._depth: dict[int, tuple[int, Node]] = {}
        self._told: set[int] = set()

    # ---- places

    def span(self, c: Sequence[Value]) -> Span:
        """From the first value to the last; none of the two is a layout token."""
        first, last = c[0], c[-1]
        return Span(
            self.source,
            first.span.start if isinstance(first, Node) else first.start_pos,
            last.span.end if isinstance(last, Node) else last.end_pos,
        )

    def line(self, c: Sequence[Value]) -> Span:
        """From the first value to the last that is no layout token."""
        index = len(c) - 1
        while index > 0 and getattr(c[index], "type", None) in LAYOUT:
            index -= 1
        return Span(self.source, start_of(c[0]), end_of(c[index]))

    def at(self, token: Value) -> Span:
        """The place of one token."""
        return Span(self.source, token.start_pos, token.end_pos)

    def widened(self, node: Node, c: Sequence[Value]) -> Node:
        """The node itself, its place grown to all of ``c``: brackets and signs belong to it."""
        object.__setattr__(node, "span", self.span(c))
        return node

    # ---- names and numbers

    def name(self, token: Value) -> Name:
        """A name token as a name, its blanks made single."""
        text = str(token)
        if "  " in text or "\u00a0" in text:
            text = " ".join(text.split())
        span = Span(self.source, token.start_pos, token.end_pos)
        if len(text) > NAME_LENGTH:
            self.tell(
                "GR156",
                span,
                f"a name of {len(text)} characters",
                help=f"a name has at most {NAME_LENGTH}; what more there is to say fits into prose: `> …` below",
            )
        return Name(span=span, text=text)

    def names(self, c: Sequence[Value]) -> tuple[Name, ...]:
        """All name tokens among the values."""
        return tuple([self.name(v) for v in c if is_token(v, "NAME")])

    def fraction(self, text: str, span: Span) -> Fraction:
        """The number that ``text`` stands for; a finding and 1 where there is none."""
        long = _LONG.search(text) is not None
        if not long:
            try:
                return _parsed(text)
            except ValueError:
                pass  # told below
        if span.start < span.end:
            message, help = f"`{_short(text)}` divides by nothing", "a fraction is written like `1/2`"
            if long or "/" not in text:
                message = f"`{_short(text)}` is no number a table can use"
                help = f"write a number of at most {DIGITS} digits, of `0` to `9`"
            self.tell("GR150", span, message, help=help)
        return Fraction(1)

    def number(self, token: Value, text: str | None = None) -> Fraction:
        """The number of a token, or of a piece of its text."""
        return self.fraction(str(token) if text is None else text, self.at(token))

    def whole(self, token: Value, what: str) -> int:
        """The number of a token that counts things; a finding and 1 for a share of one."""
        value = self.number(token)
        if value.denominator == 1:
            return int(value)
        self.tell("GR151", self.at(token), f"`{token}` is no number of {what}", help="write a whole number here")
        return 1

    def num(self, token: Value, text: str | None = None) -> Num:
        """A number without a unit, as a node."""
        from_text = str(token) if text is None else text
        span = self.at(token)
        return Num(span=span, quantity=Quantity(self.fraction(from_text, span)))

    # ---- what is wrong

    def tell(self, code: str, span: Span, message: str, *, help: str | None = None, fix: Fix | None = None) -> None:
        """Note a finding."""
        self.diagnostics.append(finding(code, span, message, help=help, fix=fix))

    def nested(self, node: Node, *inner: Node) -> Node:
        """``node``, or the first of what is inside it when it is nested too deeply to be read."""
        depth = 1 + max(self._depth.get(id(each), (0, each))[0] for each in inner)
        if depth > NESTING:
            if inner[0].span.start not in self._told:
                self._told.add(inner[0].span.start)
                self.tell(
                    "GR155",
                    node.span,
                    f"more than {NESTING} steps in one calculation or condition",
                    help="name a part of it with `number` or `group`, and use the name here",
                    fix=_summed(node),
                )
            return inner[0]
        self._depth[id(node)] = (depth, node)
        return node


def _summed(node: Node) -> Fix | None:
    """A long sum of written numbers of one unit, worked out."""
    terms: list[Node] = []
    while isinstance(node, Binary) and node.op == "add":
        terms.append(node.right)
        node = node.left
    numbers = [each.quantity for each in (*terms, node) if isinstance(each, Num)]
    units = {number.unit for number in numbers}
    if len(numbers) <= len(terms) or len(units) != 1 or not terms:
        return None
    (unit,) = units
    total = sum((number.value for number in numbers), Fraction(0))
    written = plain(total, unit)
    return replace(f"write `{written}`", node.span.to(terms[0].span), written)


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Fraction:
    return parse_number(text)


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:17]}…"
