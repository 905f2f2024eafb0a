"""Every published figure of `corpus.md` against what the rules written for it come to."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import chain
from pathlib import Path

import pytest

from .procedures import SECTIONS, Rows
from .procedures_certain import certain
from .procedures_more import MORE


def more() -> Rows:
    yield from chain.from_iterable(each() for each in MORE)


COMPUTED: dict[str, Callable[[], Rows]] = {**SECTIONS, "4.7": more, "4.8": certain}


def published() -> dict[str, dict[str, tuple[str, str]]]:
    """The rows of each section: what is published, and what is said of it."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    rows: dict[str, tuple[str, str]] = {}
    for line in Path(__file__).with_name("corpus.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            match = re.match(r"## (4\.\d(?: units)?) ", line)
            assert match is not None, line
            rows = found[match.group(1)] = {}
        elif line.startswith("| ") and not line.startswith(("| Row |", "| --- |")):
            label, figures, said = (cell.strip() for cell in line.strip("|").split("|"))
            assert label not in rows, label
            rows[label] = figures, said
    return found


PUBLISHED = published()


def same(figure: str, chance: Fraction) -> bool:
    """Whether a figure is that fraction, or that percentage as rounded to its places."""
    if figure.endswith("%"):
        places = len(figure.rstrip("%").partition(".")[2])
        return f"{float(100 * chance):.{places}f}%" == figure
    return Fraction(figure) == chance


@pytest.mark.parametrize("section", PUBLISHED)
def test_published_figures_are_what_the_rules_come_to(section: str) -> None:
    rows = {label: figures.split() for label, (figures, said) in PUBLISHED[section].items() if said == "equal"}
    computed = dict(COMPUTED[section]())
    assert computed.keys() == rows.keys()
    wrong = {
        label: (rows[label], [str(chance) for chance in chances])
        for label, chances in computed.items()
        if len(rows[label]) != len(chances) or not all(map(same, rows[label], chances))
    }
    assert not wrong


def test_every_section_is_there_and_nine_rows_in_ten_are_equal() -> None:
    assert {section.split()[0] for section in PUBLISHED} == {f"4.{number}" for number in range(1, 9)}
    said = [said for rows in PUBLISHED.values() for _, said in rows.values()]
    assert all(each == "equal" or len(each) > len("not compared: ") for each in said)
    assert said.count("equal") >= 0.9 * len(said)
