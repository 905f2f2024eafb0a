"""The canonical form: as expected, the same when formatted again, and of the same meaning."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from tests.docs.fences import ROOT, fences, pages

from groundrules.source import Source
from groundrules.syntax import parse
from groundrules.syntax.format import format_source

FIXTURES = Path(__file__).parent / "fixtures"
PAIRS = sorted(path.name.removesuffix(".in.terrain") for path in FIXTURES.glob("*.in.terrain"))


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig")


def formatted(text: str) -> str:
    """The canonical form of a text that has one."""
    done = format_source(Source("test.terrain", text))
    assert done.text is not None, done.diagnostics
    return done.text


def comments(text: str) -> Counter[str]:
    """The comments of a text, found without the formatter: behind no quotation mark and in no prose."""
    found: Counter[str] = Counter()
    for line in re.split(r"\r\n|\r|\n", text):
        bare = re.sub(r'"[^"]*"|“[^”]*”', lambda quoted: "_" * len(quoted[0]), line)
        at = bare.find("#")
        prose = re.match(r"[^#]*?(?:^|\s)>(?!\d)", bare)
        if at >= 0 and not (prose and prose.end() <= at):
            found[line[at:].rstrip()] += 1
    return found


def assert_right(text: str) -> None:
    """Formatted, a text says the same, has the same comments, and does not change any more."""
    before = parse(Source("before.terrain", text))
    assert not before.diagnostics
    once = formatted(text)
    after = parse(Source("after.terrain", once))
    assert after.diagnostics == ()
    assert after.file == before.file
    assert comments(once) == comments(text)
    assert formatted(once) == once
    if "fmt: off" not in once:
        assert not re.search(r"[ \t]$|\n\n\n|\t", once, re.MULTILINE)


def clean_texts() -> list[tuple[str, str]]:
    """Every fixture, ruleset and snippet of the project without a mistake in its syntax, with its place."""
    found = [(path.relative_to(ROOT).as_posix(), text_of(path)) for path in sorted(ROOT.glob("tests/**/*.terrain"))]
    found += [
        (path.relative_to(ROOT).as_posix(), text_of(path)) for path in sorted(ROOT.glob("rules_src/**/*.terrain"))
    ]
    # The page of GR618 shows what is refused.
    docs = [*pages(), *(p for p in sorted((ROOT / "docs" / "diagnostics").glob("GR*.md")) if p.stem != "GR618")]
    found += [(str(f), f.text) for page in docs for f in fences(page) if f.words[:1] == ("terrain",)]
    return [(name, text) for name, text in found if not parse(Source(name, text)).diagnostics]


CLEAN = clean_texts()


def test_every_input_has_its_output_and_every_output_its_input() -> None:
    assert sorted(path.name.removesuffix(".out.terrain") for path in FIXTURES.glob("*.out.terrain")) == PAIRS


@pytest.mark.parametrize("name", PAIRS)
def test_the_form_is_as_expected(name: str) -> None:
    assert formatted(text_of(FIXTURES / f"{name}.in.terrain")) == text_of(FIXTURES / f"{name}.out.terrain")


def test_there_are_texts_of_every_sort() -> None:
    names = {name.partition("/")[0] for name, _ in CLEAN}
    assert {"tests", "rules_src", "docs"} <= names and len(CLEAN) > 200


@pytest.mark.parametrize(("name", "text"), CLEAN, ids=[name for name, _ in CLEAN])
def test_the_form_is_stable_and_means_the_same(name: str, text: str) -> None:
    assert_right(text)


@pytest.mark.parametrize("path", sorted((ROOT / "rules_src").glob("**/*.terrain")), ids=lambda path: path.stem)
def test_bundled_rulesets_are_in_their_canonical_form(path: Path) -> None:
    assert formatted(text_of(path)) == text_of(path)
