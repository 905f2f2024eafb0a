"""Conditions as clauses. A ``not`` goes inwards, so that each clause has a phrase for its opposite."""

from __future__ import annotations

from fractions import Fraction

from groundrules.cards.markdown import clean
from groundrules.cards.words import Words, expression, field_words
from groundrules.ruleset import (
    Agreed,
    All,
    Any,
    Compare,
    Condition,
    Is,
    Measure,
    MoveLies,
    Not,
    Num,
    Share,
    Stands,
)

_OPPOSITE = {"ge": "lt", "lt": "ge", "le": "gt", "gt": "le", "eq": "ne", "ne": "eq"}
_COMPARE = {"ge": "at least", "le": "at most", "gt": "over", "lt": "under", "eq": "is", "ne": "is not"}
_SHARE_NOT = {"any": "none", "none": "any", "all": "not all", "over": "not over", "at least": "under"}


def condition(words: Words, term: Condition, negated: bool = False, *, within: bool = False) -> str:
    """A condition, or its opposite, as a clause: ``the terrain is between the two``.

    ``within``: it is one of several that must all hold, so one that is a choice stands in brackets.
    """
    if within and _is_choice(term, negated):
        return words.say("condition.brackets", condition=condition(words, term, negated))
    match term:
        case Not(inner):
            return condition(words, inner, not negated)
        case All(terms):
            return _joined(words, terms, negated, every=not negated)
        case Any(terms):
            return _joined(words, terms, negated, every=negated)
        case Is():
            return _is(words, term, negated)
        case MoveLies(part):
            key = "whole move" if part == "whole" else "part of move"
            return words.say(f"condition.{'no ' if negated else ''}{key}")
        case Stands(where):
            return _stands(words, where, negated)
        case Agreed(text):
            return words.say(f"condition.{'not ' if negated else ''}agreed", text=clean(text))
        case Share():
            return share(words, term, negated)
        case Compare():
            return _compare(words, term, negated)


def _is_choice(term: Condition, negated: bool) -> bool:
    """Whether it holds as soon as one of several terms does."""
    if isinstance(term, Not):
        return _is_choice(term.term, not negated)
    return isinstance(term, All if negated else Any) and len(term.terms) > 1


def _joined(words: Words, terms: tuple[Condition, ...], negated: bool, *, every: bool) -> str:
    """Terms joined by *and* or *or*; a list of the other kind inside stands in brackets."""
    if not terms:
        return words.say("condition.always" if every else "condition.never")
    parts = []
    for term in terms:
        text = condition(words, term, negated)
        inner = term.term if isinstance(term, Not) else term
        if isinstance(inner, All | Any) and len(inner.terms) > 1 and len(terms) > 1:
            text = words.say("condition.brackets", condition=text)
        parts.append(text)
    return words.both(parts) if every else words.either(parts)


def _is(words: Words, term: Is, negated: bool) -> str:
    no = "no " if negated else ""
    owner, name = words.say(f"owner.{words.person(term.owner)}"), words.term(term.term)
    match term.term.kind:
        case "trait":
            return words.say(f"condition.{no}trait", owner=owner, name=name)
        case "value":
            of = term.term.owner or term.owner
            held_by = term.owner if of == "model" else of
            field = field_words(words, held_by, term.term.field or "")
            return words.say(f"condition.{no}value", field=field, name=name)
        case "terrain" | "any terrain":
            return words.say(f"condition.{no}terrain", name=name)
        case "option":
            return words.say(f"condition.{no}option", name=name)
        case "action":
            return words.say(f"condition.{no}action", name=name)
        case "cover":
            return words.say(f"condition.{no}cover", owner=owner, name=name)
    return words.say(f"condition.{no}state", owner=owner, name=name)


def _stands(words: Words, where: str, negated: bool) -> str:
    key = f"condition.{'not ' if negated else ''}{where}"
    if where == "between":
        return words.say(key)
    return words.say(key, owner=words.say(f"owner.{words.person('model')}"))


def share(words: Words, term: Share, negated: bool) -> str:
    """``more than half of the target’s facing is obscured by Hill``."""
    key: str = _SHARE_NOT[term.quantity] if negated else term.quantity
    whole = words.say(f"share.target {term.of}" if words.looks and term.of != "facing" else f"share.{term.of}")
    if term.number is None:
        part = words.say(f"share.{key}", whole=whole)
    else:
        models = term.of == "unit" and term.number > 1
        half = term.number == Fraction(1, 2)
        n = words.say("share.half") if half else words.number(term.number)
        part = words.say(f"share.{key} models" if models else f"share.{key}", n=n, whole=whole)
    many = 2 if term.of == "unit" and term.number is not None and term.number > 1 else 1
    if term.where == "obscured" and term.by:
        where = words.say("share.obscured by", many, ground=words.both(words.terms(term.by)))
    else:
        where = words.say(f"share.{term.where}", many)
    return words.say("share.clause", share=part, where=where)


def _compare(words: Words, term: Compare, negated: bool) -> str:
    op = _OPPOSITE[term.op] if negated else term.op
    if term.left == Measure("obscured") and isinstance(term.right, Num):
        known = {
            ("gt", 0): "partly obscured",
            ("le", 0): "not obscured",
            ("eq", 0): "not obscured",
            ("ne", 0): "partly obscured",
            ("eq", 1): "wholly obscured",
            ("ge", 1): "wholly obscured",
            ("lt", 1): "not wholly obscured",
            ("ne", 1): "not wholly obscured",
        }.get((op, int(term.right.value) if term.right.value in (0, 1) else -1))
        if known is not None:
            return words.say(f"condition.{known}", owner=words.say("owner.target"))
    return words.say(
        f"compare.{_COMPARE[op]}",
        left=expression(words.owning(), term.left),
        right=expression(words.owning(), term.right),
    )
