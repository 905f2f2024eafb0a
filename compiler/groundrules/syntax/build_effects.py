"""Makers of effects: what stands right of the colon."""

from __future__ import annotations

from typing import Any

from groundrules.syntax import ast_expr as ex, ast_rules as ru
from groundrules.syntax.build_expr import ends, factor, unit_of
from groundrules.syntax.build_parts import (
    Effects,
    Maker,
    Part,
    Value,
    Values,
    end_of,
    is_token,
    makes,
    start_of,
)
from groundrules.syntax.build_when import event_of


@makes("effects")
def _effects(make: Maker, c: Values) -> Value:
    return Effects(tuple(c[0::2]), start_of(c[0]), end_of(c[-1]))


# ---- cost


@makes("cost_times")
def _cost_times(make: Maker, c: Values) -> Value:
    return ru.CostTimes(span=make.span(c), factor=factor(make, c[1]))


@makes("cost_plus")
def _cost_plus(make: Maker, c: Values) -> Value:
    return ru.CostPlus(span=make.span(c), amount=c[2], per=_per(c))


@makes("cost_minus")
def _cost_minus(make: Maker, c: Values) -> Value:
    amount = ex.Neg(span=make.span(c[1:3]), term=c[2])
    return ru.CostPlus(span=make.span(c), amount=amount, per=_per(c))


def _per(c: Values) -> str | None:
    return unit_of(c[4]) if len(c) > 4 else None


@makes("cost_floor")
def _cost_floor(make: Maker, c: Values) -> Value:
    return ru.CostFloor(span=make.span(c), least=c[3])


@makes("cost_enter")
def _cost_enter(make: Maker, c: Values) -> Value:
    return ru.CostEnter(span=make.span(c), amount=c[1])


@makes("cost_rate")
def _cost_rate(make: Maker, c: Values) -> Value:
    return ru.CostRate(span=make.span(c), rate=c[1])


@makes("cost_all")
def _cost_all(make: Maker, c: Values) -> Value:
    return ru.CostAll(span=make.span(c))


# ---- may and may not


@makes("forbid", "allow")
def _permit(make: Maker, c: Values) -> Value:
    """``forbid WHAT and WHAT [always]``; words alternate with ``and``, ``always`` stands last."""
    always = isinstance(c[-1], Part) and c[-1].value == "always"
    what = c[1:-1:2] if always else c[1::2]
    verb: Any = str(c[0])
    events = tuple([make.name(v) if is_token(v, "NAME") else event_of(v) for v in what])
    return ru.Permit(span=make.span(c), verb=verb, what=events, always=always)


@makes("what")
def _what(make: Maker, c: Values) -> Value:
    return c[0]


@makes("always")
def _always(make: Maker, c: Values) -> Value:
    return Part("always", c[0].start_pos, c[0].end_pos)


@makes("stop")
def _stop(make: Maker, c: Values) -> Value:
    return ru.Halt(span=make.span(c), kind="stop")


@makes("may_stop")
def _may_stop(make: Maker, c: Values) -> Value:
    return ru.Halt(span=make.span(c), kind="may stop")


@makes("end_move")
def _end_move(make: Maker, c: Values) -> Value:
    return ru.Halt(span=make.span(c), kind="end move")


@makes("end_beyond")
def _end_beyond(make: Maker, c: Values) -> Value:
    return ru.Halt(span=make.span(c), kind="end move beyond")


@makes("end_activation")
def _end_activation(make: Maker, c: Values) -> Value:
    return ru.Halt(span=make.span(c), kind="end activation")


@makes("stop_after")
def _stop_after(make: Maker, c: Values) -> Value:
    return ru.StopAfter(span=make.span(c), distance=c[2])


@makes("cap")
def _cap(make: Maker, c: Values) -> Value:
    return ru.Limit(span=make.span(c), kind="cap", value=c[2])


@makes("floor")
def _floor(make: Maker, c: Values) -> Value:
    return ru.Limit(span=make.span(c), kind="floor", value=c[2])


# ---- changes


@makes("changed")
def _changed(make: Maker, c: Values) -> Value:
    """``Speed`` or ``shooter To Hit``."""
    if len(c) == 1:
        return make.name(c[0])
    owner: Any = str(c[0])
    return ex.Owned(span=make.span(c), owner=owner, name=make.name(c[1]))


@makes("f_times")
def _change_times(make: Maker, c: Values) -> Value:
    value = factor(make, c[1]) if len(c) == 2 else c[2]
    return ru.Change(span=make.span(c), target=c[0], op="times", value=value)


@makes("f_add")
def _change_plus(make: Maker, c: Values) -> Value:
    return ru.Change(span=make.span(c), target=c[0], op="plus", value=c[2], bound=_bound(c))


@makes("f_sub")
def _change_minus(make: Maker, c: Values) -> Value:
    return ru.Change(span=make.span(c), target=c[0], op="minus", value=c[2], bound=_bound(c))


def _bound(c: Values) -> Any:
    """What follows ``up to`` or ``down to``."""
    return c[5] if len(c) > 5 else None


