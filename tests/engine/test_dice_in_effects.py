"""Dice inside of effects: thrown at their event, each once, and reckoned at their best before."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from groundrules.engine import Unit, every_way
from groundrules.odds import odds_of

from .playing import events, judge, model, outcomes, rolls, rules, situation

HEAD = (
    "model\n    Speed: distance\n    Armour: number, optional\n    Load: distance, optional\n    traits: Swift, Sure\n"
    'outcome Hit(N)\nroll Rr: d6\nroll Charge Roll: 2d6"\n    12: no effect\n    otherwise: no effect\n'
)
MOVE = "action Move: up to Speed\n"
MUD = {"mud": ("Mud", (1, -1, 2, 1))}
ACROSS = [(0, 0), (5, 0)]


@pytest.mark.parametrize(
    ("mud", "dice", "allowance"),
    [
        ('Mud on enter: Speed -d6"', (3,), 6),
        ('Mud on enter: Speed +d6"', (3,), 12),
        ("Mud on enter: Speed becomes Rr", (6,), 6),
        ('Mud on enter: Speed -d6" down to 2d3"', (6, 3, 3), 6),
        ('Mud on enter: Speed - (d6" + d3")', (1, 3), 5),
        ('Mud on enter: up to d6" + 4"', (2,), 6),
        ('Mud on enter: Speed x1/2, Speed +d6"', (1,), 5),
    ],
)
def test_dice_on_an_event_change_how_far_it_goes(mud: str, dice: tuple[int, ...], allowance: int) -> None:
    verdict = judge(HEAD + MOVE + mud + "\n", MUD, ACROSS, mover=model(Speed=9), dice=dice)
    assert (verdict.legal, verdict.allowance) == (True, allowance)


@pytest.mark.parametrize(
    ("rules_of", "dice", "hits"),
    [
        ("Mud on enter: Armour becomes d6\nMud on leave: Hit(Armour)", (4,), ["Hit(4)"]),
        ("Mud on enter: Armour +Rr\nMud on leave: Hit(Armour)", (4,), ["Hit(6)"]),
        ("Mud on enter: Armour +d3 up to 4\nMud on leave: Hit(Armour)", (3,), ["Hit(4)"]),
        ("roll Sub(N): d6 + N\nMud on enter: Hit(Sub(d3))", (2, 5), ["Hit(7)"]),
        ("roll Sub(N): d6 + N\nMud on enter: Hit(Sub(Rr) + d4)", (2, 5, 1), ["Hit(8)"]),
        ("state Burning(N): Armour +N\nMud on enter: gain Burning(d3)\nMud on leave: Hit(Armour)", (3,), ["Hit(5)"]),
        (
            "state Burning(N): Armour +N\nMud on enter: gain Burning(2)\nMud on leave: lose Burning(d3), Hit(Armour)",
            (2,),
            ["Hit(2)"],
        ),
        (
            "state Burning(N): Armour +N\nMud on enter: gain Burning(2)\nMud on leave: lose Burning(d3), Hit(Armour)",
            (1,),
            ["Hit(4)"],
        ),
        ("Deep(N) on leave: Hit(N)\nMud on enter: counts as Deep(d3)", (3,), ["Hit(3)"]),
        ("Deep(N) on leave: Hit(N)\nMud on enter: becomes Deep(d3)", (2,), ["Hit(2)"]),
        ("Deep(N) on leave: Hit(N)\nMud on enter: treat Mud as Deep(d3)", (2,), ["Hit(2)"]),
        ("roll Test: d6\n    1-3: Hit(result + d3)\n    4+: gain Burning(d6)\nstate Burning(N): Armour +N\n"
         "Mud on enter: Test\nMud on leave: Hit(Armour)", (5, 6), ["Hit(8)"]),
    ],
)  # fmt: skip
def test_dice_in_brackets_bounds_and_sums(rules_of: str, dice: tuple[int, ...], hits: list[str]) -> None:
    verdict = judge(HEAD + MOVE + rules_of + "\n", MUD, ACROSS, mover=model(Speed=9, Armour=2), dice=dice)
    assert outcomes(verdict) == hits


def test_a_floor_under_the_cost_with_dice_lasts_for_the_action() -> None:
    verdict = judge(HEAD + MOVE + "Mud on enter: cost at least d3\n", MUD, ACROSS, mover=model(Speed=20), dice=[3])
    assert verdict.cost == 1 + 4 * 3


@pytest.mark.parametrize(
    ("action", "speed", "traits", "longest"),
    [
        ('up to Speed - 2d6"', 12, "", 10),
        ("up to Speed / d3", 12, "", 12),
        ("up to Speed x d3", 4, "", 12),
        ("up to Speed + Charge Roll", 5, "", 17),
        ("up to Speed + Charge Roll", 5, "Swift", 20),
        ("up to Speed - Charge Roll", 12, "Swift", 7),
        ("up to Speed + Charge Roll", 5, "Sure", 5),
        ('up to 20" - (Speed - d6")', 12, "", 14),
    ],
)
def test_a_path_is_illegal_only_if_no_dice_can_allow_it(action: str, speed: int, traits: str, longest: int) -> None:
    text = HEAD + f'action Move: {action}\nSwift: Charge Roll +3"\nSure: pass Charge Roll as Twelve\n'
    text = text.replace("12: no effect", "12 Twelve: no effect")
    mover = model(Speed=speed, traits=traits)
    ways = [
        verdict for _, verdict in every_way(rules(text), situation({}, [(0, 0), (longest, 0)], mover=mover))
    ]  # fmt: skip
    assert max(Fraction(str(verdict.allowance)) for verdict in ways) == longest
    assert all(verdict.legal for verdict in ways)
    assert not judge(text, {}, [(0, 0), (longest + 1, 0)], mover=mover).legal
    assert judge(text, {}, [(0, 0), (longest, 0)], mover=mover, preview=True).allowance == longest


def test_how_far_it_must_go_is_judged_by_the_least() -> None:
    text = 'action Charge: 2d6" to 12"\n'
    assert judge(text, {}, [(0, 0), (2, 0)]).legal
    assert not judge(text, {}, [(0, 0), (1, 0)]).legal


def test_two_limits_of_one_rule_have_their_own_dice() -> None:
    text = HEAD + MOVE + 'Swift: up to Speed + d6", at most d3"\n'
    verdict = judge(text, {}, [(0, 0), (3, 0)], mover=model(Speed=9, traits="Swift"), dice=[6, 2])
    assert (verdict.allowance, verdict.moved) == (15, 2)


@pytest.mark.parametrize(
    ("action", "rule", "longest"),
    [
        ("up to Speed", 'Swift on activate: Speed +d6"', 15),
        ("up to Speed", 'Swift on activate: Speed -d6"', 8),
        ("up to Speed", "Swift on activate: Speed becomes 3d6", 18),
        ('up to 12" - Load', 'Swift on activate: Load becomes d6"', 11),
        ("up to Charge Roll", 'Swift on activate: Charge Roll +d3"', 15),
    ],
)
def test_what_an_activation_rolls_counts_at_its_best_beforehand(action: str, rule: str, longest: int) -> None:
    text = HEAD + f"action Move: {action}\n{rule}\n"
    mover = model(at=(0, 0), Speed=9, Load=0, traits="Swift")
    assert judge(text, {}, [(0, 0), (longest, 0)], mover=mover, preview=True).legal
    assert not judge(text, {}, [(0, 0), (longest + 1, 0)], mover=mover, preview=True).legal


def test_what_dice_cost_at_least_must_be_paid_for() -> None:
    text = HEAD + MOVE + 'Mud on enter: cost 2d6" to enter\n'
    assert not judge(text, MUD, ACROSS, mover=model(Speed=6)).legal
    paid = judge(text, MUD, ACROSS, mover=model(Speed=7), dice=[1, 1])
    assert (paid.legal, paid.cost, paid.ends_at) == (True, 7, (5, 0))
    stuck = judge(text, MUD, ACROSS, mover=model(Speed=7), dice=[1, 2])
    assert (stuck.legal, stuck.ends_at) == (True, (4, 0))
    shown = judge(text, MUD, ACROSS, mover=model(Speed=7), preview=True)
    assert (shown.legal, shown.cost, rolls(shown)) == (True, 7, [("Mud on enter", None)])


def test_the_chances_are_those_of_the_dice() -> None:
    text = HEAD + MOVE + "state Burning(N): Armour +N\nMud on enter: gain Burning(2d3)\nMud on leave: Hit(Armour)\n"
    case = situation(MUD, ACROSS, mover=model(Speed=9, Armour=2))
    ways: Counter[str] = Counter()
    for one in range(1, 4):
        for other in range(1, 4):
            ways[f"Hit({2 + one + other})"] += 1
    found: dict[str, Fraction] = dict.fromkeys(ways, Fraction(0))
    for chance, verdict in every_way(rules(text), case):
        found[outcomes(verdict)[0]] += chance
    assert found == {name: Fraction(count, 9) for name, count in ways.items()}
    merged = odds_of(rules(text), case)
    assert {name: merged.at_least_once(name) for name in ways} == found


def test_a_cost_to_enter_with_dice_is_thrown_when_it_is_paid() -> None:
    text = HEAD + MOVE + 'Mud: cost x2, cost d6" to enter\nMud on enter: Hit(1)\n'
    paid = judge(text, MUD, ACROSS, mover=model(Speed=9), dice=[3])
    assert (paid.legal, paid.cost, paid.ends_at, rolls(paid)) == (True, 9, (5, 0), [("Mud", (3,))])
    short = judge(text, MUD, ACROSS, mover=model(Speed=9), dice=[6])
    assert (short.cost, short.ends_at, outcomes(short)) == (9, (2, 0), ["Hit(1)"])
    # Five inches are left at the edge, and six are asked for.
    stuck = judge(text, MUD, [(0, 0), (1, 0), (3, 0)], mover=model(Speed=6), dice=[6])
    assert (stuck.legal, stuck.cost, stuck.ends_at, outcomes(stuck)) == (True, 1, (1, 0), [])
    assert "enter mud" not in events(stuck)
    assert not judge(text, MUD, [(0, 0), (3, 0)], mover=model(Speed=4)).legal
    shown = judge(text, MUD, [(0, 0), (3, 0)], mover=model(Speed=5), preview=True)
    assert (shown.legal, shown.cost, rolls(shown)) == (True, 5, [("Mud", None)])


def test_dice_to_enter_fall_for_each_piece_and_each_model() -> None:
    text = HEAD + MOVE + 'Mud: cost d3" to enter\nSwift in Mud: cost d6" to enter\n'
    two = {**MUD, "more": ("Mud", (3, -1, 4, 1))}
    found = judge(text, two, ACROSS, mover=model(Speed=30, traits="Swift"), dice=[1, 6, 2, 5])
    assert (found.cost, rolls(found)) == (
        19,
        [("Mud", (1,)), ("Swift in Mud", (6,)), ("Mud", (2,)), ("Swift in Mud", (5,))],
    )
    unit = Unit(models=(model("a", at=(0, 0), Speed=9), model("b", at=(0, "0.5"), Speed=9)))
    found = judge(text, MUD, ACROSS, mover=unit, dice=[1, 3])
    assert {each.model: each.cost for each in found.models} == {"a": 6, "b": 8}


def test_nobody_throws_for_ground_that_may_not_be_entered() -> None:
    text = HEAD + MOVE + (
        "roll Test: d6\n    1: gain Stuck\n    2+: no effect\nstate Stuck: forbid enter\n"
        'Bog on enter: Test\nMud: cost d6" to enter\n'
    )  # fmt: skip
    pieces = {"bog": ("Bog", (1, -1, 2, 1)), "mud": ("Mud", (3, -1, 4, 1))}
    assert judge(text, pieces, ACROSS, mover=model(Speed=20), dice=[1]).ends_at == (3, 0)
    assert judge(text, pieces, ACROSS, mover=model(Speed=20), dice=[2, 4]).cost == 9


def test_the_chances_of_a_cost_to_enter() -> None:
    text = HEAD + MOVE + 'Mud: cost 2d6" to enter\n'
    odds = odds_of(rules(text), situation(MUD, ACROSS, mover=model(Speed=9)))
    # Eight are left at the edge, and four take it on to the end.
    ends: dict[object, Fraction] = {}
    for way in odds.ways:
        place = way.models[0].ends_at
        assert place is not None
        ends[place[0]] = ends.get(place[0], Fraction(0)) + way.chance
    throws = [one + other for one in range(1, 7) for other in range(1, 7)]

    def share(totals: range) -> Fraction:
        return Fraction(sum(each in totals for each in throws), 36)

    assert ends == {
        5: share(range(2, 5)),
        4: share(range(5, 6)),
        3: share(range(6, 7)),
        2: share(range(7, 8)),
        1: share(range(8, 13)),
    }
