"""Every check catches its own bad fixture and nothing else; its fix mends it; bundled rulesets are clean.

A fixture ``CODE.terrain`` (or ``CODE-WORDS.terrain``) begins with ``# mistake: line N: what``.
"""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from tests.diagnostics.test_pages import PAGES, read
from tests.lint.support import BAD, found, mended, told

from groundrules.codes import CODES
from groundrules.lint.features import WORDS
from groundrules.lint.registry import CHECKS
from groundrules.project import bundled
from groundrules.project.checking import check

_MISTAKE = re.compile(r"# mistake: line (\d+): \S.*\n")
#: A card of several pages is too long for a page of its own.
TOO_LONG = {"GR324"}
WRITTEN = sorted(page.stem for page in PAGES.glob("GR3*.md"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_check_catches_its_fixture_and_nothing_else_does(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    first = _MISTAKE.match(text)
    assert first is not None, "the first line says where the mistake is"
    what = found(text)
    assert [(each.code, each.span.line) for each in what] == [(path.stem[:5], int(first[1]))], told(what)
    for each in what:
        if each.fix is not None:
            assert found(mended(text, each)) == (), told(found(mended(text, each)))


def test_every_check_has_its_fixture_its_page_and_its_code() -> None:
    codes = [entry.code for entry in CHECKS]
    assert codes == sorted(set(codes))
    assert set(codes) == {code for code in CODES if code.startswith("GR3")} == set(WRITTEN)
    assert {path.stem[:5] for path in BAD} == set(codes)
    assert max(Counter(entry.module for entry in CHECKS).values()) == 1
    for entry in CHECKS:
        assert callable(import_module(f"groundrules.lint.{entry.module}").check)


@pytest.mark.parametrize("code", sorted({*WRITTEN} - TOO_LONG))
def test_what_a_page_avoids_is_found_and_nothing_else(code: str) -> None:
    page = read(code)
    assert page.title == f"{code}: {CODES[code].title}"
    what = found(page.snippets["Avoid"])
    assert {each.code for each in what} == {code}, told(what)


@pytest.mark.parametrize("code", WRITTEN)
def test_what_a_page_prefers_is_clean(code: str) -> None:
    what = found(read(code).snippets["Prefer"])
    assert what == (), told(what)


@pytest.mark.parametrize("name", bundled.names())
def test_a_bundled_ruleset_gives_no_finding_and_silences_none(name: str) -> None:
    report = check([str(bundled.path(name))])
    assert [(each.code, each.message) for each in report.diagnostics] == []
    assert "groundrules: ignore" not in bundled.path(name).read_text(encoding="utf-8")


def test_the_words_that_checks_need_are_words_that_rules_have() -> None:
    """A word that no ruleset ever holds would keep a check from running for ever."""
    from groundrules import ruleset

    tags = {kind.TAG for kind in vars(ruleset).values() if isinstance(kind, type) and hasattr(kind, "TAG")}
    assert {word for entry in CHECKS for word in entry.needs} <= tags | set(WORDS)
