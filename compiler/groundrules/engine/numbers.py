"""Quantities declared by ``number``: the value for this model, then the adjustments in order."""

from __future__ import annotations

from fractions import Fraction

from groundrules.engine.expressions import Env, Value, numeric, stated
from groundrules.engine.qualifying import kept_by
from groundrules.engine.refusal import Refusal
from groundrules.ruleset import Number, NumberPair
from groundrules.verdict import Number as Amount


def declared_number(name: str, env: Env) -> Amount:
    """The declared quantity for this model, as its adjustments leave it."""
    declared = env.book.number(name)
    value = _stated(declared, env)
    for adjust in declared.adjusts:
        if kept_by(adjust.qualifiers, env, adjust.id) is not None:
            continue
        by = numeric(adjust.value, env)
        match adjust.op:
            case "plus":
                value += by
            case "minus":
                value -= by
            case "times":
                value *= by
            case _:
                value = by
    return value


def _stated(declared: Number, env: Env) -> Amount:
    if declared.by is None:
        return numeric(declared.value, env) if declared.value is not None else Fraction(0)
    key = stated(env, "model", declared.by)
    for pair in declared.pairs:
        if _reads(pair, key, env):
            return numeric(pair.value, env)
    raise Refusal("number", f"`{declared.name}` has no value for {declared.by} {key}")


def _reads(pair: NumberPair, key: Value | bool, env: Env) -> bool:
    if pair.key is not None:
        return pair.key == key
    if not isinstance(key, (Fraction, float)):
        return False
    low = pair.low is None or numeric(pair.low, env) <= key
    return low and (pair.high is None or key <= numeric(pair.high, env))
