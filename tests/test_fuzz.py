"""The random input of ``make fuzz``: a few rounds of each kind, always the same ones."""

from __future__ import annotations

import pytest
from tests import fuzz


@pytest.mark.parametrize("kind", fuzz.KINDS)
def test_a_few_rounds(kind: str) -> None:
    count, fault = fuzz.rounds(kind, "suite", seconds=60, most=6)
    assert (count, fault) == (6, None)


def test_a_fault_is_told_with_how_to_repeat_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn: list[int] = []

    def faulty(rng: object) -> None:
        drawn.append(1)
        assert len(drawn) < 3, "found"

    monkeypatch.setitem(fuzz.KINDS, "tokens", faulty)
    assert fuzz.main(["--only", "tokens", "--seed", "s", "--seconds", "30"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("seed s\ntokens: 3 rounds in ")
    assert "AssertionError: found" in out
    assert "again: python -m tests.fuzz --only tokens --seed s --round 2\n" in out


def test_rounds_are_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(fuzz, "check", lambda name, text: drawn.append(text))
    for _ in range(2):
        fuzz.rounds("lines", "s", seconds=30, most=3)
    assert len(drawn) == 6 and drawn[:3] == drawn[3:]
