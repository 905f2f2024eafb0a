"""Broken texts: each mistake is found where it was made, once, and the fix mends it.

A fixture begins with a comment for each mistake a person made: ``# mistake: line 3: what``.
Its name begins with the code that it provokes.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from groundrules.codes import CODES
from groundrules.diagnostics import Diagnostic, Fix, finding
from groundrules.meaning import compile_ruleset
from groundrules.source import Source, Span

HERE = Path(__file__).parent
ONE = sorted((HERE / "one").glob("*.terrain"))
MANY = sorted((HERE / "many").glob("*.terrain"))
_MISTAKE = re.compile(r"# mistake: line (\d+): \S.*")


class Missing:
    """A file that is not there."""

    def at(self, span: Span) -> Diagnostic:
        return finding("GR601", span, "there is no such file", help="name one that is there")


def check(path: Path, text: str) -> tuple[Diagnostic, ...]:
    """What the compiler says of a text that stands at a path."""
    paths: dict[Source, Path] = {}
    sources: dict[Path, Source] = {}

    def read(place: Path, content: str | None = None) -> Source:
        if place not in sources:
            made = sources[place] = Source(place.name, place.read_bytes().decode() if content is None else content)
            paths[made] = place
        return sources[place]

    def load(target: str, using: Source) -> Source | Missing:
        place = (paths[using].parent / target).resolve()
        return read(place) if place.is_file() else Missing()

    return compile_ruleset(read(path.resolve(), text), path.stem, load).diagnostics


def mistakes(text: str) -> list[int]:
    """The lines of the mistakes that a fixture's first comments name."""
    lines = []
    for line in text.splitlines():
        found = _MISTAKE.fullmatch(line)
        if found is None:
            break
        lines.append(int(found[1]))
    return lines


def mended(text: str, fix: Fix) -> str:
    """A text with a fix applied."""
    for edit in sorted(fix.edits, key=lambda each: -each.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def told(found: tuple[Diagnostic, ...]) -> str:
    """Findings for the eye of who reads a failed test."""
    return "\n".join(f"{each.span.place}: {each.code}: {each.message} ({each.help})" for each in found)


@pytest.mark.parametrize("path", ONE, ids=lambda path: path.stem)
def test_one_mistake_is_one_finding_in_its_line(path: Path) -> None:
    text = path.read_bytes().decode()
    found = check(path, text)
    assert [(each.code, each.span.line) for each in found] == [(path.stem[:5], mistakes(text)[0])], told(found)
    assert found[0].span.source.line_column(found[0].span.end)[0] == mistakes(text)[0], "the span ends in a later line"


@pytest.mark.parametrize("path", MANY, ids=lambda path: path.stem)
def test_several_mistakes_are_as_many_findings(path: Path) -> None:
    text = path.read_bytes().decode()
    found = check(path, text)
    lines = mistakes(text)
    assert 2 <= len(lines) <= 5
    assert sorted(each.span.line for each in found) == sorted(lines), told(found)


@pytest.mark.parametrize("path", [*ONE, *MANY], ids=lambda path: path.stem)
def test_the_fixes_make_the_file_check_clean(path: Path) -> None:
    text = path.read_bytes().decode()
    found = check(path, text)
    fixed = [each for each in found if each.fix is not None]
    for each in fixed:
        assert each.fix is not None
        after = check(path, mended(text, each.fix))
        assert len(after) == len(found) - 1, f"after the fix of {each.code}:\n{told(after)}"


@pytest.mark.parametrize("path", ONE, ids=lambda path: path.stem)
def test_the_fixes_keep_the_line_ends(path: Path) -> None:
    text = path.read_bytes().decode()
    if "\r" in text:
        pytest.skip("has other line ends of its own")
    text = text.replace("\n", "\r\n")
    for each in check(path, text):
        if each.fix is not None:
            made = mended(text, each.fix)
            assert check(path, made) == (), made
            assert "\n" not in made.replace("\r\n", "")


@pytest.mark.parametrize("path", [*ONE, *MANY], ids=lambda path: path.stem)
def test_the_edits_of_a_fix_lie_apart_in_one_text(path: Path) -> None:
    for each in check(path, path.read_bytes().decode()):
        edits = () if each.fix is None else each.fix.edits
        places = sorted((edit.span.start, edit.span.end) for edit in edits)
        assert len({id(edit.span.source) for edit in edits}) <= 1
        assert len(set(places)) == len(places)
        assert all(one[1] <= other[0] for one, other in pairwise(places)), each.fix


def test_four_mistakes_in_five_carry_their_fix() -> None:
    found = {path.stem: check(path, path.read_bytes().decode()) for path in ONE}
    without = [name for name, told in found.items() if all(each.fix is None for each in told)]
    assert len(without) <= len(ONE) / 5, "without a fix: " + ", ".join(without)
    sure = [name for name, told in found.items() if any(each.fix is not None and not each.fix.choice for each in told)]
    assert len(sure) >= len(ONE) * 0.57, "more of them have become choices"


@pytest.mark.parametrize("code", sorted(code for code in CODES if code.startswith(("GR1", "GR2"))))
def test_every_code_of_the_language_has_a_fixture(code: str) -> None:
    if code in ("GR203", "GR278"):
        pytest.skip("too long for a file: tests/meaning")
    assert any(path.stem.startswith(code) for path in ONE)
