"""One piece that is several grounds: groups behind `in`, silence about one of them, changes for good."""

from __future__ import annotations

from fractions import Fraction

import pytest

from groundrules.engine import Refusal

from .playing import events, judge, model, outcomes, see

WALKERS = "model\n    traits: Hiker, Elf\noutcome Hit(N)\ngroup Rough: Woods, Marsh\n"
ROUGH = "Woods: cost x2\nMarsh: cost x3\n"
BOTH = {"p": ("Woods+Marsh", (0, -1, 4, 1))}
TWO = {"p": ("Woods", (0, -1, 4, 1)), "q": ("Marsh", (0, -1, 4, 1))}
ALONG = [(0, 0), (4, 0)]
HIKER, ELF = model(traits="Hiker"), model(traits="Elf")


@pytest.mark.parametrize("laid", [BOTH, TWO], ids=["one piece", "two pieces"])
@pytest.mark.parametrize(
    ("policy", "rule", "cost"),
    [
        ("worst", "Hiker in Rough: cost x1", 4),
        ("worst", "Hiker in Woods, Marsh: cost x1", 4),
        ("worst", "Hiker in Woods: cost x1", 12),
        ("worst", "Hiker in Rough: cost +1", 4 * 2 * 3),
        ("add", "Hiker in Rough: cost x1", 4),
    ],
)
def test_a_group_is_all_that_the_piece_is_of_it(
    policy: str, rule: str, cost: int, laid: dict[str, tuple[str, tuple[int, ...]]]
) -> None:
    assert judge(f"overlap {policy}\n{WALKERS}{ROUGH}{rule}\n", laid, ALONG, mover=HIKER).cost == cost


def test_a_rule_in_a_group_happens_once_on_a_piece() -> None:
    text = f"overlap worst\n{WALKERS}{ROUGH}Hiker on enter in Rough: Hit(1)\n"
    assert outcomes(judge(text, {"p": ("Woods+Marsh", (1, -1, 2, 1))}, ALONG, mover=HIKER)) == ["Hit(1)"]


def test_what_is_ignored_of_a_group_leaves_the_rest() -> None:
    text = f"overlap worst\n{WALKERS}{ROUGH}Hiker in Rough: cost x1\nElf: ignore Woods\n"
    assert judge(text, BOTH, ALONG, mover=model(traits="Hiker+Elf")).cost == 4
    assert judge(text, BOTH, ALONG, mover=ELF).cost == 12


@pytest.mark.parametrize("event", ["enter", "leave", "contact", "cross"])
def test_no_effect_silences_its_own_ground_only(event: str) -> None:
    text = f"{WALKERS}Woods on {event}: Hit(1)\nMarsh on {event}: Hit(2)\nWoods, Marsh on {event}: Hit(3)\n" + (
        "Woods for Elf: no effect\n"
    )
    laid = {"p": ("Woods+Marsh", (1, -1, 2, 1))}
    assert outcomes(judge(text, laid, ALONG, mover=ELF)) == ["Hit(2)", "Hit(3)"]
    assert outcomes(judge(text, laid, ALONG, mover=HIKER)) == ["Hit(1)", "Hit(2)", "Hit(3)", "Hit(3)"]


def test_no_effect_silences_what_has_its_brackets_only() -> None:
    text = (
        "model\n    traits: Elf\noutcome Hit(N)\n"
        + "Dangerous(X): cost +X\nDangerous(X) on enter: Hit(X)\nDangerous(2) for Elf: no effect\n"
    )
    laid = {"p": ("Dangerous(2)+Dangerous(3)", (1, -1, 2, 1))}
    found = judge(text, laid, ALONG, mover=ELF)
    assert (found.cost, outcomes(found)) == (3 + 4, ["Hit(3)"])
    assert outcomes(judge(text, {"p": ("Dangerous(2)", (1, -1, 2, 1))}, ALONG, mover=ELF)) == []


@pytest.mark.parametrize("kinds", ["Woods", "Dry Woods", "Dead Woods"])
def test_what_counts_as_the_ground_that_changes_changes(kinds: str) -> None:
    text = (
        "overlap worst\n" + WALKERS + "Woods: cost x2\nDry Woods: counts as Woods\nDead Woods: counts as Dry Woods\n"
        "Marsh, Ash: no effect\nWoods on leave: becomes Ash\n"
    )
    found = judge(text, {"p": (f"{kinds}+Marsh", (1, -1, 2, 1))}, ALONG)
    assert [(each.piece, each.terrain) for each in found.after.changed] == [("p", "Marsh"), ("p", "Ash")]
    again = judge(text, {"p": (f"{kinds}+Marsh", (1, -1, 2, 1))}, ALONG, memory=found.after)
    assert again.cost == 4


