"""Numbers, dice and rates that the grammar takes and that cannot be: told, never raised."""

from __future__ import annotations

import pytest

from groundrules.limits import DIGITS, NAME_LENGTH, NESTING
from groundrules.source import Source
from groundrules.syntax import ast, ast_expr as ex, parse
from groundrules.syntax.walk import find, walk

CASES = [
    ("Woods: cost x1/0", "GR150", "x1/0", "`1/0` divides by nothing"),
    ('Woods: at most 1/0"', "GR150", '1/0"', "`1/0` divides by nothing"),
    ("Woods when over 1/0 of unit inside: stop", "GR150", "1/0", "`1/0` divides by nothing"),
    (f"Woods: cost +{'9' * 5000}", "GR150", "9" * 5000, "`99999999999999999…` is no number a table can use"),
    (f"roll Test: {'9' * 5000}d6", "GR150", f"{'9' * 5000}d6", "`99999999999999999…` is no number a table can use"),
    (
        "roll Test: d6\n    1-" + "9" * 50 + ": stop",
        "GR150",
        "9" * 50,
        "`99999999999999999…` is no number a table can use",
    ),
    ("roll Test: 2d6 keep 1/2 highest", "GR151", "1/2", "`1/2` is no number of dice"),
    ("action March: 1.5 moves up to Speed", "GR151", "1.5", "`1.5` is no number of moves"),
    ("Woods: Test +½ dice", "GR151", "½", "`½` is no number of dice"),
    ("Woods: reroll 1/2 in Test", "GR151", "1/2", "`1/2` is no number of pips"),
    ("Woods: reroll 1-X in Test", "GR151", "1-X", "`1-X` names no faces of a die"),
    ("roll Test: d0", "GR152", "d0", "`d0` is a die without a side"),
    (
        'Woods: cost 1 per full 3" or part of rise',
        "GR153",
        'full 3" or part',
        "`full` and `or part` in one rate: is a begun step counted or not?",
    ),
    ("roll Test: Test Dice 2d6", "GR154", "Test Dice 2d6", "`Test Dice` and `2` both say how many dice are thrown"),
]


@pytest.mark.parametrize(("text", "code", "place", "message"), CASES, ids=[f"{c[1]}-{c[3][:24]}" for c in CASES])
def test_finding(text: str, code: str, place: str, message: str) -> None:
    parsed = parse(Source("test.terrain", text))
    assert [(each.code, each.span.text, each.message) for each in parsed.diagnostics] == [(code, place, message)]
    assert parsed.diagnostics[0].help
    assert len(parsed.file.items) == 1


@pytest.mark.parametrize(
    "text",
    [
        f"Woods: at most {' + '.join(['1'] * 400)}",
        f"Woods: at most {'half ' * 400}Speed",
        f"Woods: at most Speed{' x2' * 400}",
        f"Woods when {'not ' * 400}inside: stop",
        f"Woods when A{' + 1' * 400} over 2: stop",
        f"Woods: at most 1{' per 1 of rise' * 400}",
    ],
)
def test_a_calculation_without_end_is_cut_and_told_once(text: str) -> None:
    """Whatever walks the tree later may recurse: no chain is deeper than the bound."""
    parsed = parse(Source("test.terrain", text))
    assert [each.code for each in parsed.diagnostics] in (["GR155"], ["GR104"])
    assert list(walk(parsed.file))
    assert repr(parsed.file)
    assert hash(parsed.file)
    assert parsed.file == parsed.file


def test_as_many_steps_as_the_bound_are_read() -> None:
    text = f"Woods: at most {' + '.join(['1'] * NESTING)}"
    parsed = parse(Source("test.terrain", text))
    assert not parsed.diagnostics
    assert len(list(find(parsed.file, ex.Num))) == NESTING


def test_a_long_list_is_not_deep() -> None:
    text = f"Woods when {' or '.join(['inside'] * 500)}: {', '.join(['stop'] * 500)}"
    parsed = parse(Source("test.terrain", text))
    assert not parsed.diagnostics
    rule = parsed.file.items[0]
    assert isinstance(rule, ast.Rule)
    assert len(rule.effects) == 500


def test_the_longest_number_is_read() -> None:
    longest = "9" * DIGITS
    assert not parse(Source("test.terrain", f"Woods: cost +{longest}.{longest}/{longest}")).diagnostics
    assert parse(Source("test.terrain", f"Woods: cost +{'9' * (DIGITS + 1)}")).diagnostics


def test_the_longest_name_is_read() -> None:
    name = "Woods " * (NAME_LENGTH // 6)
    assert not parse(Source("test.terrain", f"{name}: stop")).diagnostics
    parsed = parse(Source("test.terrain", f"{name} And More: stop"))
    assert [each.code for each in parsed.diagnostics] == ["GR156"]
    assert len(parsed.file.items) == 1
