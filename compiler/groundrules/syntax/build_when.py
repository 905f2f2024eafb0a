"""Makers of qualifiers and conditions: what stands left of the colon."""

from __future__ import annotations

from typing import Any

from groundrules.quantity import Quantity
from groundrules.source import Span
from groundrules.syntax import ast_expr as ex, ast_rules as ru
from groundrules.syntax.build_parts import Maker, Part, Value, Values, makes, text_of

#: Words of events and scopes to what the tree calls them.
_EVENTS: dict[str, Any] = {
    word: word
    for word in ("enter", "leave", "cross", "contact", "start", "end", "activate", "climb", "jump", "drop")
}  # fmt: skip
_SCOPES: dict[str, Any] = {
    "move": "move", "feature": "feature", "piece": "feature", "activation": "activation", "turn": "turn", "game": "game"
}  # fmt: skip
_FACTS: dict[str, Any] = {word: word for word in ("inside", "behind", "between", "touching")}
_PLACES: dict[str, Any] = {word: word for word in ("inside", "outside", "touching", "behind", "obscured")}
_PARTS_OF: dict[str, Any] = {word: word for word in ("unit", "base", "facing")}


def event_of(value: Value) -> ru.Event:
    """The event of an ``act`` token or of a part of two words."""
    event: ru.Event = value.value if isinstance(value, Part) else _EVENTS[value]
    return event


@makes("act", "scope", "sep")
def _word(make: Maker, c: Values) -> Value:
    """One word or sign: the token itself."""
    return c[0]


@makes("turn_start")
def _turn_start(make: Maker, c: Values) -> Value:
    return Part("turn start", c[0].start_pos, c[1].end_pos)


@makes("turn_end")
def _turn_end(make: Maker, c: Values) -> Value:
    return Part("turn end", c[0].start_pos, c[1].end_pos)


@makes("names")
def _names(make: Maker, c: Values) -> Value:
    return Part(tuple([make.name(token) for token in c[0::2]]), c[0].start_pos, c[-1].end_pos)


# ---- qualifiers


@makes("q_on")
def _on(make: Maker, c: Values) -> Value:
    return ru.On(span=make.span(c), events=tuple([event_of(v) for v in c[1::2]]))


@makes("q_in")
def _in(make: Maker, c: Values) -> Value:
    return ru.In(span=make.span(c), terrains=tuple(c[1::2]))


@makes("q_during")
def _during(make: Maker, c: Values) -> Value:
    return ru.During(span=make.span(c), actions=c[1].value)


@makes("q_for")
def _for(make: Maker, c: Values) -> Value:
    return ru.For(span=make.span(c), names=c[1].value)


@makes("q_for_unit")
def _for_unit(make: Maker, c: Values) -> Value:
    return ru.ForUnit(span=make.span(c))


@makes("q_except")
def _except(make: Maker, c: Values) -> Value:
    return ru.Except(span=make.span(c), names=c[1].value)


@makes("q_except_during")
def _except_during(make: Maker, c: Values) -> Value:
    return ru.ExceptDuring(span=make.span(c), actions=c[2].value)


@makes("q_when")
def _when(make: Maker, c: Values) -> Value:
    return ru.When(span=make.span(c), condition=c[1])


@makes("q_once")
def _once(make: Maker, c: Values) -> Value:
    """``once per move per piece``; a scope said twice counts once."""
    scopes: tuple[ru.Scope, ...] = tuple(dict.fromkeys(_SCOPES[token] for token in c[2::2]))
    return ru.Once(span=make.span(c), scopes=scopes)


@makes("q_together")
def _together(make: Maker, c: Values) -> Value:
    return ru.Together(span=make.span(c))


# ---- conditions


@makes("cond")
def _either(make: Maker, c: Values) -> Value:
    terms = tuple(c[0::2])
    return make.nested(ru.Either(span=make.span(c), terms=terms), *terms)


@makes("andc")
def _both(make: Maker, c: Values) -> Value:
    terms = tuple(c[0::2])
    return make.nested(ru.Both(span=make.span(c), terms=terms), *terms)


@makes("bracket")
def _bracket(make: Maker, c: Values) -> Value:
    return make.nested(ru.Bracket(span=make.span(c), term=c[1]), c[1])


@makes("not")
def _not(make: Maker, c: Values) -> Value:
    return make.nested(ru.Not(span=make.span(c), term=c[1]), c[1])


@makes("fact")
def _fact(make: Maker, c: Values) -> Value:
    return ru.Fact(span=make.span(c), kind=_FACTS[c[0]])


@makes("whole_move")
def _whole_move(make: Maker, c: Values) -> Value:
    return ru.Fact(span=make.span(c), kind="whole move")


@makes("part_move")
def _part_move(make: Maker, c: Values) -> Value:
    return ru.Fact(span=make.span(c), kind="part of move")


@makes("partly_obscured")
def _partly(make: Maker, c: Values) -> Value:
    return ru.Fact(span=make.span(c), kind="partly obscured")


@makes("wholly_obscured")
def _wholly(make: Maker, c: Values) -> Value:
    return ru.Fact(span=make.span(c), kind="wholly obscured")


@makes("agreed")
def _agreed(make: Maker, c: Values) -> Value:
    return ru.Agreed(span=make.span(c), text=text_of(c[1]))


@makes("f_name")
def _named_fact(make: Maker, c: Values) -> Value:
    return ru.Named(span=c[0].span, name=c[0])


@makes("f_owned")
def _owned_fact(make: Maker, c: Values) -> Value:
    owner: Any = str(c[0])
    owned = ex.Owned(span=make.span(c), owner=owner, name=make.name(c[1]))
    return ru.Named(span=owned.span, name=owned)


@makes("share")
def _share(make: Maker, c: Values) -> Value:
    where, by = c[3].value
    return ru.Share(span=make.span(c), quantifier=c[0], of=_PARTS_OF[c[2]], where=where, by=by)


@makes("quantifier")
def _quantifier(make: Maker, c: Values) -> Value:
    """``any``, ``all``, ``none``, ``over NUMBER``, ``at least NUMBER``."""
    span = make.span(c)
    kind: Any = "at least" if len(c) == 3 else str(c[0])
    number = Quantity(make.number(c[-1])) if len(c) > 1 else None
    return ru.Quantifier(span=span, kind=kind, number=number)


@makes("whereabouts")
def _whereabouts(make: Maker, c: Values) -> Value:
    span: Span = make.span(c)
    return Part((_PLACES[c[0]], c[2] if len(c) > 2 else None), span.start, span.end)


@makes("compare")
def _compare(make: Maker, c: Values) -> Value:
    compare = ru.Compare(span=make.span(c), op=c[1].value, left=c[0], right=c[2])
    return make.nested(compare, c[0], c[2])


def _register(op: str) -> None:
    @makes(op)
    def _operator(make: Maker, c: Values) -> Value:
        return Part(op, c[0].start_pos, c[-1].end_pos)


for _op in ("ge", "le", "gt", "lt", "eq", "ne"):
    _register(_op)
