"""Every sentence of ``docs/how-do-i-say.md`` means what it says, and is found by its words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.docs.fences import ROOT, fences

from groundrules.cli import entry
from groundrules.project.checking import check
from groundrules.project.sayings import PAGE, Saying, closest, find, near, page, sayings
from groundrules.project.testing import Tested as Played, test_file as play_file

PATH = ROOT / "docs" / PAGE
TEXT = PATH.read_text(encoding="utf-8")
ALL = sayings(TEXT)


def played(saying: Saying, rules: str, folder: Path) -> Played:
    """What comes of the scenarios of a sentence under these rules."""
    (folder / "rules.terrain").write_text(rules, encoding="utf-8")
    (folder / "shows.yaml").write_text(f"rules: rules.terrain\nscenarios:\n{saying.shows}", encoding="utf-8")
    tested = play_file(folder / "shows.yaml", "shows.yaml")
    assert tested is not None
    return tested


def statements(rules: str) -> list[str]:
    """The lines that stand at the margin, each with what stands below it."""
    return re.findall(r"^\S.*\n(?:(?:[ \t].*)?\n)*", rules, re.MULTILINE)


def test_the_page_is_what_the_package_shows() -> None:
    assert page() == TEXT


def test_every_sentence_has_its_lines_and_what_comes_of_them() -> None:
    assert len(ALL) >= 60
    assert len({each.sentence for each in ALL}) == len(ALL)
    assert all(each.theme and each.rules and each.shows and each.words for each in ALL)
    kinds = [(each.words, each.text) for each in fences(PATH) if each.words != ("console",)]
    assert kinds == [
        pair
        for each in ALL
        for pair in ((("terrain", "example"), each.rules), (("yaml", "shows"), each.shows))
    ]  # fmt: skip


def test_the_list_at_the_top_names_every_theme() -> None:
    listed = re.findall(r"\[([\w ,]+)\]\(#([\w-]+)\)", TEXT)
    assert [name for name, _ in listed] == list(dict.fromkeys(each.theme for each in ALL))
    assert all(anchor == name.lower().replace(",", "").replace(" ", "-") for name, anchor in listed)


@pytest.mark.parametrize("saying", ALL, ids=lambda each: f"{each.line}")
def test_what_is_shown_comes_true(saying: Saying, tmp_path: Path) -> None:
    tested = played(saying, saying.rules, tmp_path)
    assert not tested.findings, tested.findings
    assert tested.scenarios and all(each.passed for each in tested.scenarios), [each.lines for each in tested.scenarios]
    own = {item.id for item in tested.items if "use " not in saying.rules}
    assert own <= tested.exercised, f"no scenario shows {own - tested.exercised}"


@pytest.mark.parametrize("saying", ALL, ids=lambda each: f"{each.line}")
def test_every_line_is_needed_for_it(saying: Saying, tmp_path: Path) -> None:
    parts = statements(saying.rules)
    assert "".join(parts) == saying.rules
    for at, part in enumerate(parts):
        less = played(saying, "".join(parts[:at] + parts[at + 1 :]), tmp_path)
        told = less.findings or check([str(tmp_path / "rules.terrain")]).diagnostics
        assert told or not all(each.passed for each in less.scenarios), f"nothing shows {part!r}"


@pytest.mark.parametrize("saying", ALL, ids=lambda each: f"{each.line}")
def test_a_sentence_is_found_by_its_words(saying: Saying) -> None:
    assert saying in find(TEXT, [saying.sentence])
    for word in saying.words.split(", "):
        assert saying in find(TEXT, word.split()), word


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("half", "Models move through woods at half speed."),
        ("climbing", "Climbing costs double: two inches for each inch up."),
        ("once", "Roll once per move, however many pieces the model enters."),
        ("jump", "A model may jump a gap of up to half its Speed."),
        ("JUMPS gap", "A model may jump a gap of up to half its Speed."),
        ("reroll", "Nimble models re-roll ones."),
        ("re-roll", "Nimble models re-roll ones."),
        ("How do I say large models", "Large models ignore woods."),
        ("beyond", "A model may climb over a wall, but moves no farther in that move."),
    ],
)
def test_explain_finds_sentences(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["explain", *words.split()]) == entry.WELL
    assert sentence in capsys.readouterr().out.splitlines()


def test_explain_shows_as_much_as_one_can_take_in(capsys: pytest.CaptureFixture[str]) -> None:
    def told(words: str) -> str:
        assert entry.main(["explain", *words.split()]) == entry.WELL
        return capsys.readouterr().out

    one = told("re-roll ones")
    assert "    Nimble: reroll 1 in Footing\n" in one and "      dice: [1, 5]\n" in one
    some = told("climb")
    assert "    Ladder: replaces Tower\n" in some and "expect:" not in some
    many = told("models")
    assert "    " not in many and re.search(r"\n\n\d+ sentences: name one more word", many)


def test_explain_tells_of_words_that_no_sentence_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(["explain", "jmp"]) == entry.MISUSE
    assert "did you mean `jump`?" in capsys.readouterr().err
    assert entry.main(["explain", "zeppelin"]) == entry.MISUSE
    assert "no sentence has `zeppelin`; try one word" in capsys.readouterr().err
    assert entry.main(["explain", "the"]) == entry.MISUSE
    assert near(TEXT, ["climb"]) == ()


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("light cover for those in the woods, please", "Models in woods have soft cover."),
        ("our optional rule about storms", "Optional rule: in a storm all dunes are also scrub."),
        ("a fall hurts with a strength of the inches fallen", "as many inches as the model falls."),
    ],
)
def test_a_whole_sentence_finds_the_nearest(asked: str, first: str) -> None:
    words = asked.split()
    assert not find(TEXT, words)
    assert first in closest(TEXT, words)[0].sentence


def test_a_sentence_of_strange_words_finds_nothing() -> None:
    assert closest(TEXT, ["zebra", "xylophone", "move"]) == ()
