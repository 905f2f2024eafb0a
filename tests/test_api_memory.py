"""Memories that come from elsewhere: read, found again, or refused by name; the library's records in and out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
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