@makes("f_set")
def _change_set(make: Maker, c: Values) -> Value:
    return ru.Change(span=make.span(c), target=c[0], op="set", value=c[2])


@makes("f_own")
def _change_own(make: Maker, c: Values) -> Value:
    return ru.Change(span=make.span(c), target=c[0], op="own", value=c[2])


@makes("f_half")
def _change_half(make: Maker, c: Values) -> Value:
    return ru.Change(span=make.span(c), target=c[1], op="half")


@makes("more_dice")
def _more_dice(make: Maker, c: Values) -> Value:
    return ru.MoreDice(span=make.span(c), roll=c[0], count=make.whole(c[2], "dice"))


@makes("fewer_dice")
def _fewer_dice(make: Maker, c: Values) -> Value:
    return ru.MoreDice(span=make.span(c), roll=c[0], count=-make.whole(c[2], "dice"))


# ---- states, cover, sight


@makes("gain", "lose")
def _gain_lose(make: Maker, c: Values) -> Value:
    verb: Any = str(c[0])
    return ru.GainLose(span=make.span(c), verb=verb, states=tuple(c[1::2]))


@makes("give_cover")
def _give_cover(make: Maker, c: Values) -> Value:
    return ru.GiveCover(span=make.span(c), grade=c[1])


@makes("block_sight")
def _block_sight(make: Maker, c: Values) -> Value:
    return ru.BlockSight(span=make.span(c), beyond=c[3] if len(c) > 3 else None)


# ---- what the ground is


@makes("counts_as")
def _counts_as(make: Maker, c: Values) -> Value:
    return ru.CountsAs(span=make.span(c), terrains=tuple(c[2::2]))


@makes("inherits")
def _inherits(make: Maker, c: Values) -> Value:
    return ru.Inherits(span=make.span(c), base=c[1])


@makes("ground")
def _ground(make: Maker, c: Values) -> Value:
    """``REF and REF except REF and REF``."""
    cut = next((i for i, v in enumerate(c) if is_token(v, "EXCEPT")), len(c))
    return ru.Ground(span=make.span(c), terrains=tuple(c[0:cut:2]), excepts=tuple(c[cut + 1 :: 2]))


@makes("treat")
def _treat(make: Maker, c: Values) -> Value:
    return ru.Treat(span=make.span(c), ground=c[1], target=c[3])


@makes("ignore")
def _ignore(make: Maker, c: Values) -> Value:
    """``ignore GROUND [while moving] [on EVENT and EVENT]``."""
    moving = len(c) > 2 and isinstance(c[2], Part) and c[2].value == "moving"
    events = tuple([event_of(v) for v in c[4 if moving else 3 :: 2]])
    return ru.Ignore(span=make.span(c), ground=c[1], moving=moving, events=events)


@makes("moving")
def _moving(make: Maker, c: Values) -> Value:
    return Part("moving", c[0].start_pos, c[1].end_pos)


@makes("replaces")
def _replaces(make: Maker, c: Values) -> Value:
    return ru.Replaces(span=make.span(c), terrains=tuple(c[1::2]))


@makes("becomes")
def _becomes(make: Maker, c: Values) -> Value:
    return ru.Becomes(span=make.span(c), terrain=c[1])


# ---- rolls


@makes("pass")
def _pass(make: Maker, c: Values) -> Value:
    """``pass R and S [as Band]``."""
    band = make.name(c[-1]) if len(c) > 3 and is_token(c[-2], "AS") else None
    rolls = make.names(c[1:-2] if band else c[1:])
    return ru.Pass(span=make.span(c), rolls=rolls, band=band)


@makes("reroll")
def _reroll(make: Maker, c: Values) -> Value:
    """``reroll 1 in R``, ``reroll 1-2 in R``, ``reroll Failure in R and S``."""
    token = c[1]
    what: ex.Name | tuple[int, int]
    if token.type == "NAME":
        what = make.name(token)
    elif token.type == "RANGE":
        what = _faces(make, token)
    else:
        what = (make.whole(token, "pips"),) * 2
    return ru.Reroll(span=make.span(c), what=what, rolls=make.names(c[3:]))


def _faces(make: Maker, token: Value) -> tuple[int, int]:
    low, high = ends(make, token)
    if isinstance(low, ex.Num) and isinstance(high, ex.Num):
        return int(low.quantity.value), int(high.quantity.value)
    make.tell("GR151", make.at(token), f"`{token}` names no faces of a die", help="write the faces: `reroll 1-2 in …`")
    return 1, 1


@makes("nothing")
def _nothing(make: Maker, c: Values) -> Value:
    return ru.NoEffect(span=make.span(c))


@makes("perform")
def _perform(make: Maker, c: Values) -> Value:
    return ru.Perform(span=c[0].span, ref=c[0])


@makes("without")
def _without(make: Maker, c: Values) -> Value:
    return ru.Perform(span=make.span(c), ref=c[0], without=make.names(c[2:]))
