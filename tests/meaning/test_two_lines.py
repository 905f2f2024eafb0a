"""Two lines are a ruleset: one warning, and the line to paste that takes it away."""

from __future__ import annotations

import pytest
from tests.meaning.support import clean, codes, compiled, rules

from groundrules.diagnostics import Severity
from groundrules.ruleset import CostTimes, Deliver

TWO = "Difficult: cost x2\nDangerous on enter: RiskyRoll\n"


def test_these_and_nothing_else_compile_with_one_warning() -> None:
    made = compiled(TWO)
    assert codes(made) == [("GR205", 2)]
    (warning,) = made.diagnostics
    assert warning.severity is Severity.WARNING
    assert warning.help is not None
    assert "roll RiskyRoll: 2d6" in warning.help.splitlines()
    assert made.ruleset is not None
    assert [(outcome.name, outcome.implied) for outcome in made.ruleset.outcomes] == [("RiskyRoll", True)]
    assert isinstance(rules(made.ruleset)["Difficult"].effects[0], CostTimes)
    assert rules(made.ruleset)["Dangerous on enter"].effects == (Deliver("RiskyRoll"),)
    assert [(action.name, action.allowance, action.implied) for action in made.ruleset.actions] == [
        ("Move", None, True)
    ]


def test_the_line_of_the_help_makes_it_clean() -> None:
    assert clean(TWO + "roll RiskyRoll: 2d6\n    2+: no effect\n").outcomes == ()


@pytest.mark.parametrize(
    "declared", ["outcome Hit\nMire on enter: Hit\n", "roll Luck: d6\n    1+: no effect\nMire on enter: Luck\n"]
)
def test_with_any_roll_or_outcome_declared_an_unknown_name_is_an_error(declared: str) -> None:
    made = compiled(TWO + declared)
    assert codes(made) == [("GR200", 2)]
    assert made.ruleset is None


def test_a_roll_of_the_base_counts_too() -> None:
    made = compiled('use "base"\n' + TWO, base="roll Luck: d6\n    1+: no effect\nMire on enter: Luck\n")
    assert codes(made) == [("GR200", 3)]


def test_one_name_is_warned_of_once() -> None:
    assert codes(compiled(TWO + "Mire on enter: Risky Roll\n")) == [("GR205", 2)]


@pytest.mark.parametrize("name", ["Dangerous Test", "DangerousTest", "Difficult Roll", "Heal(8)"])
def test_a_name_that_is_only_a_little_like_another_is_an_outcome(name: str) -> None:
    assert codes(compiled(f"Difficult: cost x2\nDangerous on enter: {name}\n")) == [("GR205", 2)]


@pytest.mark.parametrize("name", ["Dificult", "Difficults"])
def test_a_name_one_letter_from_another_is_a_slip(name: str) -> None:
    assert codes(compiled(f"Difficult: cost x2\nDangerous on enter: {name}\n")) == [("GR200", 2)]
