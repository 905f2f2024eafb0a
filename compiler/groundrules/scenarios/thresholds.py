"""What makes a condition true: needs with values at the thresholds that it compares with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product

from groundrules.ruleset import (
    Agreed,
    All,
    Any,
    Binary,
    Compare,
    Condition,
    Expr,
    FieldOf,
    FieldSchema,
    Is,
    Measure,
    MoveLies,
    NameArg,
    Neg,
    Not,
    Num,
    NumberOf,
    Param,
    Ruleset,
    Share,
    Stands,
    Term,
    ValueOf,
)
from groundrules.scenarios.needs import ANY_GROUND, LOOKS, Kind, Need, Place, Stated, all_of

#: No more ways to meet one comparison are tried.
MOST = 8
_PLAIN = tuple(map(Fraction, (1, 2, 3, 6)))


class Thresholds:
    """Needs for the conditions of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.fields: dict[Place, FieldSchema] = {(each.owner, each.name): each for each in ruleset.fields}
        self.numbers = {each.name: each for each in ruleset.numbers}

    def met(self, condition: Condition | None, holds: bool = True) -> list[Need]:
        """Needs under which a condition holds (or does not); not exact, each is to be played."""
        match condition:
            case None:
                return [Need()]
            case Not(term=term):
                return self.met(term, not holds)
            case All(terms=terms) | Any(terms=terms):
                each = [self.met(term, holds) for term in terms]
                return all_of(each) if isinstance(condition, All) == holds else [n for group in each for n in group]
            case Is(term=term, owner=owner):
                return self.named(term, owner) if holds else self.without(term)
            case Compare():
                return [self.stated(each) for each in self.solutions(condition, holds)]
            case Agreed(text=text):
                return [Need(agreed=(text,))] if holds else [Need()]
            case MoveLies(part=part):
                ways = ("stay", "inner") if part == "whole" else ("through", "into", "out", "stay")
                return [Need(ways=ways)] if holds else [Need()]
            case Stands(where=where):
                return [Need(ways=_STANDS[where])] if holds else [Need()]
            case Share():
                return _share(condition) if holds else [Need()]
        return [Need()]

    # ---- names

    def named(self, term: Term, owner: str = "model") -> list[Need]:
        """Needs under which a name applies."""
        match term.kind:
            case "terrain":
                return [Need(kinds=(kind_of(term),))]
            case "any terrain":
                return [Need(kinds=(ANY_GROUND,))]
            case "trait":
                return [Need(traits=(kind_of(term),))]
            case "state":
                return [Need(states=(kind_of(term),))]
            case "value":
                whose = owner if owner in ("shooter", "target") else (term.owner or owner)
                kinds = (ANY_GROUND,) if whose == "piece" else ()
                return [Need(values=(((whose, term.field or ""), term.name),), kinds=kinds)]
            case "action":
                return [Need(action=term.name)]
            case "option":
                return [Need(options=(term.name,))]
            case "parameter":
                return [
                    Need(
                        kinds=((each.name, ("1",) * len(each.params)),), values=((("parameter", term.name), each.name),)
                    )
                    for each in self.ruleset.terrains
                ]
        return [Need()]

    def without(self, term: Term) -> list[Need]:
        """Needs under which a name does not apply."""
        return [Need(avoid=(term.name,))]

    # ---- comparisons

    def stated(self, values: dict[Place, Stated]) -> Need:
        """The need that a solution stands for; measures become how the model moves."""
        need = Need(values=tuple(each for each in values.items() if each[0][0] != "measure"))
        if any(owner == "piece" for owner, _ in values):
            need = Need(values=need.values, kinds=(ANY_GROUND,))
        groups = [[need]]
        for (owner, name), value in values.items():
            if owner == "measure" and isinstance(value, Fraction):
                groups.append(_measured(name, value))
        found = all_of(groups)
        return found[0] if found else need

    def solutions(self, compare: Compare, holds: bool = True) -> list[dict[Place, Stated]]:
        """Values of what is compared under which the comparison comes out so, small ones first."""
        places = self.places(compare)
        numbers = sorted(self.constants(compare))
        other = next((each for each in (compare.left, compare.right) if isinstance(each, (FieldOf, ValueOf))), None)
        choices = [self.choices(place, numbers, other) for place in places[:3]]
        found: list[tuple[float, dict[Place, Stated]]] = []
        for values in product(*choices):
            known = dict(zip(places, values, strict=False))
            if self.comes(compare, known) in (holds, None):
                found.append((sum(_size(value) for value in values), known))
        found.sort(key=lambda pair: pair[0])
        return [known for _, known in found[:MOST]] or [{}]

    def places(self, compare: Compare) -> list[Place]:
        """What of a situation a comparison hangs on."""
        return list(dict.fromkeys((*_places(compare.left), *_places(compare.right), *self._of_numbers(compare))))

    def constants(self, compare: Compare) -> set[Fraction]:
        """The numbers that are compared with."""
        return {*_constants(compare.left), *_constants(compare.right)}

    def _of_numbers(self, compare: Compare) -> Iterator[Place]:
        for side in (compare.left, compare.right):
            for leaf in _leaves(side):
                if isinstance(leaf, NumberOf) and self.numbers[leaf.name].by is not None:
                    yield "model", self.numbers[leaf.name].by or ""

    def choices(self, place: Place, constants: list[Fraction], other: Expr | None) -> list[Stated]:
        """Values for a place that a comparison hangs on, at its constants and around them."""
        schema = self.schema(place)
        if place[0] == "parameter" and other is not None:
            schema = self.schema((other.owner, other.field)) if isinstance(other, (FieldOf, ValueOf)) else None
        if schema is not None and schema.values:
            return [value.name for value in schema.values]
        near = {value for c in constants for value in (c - 1, c, c + 1, 2 * c, c / 2, 3 * c)}
        least = Fraction(0) if place[0] != "measure" else Fraction(1, 1000)
        return [value for value in sorted({*near, *_PLAIN}) if value >= least]

    def schema(self, place: Place) -> FieldSchema | None:
        """What is declared of a field; the shooter's and the target's are those of models."""
        owner = "model" if place[0] in ("shooter", "target") else place[0]
        return self.fields.get((owner, place[1]))

    def comes(self, compare: Compare, known: dict[Place, Stated]) -> bool | None:
        """How a comparison comes out; ``None`` where that cannot be told from the values alone."""
        left, right = self._value(compare.left, known), self._value(compare.right, known)
        if left is None or right is None:
            return None
        if isinstance(left, str) and isinstance(right, str):
            ranks = self._ranks(compare)
            if ranks is None or compare.op in ("eq", "ne"):
                return (left == right) == (compare.op == "eq") if compare.op in ("eq", "ne") else None
            left, right = Fraction(ranks.get(left, 0)), Fraction(ranks.get(right, 0))
        if isinstance(left, str) or isinstance(right, str):
            return None
        return {
            "ge": left >= right, "le": left <= right, "gt": left > right, "lt": left < right, "eq": left == right,
            "ne": left != right,
        }[compare.op]  # fmt: skip

    def _ranks(self, compare: Compare) -> dict[str, int] | None:
        for side in (compare.left, compare.right):
            if isinstance(side, (FieldOf, ValueOf)):
                schema = self.schema((side.owner, side.field))
                if schema is not None and schema.values:
                    return {value.name: rank for rank, value in enumerate(schema.values)}
        return None

    def _value(self, expr: Expr, known: dict[Place, Stated]) -> Stated | None:
        match expr:
            case Num(value=value):
                return value
            case FieldOf(owner=owner, field=name):
                return known.get((owner, name))
            case Measure(measure=name):
                return known.get(("measure", name))
            case Param(name=name):
                return known.get(("parameter", name))
            case ValueOf(value=name):
                return name
            case NameArg(term=term):
                return known.get(("parameter", term.name)) if term.kind == "parameter" else term.name
            case Neg(term=inner):
                found = self._value(inner, known)
                return -found if isinstance(found, Fraction) else None
            case Binary(op=op, left=left, right=right):
                return _combined(op, self._value(left, known), self._value(right, known))
            case NumberOf(name=name):
                return self._number(name, known)
        return None

    def _number(self, name: str, known: dict[Place, Stated]) -> Stated | None:
        number = self.numbers[name]
        if number.adjusts:
            return None
        if number.value is not None:
            return self._value(number.value, known)
        key = known.get(("model", number.by or ""))
        pair = next((pair for pair in number.pairs if pair.key is not None and pair.key == key), None)
        return self._value(pair.value, known) if pair is not None else None


