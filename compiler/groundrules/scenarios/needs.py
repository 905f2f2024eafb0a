"""What a situation must hold for a rule to speak: a partial description that others can be laid over.

A :class:`Need` says nothing of what does not matter. Needs are merged; where two of them
contradict each other there is none (:func:`merged`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction

#: A name with its brackets; an argument ``?X`` is the parameter X, still open.
Kind = tuple[str, tuple[str, ...]]
#: Whose field it is (``model``, ``piece``, ``game``, ``shooter``, ``target``; ``parameter`` for brackets), its name.
Place = tuple[str, str]
Stated = Fraction | str
#: Whose trait or state it is (``shooter`` or ``target``), which of the two, its name.
Borne = tuple[str, str, Kind]

#: Stands for some kind of ground, whichever.
ANY_GROUND: Kind = ("*", ())

#: How a model comes to ground: each way is laid out by :mod:`groundrules.scenarios.layouts`.
MOVES = ("through", "into", "stay", "out", "still", "touch", "along", "line", "near")
STEPS = ("climb", "jump", "drop")
TURNS = ("turn",)
LOOKS = ("look behind", "look inside", "look partly", "look touching", "look overlapping", "look out", "look past")
#: Looks at a target whose ground the viewer is in too, and at one that is partly in its ground.
CLOSE_LOOKS = ("look within", "look half within", "look edge")
WAYS = (*MOVES, *STEPS, *TURNS, *LOOKS, *CLOSE_LOOKS)

#: The ways in which an event can happen.
EVENT_WAYS: dict[str, tuple[str, ...]] = {
    "activate": ("still", "stay", "out"),
    "start": ("stay", "out"),
    "leave": ("out", "through", "line"),
    "contact": ("touch", "through", "into", "line", "along"),
    "enter": ("into", "through", "line"),
    "cross": ("through", "line"),
    "end": ("into", "stay", "touch"),
    "climb": ("climb",),
    "jump": ("jump",),
    "drop": ("drop",),
    "turn start": ("turn",),
    "turn end": ("turn",),
}


@dataclass(frozen=True, slots=True)
class Need:
    """What must hold. ``ways``: how the model may come to the ground, ``None`` for any way.

    ``kinds``: what the piece is, all at once; ``avoid``: names of which none may apply;
    ``step``: height or width of the upright step; ``lead``: how far the model goes before
    it comes to the ground; ``span``: how long the ground is; ``base``: its diameter;
    ``crowd``: how many models; ``borne``: what the shooter or the target alone has or is in.
    Of a look: ``share`` of the target that the ground hides or holds, how far the two are
    ``apart``, the ``breadth`` of the ground between.
    """

    kinds: tuple[Kind, ...] = ()
    values: tuple[tuple[Place, Stated], ...] = ()
    traits: tuple[Kind, ...] = ()
    states: tuple[Kind, ...] = ()
    options: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    action: str | None = None
    ways: tuple[str, ...] | None = None
    step: Fraction | None = None
    lead: Fraction | None = None
    span: Fraction | None = None
    base: Fraction | None = None
    crowd: int | None = None
    borne: tuple[Borne, ...] = ()
    share: Fraction | None = None
    apart: Fraction | None = None
    breadth: Fraction | None = None

    def value(self, owner: str, name: str) -> Stated | None:
        """What a field must be, where that is said."""
        return next((value for place, value in self.values if place == (owner, name)), None)


_LISTS = ("kinds", "traits", "states", "options", "agreed", "avoid", "borne")
_SINGLES = ("action", "step", "lead", "span", "base", "crowd", "share", "apart", "breadth")


def merged(one: Need, other: Need) -> Need | None:
    """What holds when both hold; ``None`` where they contradict each other."""
    made: dict[str, object] = {key: tuple(dict.fromkeys((*getattr(one, key), *getattr(other, key)))) for key in _LISTS}
    for key in _SINGLES:
        mine, theirs = getattr(one, key), getattr(other, key)
        if mine is not None and theirs is not None and mine != theirs:
            return None
        made[key] = mine if mine is not None else theirs
    values = dict(one.values)
    for place, value in other.values:
        if values.setdefault(place, value) != value:
            return None
    made["values"] = tuple(values.items())
    made["ways"] = _common(one.ways, other.ways)
    if made["ways"] == ():
        return None
    need = Need(**made)  # type: ignore[arg-type]  # its own fields
    return None if _avoided(need) else need


def _common(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if one is None or other is None:
        return other if one is None else one
    return tuple(way for way in one if way in other)


def _avoided(need: Need) -> bool:
    """Whether something that must hold is something that must not."""
    held = {name for name, _ in (*need.kinds, *need.traits, *need.states)}
    held |= {value for _, value in need.values if isinstance(value, str)}
    held |= {*need.options, *((need.action,) if need.action is not None else ())}
    return bool(held & set(need.avoid))


def all_of(groups: Iterable[Iterable[Need]], limit: int = 64) -> list[Need]:
    """One need of each group merged, in every way that does not contradict itself; at most ``limit``."""
    found = [Need()]
    for group in groups:
        wanted = list(group)
        pairs = (merged(one, other) for one in found for other in wanted)
        found = list(dict.fromkeys(need for need in pairs if need is not None))[:limit]
    return found


def settled(need: Need) -> Need:
    """The need with what stands in brackets settled, so that another rule's parameters do not mix with them."""
    known = {name: value for (owner, name), value in need.values if owner == "parameter"}

    def closed(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
        return tuple((name, tuple(_closed(arg, known) for arg in args)) for name, args in kinds)

    return replace(
        need,
        kinds=closed(need.kinds),
        traits=closed(need.traits),
        states=closed(need.states),
        values=tuple((place, value) for place, value in need.values if place[0] != "parameter"),
    )


def _closed(arg: str, known: dict[str, Stated]) -> str:
    return str(known.get(arg[1:], 1)) if arg.startswith("?") else arg


def weight(need: Need) -> int:
    """How much a need asks for: less comes first."""
    lists = sum(len(getattr(need, each.name)) for each in fields(need) if each.name in (*_LISTS, "values"))
    return lists + sum(getattr(need, key) is not None for key in _SINGLES)


def lightest(needs: Iterable[Need]) -> Iterator[Need]:
    """The needs, each once, those that ask for least first."""
    return iter(sorted(dict.fromkeys(needs), key=weight))
