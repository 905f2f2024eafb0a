"""Comments that let findings stand: which line they speak of, what they may ignore, and when they are idle."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundrules.project.checking import check
from groundrules.project.fixing import fix
from groundrules.project.formatting import format_text

WHY = "because the players know both"
BEHIND = f"Marhs: cost x2  # groundrules: ignore GR266 {WHY}\n"
ALONE = f"# groundrules: ignore GR266 {WHY}\nMarhs: cost x2\n"


def told(folder: Path, text: str, name: str = "club.terrain") -> list[tuple[str, int]]:
    """Code and line of each finding about a text."""
    (folder / name).write_bytes(text.encode())
    return [(each.code, each.span.line) for each in check([str(folder / name)]).diagnostics]


def test_without_a_comment(tmp_path: Path) -> None:
    assert told(tmp_path, "Marsh: cost x2\nMarhs: cost x2\n") == [("GR266", 2)]


@pytest.mark.parametrize(
    "text",
    [
        f"Marsh: cost x2\n{BEHIND}",
        f"Marsh: cost x2\n{ALONE}",
        f"Marsh: cost x2\n# groundrules: ignore GR266 {WHY}\n\n# and another comment\n\nMarhs: cost x2\n",
        f"Marsh: cost x2\r\n{BEHIND}".replace("\n", "\r\n").replace("\r\r", "\r"),
        f"Marsh: cost x2\nMarhs:  # groundrules: ignore GR266 {WHY}\n    cost x2\n",
        f"Marsh: cost x2\nMarhs: cost x2 #groundrules:ignore GR266 {WHY}",
    ],
    ids=["behind", "above", "far above", "line ends", "a block", "without blanks"],
)
def test_a_comment_lets_a_finding_stand(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Marsh: cost x2  # groundrules: ignore GR266 {WHY}\nMarhs: cost x2\n", [("GR623", 1), ("GR266", 2)]),
        (f"Marsh: cost x2\nMarhs: cost x2\n# groundrules: ignore GR266 {WHY}\n", [("GR266", 2), ("GR623", 3)]),
        (f"# groundrules: ignore GR266 {WHY}\nMarsh: cost x2\nMarhs: cost x2\n", [("GR623", 1), ("GR266", 3)]),
        ("Marsh: cost x2\nMarhs: cost x2  # groundrules: ignore GR266\n", [("GR624", 2)]),
        ("Marsh: cost x2\nMarhs: cost x2  # groundrules: ignore GR266 because\n", [("GR624", 2)]),
        ("Marsh: cost x2\nMarhs: cost x2  # groundrules: ignore GR266 because …\n", [("GR624", 2)]),
        (f"Marsh: cost x2  # groundrules: ignore GR999 {WHY}\n", [("GR625", 1)]),
        (f"Marsh: cost x2  # groundrules: ignore gr266 {WHY}\n", [("GR625", 1)]),
        (f"Marsh: cost x2  # groundrules: ignore GR110 {WHY}\n", [("GR625", 1)]),
        (f"Marsh: cost x2  # groundrules: ignore GR623 {WHY}\n", [("GR625", 1)]),
        (f"Marsh: cost x2  # groundrules: ignore {WHY}\n", [("GR625", 1)]),
        (f"Marsh: cost x2  # groundrules: ignroe GR266 {WHY}\n", [("GR625", 1)]),
        ("Marsh: cost x2  # groundrules: nothing to do with it\n", []),
        ('Marsh:\n    > "# groundrules: ignore GR266" is what one writes\n    cost x2\n', []),
        ("Marsh: cost x2  # see the page on groundrules: ignore what you like\n", []),
    ],
)
def test_a_comment_that_does_not_do(tmp_path: Path, text: str, expected: list[tuple[str, int]]) -> None:
    assert told(tmp_path, text) == expected


def test_an_error_is_told_all_the_same(tmp_path: Path) -> None:
    assert told(tmp_path, f"Marsh: costt x2  # groundrules: ignore GR110 {WHY}\n") == [("GR110", 1), ("GR625", 1)]


def test_while_there_is_an_error_no_comment_is_idle(tmp_path: Path) -> None:
    assert told(tmp_path, f"Wood: costt x2\nMarsh: cost x2  # groundrules: ignore GR266 {WHY}\n") == [("GR110", 1)]


def test_several_codes_and_the_idle_one_of_them(tmp_path: Path) -> None:
    text = f"outcome Wet\nMarsh: cost x2\nMarhs: cost x2  # groundrules: ignore GR265, GR266 {WHY}\n"
    assert told(tmp_path, text) == [("GR265", 1), ("GR623", 3)]
    two = f"# groundrules: ignore GR265 {WHY}\n# groundrules: ignore GR266 {WHY}\noutcome Wet\nMarsh: cost x2\n"
    assert told(tmp_path, two) == [("GR623", 2)]
    twice = f"Marsh: cost x2\nMarhs: cost x2  # groundrules: ignore GR266 and GR266 {WHY}\n"
    assert told(tmp_path, twice) == [("GR623", 2)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Marsh: cost x2  # groundrules: ignore GR266 {WHY}\n", "Marsh: cost x2\n"),
        (f"# one\n# groundrules: ignore GR266 {WHY}\nMarsh: cost x2\n", "# one\nMarsh: cost x2\n"),
        ("Marsh: cost x2\nMarhs: cost x2  # groundrules: ignroe GR266 because of it\n",
         "Marsh: cost x2\nMarhs: cost x2  # groundrules: ignore GR266 because of it\n"),
        (f"outcome Wet  # groundrules: ignore GR266, GR265 {WHY}\nMarsh: cost x2\n",
         f"outcome Wet  # groundrules: ignore GR265 {WHY}\nMarsh: cost x2\n"),
    ],
)  # fmt: skip
def test_what_is_idle_is_taken_away_by_machine(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "club.terrain").write_text(text, encoding="utf-8")
    done = fix([str(tmp_path / "club.terrain")])
    assert done.files[0].after == expected
    assert done.after.diagnostics == ()


def test_the_second_look_says_the_same(tmp_path: Path) -> None:
    text = f"Marsh: cost x2\n{BEHIND}Wood: cost x2  # groundrules: ignore GR266 {WHY}\n"
    first = told(tmp_path, text)
    assert first == told(tmp_path, text) == [("GR623", 3)]  # the second time from the cache


def test_the_plain_form_keeps_comment_and_line(tmp_path: Path) -> None:
    text = f"Marsh:cost x2\nMarhs  on enter:stop# groundrules: ignore GR266 {WHY}\n{ALONE.replace('Marhs', 'Mrash')}"
    formatted, found = format_text("club.terrain", text)
    assert formatted is not None and found == ()
    assert formatted.count(WHY) == 2
    assert told(tmp_path, formatted) == told(tmp_path, text)


def test_in_the_fences_of_a_page(tmp_path: Path) -> None:
    fence = f"> ```terrain\n> Marsh: cost x2\n> {BEHIND}> ```\n"
    page = f"# groundrules: ignore GR266 {WHY}\n\n{fence}\n```terrain example\nMarsh: cost x2\n{ALONE}```\n"
    assert told(tmp_path, page, "page.md") == []
    idle = (
        f"```terrain\nWood: cost x2\n```\n\n```terrain example\nHill: cost x2  # groundrules: ignore GR266 {WHY}\n```\n"
    )
    assert told(tmp_path, idle, "page.md") == [("GR623", 6)]


def test_a_part_of_a_ruleset_is_judged_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    part = f"Wood: cost x2  # groundrules: ignore GR266 {WHY}\n"
    (folder / "part.terrain").write_text(part, encoding="utf-8")
    (folder / "club.terrain").write_text('use "part.terrain"\n', encoding="utf-8")
    report = check([str(folder)])
    assert [(each.code, each.span.place) for each in report.diagnostics] == [("GR623", "part.terrain:1")]


def test_a_ruleset_that_others_use_is_judged_alone(tmp_path: Path) -> None:
    idle = f"Wood: cost x2  # groundrules: ignore GR266 {WHY}\n"
    (tmp_path / "base.terrain").write_text(idle, encoding="utf-8")
    assert told(tmp_path, 'use "base.terrain"\nHill: cost x2\n') == []
    assert told(tmp_path, idle, "base.terrain") == [("GR623", 1)]


def test_settings_weigh_what_comments_leave(tmp_path: Path) -> None:
    (tmp_path / "groundrules.toml").write_text('[lint]\nseverity = { GR266 = "error" }\n', encoding="utf-8")
    assert told(tmp_path, f"Marsh: cost x2\n{BEHIND}") == []
    (tmp_path / "groundrules.toml").write_text('[lint]\nignore = ["GR266"]\n', encoding="utf-8")
    assert told(tmp_path, f"Marsh: cost x2\n{BEHIND}") == []
