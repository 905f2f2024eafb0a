"""Mutants: a ruleset with one thing changed, each with its place and the change in words.

They are made in the tree and compiled as if the author had written them, so names,
tables, inheritance and precedence follow; what does not compile is no mutant, nor is what
compiles to the same rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from groundrules.compare.operators import OPERATORS, Operator
from groundrules.compare.phrasing import gone_phrase, lines_that_differ, listed, phrase
from groundrules.compare.titles import title_of
from groundrules.compare.variants import Names, Variant, names_of
from groundrules.meaning import Compiled, compile_units
from groundrules.ruleset import Ruleset, content_hash
from groundrules.source import Source, Span
from groundrules.syntax import ast, ast_expr as ex
from groundrules.syntax.ast_expr import Node
from groundrules.syntax.walk import children, transform

#: What the operators do not look into: words for people, and what models and pieces may state.
_CLOSED = (ast.Schema, ast.Header, ast.Credit, ast.Prose, ast.Cite, ast.Use, ast.Distance)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: ``id`` names the rule, band, cell or declaration that it stands in, ``change`` tells it.

    Both together name it among all mutants of a ruleset. ``ids``: all that come from the
    same words; ``span``: the place.
    """

    operator: str
    id: str
    ids: tuple[str, ...]
    change: str
    span: Span
    unit: int
    old: Node
    new: Node

    @property
    def title(self) -> str:
        """A name for the scenario that notices it: what the rules say, and not what the mutant says."""
        return title_of(self.change)


def mutants_of(compiled: Compiled, own: Callable[[Source], bool]) -> tuple[Mutant, ...]:
    """Every change that the operators make in the files that are a ruleset's ``own``, in the order of the text."""
    units = compiled.context.units
    names = names_of(unit.file for unit in units)
    places: dict[int, list[str]] = {}
    for id_, node in compiled.context.nodes.items():
        places.setdefault(id(node), []).append(id_)
    found: list[Mutant] = []
    for number, unit in enumerate(units):
        if own(unit.source):
            found += _InFile(names, number, places).all(unit.file)
    return tuple(_told_apart(found))


def made(compiled: Compiled, mutant: Mutant, same: str | None = None) -> Ruleset | None:
    """The rules of a mutant; ``None`` where it is none. ``same``: the content hash of the rules as they are."""
    units = list(compiled.context.units)
    file = transform(units[mutant.unit].file, lambda node: mutant.new if node is mutant.old else node)
    assert isinstance(file, ast.File)
    units[mutant.unit] = replace(units[mutant.unit], file=file)
    result = compile_units(units[-1].source, compiled.partial.name, tuple(units)).ruleset
    if result is None or content_hash(result) == (same or content_hash(compiled.partial)):
        return None
    return _with_ground(result, compiled.partial)


def _with_ground(rules: Ruleset, whole: Ruleset) -> Ruleset:
    """The rules with all kinds of ground that there are: one that no rule speaks of any more still lies on tables."""
    known = {each.name for each in rules.terrains}
    gone = tuple(each for each in whole.terrains if each.name not in known)
    return replace(rules, terrains=(*rules.terrains, *gone)) if gone else rules


def _told_apart(mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """Mutants of one place and one change in words are numbered."""
    count: Counter[tuple[str, str]] = Counter()
    for mutant in mutants:
        count[mutant.id, mutant.change] += 1
        number = count[mutant.id, mutant.change]
        yield mutant if number == 1 else replace(mutant, change=f"{mutant.change} ({number})")


class _InFile:
    """The mutants of one file."""

    def __init__(self, names: Names, unit: int, places: dict[int, list[str]]) -> None:
        self.names = names
        self.unit = unit
        self.places = places

    def all(self, file: ast.File) -> Iterator[Mutant]:
        yield from self._below(file, (file,))

    def _below(self, node: Node, way: tuple[Node, ...]) -> Iterator[Mutant]:
        for operator in OPERATORS:
            if isinstance(node, ex.Num) and isinstance(way[-2], (ast.Range, ex.Neg)) and _in_band(way):
                break  # the edges of bands move together
            for variant in operator.make(node, self.names):
                yield self._mutant(operator, variant, way)
        for child in children(node):
            if not isinstance(child, _CLOSED):
                yield from self._below(child, (*way, child))

    def _mutant(self, operator: Operator, variant: Variant, way: tuple[Node, ...]) -> Mutant:
        node = way[-1]
        inner, change = _told(node, variant, way)
        ids = next(
            (self.places[id(each)] for each in reversed((*way, *inner)) if id(each) in self.places),
            [_title(way)],
        )
        place = inner[-1] if inner else variant.gone if isinstance(variant.gone, Node) else node
        return Mutant(operator.name, ids[-1], tuple(ids), change, place.span, self.unit, node, variant.node)


def _in_band(way: Sequence[Node]) -> bool:
    return any(isinstance(node, ast.Range) for node in way) and any(isinstance(node, ast.Band) for node in way)


def _title(way: Sequence[Node]) -> str:
    """What a node stands in, where that has no id: the line of its item."""
    item = way[1] if len(way) > 1 else way[0]
    return phrase(item) or "the file"


def _told(node: Node, variant: Variant, way: Sequence[Node]) -> tuple[tuple[Node, ...], str]:
    """What inside a node is changed, where that can be told more closely; the change in words."""
    if variant.gone is not None:
        return (), f"{listed([gone_phrase(variant.gone)])} is left out"
    if isinstance(node, ast.Row) and isinstance(variant.node, ast.Row):
        pairs = zip(node.cells, variant.node.cells, strict=True)
        old, new = next((old, new) for old, new in pairs if old is not new)
        return (old,), f"`{phrase(old)}` becomes `{phrase(new)}`"
    if isinstance(node, ast.Roll) and isinstance(variant.node, ast.Roll):
        pairs_ = zip(node.lines, variant.node.lines, strict=True)
        first = next((old for old, new in pairs_ if old is not new), None)
        before, after = lines_that_differ(node, variant.node)
        return ((first,) if first is not None else ()), f"{listed(before)} becomes {listed(after)}"
    around = next((each for each in reversed(way) if phrase(each) is not None), None)
    if around is None:
        return (), f"`{node.span.text}` is changed"
    after_ = transform(around, lambda each: variant.node if each is node else each)
    return (), f"`{phrase(around)}` becomes `{phrase(after_)}`"
