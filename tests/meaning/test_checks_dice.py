"""Where dice may stand: each place either has a moment at which they fall, and is played, or is told."""

from __future__ import annotations

import pytest
from tests.engine.playing import model, path, table

from groundrules.engine import SeededDice, Situation, adjudicate
from groundrules.meaning import compile_ruleset
from groundrules.odds import odds_of
from groundrules.source import Source

HEAD = (
    "overlap worst\nmodel\n    Speed: distance\n    Armour: number\n    Kind: Foot, Horse\n    traits: Elf, Tough(N)\n"
    "piece\n    Depth: distance\naction Move: up to Speed\nroll Rr: d6\n"
    "roll Rb: d6\n    1-3 Bad: no effect\n    4+: no effect\noutcome Hit(N)\nstate Burning(N): Armour +N\n"
    "Dangerous(X) on enter: Hit(X)\ncover Soft\nBog on enter: Hit(Armour), Rb, gain Burning(2), Hit(Rr)\n"
    'Ice when Depth over 2": cover Soft\n'
    "Elf for Tough: no effect\nFen for Horse: cost x2\n"
)


def told(text: str) -> list[str]:
    """The codes of all errors."""
    compiled = compile_ruleset(
        Source("page.terrain", HEAD + text + "\n"), "page", lambda path, using: pytest.fail(path)
    )
    return [each.code for each in compiled.diagnostics if each.is_error]


@pytest.mark.parametrize(
    "text",
    [
        "Mud: cost +d6",
        "Mud: cost at least d3",
        'Mud: cost d6" per 1" of distance',
        "Mud: cost +Rr",
        "Elf: cost +d6",
        "state Slow: cost +d6\nMud on enter: gain Slow",
        'Mud when part of move: Speed -d6"',
        'Mud: Speed -d6"',
        'Mud when part of move: Speed -1" down to d3"',
        'Elf: Speed -1" down to d3"',
        "Mud: Armour +d6",
        "Mud: shooter Armour -d3",
        "Elf: Rb +d3",
        "Elf: Rb +Rr",
        "Mud: counts as Dangerous(d3)",
        "Elf: treat Mud as Dangerous(d3)\nMud: cost x2",
        "Elf: ignore Dangerous(d3)",
        "Mud: replaces Dangerous(d3)",
        "Dangerous(d3): cost x2",
        "Elf in Dangerous(d3): cost x2",
        'Mud: block sight beyond d6"',
        'Mud: Depth is d6"',
        "number Harm: d6\nMud on enter: Hit(Harm)",
        "number Harm: Rr\nMud on enter: Hit(Harm)",
        "number Harm by Kind: Foot d6, Horse 2\nMud on enter: Hit(Harm)",
        "number Harm: 1\n    for Elf: +d3\nMud on enter: Hit(Harm)",
        "Mud on enter when Armour over Rr: Hit(1)",
        "roll Test: d6\n    1-3 when Armour over Rr: Hit(1)\n    otherwise: no effect\nMud on enter: Test",
        "Mud on enter: Rb\n    Bad when Armour over Rr: Hit(1)",
        "Mud: option Fast: cost +d6".replace(": option", ":\n    option"),
    ],
)
def test_dice_without_a_moment_are_told_once(text: str) -> None:
    assert told(text) == ["GR279"]


@pytest.mark.parametrize(
    "text",
    [
        'Mud: cost d6" to enter',
        "Elf: cost Rr to enter",
        'Mud when part of move: up to d6" + 2"',
        'Mud when part of move: at most 2d6"',
        'Elf: at least d6"',
        'Mud on enter: cost d6" to enter',
        "Mud on enter: cost +d6",
        "Mud on enter: cost at least d3",
        'Mud on climb: cost d6" per 1" of rise',
        "Mud on enter: Speed x d3",
        'Mud on enter: Speed -d6" down to d3"',
        "Mud on leave: Armour becomes d6, Hit(Armour)",
        "Mud on enter: Rb +d3",
        'Mud on enter: at most d6"',
        'Mud on enter: up to d6"',
        "Mud on enter: counts as Dangerous(d3)",
        "Mud on enter: becomes Dangerous(d3)",
        "Mud on enter: treat Mud as Dangerous(d3)",
        "Mud on enter: gain Burning(Rr + d3)",
        "Mud on enter: lose Burning(d3)",
        "Mud on enter: Hit(Rr - d3)",
        'Mud on enter: stop after d6"',
        "roll Test(N): d6 + N\n    otherwise: Hit(result + d6), gain Burning(d3)\nMud on enter: Test(d3)",
        "roll Test: d6 + Rr\n    1+ Any: no effect\nMud on enter: Test\n    Any: Armour +d3",
        "Mud on activate, start, end: Armour +d6",
        "Elf on activate: Speed +d6",
        "Elf:\n    option Fast on start: Speed +d6",
    ],
)
def test_dice_at_a_moment_are_played(text: str) -> None:
    assert told(text) == []
    whole = f"{HEAD}{text}\n" + ("" if "Mud" in text else "Mud: cost x2\n")
    compiled = compile_ruleset(Source("page.terrain", whole), "page", lambda path, using: pytest.fail(path))
    assert compiled.ruleset is not None
    for laid in ({"mud": ("Mud", (1, -1, 2, 1))}, {"mud": ("Mud", (-1, -1, 9, 1)), "more": ("Mud+Bog", (1, -2, 2, 2))}):
        mover = model(Speed=9, Armour=2, Kind="Foot", traits="Elf+Tough(1)")
        case = Situation(
            mover=mover,
            table=table(laid),
            moves=(path([(0, 0), (3, 0), ("climb", 2), (3, 1)]),),
            options=("Fast",) if "Fast" in text else (),
        )
        for seed in range(8):
            adjudicate(compiled.ruleset, case, SeededDice(seed))
        adjudicate(compiled.ruleset, case, preview=True)
        assert sum(way.chance for way in odds_of(compiled.ruleset, case).ways) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Mud on enter: cover Soft",
        "Mud on enter: block sight",
        "Mud on enter: replaces Bog",
        'Mud on enter: at least 3"',
        'Elf on start: at least 3"',
        "Mud on enter: shooter Armour -1",
        'Mud on enter: Depth is 3"',
        "Mud on enter: cost x2, cover Soft",
        "roll Test: d6\n    1-3: cover Soft\n    4+: no effect\nMud on enter: Test",
        "Mud on enter: Rb\n    Bad: block sight",
        "Elf on turn start: cover Soft",
    ],
)
def test_what_no_event_brings_is_told_once(text: str) -> None:
    assert told(text) == ["GR280"]
