"""Needs laid out on a table: a piece, a path or a look, and the fields that models must state.

What comes out is a scenario as plain data (:data:`Data`), the words an author would write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from groundrules.ruleset import FieldOf, FieldSchema, Ruleset
from groundrules.scenarios.needs import ANY_GROUND, CLOSE_LOOKS, LOOKS, MOVES, STEPS, TURNS, WAYS, Kind, Need, Stated
from groundrules.scenarios.reaching import leaves_in

#: A scenario, or a part of one: words, numbers, lists and mappings.
Data = str | int | bool | Fraction | list["Data"] | dict[str, "Data"]

#: How long things are, in the ruleset's unit: most rules speak of a few inches, some of tens of centimetres.
SCALES = (1, 5, 20)
_HALF_WIDTH = 3
#: A piece on a grid covers no more cells than this.
_CELLS = 40
#: Kinds of ground that are tried where any will do.
_ANY = 4
_ALL_LOOKS = (*LOOKS, *CLOSE_LOOKS)


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to lay a need out; ``full`` states the optional fields too."""

    need: Need
    way: str
    scale: int
    action: str | None
    full: bool = False


class Layouts:
    """Lays needs out for one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.grid = ruleset.settings.grid
        self.fields: dict[str, list[FieldSchema]] = {}
        for schema in ruleset.fields:
            self.fields.setdefault(schema.owner, []).append(schema)
        self.going = {
            leaf.field
            for action in ruleset.actions
            for leaf in leaves_in(action.allowance)
            if isinstance(leaf, FieldOf)
        }
        self.quiet = self._quiet()

    def _quiet(self) -> tuple[str, ...]:
        """The kinds of ground, those that the fewest rules speak of first."""
        said = [subject.term.name for rule in self.ruleset.rules for subject in rule.subjects]
        return tuple(each.name for each in sorted(self.ruleset.terrains, key=lambda each: said.count(each.name)))

    # ---- which layouts there are

    def of(self, need: Need) -> Iterator[Layout]:
        """Every way to lay a need out, the plain ones first; looks only where it says so."""
        wanted = need.ways if need.ways is not None else (*MOVES, *STEPS, *TURNS)
        if set(LOOKS) <= set(wanted):
            wanted = (*wanted, *CLOSE_LOOKS)
        ways = [way for way in WAYS if way in wanted]
        first = self.action(need)
        others = [each.name for each in self.ruleset.actions if each.name not in (first, *need.avoid)]
        actions = [first] if need.action is not None else [first, *others]
        grounded = list(self.grounded(need))
        for action, scale, each in product(actions, SCALES, grounded):
            for way in ways:
                if way not in (*_ALL_LOOKS, "turn") or action == first:
                    yield Layout(each, way, scale, action)

    def action(self, need: Need) -> str | None:
        """The action that is needed, else the first one that is not to be avoided."""
        return need.action or next((a.name for a in self.ruleset.actions if a.name not in need.avoid), None)

    def grounded(self, need: Need) -> Iterator[Need]:
        """The need with a kind of ground chosen wherever any will do, and what stands in brackets settled."""
        if need.kinds == (ANY_GROUND,):
            kinds = [name for name in self.quiet if name not in need.avoid][:_ANY]
            for name in kinds:
                yield _with(need, ((name, self.brackets(name)),))
            return
        kinds_named = tuple(kind for kind in need.kinds if kind != ANY_GROUND)
        named = _with(need, tuple((name, args or self.brackets(name)) for name, args in kinds_named))
        yield from _open_brackets(named)
        if not need.kinds:
            for name in [name for name in self.quiet if name not in need.avoid][: _ANY - 1]:
                yield from _open_brackets(_with(need, ((name, self.brackets(name)),)))

    def brackets(self, terrain: str) -> tuple[str, ...]:
        """What stands in the brackets of a kind of ground that nobody speaks of more closely."""
        return next((("1",) * len(each.params) for each in self.ruleset.terrains if each.name == terrain), ())

    # ---- laying one out

    def lay(self, layout: Layout) -> dict[str, Data]:
        """The scenario as data, dice and expectations left out."""
        need, scale = layout.need, layout.scale
        made: dict[str, Data] = {}
        if layout.way in _ALL_LOOKS:
            self._look(layout, made)
        elif layout.way == "through" and self._is_line(layout):
            made["track"] = list(self._strips(need, scale))
            made["model"] = self.model(layout)
        else:
            self._move(layout, made)
        first = self.ruleset.actions[0].name if self.ruleset.actions else None
        if layout.action not in (None, first) and layout.way not in _ALL_LOOKS:
            made["action"] = layout.action or ""
        if need.options:
            made["options"] = list(need.options)
        if need.agreed:
            made["agreed"] = list(need.agreed)
        given = self._given(layout)
        if given:
            made["given"] = given
        return made

    def _is_line(self, layout: Layout) -> bool:
        """Whether strips of ground say it all."""
        need = layout.need
        stated = layout.full or any(owner == "piece" for (owner, _), _ in need.values)
        return bool(need.kinds) and need.crowd is None and not stated

    def _asked(self, owner: str, full: bool) -> list[FieldSchema]:
        """The fields that must be stated."""
        return [each for each in self.fields.get(owner, ()) if each.type != "agreed" and (full or not each.optional)]

    def _lengths(self, need: Need, scale: int) -> tuple[Fraction, Fraction, Fraction]:
        """How far to the ground, through it, and beyond."""
        lead = need.lead if need.lead is not None else Fraction(scale)
        span = need.span if need.span is not None else Fraction(2 * scale)
        if self.grid is not None:
            lead, span = Fraction(-(-lead // 1)), Fraction(max(2, -(-span // 1)))
        return lead, span, Fraction(scale)

    def _strips(self, need: Need, scale: int) -> Iterator[str]:
        lead, span, tail = self._lengths(need, scale)
        if lead > 0:
            yield f"{lead} Open"
        yield f"{span} {' and '.join(named(kind) for kind in need.kinds)}"
        yield f"{tail} Open"

    def _move(self, layout: Layout, made: dict[str, Data]) -> None:
        need = layout.need
        lead, span, tail = self._lengths(need, layout.scale)
        if need.kinds:
            made["table"] = {"ground": self._piece(layout, lead, span)}
        path = _path(layout.way, lead, span, tail, need.step or Fraction(1), self.grid is not None)
        model = self.model(layout)
        if need.crowd is not None:
            places: dict[str, Data] = {
                f"m{number}": {"at": [path[0][0], number % 3] if isinstance(path[0], list) else [0, 0]}
                for number in range(min(need.crowd, 9))
            }
            made["unit"] = {**model, "models": places}
        else:
            made["model"] = {**model, "at": path[0]} if len(path) == 1 else model
        if len(path) > 1:
            made["path"] = list(path)
        if layout.way == "turn":
            made["then"] = [{"turn": "next"}]

    def _piece(self, layout: Layout, lead: Fraction, span: Fraction) -> dict[str, Data]:
        need = layout.need
        kinds = [named(kind) for kind in need.kinds]
        made: dict[str, Data] = {"terrain": kinds[0] if len(kinds) == 1 else list(kinds)}
        key, shape = _shape(layout.way, lead, span, self.grid is not None)
        made[key] = shape
        return {**made, **self._stated("piece", layout)}

    # ---- models

    def model(self, layout: Layout, owner: str = "model") -> dict[str, Data]:
        """What a model states."""
        made = self._stated(owner, layout)
        borne = [kind for whose, sort, kind in layout.need.borne if (whose, sort) == (owner, "trait")]
        if layout.need.traits or borne:
            made["traits"] = [named(kind) for kind in (*layout.need.traits, *borne)]
        if layout.need.base is not None and layout.need.base > 0:
            made["base"] = layout.need.base
        return made

    def _stated(self, owner: str, layout: Layout) -> dict[str, Data]:
        made: dict[str, Data] = {}
        whose = "model" if owner in ("shooter", "target") else owner
        for schema in self.fields.get(whose, ()):
            value = layout.need.value(owner, schema.name)
            if value is None and whose != owner:
                value = layout.need.value(whose, schema.name)
            if value is None and schema in self._asked(whose, layout.full):
                value = self._default(schema, layout)
            if value is not None:
                made[schema.name] = value
        return made

    def _default(self, schema: FieldSchema, layout: Layout) -> Stated:
        if schema.values:
            names = [value.name for value in schema.values]
            return next((name for name in names if name not in layout.need.avoid), names[0])
        if schema.owner != "model":
            return Fraction(layout.scale)
        if schema.type == "number" and schema.name not in self.going:
            return Fraction(3)
        cell = self.grid.size if self.grid is not None else Fraction(1)
        lead, span, tail = self._lengths(layout.need, layout.scale)
        return max(12 * layout.scale * cell, 4 * (lead + span + tail) * cell)

    def _given(self, layout: Layout) -> dict[str, Data]:
        made: dict[str, Data] = {}
        states: list[Data] = [named(kind) for kind in layout.need.states]
        borne = [(whose, kind) for whose, sort, kind in layout.need.borne if sort == "state"]
        if (states or borne) and layout.way in _ALL_LOOKS:
            held: dict[str, Data] = {
                name: [*states, *(named(kind) for whose, kind in borne if whose == owner)]
                for name, owner in (("viewer", "shooter"), ("target", "target"))
            }
            made["states"] = {name: each for name, each in held.items() if each}
        elif states and layout.need.crowd is not None:
            made["states"] = {f"m{number}": list(states) for number in range(min(layout.need.crowd, 9))}
        elif states:
            made["states"] = states
        game = self._stated("game", layout)
        if game:
            made["game"] = game
        return made

    # ---- looks

    def _look(self, layout: Layout, made: dict[str, Data]) -> None:
        base = layout.need.base or Fraction(1)
        edge, span, target = self._along_look(layout, base)
        if layout.need.kinds:
            made["table"] = {"ground": self._looked_at(layout, edge, span, target, base)}
        made["models"] = {
            "viewer": {**self.model(layout, "shooter"), "at": [0, 0]},
            "target": {**self.model(layout, "target"), "base": base, "at": [target, 0]},
        }
        made["sight"] = {"from": "viewer", "to": "target"}

    def _along_look(self, layout: Layout, base: Fraction) -> tuple[Fraction, Fraction, Fraction]:
        """Where the ground begins, how long it is, where the target stands."""
        lead, span, tail = self._lengths(layout.need, layout.scale)
        cells, apart = self.grid is not None, layout.need.apart
        edge = lead + 1  # beyond the viewer's base
        if apart is not None:
            edge, span = (Fraction(1), max(apart - 2, Fraction(1))) if cells else (apart / 3, apart / 3)
            return edge, span, apart
        target = {
            "look touching": edge + span + (0 if cells else base / 2),
            "look overlapping": edge + span + (0 if cells else base / 4),
            "look inside": edge + 1 if cells else edge + span / 2 + 1,
        }.get(layout.way, edge + span + tail + 1)
        return edge, span, target

    def _looked_at(
        self, layout: Layout, edge: Fraction, span: Fraction, target: Fraction, base: Fraction
    ) -> dict[str, Data]:
        """The ground of a look; of a share, as much of it as hides or holds so much of the target."""
        piece = self._piece(layout, edge, span)
        shape = piece.get("rect")
        if not isinstance(shape, list):
            return piece
        left, low, right, high = (Fraction(str(each)) for each in shape)
        share, breadth = layout.need.share, layout.need.breadth
        if layout.way == "look touching" and layout.need.apart is not None:
            right = target - base / 2
        if breadth is not None and layout.way not in CLOSE_LOOKS:
            low, high = (
                (low, low + breadth) if layout.way in ("look partly", "look past") else (-breadth / 2, breadth / 2)
            )
        if share is not None and layout.way == "look partly":
            beyond = base / 2 - share * base
            low = beyond * (right if beyond > 0 else left) / target  # the shadow falls from the nearer edge
        if layout.way in CLOSE_LOOKS:
            left = target - base if layout.way == "look edge" else Fraction(-1)
            right = target if layout.way == "look half within" else target + base
            if layout.way == "look edge":
                low = base / 2 - (share if share is not None else Fraction(3, 4)) * base
        return {**piece, "rect": [left, low, right, high]}


def _shape(way: str, lead: Fraction, span: Fraction, grid: bool) -> tuple[str, list[Data]]:
    """The key and the value of a piece's shape."""
    half, end = _HALF_WIDTH, lead + span
    if way == "line":
        return "line", [[lead, -half], [lead, half]]
    if grid:
        return "cells", [[lead + number, 0] for number in range(min(int(span), _CELLS))]
    match way:
        case "near" | "look past":
            return "rect", [lead, half, end, 2 * half]
        case "along" | "look partly":
            return "rect", [lead, 0, end, half]
        case "look inside":
            return "rect", [lead, -half, end + 2, half]
        case "look out":
            return "rect", [-1, -half, end, half]
    return "rect", [lead, -half, end, half]


