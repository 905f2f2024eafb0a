"""A move judged without its story is the same move: nothing but the story is missing."""

from __future__ import annotations

from dataclasses import replace

from groundrules.engine import Refusal, Rulebook, SeededDice, adjudicate
from groundrules.verdict import Verdict

from .drawn import clean_ruleset
from .drawn_play import Setter


def _without_story(verdict: Verdict) -> Verdict:
    events = tuple(replace(each, point=None) for each in verdict.events)
    return replace(verdict, trace=(), why_not=(), events=events)


def test_only_the_story_is_missing() -> None:
    judged = refused = events = 0
    for seed in range(40, 75):
        _, ruleset = clean_ruleset(seed)
        assert ruleset is not None
        book, setter = Rulebook(ruleset), Setter(ruleset, seed)
        for action in ruleset.actions:
            situation = setter.situation(action.name)
            for preview in (True, False):
                try:
                    told = adjudicate(book, situation, SeededDice(seed), preview=preview)
                except Refusal as refusal:
                    refused += 1
                    try:
                        adjudicate(book, situation, SeededDice(seed), preview=preview, trace=False)
                    except Refusal as other:
                        assert other.kind == refusal.kind
                        continue
                    raise AssertionError(f"{seed}: refused with its story only: {refusal}") from refusal
                bare = adjudicate(book, situation, SeededDice(seed), preview=preview, trace=False)
                assert bare == _without_story(told), (seed, action.name, preview)
                judged += 1
                events += len(told.events)
    assert judged > 60
    assert events > 300
    assert refused < judged
