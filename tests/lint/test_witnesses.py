"""Each witness, read back from its text, plays and shows in its trace what the finding says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lint.support import BAD, found

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
