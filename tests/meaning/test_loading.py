"""Files on files: circles, chains without end, texts that are not there."""

from __future__ import annotations

from tests.meaning.support import codes, compiled

from groundrules.limits import RULESETS_DEEP


def test_a_circle_is_reported_where_it_closes() -> None:
    made = compiled('use "one"\n', one='Woods: cost x2\nuse "two"\n', two='use "one"\n')
    assert [(each.code, each.span.source.name, each.span.line) for each in made.diagnostics] == [
        ("GR202", "two.terrain", 1)
    ]
    assert "one.terrain" in made.diagnostics[0].message


def test_a_chain_has_an_end() -> None:
    chain = {f"n{number}": f'use "n{number + 1}"\n' for number in range(RULESETS_DEEP + 4)}
    assert [code for code, _ in codes(compiled('use "n0"\n', **chain))] == ["GR203"]


def test_a_chain_of_the_longest_is_fine() -> None:
    chain = {f"n{number}": f'use "n{number + 1}"\n' for number in range(RULESETS_DEEP - 2)}
    last = f"n{RULESETS_DEEP - 2}"
    assert codes(compiled('use "n0"\n', **chain, **{last: "Woods: cost x2\n"})) == []


def test_a_text_that_is_not_there() -> None:
    made = compiled('Woods: cost x2\nuse "nowhere"\n')
    assert codes(made) == [("GR601", 2)]
    assert [rule.id for rule in made.partial.rules] == ["Woods"]


def test_findings_of_a_base_are_shown_in_the_base() -> None:
    made = compiled('use "base"\n', base="Woods: cost x2\nWoods: counts as Nowhere\n")
    assert [(each.code, each.span.source.name, each.span.line) for each in made.diagnostics] == [
        ("GR200", "base.terrain", 2)
    ]
