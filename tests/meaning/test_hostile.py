"""Texts that nobody would write end in findings, soon, and with everything else intact."""

from __future__ import annotations

import pytest
from tests.meaning.support import codes, compiled

from groundrules.limits import NESTING

CROWDS = {
    "terrains": "".join(f"Ground{number}x: cost x2\n" for number in range(1500)),
    "unknown names": "".join(f"Ground A{number}: counts as Nowhere B{number}\n" for number in range(1500)),
    "heirs of one": "T0: cost x2\n" + "".join(f"T{number}: as T0\n" for number in range(1, 1500)),
    "heirs of heirs": "T0: cost x2\n" + "".join(f"T{number}: as T{number - 1}\n" for number in range(1, 1500)),
    "heirs of two": "T0: cost x2\nT1: cost x2\n"
    + "".join(f"T{number}: as T{number - 1}, as T{number - 2}\n" for number in range(2, 60)),
    "groups of groups": "T0: cost x2\ngroup G0: T0\n"
    + "".join(f"group G{number}: G{number - 1}\n" for number in range(1, 1500)),
    "rolls of rolls": "roll R0: d6\n    1+: no effect\n"
    + "".join(f"roll R{number}: R{number - 1}\n" for number in range(1, 300))
    + "Woods on enter: R299\n",
}


@pytest.mark.parametrize("text", CROWDS.values(), ids=CROWDS)
def test_a_crowd_is_read(text: str) -> None:
    found = codes(compiled(text))
    assert {code for code, _ in found} <= {"GR200"}


def test_chains_that_are_told_backwards_have_an_end() -> None:
    deep = NESTING * 3
    heirs = "".join(f"T{number}: as T{number + 1}\n" for number in range(deep)) + f"T{deep}: cost x2\n"
    groups = "".join(f"group G{number}: G{number + 1}\n" for number in range(deep))
    groups += f"group G{deep}: Woods\nWoods: cost x2\n"
    rolls = (
        "".join(f"roll R{number}: R{number + 1}\n" for number in range(deep))
        + f"roll R{deep}: d6\n    1+: no effect\nWoods on enter: R0\n"
    )
    for text, code in ((heirs, "GR230"), (groups, "GR234"), (rolls, "GR231")):
        assert {found for found, _ in codes(compiled(text))} == {code}


@pytest.mark.parametrize(
    "text, code",
    [
        (f"{'A' * 50_000}: cost x2\n", "GR156"),
        ("Woods: cost x99999999999\n", "GR150"),
        ("roll Luck: 999999999d6\n    0+: no effect\nWoods on enter: Luck\n", "GR214"),
        ("roll Luck: d99999\n    0+: no effect\nWoods on enter: Luck\n", "GR214"),
        ('use "../../secret"\nWoods: cost x2\n', "GR601"),
    ],
)
def test_what_nobody_could_mean(text: str, code: str) -> None:
    assert [found for found, _ in codes(compiled(text))] == [code]


def test_prose_is_text_whatever_it_holds() -> None:
    made = compiled("Woods: cost x2\n    > <script>{{ 7 * 7 }}</script> | `x` {% raw %} {Nothing}\n")
    assert made.diagnostics == ()
    assert made.partial.rules[0].prose == ("<script>{{ 7 * 7 }}</script> | `x` {% raw %} {Nothing}",)
