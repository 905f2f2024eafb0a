"""The rules of twenty games run: on drawn tables, in every action, whatever the dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from groundrules.engine import Refusal, Rulebook, SeededDice, adjudicate, look
from groundrules.meaning import compile_ruleset
from groundrules.source import Source

from .drawn_any import AnySetter

GAMES = sorted((Path(__file__).parents[1] / "meaning" / "good").glob("*.terrain"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_runs(path: Path) -> None:
    def nothing(name: str, source: Source) -> Any:
        raise AssertionError(name)

    ruleset = compile_ruleset(Source(path.name, path.read_text(encoding="utf-8")), path.stem, nothing).ruleset
    assert ruleset is not None
    book = Rulebook(ruleset)
    judged = 0
    for seed in range(6):
        setter = AnySetter(ruleset, seed)
        for action in ruleset.actions:
            situation = setter.situation(action.name)
            try:
                adjudicate(book, situation, SeededDice(seed))
                adjudicate(book, situation, preview=True)
                ends = [setter.model(name, setter.point()) for name in "ab"]
                look(book, situation.table, ends[0], ends[1], game=situation.game)
            except Refusal:
                continue
            judged += 1
    assert judged > 0


def test_there_are_twenty() -> None:
    assert len(GAMES) == 20
