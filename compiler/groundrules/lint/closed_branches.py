"""A band, an option or a line below another that nothing can ever reach."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context, Said
from groundrules.lint.situations import possible
from groundrules.meaning.checks.places import first_line, left_side
from groundrules.meaning.facts import qualified
from groundrules.meaning.logic import Formula
from groundrules.meaning.regions import regions
from groundrules.ruleset import Choose, Conditional, Perform, Qualifiers
from groundrules.source import Span
from groundrules.syntax import ast
from groundrules.syntax.walk import walk


def check(context: Context) -> Iterator[Diagnostic]:
    """What stands above a branch, and the branch itself, exclude one another."""
    told: set[str] = set()
    for said in context.said:
        for id_, qualifiers in _branches(said):
            if id_ in told or qualifiers == Qualifiers():
                continue
            way = (*said.qualifiers, qualifiers)
            if _open(context, said, said.qualifiers) and not _open(context, said, way):
                told.add(id_)
                yield finding(
                    "GR304", _place(context, said, id_),
                    f"`{id_.rsplit(' > ', 1)[-1]}` can never be reached, since what stands above it excludes it",
                    help="leave it out, or change one of the qualifiers",
                )  # fmt: skip


def _branches(said: Said) -> Iterator[tuple[str, Qualifiers]]:
    effect = said.effect
    if isinstance(effect, Choose | Conditional):
        yield effect.id, effect.qualifiers
    elif isinstance(effect, Perform):
        yield from ((handler.id, handler.qualifiers) for handler in effect.handlers)


def _open(context: Context, said: Said, way: tuple[Qualifiers, ...]) -> bool:
    inner: tuple[Formula, ...] = tuple(part for each in way for part in qualified(context.vocabulary, each))
    if said.rule is None:
        return possible(inner)
    return any(possible((*region.parts, *inner)) for region in regions(0, said.rule, context.vocabulary))


def _place(context: Context, said: Said, id_: str) -> Span:
    """The branch itself: what is named as its id ends, in the lines of its rule, band or roll."""
    nodes = context.meaning.nodes
    root = said.rule.id if said.rule is not None else said.band.id if said.band is not None else ""
    node = nodes.get(root) or (nodes.get(said.roll.name) if said.roll is not None else None)
    last = "".join(id_.rsplit(" > ", 1)[-1].split())
    for inner in walk(node) if node is not None else ():
        if isinstance(inner, ast.Handler | ast.Option | ast.Clause):
            place = first_line(inner.span)
            if "".join(place.text.split()).startswith(last):
                return place.source.span(place.start, place.start + len(place.text.split(":")[0].rstrip()))
    if said.rule is not None:
        return left_side(context.meaning, said.rule)
    assert said.roll is not None
    return first_line(context.span(said.band.origin if said.band is not None else said.roll.origin))
