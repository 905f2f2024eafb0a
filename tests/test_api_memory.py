"""Memories that come from elsewhere: read, found again, or refused by name; the library's records in and out."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import groundrules as gr

RULES = """
overlap worst
model
    Speed: distance
action Move: up to Speed
state Wet Through until end of turn: Speed -2"
state Hurt(X): Speed -X
roll Ford: d6
    1-2 Swept: gain Wet Through, gain Hurt(1), stop
    3+ Across
River on enter once per turn: Ford
Deep Mud: cost x2
Pit(N): cost +N
"""
TABLE = gr.Table({"river": {"terrain": "River", "rect": [2, -5, 4, 5]}})
WALKER = gr.Model(Speed=9, name="a")


@pytest.fixture(scope="module")
def house() -> gr.Ruleset:
    ruleset, found = gr.check(RULES)
    assert ruleset is not None, found
    return ruleset


Asks = Callable[[gr.Ruleset, gr.Memory], object]
ASKED: dict[str, Asks] = {
    "adjudicate": lambda rules, memory: rules.adjudicate(TABLE, WALKER, "Move", [(0, 0), (1, 0)], memory=memory),
    "odds": lambda rules, memory: rules.odds(TABLE, WALKER, "Move", [(0, 0), (1, 0)], memory=memory),
    "look": lambda rules, memory: rules.look(TABLE, WALKER.placed((0, 0)), gr.Model(at=(6, 0)), memory=memory),
    "track": lambda rules, memory: rules.adjudicate_track("1 Open", "Speed=9", memory=memory),
}


def memory_of(**held: Any) -> gr.Memory:
    return gr.memory_from_json(json.dumps(held))


@pytest.mark.parametrize("asks", ASKED.values(), ids=list(ASKED))
@pytest.mark.parametrize(
    ("held", "kind", "said"),
    [
        ({"states": [{"model": "a", "state": "WetThroug"}]}, "name", "`WetThroug` .*Wet Through"),
        ({"states": [{"model": "elsewhere", "state": "Burnt"}]}, "name", "`Burnt` .*Hurt"),
        ({"states": [{"model": "a", "state": "Hurt"}]}, "name", r"`Hurt\(X\)`"),
        ({"states": [{"model": "a", "state": "Hurt", "args": ["1"], "until": "noon"}]}, "name", "`noon` .*`turn`"),
        ({"changed": [{"piece": "river", "terrain": "DeepMudd"}]}, "name", "`DeepMudd` .*Deep Mud"),
        ({"changed": [{"piece": "river", "terrain": "Pit"}]}, "name", r"`Pit\(N\)`"),
        ({"changed": [{"piece": "rivr", "terrain": "Deep Mud"}]}, "name", "`rivr`"),
        ({"used": [{"rule": "River on enter once per tur"}]}, "name", "River on enter once per turn"),
        ({"used": [{"rule": "River on enter once per turn", "piece": "rivr"}]}, "name", "`rivr`"),
        ({"used": [{"rule": "River on enter once per turn", "leg": -1}]}, "number", "`leg` .*-1"),
        ({"turn": -1}, "number", "`turn` .*-1"),
        ({"activation": -3}, "number", "`activation` .*-3"),
    ],
)
def test_a_memory_of_what_is_not_there_is_refused_by_name(
    house: gr.Ruleset, asks: Asks, held: dict[str, Any], kind: str, said: str
) -> None:
    if asks is ASKED["track"] and "river" in json.dumps(held).lower():
        pytest.skip("the strips have no such piece")
    with pytest.raises(gr.Refusal) as raised:
        asks(house, memory_of(**held))
    assert raised.value.kind == kind
    assert re.search(said, f"{raised.value.message} | {raised.value.help}")


def test_names_in_a_memory_are_found_however_their_blanks_are_written(house: gr.Ruleset) -> None:
    for name in ("WetThrough", "Wet Through", "Wet\u00a0Through"):
        verdict = house.adjudicate(
            TABLE, WALKER, "Move", [(0, 0), (1, 0)], memory=memory_of(states=[{"model": "a", "state": name}])
        )
        assert verdict.allowance == 7
    for terrain in ("DeepMud", "Deep Mud"):
        muddy = memory_of(changed=[{"piece": "river", "terrain": terrain}])
        assert house.adjudicate(TABLE, WALKER, "Move", [(0, 0), (4, 0)], memory=muddy).cost == 6
    used = [{"rule": "Riveronenter onceper turn", "model": "a", "turn": 0}]
    assert house.adjudicate(TABLE, WALKER, "Move", [(0, 0), (4, 0)], dice=[], memory=memory_of(used=used)).rolls == ()


def test_what_a_verdict_remembers_is_taken_back(house: gr.Ruleset) -> None:
    first = house.adjudicate(TABLE, WALKER, "Move", [(0, 0), (3, 0)], dice=[1])
    after = gr.memory_from_json(gr.memory_to_json(first.after))
    assert after == first.after
    again = house.adjudicate(TABLE, WALKER, "Move", [(3, 0), (4, 0)], memory=after)
    assert again.allowance == 6
    bare = memory_of(changed=[{"piece": "river", "terrain": "Open"}])
    assert house.adjudicate(TABLE, WALKER, "Move", [(0, 0), (4, 0)], dice=[], memory=bare).legal


# ---- errors and odds travel


def _failing(house: gr.Ruleset) -> dict[str, Callable[[], object]]:
    return {
        "refusal": lambda: house.roll("Forf"),
        "missing": lambda: house.adjudicate(TABLE, WALKER, "Move", [(0, 0), (3, 0)]),
        "situation": lambda: house.adjudicate(gr.Table({"a": {"terrain": "Rivr"}}), WALKER),
        "rules": lambda: gr.load("trench-crusad"),
        "format": lambda: gr.memory_from_json('{"turn": "noon"}'),
    }


def _said(error: Exception) -> dict[str, Any]:
    """All that an error says; diagnostics without their sources, which are known by identity."""
    said = dict(vars(error), text=str(error), type=type(error))
    if "diagnostics" in said:
        said["diagnostics"] = [(d.code, d.severity, d.message, d.help, d.span.place) for d in said["diagnostics"]]
    return said


def pickled(error: Exception) -> Exception:
    found = pickle.loads(pickle.dumps(error))
    assert isinstance(found, Exception)
    return found


@pytest.mark.parametrize("name", ["refusal", "missing", "situation", "rules", "format"])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
def test_errors_say_the_same_after_a_journey(
    house: gr.Ruleset, name: str, again: Callable[[Exception], Exception]
) -> None:
    with pytest.raises(Exception) as raised:  # five kinds of it
        _failing(house)[name]()
    raised.value.add_note("told by another process")
    assert _said(again(raised.value)) == _said(raised.value)


def test_odds_say_the_same_after_a_journey(house: gr.Ruleset) -> None:
    wet = memory_of(states=[{"model": "a", "state": "Wet Through"}])
    for path in ([(0, 0), (5, 0)], [(0, 0), (5, 0), (0, 0)]):  # the second one is too far
        odds = house.odds(TABLE, WALKER, "Move", path, memory=wet)
        for other in (pickle.loads(pickle.dumps(odds)), copy.copy(odds), copy.deepcopy(odds)):
            assert (other.names(), other.ways, other.why) == (odds.names(), odds.ways, odds.why)
            assert other.distribution("Ford") == odds.distribution("Ford")
            assert other.legal is (len(path) == 2)


# ---- what counts in odds


def _odds(text: str) -> gr.Odds:
    ruleset, found = gr.check(text)
    assert ruleset is not None, found
    return ruleset.odds(gr.Table({"b": {"terrain": "Bog", "rect": [2, -5, 4, 5]}}), gr.Model(), None, [(0, 0), (6, 0)])


@pytest.mark.parametrize("brackets", ["1", "d3", "d3 + d6"])
def test_dice_in_brackets_of_an_outcome_do_not_count_as_it(brackets: str) -> None:
    odds = _odds(f"outcome Wound(X)\nroll T: d6\n    1: Wound({brackets})\n    2+ Fine\nBog on enter: T\n")
    assert odds.distribution("Wound") == {0: Fraction(5, 6), 1: Fraction(1, 6)}
    assert {way.count("Wound") for way in odds.ways} == {0, 1}
    assert odds.distribution("T") == {1: Fraction(1)}


def test_dice_in_brackets_of_a_roll_do_not_count_as_it() -> None:
    odds = _odds(
        "outcome Wound\nroll Inner(X): d6 + X\n    7+ Hit: Wound\n    otherwise Miss\n"
        "roll T: Inner(d3) + 1\n    5+ Fine\n    otherwise Bad\nBog on enter: T\n"
    )
    assert odds.distribution("Inner") == {1: Fraction(1)}


@pytest.mark.parametrize("rollers", [-1, 1.5, True, "2", None])
def test_so_many_models_roll_is_a_whole_number(house: gr.Ruleset, rollers: Any) -> None:
    chances = house.roll("Ford").distribution()
    with pytest.raises(gr.Refusal, match="rollers") as raised:
        chances.at_least_once("Swept", rollers=rollers)
    assert raised.value.kind == "number"
    assert [chances.at_least_once("Swept", rollers=each) for each in (0, 1, 2)] == [0, Fraction(1, 3), Fraction(5, 9)]
