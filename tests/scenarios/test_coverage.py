"""What counts as exercised where no line of the trace tells of it."""

from __future__ import annotations

import pytest

from groundrules.meaning import compile_ruleset
from groundrules.scenarios.coverage import exercised
from groundrules.scenarios.documents import read_document
from groundrules.scenarios.running import run_scenario
from groundrules.source import Source

RULES = """\
model
    Speed: distance
    Attack: number, optional
    traits: Nimble, Heavy
game
    Season: Summer, Winter
action Move: up to Speed
state Pinned: no effect
roll Slip: d6
    1 or less: stop
    2+: no effect
Mud on enter: Slip
Ice: counts as Mud
Bridge: replaces Mud
Nimble: reroll 1 in Slip
Heavy: Slip -1
Hill when inside: Attack becomes 5
Speed Road when whole move: Speed +4"
Move when Season is Winter: Speed -1"
"""


def ids(stated: str, season: str = "Summer") -> set[str]:
    def nothing(target: str, source: Source) -> Source:
        raise AssertionError(target)

    ruleset = compile_ruleset(Source("c.terrain", RULES), "c", nothing).ruleset
    assert ruleset is not None
    text = f"rules: c\nscenarios:\n  - {{name: it, given: {{game: {{Season: {season}}}{stated}}}\n"
    document, found = read_document(Source("c.yaml", text))
    assert document is not None and found == ()
    result = run_scenario(ruleset, document.scenarios[0])
    assert result.findings == () and result.refusal is None
    return exercised(ruleset, result)


@pytest.mark.parametrize(
    ("stated", "id_", "counts"),
    [
        (", states: [Pinned]}, model: {Speed: 9}, track: 2 Open", "Pinned", True),
        ("}, model: {Speed: 9}, track: 2 Open", "Pinned", False),
        ("}, model: {Speed: 9, traits: [Nimble]}, track: 2 Mud, dice: [1, 3]", "Nimble", True),
        ("}, model: {Speed: 9, traits: [Nimble]}, track: 2 Mud, dice: [4]", "Nimble", False),
        ("}, model: {Speed: 9, traits: [Heavy]}, track: 2 Mud, dice: [4]", "Heavy", True),
        ("}, model: {Speed: 9, traits: [Heavy]}, track: 2 Open", "Heavy", False),
        ("}, model: {Speed: 9}, track: 2 Mud, dice: [4]", "Heavy", False),
        ("}, model: {Speed: 9}, track: 2 Bridge and Mud", "Bridge", True),
        ("}, model: {Speed: 9}, track: 2 Bridge", "Bridge", False),
        ("}, model: {Speed: 9}, path: [[1, 1], [3, 1]], table: {b: {terrain: Bridge, rect: [0, 0, 4, 4]}, "
         "m: {terrain: Mud, rect: [1, 0, 3, 4]}}", "Bridge", True),
        ("}, model: {Speed: 9}, path: [[1, 1], [3, 1]], table: {b: {terrain: Bridge, rect: [0, 0, 4, 4]}, "
         "m: {terrain: Mud, rect: [6, 0, 9, 4]}}", "Bridge", False),
        ("}, model: {Speed: 9}, path: [[1, 1], [2, 1]], table: {h: {terrain: Hill, rect: [0, 0, 4, 4]}}",
         "Hill when inside", True),
        ("}, model: {Speed: 9}, track: 2 Hill", "Hill when inside", False),
        ("}, model: {Speed: 9}, path: [[1, 1], [2, 1]], table: {r: {terrain: Speed Road, rect: [0, 0, 4, 4]}}",
         "Speed Road when whole move", True),
        ("}, model: {Speed: 9}, track: 2 Open", "Move when Season is Winter", False),
    ],
)  # fmt: skip
def test_what_counts(stated: str, id_: str, counts: bool) -> None:
    assert (id_ in ids(stated)) is counts


def test_what_the_day_brings_counts_on_that_day() -> None:
    assert "Move when Season is Winter" in ids("}, model: {Speed: 9}, track: 2 Open", "Winter")
