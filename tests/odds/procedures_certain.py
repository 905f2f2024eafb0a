"""Section 4.8: moves without dice, whose cost is certain, and throws that are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import groundrules as gr
from groundrules.engine import Model, Named, Piece, Situation, Table, Upright, adjudicate, fields_of
from groundrules.engine.situation import Step
from groundrules.ground import Rect
from groundrules.odds import odds_of
from groundrules.verdict import Verdict

from .procedures import Rows, rules


def spent(text: str, open_ground: object, length: object, *terrains: str, climb: object = None) -> Fraction:
    """What it costs to cross so much open ground and then so much of a piece, after a climb: the only way it may go."""
    start, far = Fraction(str(open_ground)), Fraction(str(open_ground)) + Fraction(str(length))
    pieces = (
        Piece(
            name="piece",
            terrains=tuple(map(Named, terrains)),
            shape=Rect(start, Fraction(-5), far + (0 if climb is None else 50), Fraction(5)),
        ),
    )
    steps: list[Step] = [(Fraction(0), Fraction(0))]
    if climb is not None:
        steps += [(start, Fraction(0)), Upright("climb", Fraction(str(climb)))]
    if far:
        steps.append((far, Fraction(0)))
    odds = odds_of(rules(text), Situation(mover=Model(), table=Table(pieces), moves=(tuple(steps),)))
    ((cost, chance),) = {way.models[0].cost: way.chance for way in odds.ways}.items()
    assert chance == 1
    return Fraction(cost)


def thrown(text: str, faces: Sequence[int], *traits: str, **stated: int) -> Verdict:
    """The verdict of entering a piece of mud with these faces."""
    piece = Piece(name="mud", terrains=(Named("Mud"),), shape=Rect(*map(Fraction, (2, -5, 4, 5))))
    model = Model(
        fields=fields_of({key: Fraction(value) for key, value in stated.items()}), traits=tuple(map(Named, traits))
    )
    path = ((Fraction(0), Fraction(0)), (Fraction(3), Fraction(0)))
    return adjudicate(rules(text), Situation(mover=model, table=Table((piece,)), moves=(path,)), faces)


def bundled(name: str) -> Callable[..., Verdict]:
    """Moves by a bundled ruleset, over pieces as wide as the way, the dice from a seed."""
    ruleset = gr.load(name)

    def moved(action: str, strips: dict[str, tuple[int, int]], *stops: int, **stated: Any) -> Verdict:
        table = gr.Table({kind: {"terrain": kind, "rect": [a, -5, b, 5]} for kind, (a, b) in strips.items()})
        legs = [[(a, 0), (b, 0)] for a, b in pairwise((0, *stops))]
        return ruleset.adjudicate(table, gr.Model(**stated), action, moves=legs, seed=4)

    return moved


def legal_and_not() -> Rows:
    """Whether one may, and how far at most."""
    leap = 'model\n    Speed: distance\naction Move: up to Speed\nAny Terrain on jump: cost 1" per 1" of gap\n'
    gaps = []
    for gap in ("3", "7/2"):
        ground = Piece(name="roof", terrains=(Named("Roof"),), shape=Rect(*map(Fraction, (-1, -5, 9, 5))))
        model = Model(fields=fields_of({"Speed": Fraction(6)}))
        path = ((Fraction(0), Fraction(0)), (Fraction(3), Fraction(0)), Upright("jump", Fraction(gap)))
        situation = Situation(mover=model, table=Table((ground,)), moves=(path,))
        gaps.append(Fraction(adjudicate(rules(leap + "Roof: no effect\n"), situation).legal))
    yield "a gap of 3 inches after 3 of 6, a gap of 3.5: whether one may (1) or not (0)", tuple(gaps)
    trench = bundled("trench-crusade")
    bird = {"Speed": 12, "traits": ["Flying"]}
    cliff = {"Impassable": (2, 6)}
    yield (
        "flying over impassable ground: may it end beyond, on it; tests where it ends in dangerous ground",
        (
            Fraction(trench("Move", cliff, 9, **bird).legal),
            Fraction(trench("Move", cliff, 4, **bird).legal),
            Fraction([r.roll for r in trench("Move", {"Dangerous": (2, 6)}, 4, **bird).rolls].count("Risky Roll")),
        ),
    )
    epic = bundled("epic")
    foot = {"Class": "Infantry", "Speed": 10, "Second Speed": 20}

    def farthest(action: str, *stops: int) -> Fraction:
        """The last whole centimetre that the last leg may have, the ones before it being given."""
        road = {"Road": (-1, 30 if action == "March" else 99)}
        start = stops[-1] if stops else 0
        reached = [end for end in range(start + 1, start + 60) if epic(action, road, *stops, end, **foot).legal]
        return Fraction(max(reached))

    yield "10/20 on a march by road, road, mixed: cm in all", (farthest("March", 15, 30),)
    yield "10/20 on an assault on a road, on a charge: cm", (farthest("Assault"), farthest("Charge"))
    unit = {"Speed": 20, "Second Speed": 40}
    yield (
        "a vehicle into a river: whether it may; infantry into buildings, an engine into a marsh: tests",
        (
            Fraction(epic("Advance", {"River": (5, 9)}, 7, Class="Vehicle", **unit).legal),
            Fraction(len(epic("Advance", {"Buildings": (5, 9)}, 7, Class="Infantry", **unit).rolls)),
            Fraction(
                [r.roll for r in epic("Advance", {"Marsh": (5, 9)}, 7, Class="War Engine", **unit).rolls].count(
                    "Dangerous Test"
                )
            ),
        ),
    )
    track = gr.check("model\n    traits: Tracked\nHeavy Woods for Tracked: forbid enter\nRoad: replaces Heavy Woods\n")[
        0
    ]
    assert track is not None
    ways = [{"woods": {"terrain": "Heavy Woods", "rect": [1, -5, 9, 5]}}]
    ways.append({**ways[0], "road": {"terrain": "Road", "rect": [0, -1, 9, 1]}})
    tank = gr.Model(traits=["Tracked"])
    bare, road = (track.adjudicate(gr.Table(way), tank, None, [("1/2", 0), ("3/2", 0)]) for way in ways)
    yield (
        "a tracked vehicle in heavy woods, with a road and without: whether it may; what the road costs",
        (Fraction(road.legal), Fraction(bare.legal), Fraction(road.models[0].cost)),
    )


def certain() -> Rows:
    yield from legal_and_not()
    double = "Mud: cost x2\n"
    yield "6 inches, 2 of open ground, then x2: spent on 2 inches of it", (spent(double, 2, 2, "Mud") - 2,)
    injury = (
        "model\n    Armour: number\n    traits: T\nroll Injury: 2d6 + Armour, extra dice keep highest\n"
        "    6 or less Minor\n    7-8 Down\n    9+ Out\nT: Injury +1 die\nMud on enter: Injury\n"
    )
    (roll,) = thrown(injury, (2, 4, 5), "T", Armour=-1).rolls
    assert roll.bands == ("Down",)
    yield "injury with one die more and -1, dice 2, 4, 5", (Fraction(roll.total or 0),)
    yield "4 inches, 2 of open ground, then x2: spent for 1 inch of it", (spent(double, 2, 1, "Mud"),)
    yield "1.5 inches of x2", (spent(double, 0, "3/2", "Mud"),)
    climb = 'Any Terrain on climb: cost 2" per 1" or part of rise\nMud: no effect\n'
    yield "a wall of 2.5 inches, 2 for each inch or part", (spent(climb, 1, 0, "Mud", climb="5/2") - 1,)
    swim = (
        "model\n    Skill: number\noutcome Damage(Number)\nroll Swim: d20 + Skill\n"
        "    5+ Pass\n    otherwise Fail: Damage(5 - result)\nMud on enter: Swim\n"
    )
    verdict = thrown(swim, (3,), Skill=-1)
    yield (
        "a swim at -1, roll of 3: total, damage",
        (
            Fraction(verdict.rolls[0].total or 0),
            Fraction(verdict.outcomes[0].args[0]),
        ),
    )
    yield "one hex, woods +1, one level up +1", (spent('Mud: cost +1, cost 1" to enter\n', 1, 1, "Mud") - 1,)
    yield "one hex of x2 behind a wall of 1", (spent('Mud: cost x2, cost 1" to enter\n', 1, 1, "Mud") - 1,)
    both = "overlap multiply\nMud: cost x2\nSmoke: cost x2\n"
    yield "one hex of x2 and x2", (spent(both, 0, 1, "Mud", "Smoke"),)
    yield "three hexes of x1/3", (spent("Mud: cost x1/3\n", 0, 3, "Mud"),)
    triple, easier = ((10 + spent(f"Mud: cost x{factor}\n", 0, 5, "Mud")) for factor in (3, 2))
    yield "squares of 5: normal, greater, normal; the same one grade easier", (triple, easier)
