"""Changed fields and numbers: the stated value, then what rules make of it.

The order is the language's: the stated value, ``becomes``, plus and minus, factors, and
at the end ``down to`` and then ``up to``. The same rule about the same ground shifts once,
however many pieces of that ground there are; what an event or a band brings shifts each
time it comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from groundrules.engine.expressions import Bind, Env, evaluate, numeric
from groundrules.engine.profile import Profile, Spot
from groundrules.engine.refusal import Refusal
from groundrules.engine.situation import FieldValue, Named
from groundrules.ruleset import Change, ChangeNumber
from groundrules.verdict import Number

if TYPE_CHECKING:
    from groundrules.engine.book import Rulebook
    from groundrules.engine.standing import Standing

_NOBODY = Profile()


@dataclass(frozen=True, slots=True)
class Shift:
    """One change, worked out: of a field of ``owner``, or of a declared number (owner ``number``).

    ``again``: it counts each time it is said, since it was brought by an event or a band.
    """

    owner: str
    name: str
    op: str
    value: Number | str
    bound: Number | None = None
    rule: str | None = None
    bind: Bind = ()
    again: bool = False


def shift_of(standing: Standing, effect: Change | ChangeNumber, env: Env) -> Shift:
    """The change that an effect makes here and now."""
    value = evaluate(effect.value, env)
    owner = effect.owner if isinstance(effect, Change) else "number"
    name = effect.field if isinstance(effect, Change) else effect.name
    bound = numeric(effect.bound, env) if effect.bound is not None else None
    plain = value.name if isinstance(value, Named) else value
    return Shift(owner, name, effect.op, plain, bound, standing.rule.id, standing.bind, effect.scope == "event")


def shifted(stated: FieldValue | float | None, shifts: Sequence[Shift]) -> FieldValue | float | None:
    """The value that comes of a stated one (``None``: nothing is stated, and nothing is set)."""
    value = stated
    sets = [shift for shift in shifts if shift.op == "set"]
    if sets:
        value = sets[-1].value
    if value is None or not shifts:
        return value
    for ops in (("plus", "minus"), ("times",)):
        for shift in shifts:
            if shift.op in ops:
                value = _applied(value, shift)
    if isinstance(value, (Fraction, float)):
        value = max((value, *_bounds(shifts, "minus")))
        value = min((value, *_bounds(shifts, "plus")))
    return value


def _bounds(shifts: Sequence[Shift], op: str) -> Iterable[Number]:
    """What is said after ``down to`` (behind a minus) or ``up to`` (behind a plus)."""
    return (shift.bound for shift in shifts if shift.op == op and shift.bound is not None)


def _applied(value: FieldValue | float, shift: Shift) -> Number:
    if isinstance(value, (str, bool)) or isinstance(shift.value, str):
        raise Refusal("number", f"`{shift.name}` is not a number, and `{shift.rule}` changes it as one")
    if shift.op == "plus":
        return value + shift.value
    if shift.op == "minus":
        return value - shift.value
    return value * shift.value


class Changes:
    """The changes that hold for a model at some moment; reads changed fields and numbers."""

    def __init__(self, shifts: Iterable[Shift]) -> None:
        self._by: dict[tuple[str, str], list[Shift]] = {}
        for shift in shifts:
            of_one = self._by.setdefault((shift.owner, shift.name), [])
            if shift.again or shift not in of_one:
                of_one.append(shift)

    def __bool__(self) -> bool:
        return bool(self._by)

    def add(self, shifts: Iterable[Shift]) -> None:
        """More changes, each of which counts although another like it was there before."""
        for shift in shifts:
            self._by.setdefault((shift.owner, shift.name), []).append(shift)

    def of(self, owner: str, name: str) -> Sequence[Shift]:
        """The changes of one field."""
        return self._by.get((owner, name), ())

    def reader(self, env: Env) -> Env:
        """The surrounding, reading changed values from now on."""

        def changed(owner: str, name: str) -> FieldValue | float | None:
            shifts = self.of(owner, name)
            if not shifts:
                return None
            if owner == "piece":
                stated = env.spot.field(name) if env.spot is not None else None
            elif owner == "game":
                stated = env.profile.of_game(name)
            else:
                stated = env.owner(owner).field(name)
            return shifted(stated, shifts)

        def changed_number(name: str) -> Number | None:
            shifts = self.of("number", name)
            if not shifts:
                return None
            from groundrules.engine.numbers import declared_number

            value = shifted(declared_number(name, env), shifts)
            return value if isinstance(value, (Fraction, float)) else None

        if self._by:
            env.changed, env.changed_number = changed, changed_number
        return env


def kind_value(book: Rulebook, spot: Spot, name: str) -> FieldValue | None:
    """The value that every piece of this kind has: ``Forest: Height is 7``."""
    held = {terrain.name for terrain in spot.terrains}
    for rule in book.ruleset.rules:
        for effect in rule.effects:
            if isinstance(effect, Change) and effect.op == "own" and effect.field == name:
                for subject in rule.subjects:
                    if subject.term.name in held:
                        value = evaluate(effect.value, Env(book, _NOBODY, spot, rule=rule.id))
                        # A field holds a number or a name; meaning lets nothing else stand here.
                        return value.name if isinstance(value, Named) else value  # type: ignore[return-value]  # see above
    return None
