"""What is asked of a model is asked only where the answer hangs on it; whether it may act so is asked always."""

from __future__ import annotations

from typing import Any

import pytest

from groundrules.engine import Refusal
from groundrules.verdict import Memory, StateHeld

from .playing import judge, model, reasons, see

# ---- an action that is forbidden

BANISH = """\
action Move: up to 6"
action Banish: up to 6"
action Rite: 2 moves, each up to 6"
state Silenced until end of turn: forbid Banish
state Ready until end of activation
Altar on activate: gain Ready
Wards when part of move: forbid Rite
"""
SILENCED = Memory(states=(StateHeld("model", "Silenced"),))

#: Ways in which a model may act: going somewhere, on the spot, placed and no path, placed nowhere, activated before.
WAYS: list[dict[str, Any]] = [
    {"steps": [(0, 0), (2, 0)]},
    {"steps": [(0, 0)]},
    {"steps": [(0, 0), (0, 0)]},
    {"mover": model(at=(0, 0))},
    {},
    {"activate": False},
    {"mover": model(at=(0, 0)), "activate": False},
]


@pytest.mark.parametrize("way", WAYS)
def test_a_forbidden_action_is_forbidden_to_who_stays_where_it_is(way: dict[str, Any]) -> None:
    verdict = judge(BANISH, action="Banish", memory=SILENCED, **way)
    assert (verdict.legal, reasons(verdict)) == (False, [("action", None, "Silenced")])
    assert judge(BANISH, action="Banish", **way).legal
    assert judge(BANISH, action="Move", memory=SILENCED, **way).legal


@pytest.mark.parametrize("steps", [[], [(0, 0), (3, 0)]])
def test_activation_comes_before_the_action(steps: list[tuple[int, int]]) -> None:
    text = BANISH + "Banish when not Ready: forbid Banish\n"
    mover = model(at=(0, 0))
    assert judge(text, {"altar": ("Altar", [-1, -1, 1, 1])}, steps, mover=mover, action="Banish").legal
    verdict = judge(text, {}, steps, mover=mover, action="Banish")
    assert reasons(verdict) == [("action", None, "Banish when not Ready")]


def test_each_leg_is_asked() -> None:
    verdict = judge(
        BANISH, {"wards": ("Wards", [4, -1, 6, 1])}, action="Rite", moves=[[(0, 0), (2, 0)], [(2, 0), (5, 0)]]
    )
    assert [(each.rule, each.leg) for each in verdict.why] == [("Wards when part of move", 1)]


# ---- what speaks of looks says nothing of moves, and the reverse

LOOKING = """\
model
    Size: number
piece
    Height: number
cover Light
Smoke when piece Height at least shooter Size: block sight
Hedge when piece Height at least model Size and inside: cover Light
Wall when piece Height over 2: cost +1
Scree for unit when model Size over 2 on enter: Slip
outcome Slip
"""


@pytest.mark.parametrize("kind", ["Smoke", "Hedge"])
def test_a_move_states_nothing_for_looks(kind: str) -> None:
    assert judge(LOOKING, {"here": (kind, [1, -1, 3, 1])}, [(0, 0), (4, 0)]).cost == 4


def test_a_look_states_nothing_for_moves() -> None:
    wall = {"here": ("Wall+Scree", [1, -1, 3, 1])}
    assert see(LOOKING, wall, model("one", at=(0, 0)), model("two", at=(4, 0))).blocked_by == ()
    with pytest.raises(Refusal, match="Height"):
        judge(LOOKING, wall, [(0, 0), (4, 0)])
    with pytest.raises(Refusal, match="Height"):
        see(LOOKING, {"here": ("Smoke", [1, -1, 3, 1])}, model("one", at=(0, 0), Size=1), model("two", at=(4, 0)))


# ---- lists and joined conditions: what another part settles is not missed

CLASSES = """\
model
    Class: Infantry, Tank
    traits: Fly, Swim
Floor: forbid enter
"""
FLOOR = {"floor": ("Floor", [2, -1, 4, 1])}


@pytest.mark.parametrize(
    ("rule", "legal"),
    [
        ("Floor for Infantry, Fly: allow enter", True),
        ("Floor for Fly, Infantry: allow enter", True),
        ("Floor when Infantry or Fly: allow enter", True),
        ("Floor when (Infantry or Fly) and not whole move: allow enter", True),
        ("Floor except Infantry, Fly: allow enter", False),
        ("Floor except Fly, Infantry: allow enter", False),
        ("Floor when not (Infantry or Fly): allow enter", False),
        ("Floor when Infantry and not Fly: allow enter", False),
        ("Floor when Infantry and whole move: allow enter", False),
        ("Floor for Infantry when Swim: allow enter", False),
    ],
)
def test_a_class_is_not_missed_where_a_trait_settles_it(rule: str, legal: bool) -> None:
    steps = [(0, 0), (3, 0)]
    flier = model(traits="Fly")
    assert judge(f"{CLASSES}{rule}\n", FLOOR, steps, mover=flier).legal is legal
    # With the class stated, whichever it is, the answer is the same.
    for kind in ("Infantry", "Tank"):
        assert judge(f"{CLASSES}{rule}\n", FLOOR, steps, mover=model(traits="Fly", Class=kind)).legal is legal


@pytest.mark.parametrize("rule", ["Floor for Infantry, Swim: allow enter", "Floor when Infantry or Swim: allow enter"])
def test_it_is_missed_where_the_answer_hangs_on_it(rule: str) -> None:
    with pytest.raises(Refusal, match="Class"):
        judge(f"{CLASSES}{rule}\n", FLOOR, [(0, 0), (3, 0)], mover=model(traits="Fly"))
