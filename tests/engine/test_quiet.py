"""Where an announcement leaves nothing out, it is the move played: playing it tells the same."""

from __future__ import annotations

from groundrules.engine import Refusal, Rulebook, SeededDice
from groundrules.engine.adjudicating import announce, begun, opened
from groundrules.engine.telling import told
from groundrules.verdict import Memory

from .drawn import clean_ruleset
from .drawn_play import Setter


def test_a_quiet_announcement_tells_what_playing_tells() -> None:
    quiet = 0
    for seed in range(30):
        trace = seed % 3 > 0
        _, ruleset = clean_ruleset(seed)
        assert ruleset is not None
        book = Rulebook(ruleset)
        setter = Setter(ruleset, seed)
        for action in ruleset.actions:
            situation = setter.situation(action.name)
            try:
                stage = begun(book, situation, Memory())
                announced = announce(stage, trace)
                if announced.reasons or not announced.quiet:
                    continue
                other = begun(book, situation, Memory())
                play = opened(other, "resolve", trace)
                dice = SeededDice(seed)
                while (request := play.advance()) is not None:
                    play.answer(tuple(dice.roll(request)))
            except Refusal:
                continue
            quiet += 1
            assert told(stage, announced, announced, False) == told(other, announce(other, False), play, False), seed
    assert quiet > 3
