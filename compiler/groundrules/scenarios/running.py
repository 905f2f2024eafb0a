"""Playing scenarios and comparing what came with what was expected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from groundrules.diagnostics import Diagnostic
from groundrules.engine import Refusal, ScriptedDice, adjudicate, look
from groundrules.ruleset import Ruleset
from groundrules.scenarios.chances import compare_odds
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.expecting import Mismatch, Outcome, compare
from groundrules.scenarios.situations import Played, SituationReader
from groundrules.verdict import Sight, Verdict


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step (the scenario itself, or one of its ``then``) came to."""

    played: Played
    verdict: Verdict | None
    look: Sight | None
    mismatches: tuple[Mismatch, ...] = ()


#: Judges one step.
Player = Callable[[Ruleset, Played], StepResult]


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


def run_scenario(ruleset: Ruleset, scenario: Scenario, one: Player | None = None, *, own: bool = False) -> Result:
    """Plays a scenario and its further steps.

    ``one`` judges a single step, by default :func:`play`, which compares. ``own``: these are the rules
    that the scenario was written for, so that it may agree on nothing that they do not ask. Never
    raises for what an author wrote.
    """
    judge = one if one is not None else play
    reader = SituationReader(ruleset)
    reader.tells_facts = own
    played = reader.scenario(scenario)
    if played is None:
        return Result(scenario, findings=tuple(reader.diagnostics))
    steps: list[StepResult] = []
    try:
        steps.append(judge(ruleset, played))
        for stated in scenario.steps:
            played = reader.step(stated, played, steps[-1].verdict)
            if played is None:
                return Result(scenario, tuple(steps), findings=tuple(reader.diagnostics))
            steps.append(judge(ruleset, played))
    except Refusal as refusal:
        return Result(scenario, tuple(steps), refusal=refusal)
    return Result(scenario, tuple(steps))


def play(ruleset: Ruleset, played: Played) -> StepResult:
    """Judges one situation, its look, its odds, and compares.

    Raises :class:`~groundrules.engine.Refusal`.
    """
    verdict: Verdict | None = None
    mismatches: list[Mismatch] = []
    only_odds = played.odds is not None and played.expect is None and played.faces is None
    if played.situation is not None and not only_odds:
        script = ScriptedDice(played.faces or ())
        verdict = adjudicate(ruleset, played.situation, script, memory=played.memory)
        if script.left:
            left = ", ".join(map(str, script.left))
            mismatches.append(Mismatch("dice", "no dice left over", f"nobody asked for {left}", played.span))
    seen = look_of(ruleset, played)
    if played.expect is not None:
        mismatches += compare(played.expect, Outcome(verdict, seen))
    if played.odds is not None and played.situation is not None:
        mismatches += compare_odds(ruleset, played.situation, played.memory, played.odds)
    return StepResult(played, verdict, seen, tuple(mismatches))


def look_of(ruleset: Ruleset, played: Played) -> Sight | None:
    """The look that is asked for, judged; ``None`` where nobody looks."""
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
