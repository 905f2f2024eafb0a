"""What running the rules finds out for the cards: the chances of rolls, examples that were played.

Examples are the scenarios marked ``example: true`` in the folder ``scenarios`` beside a
ruleset. One that does not come out as it expects stops the build.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from groundrules.cards import Example, Findings
from groundrules.diagnostics import Diagnostic, finding
from groundrules.project.chances import chances_of
from groundrules.project.compiling import Outcome
from groundrules.project.playing import load
from groundrules.project.reading import outside
from groundrules.project.roots import SCENARIOS
from groundrules.ruleset import Ruleset
from groundrules.scenarios.coverage import exercised
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.running import Result, StepResult, run_scenario
from groundrules.scenarios.telling import amount


class WrongExample(Exception):
    """An example that does not come out as it expects, and the file it stands in."""

    def __init__(self, diagnostic: Diagnostic, path: Path) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.path = path


def findings_of(outcome: Outcome) -> Findings:
    """Chances and examples for the cards of a compiled ruleset.

    Raises :class:`WrongExample`.
    """
    ruleset = outcome.ruleset
    assert ruleset is not None
    return Findings(chances=chances_of(ruleset), examples=dict(_examples(outcome, ruleset)))


def _examples(outcome: Outcome, ruleset: Ruleset) -> Iterator[tuple[str, Example]]:
    """The first example of each card, by the card's key."""
    seen: set[str] = set()
    folder = outcome.place.path.parent / SCENARIOS
    leads_out = outside(folder, outcome.place.root, SCENARIOS) if folder.is_dir() else None
    if leads_out is not None:
        raise WrongExample(leads_out.in_file(SCENARIOS), folder)
    for path in sorted(folder.glob("*.yaml")) if folder.is_dir() else ():
        play = load(path, path.name, only_scenarios=True)
        document = None if play is None else play.document
        for scenario in document.scenarios if document is not None else ():
            if not scenario.example:
                continue
            result = run_scenario(ruleset, scenario)
            if not result.passed:
                raise WrongExample(_wrong(scenario, result), path)
            for key, example in _told(ruleset, result):
                if key not in seen:
                    seen.add(key)
                    yield key, example


def _wrong(scenario: Scenario, result: Result) -> Diagnostic:
    why = "; ".join(f"{each.key} is {each.actual}" for each in result.mismatches) or "it cannot be played"
    return finding(
        "GR408",
        scenario.span,
        f"the example `{scenario.name}` does not come out as it expects",
        help=f"{why}: `groundrules test` shows the whole of it",
    )


def _told(ruleset: Ruleset, result: Result) -> Iterator[tuple[str, Example]]:
    """The example for the card of the first ground that it met, and for the sheet."""
    step = result.steps[0]
    name = result.scenario.name
    text = f"{name[:1].upper()}{name[1:]}: {_came(step, ruleset.settings.distance)}."
    example = Example(text, tuple(sorted(exercised(ruleset, result))))
    terrain = _ground(step)
    if terrain is not None:
        yield f"terrain {terrain}", example
    yield "quick-reference", example


def _ground(step: StepResult) -> str | None:
    pieces = {piece.name: piece for piece in step.played.table.pieces}
    met = [event.piece for event in step.verdict.events if event.piece in pieces] if step.verdict is not None else []
    if step.look is not None and step.look.cover_from in pieces:
        met.append(step.look.cover_from)
    for name in met:
        piece = pieces[name or ""]
        if piece.terrains:
            return piece.terrains[0].name
    return None


def _came(step: StepResult, unit: str) -> str:
    parts: list[str] = []
    verdict = step.verdict
    if verdict is not None:
        for roll in verdict.rolls:
            faces = ", ".join(map(str, roll.dice or ()))
            parts.append(f"{roll.roll} {faces}" + (f" ({roll.outcome})" if roll.outcome else ""))
        parts += [outcome.text for outcome in verdict.outcomes]
        for end in verdict.models[:1]:
            allowed = [each for each in end.allowance if each is not None]
            of = f" of {amount(allowed[0], unit)}" if len(allowed) == 1 else ""
            parts.append(f"moved {amount(end.moved, unit)}, cost {amount(end.cost, unit)}{of}")
    if step.look is not None:
        parts.append(f"sight is {step.look.sight}, cover {step.look.cover or 'none'}")
    return "; ".join(parts)
