"""Fixes: made where they help, never together where they touch, dropped where they harm."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from groundrules.diagnostics import Diagnostic, Edit, Fix, Severity, finding
from groundrules.project import fixing
from groundrules.project.checking import Report, check
from groundrules.project.compiling import Outcome
from groundrules.project.fixing import fix
from groundrules.project.library import Home
from groundrules.project.roots import Place
from groundrules.source import Source

BROKEN = Path(__file__).parents[1] / "broken"
ONE = sorted((BROKEN / "one").glob("*.terrain"))
MANY = sorted((BROKEN / "many").glob("*.terrain"))

#: What a made-up checker finds in a text, with what its fix writes instead.
WORDS = {"bad": "good", "trap": "bad bad", "ping": "pong", "pong": "ping", "deep": "bad", "none": None}


class Checker:
    """Finds words in one file instead of mistakes, and counts how often it is asked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked = 0

    def __call__(self, named: Iterable[str], edited: Mapping[str, str] | None = None) -> Report:
        self.asked += 1
        text = (edited or {}).get(str(self.path), self.path.read_text())
        source = Source(self.path.name, text)
        found = tuple(self.finding(source, word) for word in re.finditer("|".join(WORDS), text))
        place = Place(self.path, self.path.parent, self.path.stem, self.path.name)
        outcome = Outcome(place, found, homes={source: Home(self.path, self.path.parent)})
        return Report(found, {source: self.path.name}, (outcome,))

    @staticmethod
    def finding(source: Source, word: re.Match[str]) -> Diagnostic:
        span = source.span(*word.span())
        instead = WORDS[word[0]]
        made = None if instead is None else Fix(f"write {instead}", (Edit(span, instead),))
        return finding("GR110", span, "a word", help="another word", fix=made)


@pytest.fixture
def checker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checker:
    made = Checker(tmp_path.resolve() / "x.terrain")
    monkeypatch.setattr(fixing, "check", made)
    return made


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("fine", "fine"),
        ("bad", "good"),
        ("bad, bad and none", "good, good and none"),
        ("deep", "good"),  # a fix that only makes way for another
        ("trap", "trap"),  # one mistake would become two
        ("bad trap bad trap bad", "good trap good trap good"),
        ("badbad", "goodgood"),  # side by side: one after the other
    ],
)
def test_what_helps_is_made_and_what_harms_is_dropped(before: str, after: str, checker: Checker) -> None:
    checker.path.write_text(before)
    done = fix(["x.terrain"])
    assert [each.after for each in done.files] == ([after] if after != before else [])
    assert checker.path.read_text() == before, "nothing is written yet"


def test_two_fixes_that_undo_one_another_come_to_an_end(checker: Checker) -> None:
    checker.path.write_text("ping bad")
    (file,) = fix(["x.terrain"]).files
    assert file.after in ("ping good", "pong good")
    assert checker.asked < 20


@settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
@given(words=st.lists(st.sampled_from([*WORDS, "good", "\n"]), max_size=30), joint=st.sampled_from(["", " "]))
def test_it_is_never_worse(words: list[str], joint: str, checker: Checker) -> None:
    checker.path.write_text(joint.join(words))
    done = fix(["x.terrain"])
    assert len(done.after.diagnostics) <= len(done.before.diagnostics)
    left = done.files[0].after if done.files else joint.join(words)
    assert "bad" not in left.replace("trap", "")


