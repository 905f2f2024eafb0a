"""Each witness, read back from its text, plays and shows in its trace what the finding says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lint.support import BAD, found

from groundrules.diagnostics import Diagnostic
from groundrules.lint.tied_rules import witnessed
from groundrules.meaning import compile_ruleset
from groundrules.ruleset import Ruleset
from groundrules.scenarios.documents import read_document
from groundrules.scenarios.running import Result, run_scenario
from groundrules.source import Source

#: Checks that say nothing without a witness.
SHOWN = ("GR300", "GR301", "GR307", "GR311")


def played(ruleset: Ruleset, witness: str) -> Result:
    """The witness as an author would paste it: below `scenarios:` in a file of its own."""
    document, problems = read_document(Source("w.yaml", f"rules: r\nscenarios:\n{witness}"))
    assert document is not None and problems == () and len(document.scenarios) == 1
    return run_scenario(ruleset, document.scenarios[0])


def tied(text: str) -> tuple[Ruleset, list[Diagnostic]]:
    """The rules of a text that has an error, as far as they are known, and what is said of it."""
    compiled = compile_ruleset(Source("page.terrain", text), "page", lambda *_: pytest.fail("nothing is used"))
    assert compiled.ruleset is None
    return compiled.partial, list(witnessed(compiled))


def both(path: Path) -> tuple[Ruleset, Result]:
    text = path.read_text(encoding="utf-8")
    compiled = compile_ruleset(Source("page.terrain", text), "page", lambda *_: pytest.fail("nothing is used"))
    assert compiled.ruleset is not None
    (finding,) = found(text)
    assert finding.witness is not None
    return compiled.ruleset, played(compiled.ruleset, finding.witness)


@pytest.mark.parametrize("path", [path for path in BAD if path.stem[:5] in SHOWN], ids=lambda path: path.stem)
def test_a_witness_is_ready_to_paste_and_passes(path: Path) -> None:
    _, result = both(path)
    assert result.passed, [*result.mismatches, *result.findings]


def test_the_gap_shows_as_rules_that_did_not_act() -> None:
    _, result = both(next(path for path in BAD if path.stem == "GR300"))
    verdict = result.steps[0].verdict
    assert verdict is not None
    assert {each.rule for each in verdict.why_not} >= {"Woods for Infantry", "Woods for Vehicle"}
    assert not [line for line in verdict.trace if (line.rule or "").startswith("Woods")]
    assert result.scenario.stated.get("track") is not None, "a line suffices"


@pytest.mark.parametrize(
    ("code", "rules"),
    [("GR301", {"Mud when part of move", "Ice when part of move"}), ("GR311", {"Road", "Mud"})],
)
def test_the_overlap_shows_as_two_rules(code: str, rules: set[str]) -> None:
    _, result = both(next(path for path in BAD if path.stem == code))
    verdict = result.steps[0].verdict
    assert verdict is not None and rules <= {line.rule for line in verdict.trace}
    assert result.scenario.stated.get("track") is not None, "a line suffices"


def test_the_model_that_is_held_announces_a_move_and_goes_nowhere() -> None:
    _, result = both(next(path for path in BAD if path.stem == "GR307"))
    verdict = result.steps[0].verdict
    assert verdict is not None and verdict.legal and verdict.moved == 0
    assert [line.rule for line in verdict.trace if line.rule] == ["Wall on contact"]


TIES = """model
    Class: Infantry, Vehicle
    Speed: distance
    traits: Scout
action Move: up to Speed
"""


@pytest.mark.parametrize(
    ("rules", "code", "acting"),
    [
        ("Woods for Infantry: cost x2\nWoods for Scout: cost x3\n", "GR250", {"Woods for Infantry", "Woods for Scout"}),
        ("Mud for Scout: forbid enter\nMud for Infantry: allow enter\n", "GR250", {"Mud for Scout"}),
        ("Woods: cost x2\nScrub for Vehicle: cost +1\n", "GR253", {"Woods", "Scrub for Vehicle"}),
    ],
)
def test_rules_that_tie_are_shown_at_work(rules: str, code: str, acting: set[str]) -> None:
    ruleset, findings = tied(TIES + rules)
    (finding,) = findings
    assert finding.code == code and finding.witness is not None
    assert "expect" not in finding.witness, "nobody knows what comes of it"
    result = played(ruleset, finding.witness)
    verdict = result.steps[0].verdict
    assert verdict is not None and result.findings == () and result.refusal is None
    assert acting <= {line.rule for line in verdict.trace} | {reason.rule for reason in verdict.why}
    assert result.scenario.stated.get("track") is not None, "a line suffices"


def test_rules_with_another_mistake_are_not_played() -> None:
    _, findings = tied(TIES + "Woods for Infantry: cost x2\nWoods for Scout: cost x3\nMud: costt x2\n")
    assert {each.code for each in findings} >= {"GR110", "GR250"}
    assert {each.witness for each in findings} == {None}


def test_ground_without_a_rule_is_crossed_and_its_trace_is_empty() -> None:
    _, result = both(next(path for path in BAD if path.stem == "GR300-kind"))
    verdict = result.steps[0].verdict
    assert verdict is not None and verdict.trace == ()
    assert any(each.piece is not None for each in verdict.events)
