"""Operators on words: comparisons, events, scopes, verbs, stops, grades, settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from groundrules.compare.variants import Names, Variant, changed, other_word, with_entry
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.ast_expr import Node

_COMPARED = {"ge": "gt", "gt": "ge", "le": "lt", "lt": "le", "eq": "ne", "ne": "eq"}
_SHARED = {"over": "at least", "at least": "over", "any": "all", "all": "any", "none": "any"}
_FACTS = {
    "whole move": "part of move", "part of move": "whole move",
    "inside": "touching", "touching": "inside", "behind": "between", "between": "behind",
    "partly obscured": "wholly obscured", "wholly obscured": "partly obscured",
}  # fmt: skip
_WHERE = {"inside": "outside", "outside": "inside", "touching": "inside", "behind": "touching", "obscured": "inside"}
_EVENTS = {
    "enter": "leave", "leave": "enter", "cross": "enter", "contact": "enter", "start": "end", "end": "start",
    "activate": "start", "climb": "drop", "drop": "climb", "jump": "climb",
    "turn start": "turn end", "turn end": "turn start",
}  # fmt: skip
_SCOPES = {"move": "turn", "feature": "move", "activation": "turn", "turn": "move", "game": "turn"}
_HALTS = {
    "stop": "end activation", "may stop": "stop", "end move": "stop", "end move beyond": "end move",
    "end activation": "stop",
}  # fmt: skip
_STEPS = {"full": "part", "part": "full", None: "full"}


def comparison(node: Node, names: Names) -> Iterator[Variant]:
    """A comparison lets its own threshold in, or no longer does; a share likewise."""
    if isinstance(node, ru.Compare):
        yield from other_word(node, "op", _COMPARED)
    elif isinstance(node, ru.Quantifier):
        yield from _quantifier(node)


def _quantifier(node: ru.Quantifier) -> Iterator[Variant]:
    yield from other_word(node, "kind", _SHARED)


def fact(node: Node, names: Names) -> Iterator[Variant]:
    """Where a move lies or a model stands is another place."""
    if isinstance(node, ru.Fact):
        yield from other_word(node, "kind", _FACTS)
    elif isinstance(node, ru.Share):
        for variant in other_word(node, "where", _WHERE):
            assert isinstance(variant.node, ru.Share)
            bare = variant.node.where != "obscured"
            yield Variant(replace(variant.node, by=None) if bare else variant.node)


def connective(node: Node, names: Names) -> Iterator[Variant]:
    """`and` becomes `or`, `or` becomes `and`, a `not` goes."""
    match node:
        case ru.Both(terms=terms):
            yield Variant(ru.Either(span=node.span, terms=terms))
        case ru.Either(terms=terms):
            yield Variant(ru.Both(span=node.span, terms=terms))
        case ru.Not(term=term):
            yield Variant(term)


def event(node: Node, names: Names) -> Iterator[Variant]:
    """An event becomes another one."""
    field = {ru.On: "events", ru.Permit: "what", ru.Ignore: "events"}.get(type(node))
    if field is None:
        return
    listed = getattr(node, field)
    for at, each in enumerate(listed):
        other = _EVENTS.get(each) if isinstance(each, str) else None
        if other is not None and other not in listed:
            yield Variant(changed(node, **{field: with_entry(listed, at, other)}))


def scope(node: Node, names: Names) -> Iterator[Variant]:
    """`once per` something else; a state that lasts longer or shorter."""
    if isinstance(node, ru.Once):
        for at, each in enumerate(node.scopes):
            other = _SCOPES[each]
            if other not in node.scopes:
                yield Variant(changed(node, scopes=with_entry(node.scopes, at, other)))
    elif isinstance(node, ast.State):
        until = {"move": "turn", "activation": "turn", "turn": "game", "game": "turn", None: "turn"}[node.until]
        yield Variant(changed(node, until=until))


def verb(node: Node, names: Names) -> Iterator[Variant]:
    """What is forbidden is allowed, what is gained is lost, and the other way round."""
    if isinstance(node, ru.Permit):
        yield from other_word(node, "verb", {"forbid": "allow", "allow": "forbid"})
    elif isinstance(node, ru.GainLose):
        yield from other_word(node, "verb", {"gain": "lose", "lose": "gain"})
    elif isinstance(node, ru.Limit):
        yield from other_word(node, "kind", {"cap": "floor", "floor": "cap"})


def halt(node: Node, names: Names) -> Iterator[Variant]:
    """One kind of stop becomes another."""
    if isinstance(node, ru.Halt):
        yield from other_word(node, "kind", _HALTS)


def sign(node: Node, names: Names) -> Iterator[Variant]:
    """Plus becomes minus, times becomes over, and the other way round."""
    match node:
        case ex.Binary():
            yield from other_word(node, "op", {"add": "sub", "sub": "add", "mul": "div", "div": "mul"})
        case ex.Half(term=term) | ex.Neg(term=term):
            yield Variant(term)
        case ru.Change(bound=None) | ast.Adjust():
            yield from other_word(node, "op", {"plus": "minus", "minus": "plus"})
        case ru.MoreDice(count=count):
            yield Variant(changed(node, count=-count))


def steps(node: Node, names: Names) -> Iterator[Variant]:
    """A begun step of a rate counts, or no longer does."""
    if isinstance(node, ex.Rate):
        yield Variant(changed(node, whole=_STEPS[node.whole]))


def keep(node: Node, names: Names) -> Iterator[Variant]:
    """The lowest dice are kept in place of the highest, and the other way round."""
    others = {"highest": "lowest", "lowest": "highest"}
    if isinstance(node, ast.Keep):
        yield from other_word(node, "which", others)
    elif isinstance(node, ast.ExtraDice):
        yield from other_word(node, "keep", others)


def grade(node: Node, names: Names) -> Iterator[Variant]:
    """A grade of cover becomes another one."""
    if not isinstance(node, ru.GiveCover):
        return
    keys = [each for each in names.covers if ex.name_key(each) != node.grade.name.key]
    if keys:
        name = ex.Name(span=node.span, text=keys[0])
        yield Variant(changed(node, grade=ex.Ref(span=node.span, name=name)))


def cell(node: Node, names: Names) -> Iterator[Variant]:
    """A cell of a table says nothing; one that says nothing says what stands beside it."""
    if not isinstance(node, ast.Row) or not node.cells or node.cells[0].kind in ("corner", "empty"):
        return
    for at, each in enumerate(node.cells[1:], 1):
        if each.kind in ("effects", "no", "all", "times", "plus", "minus", "value"):
            yield Variant(_with_cell(node, at, ast.Cell(span=each.span, kind="dash")))
        elif each.kind == "dash":
            beside = next((other for other in node.cells[1:] if other.kind not in ("dash", "empty")), None)
            if beside is not None:
                yield Variant(_with_cell(node, at, replace(beside, span=each.span)))


def _with_cell(row: ast.Row, at: int, cell: ast.Cell) -> ast.Row:
    return replace(row, cells=with_entry(row.cells, at, cell))


def setting(node: Node, names: Names) -> Iterator[Variant]:
    """A setting says something else."""
    match node:
        case ast.Overlap():
            yield from other_word(node, "policy", {"worst": "add", "multiply": "worst", "add": "worst"})
        case ast.Round():
            yield from other_word(node, "direction", {"up": "down", "down": "up", "nearest": "up"})
            yield from other_word(node, "scope", {"move": "activation", "activation": "move"})
        case ast.MeasureFrom():
            yield from other_word(node, "part", {"base": "centre", "centre": "base"})
        case ast.Grid(diagonals=str()):
            others = {"equal": "alternate", "alternate": "equal", "forbidden": "equal"}
            yield from other_word(node, "diagonals", others)