LINE = {"wall": ("Wall", ((5, -5), (5, 5)))}


@pytest.mark.parametrize("event", ["start", "end", "activate"])
def test_nobody_stands_in_a_line(event: str) -> None:
    text = f"outcome Hit\nWall on {event}: Hit\n"
    for steps in ([(0, 0), ("5.2", 0)], [("5.2", 0), (10, 0)], [(5, 0), (10, 0)]):
        found = judge(text, LINE, steps, mover=model(base=1))
        assert (outcomes(found), [each for each in events(found) if each.startswith(event)]) == ([], [])


CENTRE = "measure centre\ncover Soft\noutcome Hit\npiece\n    Opening: distance, optional\n"


def test_centre_is_about_what_touches_ground() -> None:
    text = CENTRE + "Mud: cost x2\nMud on enter: Hit\n"
    mud = {"mud": ("Mud", (0, 1, 10, 3))}
    assert judge(text, mud, [(0, 0), (10, 0)], mover=model(base=4)).cost == 10
    assert judge(text, mud, [(0, 2), (10, 2)], mover=model(base=4)).cost == 20


def test_centre_leaves_the_facing_as_it_is() -> None:
    text = CENTRE + "Wall when obscured over 1/4: cover Soft\nMud: cover Soft\n"
    target = model("t", at=(10, 0), base=2)
    seen = see(text, {"wall": ("Wall", (4, -3, 6, "-0.2"))}, model("v", at=(0, 0), base=1), target)
    # At 6 inches the wall's edge lies 0.2 below the line; ten inches off that is a third of an inch below it.
    assert (seen.obscured, seen.cover) == (Fraction(1, 3), "Soft")
    assert see(text, {"mud": ("Mud", (9, "0.5", 11, 3))}, model("v", at=(0, 0)), target).cover is None


def test_centre_leaves_the_measure_of_the_base_as_it_is() -> None:
    text = CENTRE + "Alley when base over piece Opening: forbid enter\n"
    alley = {"alley": ("Alley", (2, -1, 6, 1), {"Opening": "2"})}
    assert not judge(text, alley, [(0, 0), (9, 0)], mover=model(base=3)).legal
    assert judge(text, alley, [(0, 0), (9, 0)], mover=model(base=2)).legal


CLASSES = "model\n    Class: Foot, Horse\n    traits: Elf\noutcome Hit\ncover Soft\nDitch: cover Soft\n"


@pytest.mark.parametrize("rule", ["Ditch on jump for Horse: Hit", "Horse on jump in Ditch: Hit", "Horse on jump: Hit"])
def test_a_field_is_missed_when_the_event_happens(rule: str) -> None:
    text = f"{CLASSES}{rule}\n"
    laid = {"ditch": ("Ditch", (9, -3, 12, 3))}
    assert judge(text, laid, [(8, 0), (13, 0)]).legal
    assert see(text, laid, model("v", at=(0, 0)), model("t", at=(10, 0))).cover == "Soft"
    for name in ("one", "other"):
        with pytest.raises(Refusal, match=f"`{name}` does not state `Class`"):
            judge(text, laid, [(8, 0), (9, 0), ("jump", 2), (13, 0)], mover=model(name))
    jump = [(8, 0), (9, 0), ("jump", 2), (13, 0)]
    assert outcomes(judge(text, laid, jump, mover=model(Class="Horse"))) == ["Hit"]
    assert outcomes(judge(text, laid, jump, mover=model(Class="Foot"))) == []


def test_a_field_is_missed_only_of_rules_that_would_act() -> None:
    text = CLASSES + 'Ditch on enter for Horse when agreed "deep": Hit\nDitch on enter except Elf for Horse: Hit\n'
    laid = {"ditch": ("Ditch", (2, -3, 4, 3))}
    across = [(0, 0), (6, 0)]
    assert outcomes(judge(text, laid, across, mover=ELF)) == []
    with pytest.raises(Refusal):
        judge(text, laid, across, mover=ELF, agreed=("deep",))
    with pytest.raises(Refusal):
        judge(text, laid, across)
