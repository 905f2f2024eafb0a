"""Whether a condition speaks of ground: of a piece, and of how one stands to it."""

from __future__ import annotations

from groundrules.ruleset.terms import (
    All,
    Any,
    Binary,
    Compare,
    Condition,
    Expr,
    FieldOf,
    Is,
    Measure,
    Not,
    Share,
    Stands,
    Term,
    ValueOf,
)

#: Kinds of names that speak of a piece.
_OF_GROUND = ("terrain", "any terrain", "parameter")
#: Measures of a piece.
_MEASURES = ("covered", "width", "obscured")


def is_ground(term: Term) -> bool:
    """Whether a name is that of a piece of ground."""
    return term.kind in _OF_GROUND


def asks_ground(condition: Condition | None) -> bool:
    """Whether a condition asks something of one piece of ground: what it is, what it states, how one stands to it."""
    match condition:
        case All(terms=terms) | Any(terms=terms):
            return any(asks_ground(term) for term in terms)
        case Not(term=term):
            return asks_ground(term)
        case Is(term=named, owner=owner):
            return owner == "piece" or is_ground(named)
        case Stands():
            return True
        case Share(of=of, by=by):
            return of != "unit" and not by
        case Compare(left=left, right=right):
            return _of_piece(left) or _of_piece(right)
    return False


def _of_piece(expr: Expr) -> bool:
    match expr:
        case FieldOf(owner=owner) | ValueOf(owner=owner):
            return owner == "piece"
        case Measure(measure=kind):
            return kind in _MEASURES
        case Binary(left=left, right=right):
            return _of_piece(left) or _of_piece(right)
    return False
