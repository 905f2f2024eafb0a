"""Every message that a broken fixture or a page provokes keeps to docs/diagnostics/STYLE.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from tests.broken.test_broken import MANY, ONE, check
from tests.diagnostics.test_pages import PAGES, TOO_LONG, WRITTEN, found, read
from tests.lint.support import BAD, found as linted

from groundrules.codes import CODES
from groundrules.diagnostics import Diagnostic, Severity

LONGEST = 200

#: Words of parsers and of scolding; code between backticks may hold them.
NEVER = re.compile(
    r"\b(tokens?|nodes?|pars(?:e|er|ing)|expressions?|identifiers?|strings?|syntax|grammar|terminals?|lexer"
    r"|expected|unexpected|invalid|illegal|errors?|please|sorry|must not|None|null|AST|EOF)\b"
)


@cache
def provoked() -> tuple[tuple[str, Diagnostic], ...]:
    """Everything that the broken fixtures and the avoided lines of the pages provoke, with where it came from."""
    return tuple(_provoked())


def _provoked() -> Iterator[tuple[str, Diagnostic]]:
    for path in (*ONE, *MANY):
        yield from ((path.name, each) for each in check(path, path.read_bytes().decode()))
    for path in BAD:
        yield from ((path.name, each) for each in linted(path.read_text(encoding="utf-8")))
    for code in WRITTEN:
        page = read(code)
        yield from ((f"{code}.md", each) for each in found(page, page.snippets.get("Avoid", "")))


def texts(finding: Diagnostic) -> Iterator[str]:
    """The message, the words of other places, the help line by line, the title of the fix."""
    yield finding.message
    yield from (each.message for each in finding.related)
    # Behind the first line of a help stands text to paste, which a colon leads to.
    for line in (finding.help or "").splitlines()[:1]:
        yield line.removesuffix(":") if line != finding.help else line
    if finding.fix is not None:
        yield finding.fix.title


def cases() -> list[tuple[str, str, str]]:
    """Each text once, with its code and one place it came from."""
    seen: dict[tuple[str, str], str] = {}
    for where, finding in provoked():
        for text in texts(finding):
            seen.setdefault((finding.code, text), where)
    return [(code, text, where) for (code, text), where in seen.items()]


CASES = cases()
IDS = [f"{code}-{where}" for code, _, where in CASES]


def plain(text: str) -> str:
    """The text without what stands in backticks."""
    return re.sub(r"`[^`]*`", "`", text)


@pytest.mark.parametrize(("code", "text", "where"), CASES, ids=IDS)
def test_wording(code: str, text: str, where: str) -> None:
    words = plain(text)
    assert text == text.strip() and "\n" not in text
    assert text.count("`") % 2 == 0, "a backtick without its other half"
    assert words[:1] == "`" or not words[:1].isupper(), "a message begins with a small letter"
    assert not words.endswith((".", "!", ":", ";", ",")), "no full stop"
    assert "  " not in words and ".." not in words
    assert not NEVER.search(words), NEVER.search(words)


def test_messages_are_short() -> None:
    assert [(d.code, d.message) for _, d in provoked() if len(d.message) > LONGEST or "\n" in d.message] == []


def test_every_error_has_its_help() -> None:
    assert {d.code for _, d in provoked() if d.severity is Severity.ERROR and not d.help} == set()


def test_author_words_are_quoted() -> None:
    """A message that begins with a name shows it as the author's."""
    assert [d.message for _, d in provoked() if re.match(r"[A-Z]", d.message)] == []


def test_every_code_of_meaning_is_provoked() -> None:
    codes = {code for code in CODES if code.startswith("GR2")} - TOO_LONG
    assert codes - {d.code for _, d in provoked()} == set()


def test_the_guide_names_what_is_checked() -> None:
    guide = " ".join((PAGES / "STYLE.md").read_text(encoding="utf-8").split())
    assert f"at most {LONGEST} characters" in guide
    for word in ("token", "node", "parser", "expression", "identifier", "grammar", "unexpected", "invalid"):
        assert word in guide and NEVER.search(word)


#: Fixes that are sure although their help has an `or`: it lists what may stand there, or ways that say the same.
SAME = {"GR100", "GR104", "GR133", "GR137", "GR155", "GR204"}


def test_where_the_help_names_several_ways_the_fix_is_a_choice() -> None:
    unsure = re.compile(r"\b(or|instead|if not)\b", re.IGNORECASE)
    for where, told in provoked():
        if told.fix is not None and not told.fix.choice and unsure.search(re.sub(r"`[^`]*`", "", told.help or "")):
            assert told.code in SAME, f"{where}: {told.help} / {told.fix.title}"