_STANDS: dict[str, tuple[str, ...]] = {
    "inside": ("stay", "into", "out", "still", "turn", "look inside", "look overlapping", "look touching"),
    "behind": ("look behind", "look partly", "look touching", "look overlapping"),
    "between": ("look behind", "look partly", "look touching"),
    "touching": ("touch", "look touching", "along", "into", "stay", "look inside"),
}


def kind_of(term: Term) -> Kind:
    """A name with its brackets; what is a parameter stays open."""
    return term.name, tuple(_bracket(arg) for arg in term.args)


def _bracket(arg: Expr) -> str:
    match arg:
        case Num(value=value):
            return str(value)
        case Param(name=name):
            return f"?{name}"
        case NameArg(term=term):
            return f"?{term.name}" if term.kind == "parameter" else term.name
    return "1"


def _measured(name: str, value: Fraction) -> list[Need]:
    match name:
        case "rise" | "gap" | "fall":
            way = {"rise": "climb", "gap": "jump", "fall": "drop"}[name]
            return [Need(ways=(way,), step=value)]
        case "moved":
            return [Need(lead=value)]
        case "distance":
            return [Need(span=value, apart=value)]
        case "width":
            return [Need(span=value, breadth=value)]
        case "base":
            return [Need(base=value)]
        case "obscured":
            return [Need(ways=LOOKS)]
    return [Need()]