def put(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("path", [*ONE, *MANY], ids=lambda path: path.stem)
def test_broken_files_check_no_worse_and_those_with_fixes_better(path: Path, tmp_path: Path) -> None:
    for base in (BROKEN / "bases").iterdir():
        put(tmp_path / "bases" / base.name, base.read_bytes())
    file = put(tmp_path / "one" / path.name, path.read_bytes())
    done = fix([str(file)], choices=True)
    weights = [[report.count(each) for each in Severity] for report in (done.before, done.after)]
    assert weights[1] <= weights[0]
    for mended in done.files:
        mended.write()
    again = check([str(file)])
    assert [(each.code, each.message) for each in again.diagnostics] == [
        (each.code, each.message) for each in done.after.diagnostics
    ]
    if any(each.fix is not None for each in done.before.diagnostics):
        # What most likely is not meant is looked for only where there is no error.
        left = [each for each in again.diagnostics if not each.code.startswith("GR3")]
        assert len(left) < len(done.before.diagnostics)


def test_what_is_unwise_and_comes_to_light_keeps_no_fix_from_being_made(tmp_path: Path) -> None:
    text = "state Soaked: forbid Move\nRiver on enter: gain Soaked\nMud: costt x2\nBog: costt x2\n"
    (file,) = (done := fix([str(put(tmp_path / "x.terrain", text))])).files
    assert file.after == text.replace("costt", "cost")
    assert [each.code for each in done.after.diagnostics] == ["GR328"]


def test_a_fix_of_what_is_unwise_is_made_too(tmp_path: Path) -> None:
    text = "Pit on enter: end activation, stop\nSand: cost x2\n"
    (file,) = (done := fix([str(put(tmp_path / "x.terrain", text))])).files
    assert file.after == text.replace(", stop", "") and done.after.diagnostics == ()


@pytest.mark.parametrize("path", ONE, ids=lambda path: path.stem)
def test_without_being_asked_nothing_is_chosen(path: Path, tmp_path: Path) -> None:
    for base in (BROKEN / "bases").iterdir():
        put(tmp_path / "bases" / base.name, base.read_bytes())
    file = put(tmp_path / "one" / path.name, path.read_bytes())
    before = check([str(file)]).diagnostics
    sure = [each for each in before if each.fix is not None and not each.fix.choice]
    done = fix([str(file)])
    assert done.made == len(sure)
    left = [each.message for each in before if each not in sure]
    # What is allowed and most likely not meant is told once all else is well.
    assert [each.message for each in done.after.diagnostics if not each.code.startswith("GR3")] == left


def test_a_choice_is_made_when_it_is_asked_for(tmp_path: Path) -> None:
    file = put(tmp_path / "w.terrain", "Woods: cost x2\nScrub; cost x3\n")
    assert [each.after for each in fix([str(file)]).files] == ["Woods: cost x2\nScrub: cost x3\n"]
    chosen = fix([str(file)], choices=True)
    assert [each.after for each in chosen.files] == ["overlap worst\nWoods: cost x2\nScrub: cost x3\n"]
    assert chosen.after.diagnostics == ()


def test_a_file_that_another_uses_is_mended_too(tmp_path: Path) -> None:
    put(tmp_path / "base.terrain", "Woods: costt x2\n")
    root = put(tmp_path / "more.terrain", 'use "base.terrain"\nMarsh: forbid enter, end\n')
    done = fix([str(root)])
    assert {Path(each.path).name: each.after for each in done.files} == {
        "base.terrain": "Woods: cost x2\n",
        "more.terrain": 'use "base.terrain"\nMarsh: forbid enter and end\n',
    }
    assert done.after.diagnostics == ()


def test_a_page_is_mended_in_its_fences(tmp_path: Path) -> None:
    own = "> ```terrain\n> Woods: costt x2\n> Marsh: cost x3\n> ```\n"
    text = f"Cost 1, costt 2.\n\n{own}\n```terrain example\nA: forbidd end\n```\n"
    page = put(tmp_path / "page.md", text)
    (file,) = fix([str(page)], choices=True).files
    assert file.after == text.replace("costt x2", "cost x2").replace("forbidd", "forbid").replace(
        "> Woods", "> overlap worst\n> Woods"
    )


def test_settings_are_mended(tmp_path: Path) -> None:
    put(tmp_path / "groundrules.toml", "[cards]\nasci = true\n")
    root = put(tmp_path / "w.terrain", "Woods: cost x2\n")
    (file,) = fix([str(root)]).files
    assert file.after == "[cards]\nascii = true\n"
