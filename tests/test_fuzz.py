"""The random input of ``make fuzz``: a few rounds of each kind, always the same ones."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fuzz import __main__ as command, kinds, rounds as running


@pytest.mark.parametrize("kind", kinds.KINDS)
def test_a_few_rounds(kind: str) -> None:
    found = running.rounds(kind, "suite", seconds=60, most=3)
    assert found.fault is None and found.rounds == 3 and found.inputs >= 3


def test_every_rulebook_that_is_drawn_from_is_sound() -> None:
    for name, _ in kinds.rulebooks():
        assert kinds.compiled(name).rules, name


def _faulty(rng: object) -> Iterator[None]:
    yield
    assert not hasattr(rng, "random"), "found"


def test_a_fault_is_told_with_how_to_repeat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.KINDS, "tokens", _faulty)
    found = running.rounds("tokens", "s", seconds=30)
    assert (found.rounds, found.inputs) == (1, 1)
    assert found.fault is not None and "AssertionError: found" in found.fault
    assert found.fault.endswith("again: python -m tests.fuzz --only tokens --seed s --round 0")
    assert command.main(["--only", "tokens", "--seed", "s", "--round", "0"]) == 1


def test_an_input_that_takes_too_long_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(rng: object) -> Iterator[None]:
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        yield

    monkeypatch.setitem(kinds.KINDS, "tokens", slow)
    monkeypatch.setitem(kinds.SECONDS, "tokens", 0.01)
    found = running.one("tokens", "s", 1)
    assert found.fault is not None and "and 0.01 s are allowed" in found.fault


def test_rounds_are_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(kinds, "check", lambda name, text: drawn.append(text))
    for _ in range(2):
        running.rounds("lines", "s", seconds=30, most=3)
    assert len(drawn) == 6 and drawn[:3] == drawn[3:]


def test_the_report_counts(tmp_path: Path) -> None:
    page = tmp_path / "FUZZ.md"
    assert (
        command.main(["--only", "lines", "--seed", "s", "--seconds", "0.5", "--jobs", "1", "--report", str(page)]) == 0
    )
    text = page.read_text(encoding="utf-8")
    assert "| seed | `s` |" in text and "| faults | none |" in text
