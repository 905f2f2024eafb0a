"""Scenarios played for the story: dice scripted or rolled, nothing compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from groundrules.engine import Dice, ScriptedDice, SeededDice, adjudicate
from groundrules.ruleset import Ruleset
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.running import Result, StepResult, look_of, run_scenario
from groundrules.scenarios.situations import Played
from groundrules.scenarios.telling import looked, story


@dataclass(slots=True)
class Teller:
    """Judges step after step. ``seed`` rolls all dice; without one, scripted dice are used
    where there are any and ``fallback`` rolls the rest. ``rolled`` says whether it was needed.
    """

    seed: str | None
    fallback: str
    preview: bool = False
    rolled: bool = False
    _seeded: Dice | None = field(default=None, repr=False)

    def play(self, ruleset: Ruleset, played: Played) -> StepResult:
        """One step; raises :class:`~groundrules.engine.Refusal`."""
        verdict = None
        if played.situation is not None:
            verdict = adjudicate(
                ruleset, played.situation, self._dice(played), preview=self.preview, memory=played.memory
            )
            if verdict.rolls and (self.seed is not None or played.faces is None) and not self.preview:
                self.rolled = True
        return StepResult(played, verdict, look_of(ruleset, played))

    def _dice(self, played: Played) -> Dice | None:
        if self.preview:
            return None
        if self.seed is None and played.faces is not None:
            return ScriptedDice(played.faces)
        if self._seeded is None:
            self._seeded = SeededDice(self.seed if self.seed is not None else self.fallback)
        return self._seeded


def tell(ruleset: Ruleset, scenario: Scenario, teller: Teller) -> Result:
    """The scenario played by the teller. Never raises for what an author wrote."""
    return run_scenario(ruleset, scenario, teller.play, own=True)


def told(result: Result, ruleset: Ruleset, seed: str | None = None) -> Iterator[str]:
    """The story of a scenario in lines; ``seed`` is named where dice were rolled."""
    yield result.scenario.name
    for number, step in enumerate(result.steps):
        if number:
            yield f"then ({number}):"
        if step.verdict is not None:
            yield from story(step.verdict, ruleset)
        if step.look is not None:
            yield from looked(step.look)
    if seed is not None:
        yield f"dice rolled with --seed {seed}"
