"""Playing scenarios and comparing what came with what was expected."""

from __future__ import annotations

from dataclasses import dataclass

from groundrules.diagnostics import Diagnostic
from groundrules.engine import Dice, Refusal, ScriptedDice, adjudicate, look
from groundrules.ruleset import Ruleset
from groundrules.scenarios.chances import compare_odds
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.expecting import Mismatch, Outcome, compare
from groundrules.scenarios.situations import Played, SituationReader
from groundrules.verdict import Sight, Verdict


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step (the scenario itself, or one of its ``then``) came to."""

    verdict: Verdict | None
    look: Sight | None
    mismatches: tuple[Mismatch, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What a scenario came to.

    ``findings``: it could not be read against the ruleset; ``refusal``: the engine would
    not judge it. Both are failures.
    """

    scenario: Scenario
    steps: tuple[StepResult, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    refusal: Refusal | None = None

    @property
    def passed(self) -> bool:
        """Whether everything came as expected."""
        return not self.findings and self.refusal is None and not self.mismatches

    @property
    def mismatches(self) -> tuple[Mismatch, ...]:
        """What did not come true, in order."""
        return tuple(each for step in self.steps for each in step.mismatches)


def run_scenario(ruleset: Ruleset, scenario: Scenario, dice: Dice | None = None) -> Result:
    """Plays a scenario and its further steps.

    ``dice`` stands in for scripted dice (a seed, say); then nothing is compared. Never
    raises for what an author wrote.
    """
    reader = SituationReader(ruleset)
    played = reader.scenario(scenario)
    if played is None:
        return Result(scenario, findings=tuple(reader.diagnostics))
    steps: list[StepResult] = []
    try:
        steps.append(play(ruleset, played, dice))
        for stated in scenario.steps:
            played = reader.step(stated, played, steps[-1].verdict)
            if played is None:
                return Result(scenario, tuple(steps), findings=tuple(reader.diagnostics))
            steps.append(play(ruleset, played, dice))
    except Refusal as refusal:
        return Result(scenario, tuple(steps), refusal=refusal)
    return Result(scenario, tuple(steps))


def play(ruleset: Ruleset, played: Played, dice: Dice | None = None) -> StepResult:
    """Judges one situation, its look, its odds, and compares.

    Raises :class:`~groundrules.engine.Refusal`.
    """
    verdict: Verdict | None = None
    mismatches: list[Mismatch] = []
    only_odds = played.odds is not None and played.expect is None and played.faces is None
    if played.situation is not None and not only_odds:
        script = ScriptedDice(played.faces or ())
        verdict = adjudicate(ruleset, played.situation, dice if dice is not None else script, memory=played.memory)
        if dice is None and script.left:
            left = ", ".join(map(str, script.left))
            mismatches.append(Mismatch("dice", "no dice left over", f"nobody asked for {left}", played.span))
    seen = _look(ruleset, played)
    if played.expect is not None and dice is None:
        mismatches += compare(played.expect, Outcome(verdict, seen))
    if played.odds is not None and dice is None and played.situation is not None:
        mismatches += compare_odds(ruleset, played.situation, played.memory, played.odds)
    return StepResult(verdict, seen, tuple(mismatches))


def _look(ruleset: Ruleset, played: Played) -> Sight | None:
    if played.look is None:
        return None
    return look(
        ruleset,
        played.table,
        played.look.viewer,
        played.look.target,
        agreed=played.agreed,
        options=played.options,
        game=played.game,
        memory=played.memory,
    )