def _with(need: Need, kinds: tuple[Kind, ...]) -> Need:
    return replace(need, kinds=kinds)


def named(kind: Kind) -> str:
    """``Dangerous(1)``."""
    name, args = kind
    return f"{name}({', '.join(args)})" if args else name


def _open_brackets(need: Need) -> Iterator[Need]:
    """The need with each open parameter settled: as it was said, else by a few small numbers."""
    known: Mapping[str, Stated] = {name: value for (owner, name), value in need.values if owner == "parameter"}
    open_ = dict.fromkeys(
        arg[1:] for _, args in (*need.kinds, *need.traits, *need.states) for arg in args if arg.startswith("?")
    )
    choices = [[str(known[name])] if name in known else ["1", "3", "6"] for name in open_]
    for values in product(*choices):
        chosen = dict(zip(open_, values, strict=True))

        def closed(kinds: tuple[Kind, ...], chosen: dict[str, str] = chosen) -> tuple[Kind, ...]:
            return tuple(
                (name, tuple(chosen[arg[1:]] if arg.startswith("?") else arg for arg in args)) for name, args in kinds
            )

        yield replace(need, kinds=closed(need.kinds), traits=closed(need.traits), states=closed(need.states))


def _path(
    way: str, lead: Fraction, span: Fraction, tail: Fraction, step: Fraction, grid: bool
) -> list[list[Data] | dict[str, Data]]:
    """The points and upright steps of a way; one point alone is no move."""
    early, late = (lead, lead + span - 1) if grid else (lead + span / 4, lead + span * 3 / 4)
    middle = lead if grid else lead + span / 2
    end = lead + span + tail

    def points(*at: Fraction | int) -> list[list[Data] | dict[str, Data]]:
        return [[x, 0] for x in at]

    match way:
        case "into":
            return points(0, middle)
        case "stay":
            return points(early, late)
        case "out":
            return points(middle, end)
        case "still" | "turn":
            return points(middle)
        case "touch":
            return points(0, lead - 1 if grid else lead)
        case "climb" | "jump" | "drop":
            return [[middle, 0], {way: step}]
    return points(0, end)