def _share(share: Share) -> list[Need]:
    kinds = tuple(ANY_GROUND if term.kind == "any terrain" else kind_of(term) for term in share.by[:1])
    count = share.number if share.number is not None and share.number > 1 else None
    crowd = int(count) + (share.quantity == "over") if count is not None else None
    if share.quantity == "none":
        return [Need(kinds=kinds)]
    ways: tuple[str, ...] = {
        "inside": _STANDS["inside"],
        "outside": ("through", "out", "touch", "near", "look behind", "look partly", "look past"),
        "touching": _STANDS["touching"],
    }.get(share.where, ("look behind", "look partly", "look touching", "look overlapping", "look inside"))
    return [Need(ways=ways, kinds=kinds, crowd=crowd)]


# ---- the leaves of expressions


def _leaves(expr: Expr) -> Iterator[Expr]:
    match expr:
        case Binary(left=left, right=right):
            yield from _leaves(left)
            yield from _leaves(right)
        case Neg(term=term):
            yield from _leaves(term)
        case _:
            yield expr


def _places(expr: Expr) -> Iterator[Place]:
    for leaf in _leaves(expr):
        match leaf:
            case FieldOf(owner=owner, field=name):
                yield owner, name
            case Measure(measure=name):
                yield "measure", name
            case Param(name=name):
                yield "parameter", name
            case NameArg(term=term) if term.kind == "parameter":
                yield "parameter", term.name


def _constants(expr: Expr) -> Iterable[Fraction]:
    return (leaf.value for leaf in _leaves(expr) if isinstance(leaf, Num))


def _size(value: Stated) -> float:
    return abs(float(value)) + (value.denominator > 1) if isinstance(value, Fraction) else 0


def _combined(op: str, left: Stated | None, right: Stated | None) -> Stated | None:
    if not isinstance(left, Fraction) or not isinstance(right, Fraction):
        return None
    match op:
        case "add":
            return left + right
        case "sub":
            return left - right
        case "mul":
            return left * right
    return left / right if right else None
