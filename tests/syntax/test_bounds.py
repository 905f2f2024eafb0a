"""Hostile texts end in findings, in bounded time, and never in an exception."""

from __future__ import annotations

import time

import pytest

from groundrules.limits import NESTING
from groundrules.source import Source
from groundrules.syntax import parse

DEEP = 5_000

ONE_FINDING = {
    "brackets": "A on enter: Hit(" + "(" * DEEP + "1" + ")" * DEEP + ")",
    "open brackets": "A on enter: Hit" + "(" * DEEP,
    "not": "A when " + "not " * DEEP + "inside: stop",
    "brackets of conditions": "A when " + "(" * DEEP + "inside" + ")" * DEEP + ": stop",
    "half": "A when part of move: at most " + "half " * DEEP + "Speed",
    "sum": "A when part of move: at most " + "1 + " * DEEP + "1",
    "blocks": "A on enter:\n"
    + "".join(" " * (2 * i) + "for Foot:\n" for i in range(1, DEEP))
    + " " * 2 * DEEP
    + "stop",
    "name": "A" * 1_000_000 + ": cost x2",
    "names": "A " * 100_000 + ": cost x2",
    "digits": "A: cost x" + "9" * 100_000,
    "nothing below the line": "A: cost x1/0",
    "quote": 'ruleset "' + "x" * 1_000_000,
    "signs": "*" * 20_000,
    "words": "foo " * DEEP,
}

MANY_FINDINGS = {
    "lines that go on": "A,\n" * 2_000,
    "lines that end in and": "A: forbid enter and\n" * 2_000,
    "stairs": "".join(" " * i + "for Foot:\n" for i in range(2_000)),
    "stairs down": "".join(" " * i + "A: stop\n" for i in range(2_000, 0, -1)),
    "rows": "| a | b |\n" * 2_000,
    "bad lines": "A on on foo bar cost\n" * 1_000,
}

NO_FINDING = {
    "a long comment": "# " + "x" * 1_000_000 + "\nA: stop",
    "a long list": "A: forbid " + " and ".join(["enter"] * DEEP),
    "many effects": "A: " + ", ".join(["stop"] * DEEP),
    "blank lines": "\n" * 100_000,
    "nesting as deep as may be": "".join("  " * i + "for Foot:\n" for i in range(NESTING)).replace("for Foot", "A", 1)
    + "  " * NESTING
    + "stop",
    "brackets as deep as may be": f"A on enter: Hit({'(' * (NESTING - 1)}1{')' * (NESTING - 1)})",
}


def seconds(text: str) -> tuple[int, float]:
    begin = time.process_time()
    found = parse(Source("x", text)).diagnostics
    return len(found), time.process_time() - begin


@pytest.mark.parametrize("name", ONE_FINDING)
def test_one_finding_for_one_attack(name: str) -> None:
    found, spent = seconds(ONE_FINDING[name])
    assert found == 1
    assert spent < 30


@pytest.mark.parametrize("name", MANY_FINDINGS)
def test_many_findings_in_bounded_time(name: str) -> None:
    found, spent = seconds(MANY_FINDINGS[name])
    assert found
    assert spent < 30


@pytest.mark.parametrize("name", NO_FINDING)
def test_large_is_not_wrong(name: str) -> None:
    assert seconds(NO_FINDING[name])[0] == 0


def test_fifty_thousand_lines() -> None:
    text = "Woods on enter: cost x2, forbid end\n    > Trees.\n" * 25_000
    parsed = parse(Source("x", text))
    assert parsed.diagnostics == ()
    assert len(parsed.file.items) == 25_000
    assert parsed.file.items[-1].span.line == 49_999


def test_messages_stay_short_whatever_the_text() -> None:
    for text in (*ONE_FINDING.values(), "A: cost x2 > " + "x" * 100_000):
        for found in parse(Source("x", text)).diagnostics:
            assert len(found.message) < 200
            assert len(found.help or "") < 400
