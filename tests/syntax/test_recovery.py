"""Reading goes on after a mistake: one finding for each, and all else is kept."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundrules.diagnostics import Diagnostic
from groundrules.source import Source
from groundrules.syntax import ast, lexer, parse

RULES = Path(__file__).parents[2] / "rules_src"
NAMES = ("trench-crusade", "ninth-age", "epic")

Edit = tuple[int, int, str]


def text_of(name: str) -> str:
    return (RULES / name / f"{name}.terrain").read_bytes().decode()


def edits(text: str) -> Iterator[Edit]:
    """Every token taken out, doubled, and exchanged with the next in its line."""
    tokens = [token for token in lexer().tokens(text) if token.type not in ("_NL", "RULEROW")]
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        yield token.start_pos, token.end_pos, ""
        yield token.end_pos, token.end_pos, f" {token}"
        if after is not None and "\n" not in (between := text[token.end_pos : after.start_pos]):
            yield token.start_pos, after.end_pos, f"{after}{between}{token}"


def applied(text: str, edit: Edit) -> str:
    return text[: edit[0]] + edit[2] + text[edit[1] :]


def mended(text: str, found: Diagnostic) -> str:
    assert found.fix is not None
    for each in sorted(found.fix.edits, key=lambda each: -each.span.start):
        text = applied(text, (each.span.start, each.span.end, each.text))
    return text


def untouched(file: ast.File, places: list[int]) -> list[ast.Item]:
    """The items in which none of the places lies, nor in the line after them."""
    return [item for item in file.items if not any(item.span.start <= at <= item.span.end + 1 for at in places)]


@pytest.mark.parametrize("name", NAMES)
def test_one_slip_of_a_token_is_one_finding_at_most_and_costs_nothing_else(name: str) -> None:
    text = text_of(name)
    whole = parse(Source(name, text)).file
    lost = many = faulty = 0
    for edit in edits(text):
        broken = applied(text, edit)
        parsed = parse(Source(name, broken))
        if not parsed.diagnostics:
            continue
        faulty += 1
        many += len(parsed.diagnostics) > 1
        lost += any(item not in parsed.file.items for item in untouched(whole, [edit[0]]))
        for found in parsed.diagnostics:
            assert 0 <= found.span.start <= found.span.end <= len(broken)
            if found.fix is not None:
                assert parse(Source(name, mended(broken, found))).diagnostics == (), (edit, found)
    assert faulty > 300
    assert (many, lost) in ((0, 0), (0, 1))


def test_as_many_findings_as_mistakes_and_every_good_rule() -> None:
    chance = random.Random(20)
    exact = 0
    for _ in range(60):
        name = chance.choice(NAMES)
        text = text_of(name)
        source = Source(name, text)
        whole = parse(source).file
        every = list(edits(text))
        chosen: list[Edit] = []
        for item in chance.sample(whole.items, chance.randint(2, 5)):
            inside = [edit for edit in every if item.span.start <= edit[0] < edit[1] <= item.span.end]
            chance.shuffle(inside)
            chosen += [edit for edit in inside[:12] if parse(Source(name, applied(text, edit))).diagnostics][:1]
        broken = text
        for edit in sorted(chosen, reverse=True):
            broken = applied(broken, edit)
        parsed = parse(Source(name, broken))
        exact += len(parsed.diagnostics) == len(chosen)
        kept = sum(item in parsed.file.items for item in untouched(whole, [edit[0] for edit in chosen]))
        assert kept >= len(untouched(whole, [edit[0] for edit in chosen])) - 1
    assert exact >= 59


@pytest.mark.parametrize("name", NAMES)
def test_one_character_more_or_less_never_fails(name: str) -> None:
    text = text_of(name)
    chance = random.Random(7)
    for at in range(0, len(text), 7):
        sign = chance.choice('aZ1 ,:;|"()\n\t>-#*½é沼')
        for broken in (text[:at] + text[at + 1 :], text[:at] + sign + text[at:]):
            for found in parse(Source(name, broken)).diagnostics:
                assert 0 <= found.span.start <= found.span.end <= len(broken)


def lines(text: str) -> list[tuple[str, int]]:
    return [(found.code, found.span.line) for found in parse(Source("x", text)).diagnostics]


def test_mistakes_under_a_lost_header_are_still_found() -> None:
    text = "roll Test ! ! ! : d6 d6\n    1: stop\n    2+: no efect\nWoods: forbid end"
    assert [line for _, line in lines(text)] == [1, 3]
    file = parse(Source("x", text)).file
    assert [item.span.text for item in file.items] == ["Woods: forbid end"]
    assert file.suspects >= {"Test"}


def test_a_block_of_bad_lines_keeps_its_header() -> None:
    text = "Woods on enter:\n    $ $\n    ! !\nMarsh: forbid end"
    file = parse(Source("x", text)).file
    assert [type(item).__name__ for item in file.items] == ["Rule", "Rule"]
    assert [damage.line for damage in file.damaged] == [2, 3]


def test_a_table_with_a_lost_first_row_is_lost_whole() -> None:
    text = "table by Class\n    | $ terrain ( Infantry\n    | Woods | no |\nMarsh: forbid end"
    parsed = parse(Source("x", text))
    assert [line for _, line in lines(text)] == [2]
    assert [item.span.text for item in parsed.file.items] == ["Marsh: forbid end"]
    assert "Woods" in parsed.file.suspects


@pytest.mark.parametrize(
    "text",
    [
        "model\n    $ $\nWoods: stop",
        "roll R: d6\n    $ $\nWoods: stop",
        "table by Class\n    $ $\nWoods: stop",
        "number N: 1\n    $ $\nWoods: stop",
        'ruleset "x"\n    $ $\nWoods: stop',
        "outcome O\n    $ $\nWoods: stop",
        "Woods:\n    option A: stop\n        $ $\nWoods: stop",
        "Woods:\n    $ $\n        $ $\n            $ $\nWoods: stop",
        "$ $\n    $ $\n        $ $\nWoods: stop",
        "$ $\n    1: stop\n    2: stop\nWoods: stop",
        "override $\n    stop\nWoods: stop",
        "Woods on enter:\n    > p\n        > q\nWoods: stop",
    ],
)
def test_every_kind_of_block_can_lose_all_its_lines(text: str) -> None:
    parsed = parse(Source("x", text))
    assert parsed.diagnostics
    assert parsed.file.items[-1].span.text == "Woods: stop"


def test_a_guess_is_read_on_with_and_never_offered() -> None:
    parsed = parse(Source("x", 'outcome "a hit"\nWoods: stop'))
    [found] = parsed.diagnostics
    assert (found.code, found.fix) == ("GR144", None)
    assert [damage.line for damage in parsed.file.damaged] == [1]
    assert len(parsed.file.items) == 2


def test_what_a_fix_offers_is_what_reading_goes_on_with() -> None:
    for text in ("Woods: costt x2", "Woods cost x2", "Barbed wire: cost x2", "Woods: forbid enter, end"):
        parsed = parse(Source("x", text))
        [found] = parsed.diagnostics
        assert parsed.file == parse(Source("x", mended(text, found))).file
        assert parsed.file.damaged == ()
