"""Whether a condition or the qualifiers of a rule hold.

Everything that can be decided from the profile and the piece alone is decided once and
remembered; what is left (:func:`remaining`) is asked of the facts, when it counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from groundrules.engine.expressions import Env, Undecided, Unstated, Value, evaluate, shown
from groundrules.engine.matching import carries
from groundrules.engine.refusal import Refusal
from groundrules.engine.situation import Named
from groundrules.naming import name_key
from groundrules.ruleset import (
    Agreed,
    All,
    Any,
    Binary,
    Compare,
    Condition,
    Expr,
    FieldOf,
    Is,
    Measure,
    MoveLies,
    Not,
    Share,
    Stands,
    ValueOf,
    asks_ground,
    is_ground,
)

_LEAN = 1e-9


def asks_where(condition: Condition | None) -> bool:
    """Whether a condition says itself where the model must be, or how much of it hidden."""
    match condition:
        case All(terms=terms) | Any(terms=terms):
            return any(asks_where(term) for term in terms)
        case Not(term=term):
            return asks_where(term)
        case Stands() | Share():
            return True
        case Compare(left=left, right=right):
            return _measures_place(left) or _measures_place(right)
    return False


def _measures_place(expr: Expr) -> bool:
    match expr:
        case Measure(measure=kind):
            return kind in ("obscured", "covered")
        case Binary(left=left, right=right):
            return _measures_place(left) or _measures_place(right)
    return False


def holds(condition: Condition, env: Env) -> bool:
    """Whether a condition holds; raises :class:`Undecided` where it hangs on facts and none were given.

    Asked of no piece of ground, what it says of one holds where it holds of a piece that the model is in.
    """
    if env.spot is None and env.facts is not None and asks_ground(condition):
        if isinstance(condition, All):
            return _all_there(condition, env)
        if not isinstance(condition, (Any, Not)):
            return _everywhere(condition, env) if _is_none(condition) else _somewhere((condition,), env)
    match condition:
        case All(terms=terms):
            return not _some(terms, env, False)
        case Any(terms=terms):
            return _some(terms, env, True)
        case Not(term=term):
            return not holds(term, env)
        case Is(term=term, owner=owner):
            if env.spot is None and env.facts is None and (owner == "piece" or is_ground(term)):
                raise Undecided  # which piece, an event will tell
            found = carries(term, owner, env) is not None
            if term.kind != "value":  # of a value its field has been read
                env.read(term.name, "yes" if found else "no")
            return found
        case Compare():
            return _compare(condition, env)
        case _ if env.facts is None:
            raise Undecided
        case MoveLies():
            found = env.facts.lies(condition, env.ground, env.unit)
            env.read("whole move" if condition.part == "whole" else "part of move", "yes" if found else "no")
            return found
        case Stands():
            found = env.facts.stands(condition, env.ground)
            env.read(condition.where, "yes" if found else "no")
            return found
        case Agreed():
            found = env.facts.agreed(condition)
            env.read(f"agreed “{condition.text}”", "yes" if found else "no")
            return found
        case Share():
            return env.facts.share(condition, env.ground)
    raise TypeError(f"no such condition: {condition!r}")


def _all_there(condition: All, env: Env) -> bool:
    """Whether all of it holds, what it says of ground of one and the same piece."""
    of_one = tuple(
        term for term in condition.terms if asks_ground(term) and not isinstance(term, Not) and not _is_none(term)
    )
    others = tuple(term for term in condition.terms if term not in of_one)
    missed: Undecided | Refusal | None = None
    try:
        if of_one and not _somewhere(of_one, env):
            return False
    except (Undecided, Refusal) as reason:
        missed = reason
    if _some(others, env, False):
        return False
    if missed is not None:
        raise missed
    return True


def _is_none(condition: Condition) -> bool:
    """Whether a condition says that something is not in a piece, so that it must hold of every one."""
    return isinstance(condition, Share) and (condition.quantity == "none") != (condition.where == "outside")


def _everywhere(condition: Condition, env: Env) -> bool:
    assert env.facts is not None
    return all(holds(condition, replace(env, spot=spot, facts=facts)) for spot, facts in env.facts.grounds(True))


def _somewhere(terms: Sequence[Condition], env: Env) -> bool:
    """Whether all of this holds of one piece that is there.

    What a piece does not state is missed only where no other piece settles it.
    """
    assert env.facts is not None
    missed: Refusal | None = None
    for spot, facts in env.facts.grounds(any(asks_where(term) for term in terms)):
        inner = replace(env, spot=spot, facts=facts)
        try:
            if not _some(terms, inner, False):
                return True
        except Refusal as reason:
            missed = missed or reason
    if missed is not None:
        raise missed
    for term in terms:
        if isinstance(term, Is):
            env.read(term.term.name, "no")
    return False


def _some(terms: Iterable[Condition], env: Env, answer: bool) -> bool:
    """Whether one of several conditions has this answer.

    What one of them misses is missed only where no other settles it.
    """
    missed: Undecided | Refusal | None = None
    for term in terms:
        try:
            if holds(term, env) is answer:
                return True
        except (Undecided, Refusal) as reason:
            missed = missed or reason
    if missed is not None:
        raise missed
    return False


def _compare(condition: Compare, env: Env) -> bool:
    try:
        left, right = evaluate(condition.left, env), evaluate(condition.right, env)
    except Unstated:
        return False
    ranks = _ranks(condition.left, env) or _ranks(condition.right, env)
    if ranks is not None and isinstance(left, str) and isinstance(right, str):
        left, right = Fraction(ranks.get(left, -1)), Fraction(ranks.get(right, -1))
    return compared(condition.op, left, right)


def _ranks(expr: Expr, env: Env) -> dict[str, int] | None:
    if not isinstance(expr, (FieldOf, ValueOf)):
        return None
    owner = "model" if expr.owner in ("shooter", "target") else expr.owner
    schema = env.book.fields.get((owner, expr.field))
    if schema is None or schema.type != "ordered":
        return None
    return env.book.ranks[owner, expr.field]


def compared(op: str, left: Value, right: Value) -> bool:
    """A comparison; numbers that are one to the tolerance are equal."""
    if isinstance(left, (Fraction, float)) and isinstance(right, (Fraction, float)):
        difference = left - right
        if -_LEAN <= difference <= _LEAN:
            return op in ("eq", "ge", "le")
        return {"gt": difference > 0, "ge": difference > 0, "lt": difference < 0, "le": difference < 0}.get(
            op, op == "ne"
        )
    same = name_key(_name(left)) == name_key(_name(right))
    if op in ("eq", "ne"):
        return same == (op == "eq")
    raise Refusal("number", f"`{shown(left)}` and `{shown(right)}` have no order")


def _name(value: Value) -> str:
    return value.name if isinstance(value, Named) else str(value)


def remaining(condition: Condition, env: Env) -> Condition | bool:
    """What is left of a condition once all that needs no facts has been decided."""
    match condition:
        case All(terms=terms) | Any(terms=terms):
            short = isinstance(condition, Any)
            left: list[Condition] = []
            for term in terms:
                rest = remaining(term, env)
                if rest is short:
                    return short
                if not isinstance(rest, bool):
                    left.append(rest)
            if not left:
                return not short
            return left[0] if len(left) == 1 else replace(condition, terms=tuple(left))
        case Not(term=term):
            rest = remaining(term, env)
            return not rest if isinstance(rest, bool) else Not(rest)
        case _:
            try:
                return holds(condition, env)
            except (Undecided, Refusal):
                # A field that is missing is missed only when the answer hangs on it.
                return condition
