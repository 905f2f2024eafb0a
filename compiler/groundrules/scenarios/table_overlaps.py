"""Which pieces of a table share ground, and what holds there, asked of the engine.

Cost hangs on who moves and how, so each kind of model that the rules tell apart is asked
for each action: the values of fields that every model states, traits where they change
the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, product

from groundrules.engine import Decision, Named, Piece, Refusal, decide
from groundrules.engine.expressions import Undecided
from groundrules.engine.profile import Profile, Spot
from groundrules.ground import Band, Cell, Grid, Piece as GroundPiece, Scene, ShapeError, is_line
from groundrules.limits import COORDINATE
from groundrules.ruleset import Num, Replaces, Ruleset, Term
from groundrules.verdict import Number

#: Kinds of models that are asked at most: more of them nobody reads.
KINDS = 64


@dataclass(frozen=True, slots=True)
class Holds:
    """What holds for some kinds of models: nobody named is everybody (else).

    ``cost`` of a unit of distance, ``None`` where it hangs on what a model states or where
    it moves; ``uses_all``: the whole allowance; ``forbidden`` events and actions.
    """

    who: tuple[str, ...]
    cost: Number | None
    uses_all: bool
    forbidden: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two pieces that share ground and height: what kinds lie there together, by which rules, and what holds.

    ``replaced``: kinds that lie under the other piece and say nothing there. ``costly``: whether one of
    them costs some kind of model more or less than the bare table. Rules that hold there as well are left out.
    """

    pieces: tuple[str, str]
    kinds: tuple[Named, ...]
    replaced: tuple[Named, ...]
    rules: tuple[str, ...]
    holds: tuple[Holds, ...]
    costly: bool = True


def overlaps(ruleset: Ruleset, pieces: Sequence[Piece]) -> tuple[Overlap, ...]:
    """Every two pieces that overlap, in the order of the table. Pieces must be sound."""
    number = {piece.name: index for index, piece in enumerate(pieces)}
    pairs = sorted(tuple(sorted(pair, key=number.__getitem__)) for pair in overlapping(ruleset, pieces))
    pairs.sort(key=lambda pair: (number[pair[0]], number[pair[1]]))
    return tuple(_overlap(ruleset, pieces[number[one]], pieces[number[other]]) for one, other in pairs)


def cells_of(ruleset: Ruleset, piece: Piece) -> frozenset[Cell]:
    """The cells that a piece covers on the ruleset's grid; raises ``ShapeError`` where they are too many."""
    setting = ruleset.settings.grid
    assert setting is not None
    grid = Grid("hexes", "equal") if setting.cell == "hexes" else Grid("squares", setting.diagonals)
    if not piece.cells:
        return frozenset() if piece.shape is None or is_line(piece.shape) else grid.covered(piece.shape)
    cells = frozenset(grid.cell(cell) for cell in piece.cells)
    for cell in cells:
        # A row of hexes leans: the last of a high row lies further off than its numbers say.
        if not all(-COORDINATE < part < COORDINATE for part in grid.centre(cell)):
            raise ShapeError(f"the cell {list(cell)} lies beyond {COORDINATE:,}")
    return cells


def overlapping(ruleset: Ruleset, pieces: Sequence[Piece]) -> Iterable[tuple[str, str]]:
    """Every two pieces that share ground and height, by their names. Pieces must be sound."""
    if ruleset.settings.grid is None:
        shaped = [GroundPiece(p.name, p.shape, Band(p.bottom, p.top)) for p in pieces if p.shape is not None]
        return Scene(shaped).overlapping()
    return _on_cells(ruleset, pieces)


def _on_cells(ruleset: Ruleset, pieces: Sequence[Piece]) -> Iterable[tuple[str, str]]:
    bands = {piece.name: Band(piece.bottom, piece.top) for piece in pieces}
    by_cell: dict[Cell, list[str]] = {}
    for piece in pieces:
        for cell in cells_of(ruleset, piece):
            by_cell.setdefault(cell, []).append(piece.name)
    found = {pair for names in by_cell.values() for pair in combinations(names, 2)}
    return (pair for pair in found if bands[pair[0]].meets(bands[pair[1]]))


# ---- what holds where two pieces lie


def _overlap(ruleset: Ruleset, one: Piece, other: Piece) -> Overlap:
    spots = (Spot(one.terrains, one.fields), Spot(other.terrains, other.fields))
    actions = [action.name for action in ruleset.actions]
    answers: dict[tuple[Holds, ...], list[str]] = {}
    plain: dict[str, tuple[Holds, ...]] = {}
    rules: dict[str, None] = {}
    kinds = dict.fromkeys((*one.terrains, *other.terrains))
    replaced: dict[Named, None] = {}
    costly = False
    for who, trait, profile in islice(_profiles(ruleset, spots), KINDS):
        found = []
        for action in actions:
            seen = _seen(ruleset, spots, profile, action)
            found.append(seen.holds)
            costly = costly or seen.costly
            if not trait:
                rules.update(dict.fromkeys(seen.rules))
                replaced.update(dict.fromkeys(named for named in seen.replaced if named in kinds))
        row = tuple(found)
        if not trait:
            plain[who] = row
        elif plain.get(who) == row:
            continue
        answers.setdefault(row, []).append(" with ".join(part for part in (who, trait) if part))
    return Overlap(
        (one.name, other.name), tuple(each for each in kinds if each not in replaced), tuple(replaced), tuple(rules),
        tuple(_told(answers, actions)), costly,
    )  # fmt: skip


