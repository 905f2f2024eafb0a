"""What checks clean runs: drawn rulesets on drawn tables in every action, without an exception but a named refusal.

``GROUNDRULES_FUZZ=2000`` draws so many rulesets instead of a few.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from groundrules.engine import Refusal, Rulebook, SeededDice, adjudicate, look
from groundrules.verdict import Verdict, from_json, to_json

from .drawn import clean_ruleset
from .drawn_play import Setter

ROUNDS = int(os.environ.get("GROUNDRULES_FUZZ", "60"))


def answers_to(pending: Any, turn: int) -> list[Any]:
    if pending.kind == "dice":
        return [1 + (turn + n) % pending.sides for n in range(pending.dice)]
    return [turn % 2 == 0]


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_whatever_checks_clean_is_adjudicated(seed: int) -> None:
    text, ruleset = clean_ruleset(seed)
    assert ruleset is not None, text
    book = Rulebook(ruleset)
    setter = Setter(ruleset, seed)
    memory = None
    for action in ruleset.actions:
        situation = setter.situation(action.name)
        try:
            verdict = adjudicate(book, situation, SeededDice(seed), memory=memory)
        except Refusal:
            continue
        assert from_json(to_json(verdict)) == verdict
        again = adjudicate(Rulebook(ruleset), situation, SeededDice(seed), memory=memory)
        assert again == verdict
        memory = verdict.after
        preview = adjudicate(book, situation, preview=True)
        if not preview.rolls and memory is None:
            assert preview.legal == verdict.legal
        assert_it_can_be_asked(book, situation)
        ends = [setter.model(name, setter.point()) for name in "ab"]
        look(book, situation.table, ends[0], ends[1], game=situation.game)


def assert_it_can_be_asked(book: Rulebook, situation: Any) -> None:
    answers: list[Any] = []
    for turn in range(200):
        verdict: Verdict = adjudicate(book, situation, answers, on_missing="ask")
        if verdict.pending is None:
            return
        answers += answers_to(verdict.pending, turn)
    raise AssertionError("it never stops asking")
