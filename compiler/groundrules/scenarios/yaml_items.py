"""YAML as authors write it: every value with its place, and no surprises.

Only ``true`` and ``false`` are booleans; ``no``, ``on``, dates, ``1:30`` and ``1_000`` stay
words; numbers are read from their text, exactly. A key given twice, an anchor that grows
without bound and a tag are errors with a place. PyYAML composes the nodes; nothing is
constructed by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import yaml

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.limits import YAML_DEPTH, YAML_VALUES
from groundrules.quantity import parse_number
from groundrules.source import Source, Span

#: So many blanks round a text are those of a page.
_PAGE = 200
_TAGS = frozenset(f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map"))
_NUMBER = re.compile(r"[-−]?(?:\d*[½¼¾]|\d+(?:\.\d+)?(?:/\d+)?|\.\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A word, a number or a text; ``quoted`` keeps ``"true"`` a text."""

    text: str
    span: Span
    quoted: bool = False

    def number(self) -> Fraction | None:
        """The exact number that stands here, or ``None``."""
        if self.quoted or not _NUMBER.fullmatch(self.text):
            return None
        digits = self.text.lstrip("-−")
        try:
            value = Fraction(digits) if digits.startswith(".") else parse_number(digits)
        except (ValueError, ZeroDivisionError):
            return None
        return -value if self.text[0] in "-−" else value

    def boolean(self) -> bool | None:
        """``True`` or ``False`` for exactly those two words."""
        return None if self.quoted else {"true": True, "false": False}.get(self.text)

    @property
    def empty(self) -> bool:
        """Nothing written (or ``null``/``~``)."""
        return not self.quoted and self.text in ("", "~", "null")


@dataclass(frozen=True, slots=True)
class Sequence:
    """Values in order."""

    items: tuple[Item, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Mapping:
    """Values by key, in the order written; ``keys`` holds the place of each key."""

    items: dict[str, Item]
    keys: dict[str, Span]
    span: Span

    def get(self, key: str) -> Item | None:
        """The value of a key, or ``None``."""
        return self.items.get(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self.items)


Item = Scalar | Sequence | Mapping


class _Refused(Exception):
    """Stops the walk over a document; carries the finding."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def read_yaml(source: Source) -> tuple[Item | None, tuple[Diagnostic, ...]]:
    """The one document of a YAML text, or ``None`` with the reason.

    Never raises for what stands in the text.
    """
    text, skipped = _without_page(_blank_tabs(source.text))
    try:
        node = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        return None, (_syntax(source, error, skipped),)
    except (yaml.YAMLError, RecursionError) as error:
        at = skipped + (getattr(error, "position", 0) or 0)
        span = source.span(at, at)
        return None, (finding("GR400", span, "this is not YAML", help=_reason(error)),)
    if node is None:
        return None, (
            finding("GR400", source.span(0, 0), "the file holds nothing", help="write `scenarios:` and a list"),
        )
    walker = _Walker(source, skipped)
    try:
        item = walker.item(node, 0)
    except _Refused as refused:
        return None, (refused.diagnostic,)
    return item, tuple(walker.diagnostics)


def _blank_tabs(text: str) -> str:
    """JSON may be indented by tabs, which YAML does not know; every character keeps its place."""
    return text.replace("\t", " ") if text.lstrip()[:1] == "{" else text


def _without_page(text: str) -> tuple[str, int]:
    """A text without the blank lines round it where they stand for a page, and how much was left out before it.

    The reader of YAML goes through blanks one by one, and a page has many fences.
    """
    before = len(text) - len(text.lstrip())
    start = max(text.rfind("\n", 0, before), text.rfind("\r", 0, before)) + 1
    bare = text.rstrip()
    if len(bare) < len(text) - _PAGE:
        text = bare + "\n"
    return (text[start:], start) if start > _PAGE else (text, 0)


def _joined(text: str) -> str:
    """JSON writes signs beyond U+FFFF as two halves, which YAML leaves apart."""
    if not any("\ud800" <= char <= "\udfff" for char in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return f"values lie deeper than {YAML_DEPTH} levels in each other"
    return "a character stands here that YAML does not allow"


def _syntax(source: Source, error: yaml.MarkedYAMLError, skipped: int) -> Diagnostic:
    mark = error.problem_mark or error.context_mark
    at = min(skipped + mark.index, len(source.text)) if mark is not None else 0
    problem = error.problem or ""
    if "\\t" in problem or source.text[at : at + 1] == "\t":
        return finding(
            "GR400", source.span(at, at + 1), "a tab stands where YAML wants blanks", help="indent with blanks"
        )
    if "undefined alias" in problem:
        return finding(
            "GR400",
            source.span(at, at + 1),
            "this refers to an anchor that is nowhere",
            help="write `&name` before `*name`",
        )
    hint = "look at the indent, at missing `:` and at unclosed brackets and quotes here and in the line above"
    return finding("GR400", source.span(at, min(at + 1, len(source.text))), "YAML cannot be read from here", help=hint)


class _Walker:
    """Turns composed nodes into items and counts what it makes."""

    def __init__(self, source: Source, skipped: int) -> None:
        self.source = source
        self.skipped = skipped
        self.count = 0
        self.diagnostics: list[Diagnostic] = []

    def span(self, node: yaml.Node) -> Span:
        start = self.skipped + node.start_mark.index
        return self.source.span(start, max(start, self.skipped + node.end_mark.index))

    def item(self, node: yaml.Node, depth: int) -> Item:
        span = self.span(node)
        self.count += 1
        if self.count > YAML_VALUES:
            raise _Refused(
                finding("GR403", span, f"more than {YAML_VALUES} values", help="split the file, or use fewer anchors")
            )
        if depth > YAML_DEPTH:
            raise _Refused(
                finding(
                    "GR403",
                    span,
                    f"values lie deeper than {YAML_DEPTH} levels",
                    help="write it flatter; no anchor may hold itself",
                )
            )
        if node.tag not in _TAGS:
            raise _Refused(finding("GR404", span, f"the tag `{node.tag}` means nothing here", help="leave the tag out"))
        if isinstance(node, yaml.ScalarNode):
            return Scalar(_joined(str(node.value)), span, quoted=node.style is not None)
        if isinstance(node, yaml.SequenceNode):
            return Sequence(tuple(self.item(each, depth + 1) for each in node.value), span)
        assert isinstance(node, yaml.MappingNode)
        return self.mapping(node, span, depth)

    def mapping(self, node: yaml.MappingNode, span: Span, depth: int) -> Mapping:
        items: dict[str, Item] = {}
        keys: dict[str, Span] = {}
        for key, value in node.value:
            where = self.span(key)
            if not isinstance(key, yaml.ScalarNode):
                raise _Refused(finding("GR404", where, "a key must be a word", help="write `word: value`"))
            name = _joined(str(key.value))
            if name in keys:
                self.diagnostics.append(
                    finding(
                        "GR401",
                        where,
                        f"`{name}` is given twice",
                        help="keep one of the two",
                        related=(Related(keys[name], "first given here"),),
                    )
                )
                continue
            keys[name] = where
            items[name] = self.item(value, depth + 1)
        return Mapping(items, keys, span)