def _told(answers: dict[tuple[Holds, ...], list[str]], actions: Sequence[str]) -> Iterator[Holds]:
    """Who by who, the actions that differ from the first one by themselves."""
    for row, names in answers.items():
        who = () if len(answers) == 1 or names == [""] else tuple(name or "others" for name in names)
        yield Holds(who, row[0].cost, row[0].uses_all, row[0].forbidden)
        others: dict[Holds, list[str]] = {}
        for action, holds in zip(actions[1:], row[1:], strict=True):
            if holds != row[0]:
                others.setdefault(holds, []).append(action)
        for holds, named in others.items():
            whose = f"{', '.join(who)} during " if who else "during "
            yield Holds((whose + " and ".join(named),), holds.cost, holds.uses_all, holds.forbidden)


@dataclass(frozen=True, slots=True)
class _Seen:
    holds: Holds
    replaced: tuple[Named, ...]
    rules: tuple[str, ...]
    costly: bool


def _seen(ruleset: Ruleset, spots: tuple[Spot, Spot], profile: Profile, action: str) -> _Seen:
    try:
        alone = [decide(ruleset, profile, action, (spot,)) for spot in spots]
        covered = [
            tuple(named for named in decision.terrains if _lies_under(ruleset, named, over))
            for decision, over in ((alone[0], alone[1]), (alone[1], alone[0]))
        ]
        left = tuple(
            Spot(tuple(each for each in spot.terrains if each not in under), spot.fields)
            for spot, under in zip(spots, covered, strict=True)
        )
        decision = decide(ruleset, profile, action, tuple(spot for spot in left if spot.terrains))
        bare = decide(ruleset, profile, action, ())
    except (Refusal, Undecided):
        return _Seen(Holds((), None, False, ()), (), (), True)
    forbidden = tuple(dict.fromkeys(what for what, _ in decision.forbidden))
    everywhere = set(_rules_of(bare))
    return _Seen(
        Holds((), decision.cost, decision.uses_all, forbidden),
        tuple(dict.fromkeys(named for under in covered for named in under)),
        tuple(rule for rule in dict.fromkeys(_rules_of(decision)) if rule not in everywhere),
        any(each.cost != 1 or each.uses_all or each.to_enter for each in alone),
    )


def _rules_of(decision: Decision) -> Iterator[str]:
    """The rules that hold, and those that wait for an event."""
    yield from decision.rules
    yield from (rule for _, effects in decision.on for rule, _ in effects)


def _lies_under(ruleset: Ruleset, named: Named, over: Decision) -> bool:
    """Whether the ground of the other piece replaces this kind."""
    rules = set(over.rules)
    return any(
        any(_means(term, named) for term in effect.terrains)
        for rule in ruleset.rules
        if rule.id in rules
        for effect in rule.effects
        if isinstance(effect, Replaces)
    )


def _means(term: Term, named: Named) -> bool:
    if term.kind != "terrain":
        return True
    numbers = [arg.value if isinstance(arg, Num) else None for arg in term.args]
    same = all(want is None or want == have for want, have in zip(numbers, named.args, strict=False))
    return term.name == named.name and same


def _profiles(ruleset: Ruleset, spots: Iterable[Spot]) -> Iterator[tuple[str, str, Profile]]:
    """The kinds of models that rules tell apart: their name, a trait, the profile; those without a trait first."""
    told_apart = [
        field for field in ruleset.fields
        if field.owner == "model" and field.values and not field.optional and field.asked_by
    ]  # fmt: skip
    combos: list[tuple[str, Profile]] = []
    for values in islice(product(*(field.values for field in told_apart)), KINDS):
        fields = tuple(sorted((field.name, value.name) for field, value in zip(told_apart, values, strict=True)))
        combos.append((" ".join(value.shown for value in values), Profile(fields=fields)))
    for who, profile in combos:
        yield who, "", profile
    grounds = list(dict.fromkeys(named.name for spot in spots for named in spot.terrains))
    for trait in ruleset.traits:
        argued: Iterable[tuple[Fraction | str, ...]] = product(grounds, repeat=len(trait.params))
        for args in islice(argued, KINDS):
            named = Named(trait.name, args)
            shown = trait.shown + (f"({', '.join(map(str, args))})" if args else "")
            for who, profile in combos:
                yield who, shown, Profile(fields=profile.fields, traits=(named,))
