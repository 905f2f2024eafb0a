"""``groundrules embed``: cards inside documents, nothing else touched, stale ones told."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from tests.docs.fences import ROOT

from groundrules.cli import entry
from groundrules.project.embedding import Embedded, embed_paths

RULES = """\
ruleset "House rules"
model
    Class: Infantry, Vehicle
outcome Sunk "sinks"
Woods for Vehicle: cost x2
Marsh on enter: Bog Test
    > Wet ground.
    ref "p. 7"
Any Terrain for Infantry on end: no effect
roll Bog Test: d6
    1: Sunk
    2+: no effect
"""

PAGE = f"""\
# House rules

Words   with odd   blanks.{"  "}
<!-- groundrules: card Marsh -->
Old words.
<!-- /groundrules -->
```terrain
{RULES}```

## Rolls

- in a list

  <!--groundrules:roll Bog Test-->
  <!--/groundrules-->

> <!-- groundrules: table Vehicle -->
> <!-- /groundrules -->

```markdown
<!-- groundrules: card Nothing -->
```

    <!-- groundrules: card Nothing -->

Inline `<!-- groundrules: card Nothing -->` is no mark.

Last
====

<!-- groundrules: sheet -->
<!-- /groundrules -->
end without a line end"""

MARKS = re.compile(r"(<!-- *groundrules:[^\n]*-->\n)(.*?)(\n[ >]*<!-- */groundrules *-->)", re.DOTALL)


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def embed(path: Path) -> Embedded:
    (done,) = embed_paths([str(path)])
    return done


def filled(folder: Path, text: str, name: str = "page.md") -> str:
    done = embed(put(folder, name, text))
    assert done.after is not None, [(each.code, each.message) for each in done.diagnostics]
    return done.after


def outside(text: str) -> str:
    """A page without what stands between its marks."""
    return re.sub(r"(<!-- *groundrules:.*?-->).*?(<!-- */groundrules *-->)", r"\1\2", text, flags=re.DOTALL)


def headings(text: str) -> list[tuple[int, str]]:
    tokens = MarkdownIt("commonmark").parse(text)
    return [(int(one.tag[1]), after.content) for one, after in pairwise(tokens) if one.type == "heading_open"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_nothing_else_changes_and_a_second_time_nothing_at_all(end: str, tmp_path: Path) -> None:
    page = PAGE.replace("\n", end)
    once = filled(tmp_path, page)
    assert outside(once) == outside(page)
    assert "Old words." not in once
    assert filled(tmp_path, once) == once
    assert re.search(r"(?<!\r)\n", once) is None or end == "\n"
    assert embed(put(tmp_path, "page.md", once)).stale == ()


def test_a_part_says_what_the_rules_say(tmp_path: Path) -> None:
    once = filled(tmp_path, PAGE)
    marsh, roll, table, sheet = (
        part for _, part, _ in MARKS.findall(once.replace("<!--groundrules", "<!-- groundrules"))
    )
    assert "Wet ground." in marsh and "Bog Test" in marsh and "p. 7" in marsh
    assert "Sunk" in roll or "sinks" in roll
    assert "Vehicle" in table and "Infantry" not in table and "Woods" in table
    assert {"Infantry", "Vehicle", "Marsh", "Bog Test"} <= set(re.findall(r"Infantry|Vehicle|Marsh|Bog Test", sheet))


def test_a_table_of_a_field_has_a_column_for_each_value(tmp_path: Path) -> None:
    page = f"```terrain\n{RULES}```\n<!-- groundrules: table Class -->\n<!-- /groundrules -->\n"
    ((_, part, _),) = MARKS.findall(filled(tmp_path, page))
    assert [cell.strip() for cell in part.strip().split("\n")[0].strip("|").split("|")][1:] == ["Infantry", "Vehicle"]


ODDS = """\
```terrain
model
    Height: Small < Large
    Speed: distance
number Bog Dice by Height: Small 1, Large 2
roll Bog Test: d6
    1 Sunk
    2+
roll Mire(X): Bog Dice d6
    each 1-X Sunk
roll Leap: d6 + Speed
    6 or less Fall
    7+
Marsh on enter: Bog Test
Marsh on leave: Mire(2)
Marsh on end: Leap
roll Drop Test: d6 - (1 per full 2" of fall)
    3+ Safe
    otherwise Hurt
roll Slide: 2d6" keep 1 highest
    1+: stop after result
Marsh on drop: Drop Test, Slide
```
"""


def odds_part(folder: Path, mark: str) -> list[list[str]]:
    page = f"{ODDS}<!-- groundrules: odds {mark} -->\n<!-- /groundrules -->\n"
    ((_, part, _),) = MARKS.findall(filled(folder, page))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in part.strip().split("\n")]


def percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"


def test_the_chances_of_a_roll(tmp_path: Path) -> None:
    heading, _, headers, _, sunk, well = odds_part(tmp_path, "bog test")
    assert heading == ["**Bog Test**"]
    assert len(headers) == 5
    assert sunk == ["1", "Sunk", "1 in 6 (17 %)", *(percent(1 - Fraction(5, 6) ** n) for n in (5, 10))]
    assert well[2] == "5 in 6 (83 %)"


def test_the_chances_for_one_kind_of_model(tmp_path: Path) -> None:
    chance = 1 - Fraction(4, 6) ** 2
    heading, *_, sunk = odds_part(tmp_path, "Mire X=2 Height=Large")
    assert heading == ["**Mire** (X=2, Height=Large)"]
    shown = f"any die: {chance.numerator} in {chance.denominator} ({percent(chance)})"
    assert sunk == ["each die that shows 1–2", "Sunk", shown, percent(1 - (1 - chance) ** 5), "99 %"]


def test_the_chances_at_one_moment_of_a_move(tmp_path: Path) -> None:
    # Four inches take two points off: of six faces 5 and 6 are safe.
    heading, *_, safe, hurt = odds_part(tmp_path, "Drop Test fall=4")
    assert heading == ["**Drop Test** (fall=4)"]
    assert (safe[:3], hurt[2]) == (["3 or more", "Safe", "1 in 3 (33 %)"], "2 in 3 (67 %)")


def test_the_chances_of_a_distance(tmp_path: Path) -> None:
    _, _, headers, _, *rows = odds_part(tmp_path, "Slide")
    assert headers[0] == "Rolled" and len(headers) == 4
    better = {least: 1 - Fraction(least - 1, 6) ** 2 for least in range(2, 7)}
    assert [row[0] for row in rows] == ["1 or more", *(f"{least}″ or more" for least in better)]
    for row, chance in zip(rows[1:], better.values(), strict=True):
        assert row[1] == f"{chance.numerator} in {chance.denominator} ({percent(chance)})"


@pytest.mark.parametrize(
    ("mark", "message", "help_text"),
    [
        ("Drop Test", "the odds of `Drop Test` depend on fall", "write `odds Drop Test fall=…`"),
        ("Mire", "the odds of `Mire` depend on X and Height", "write `odds Mire X=… Height=…`"),
        ("Mire X=2", "the odds of `Mire` depend on X and Height", "write `odds Mire X=… Height=…`"),
        ("Bog Tset", "nothing called `Bog Tset` is a roll", "did you mean `Bog Test`?"),
        ("Mier X=2", "nothing called `Mier X=2` is a roll", "did you mean `Mire X=2`?"),
        ("Leap Wings", "nothing of a model is called `Wings`", "write `Speed=6` for a field"),
    ],
)
def test_chances_that_cannot_be_had(mark: str, message: str, help_text: str, tmp_path: Path) -> None:
    page = f"{ODDS}<!-- groundrules: odds {mark} -->\n<!-- /groundrules -->\n"
    (found,) = embed(put(tmp_path, "page.md", page)).diagnostics
    assert (found.code, found.message) == ("GR619", message)
    assert (found.help or "").startswith(help_text)


def test_our_own_pages_are_up_to_date() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    done = list(embed_paths(os.path.relpath(page) for page in pages))
    assert [(each.shown, each.diagnostics, each.stale) for each in done if each.diagnostics or each.stale] == []
    assert sum(each.parts for each in done) >= 2


def test_lines_stand_where_their_marks_stand(tmp_path: Path) -> None:
    once = filled(tmp_path, PAGE)
    begun = once.index("<!--groundrules:roll")
    lines = once[begun : once.index("<!--/groundrules", begun)].split("\n")[1:-1]
    assert all(not line or line.startswith("  ") for line in lines)
    begun = once.index("<!-- groundrules: table")
    lines = once[begun : once.index("<!-- /groundrules", begun)].split("\n")[1:]
    assert all(line.startswith(">") for line in lines)


def test_headings_go_below_those_of_the_page(tmp_path: Path) -> None:
    found = headings(filled(tmp_path, PAGE))
    assert found[:4] == [(1, "House rules"), (2, "Marsh"), (2, "Rolls"), (3, "Bog Test")]
    last = [level for level, title in found[found.index((1, "Last")) + 1 :]]
    assert last[0] == 2 and set(last[1:]) == {3}


def test_no_link_leads_to_a_page_that_is_not_there(tmp_path: Path) -> None:
    assert not re.search(r"\]\([^)]*\.md\)", filled(tmp_path, PAGE))


def test_the_place_of_a_rule_is_not_cited(tmp_path: Path) -> None:
    """So that a line more anywhere in the page leaves its parts as they are."""
    assert not re.search(r"page\.md:\d", filled(tmp_path, PAGE))
    once = filled(tmp_path, PAGE)
    moved = once.replace("# House rules", "# House rules\n\nA line more.", 1)
    assert filled(tmp_path, moved) == moved


def test_the_last_use_above_names_the_rules(tmp_path: Path) -> None:
    put(tmp_path, "rules/own.terrain", "Woods: cost x3\n    > Of the file.\n")
    put(tmp_path, "groundrules.toml", "")
    text = (
        "<!-- groundrules: use ../rules/own.terrain -->\n<!-- groundrules: card Woods -->\n<!-- /groundrules -->\n"
        "<!-- groundrules: use epic -->\n<!-- groundrules: card Woods -->\n<!-- /groundrules -->\n"
    )
    first, second = (part for _, part, _ in MARKS.findall(filled(tmp_path, text, "docs/page.md")))
    assert "Of the file." in first and "jungle" not in first
    assert "jungle" in second and "Of the file." not in second


def test_a_name_may_be_written_as_cards_show_it(tmp_path: Path) -> None:
    for name in ("Bog Test", "BogTest"):
        page = f"```terrain\n{RULES}```\n<!-- groundrules: roll {name} -->\n<!-- /groundrules -->\n"
        assert "# Bog Test" in filled(tmp_path, page)
    page = f"```terrain\n{RULES}```\n<!-- groundrules: card all terrain -->\n<!-- /groundrules -->\n"
    assert "# All terrain" in filled(tmp_path, page)


OWN = f"```terrain\n{RULES}```\n"
END = "\n<!-- /groundrules -->\n"


@pytest.mark.parametrize(
    ("text", "code", "line", "words"),
    [
        (f"{OWN}<!-- groundrules: card Woodz -->{END}", "GR619", 15, "did you mean `Woods`?"),
        (f"{OWN}<!-- groundrules: roll Woods -->{END}", "GR619", 15, None),
        (f"{OWN}<!-- groundrules: table Infantri -->{END}", "GR619", 15, "did you mean `Infantry`?"),
        (f"{OWN}<!-- groundrules: crad Woods -->{END}", "GR619", 15, None),
        (f"{OWN}<!-- groundrules: card -->{END}", "GR619", 15, None),
        (f"{OWN}<!-- groundrules: sheet Woods -->{END}", "GR619", 15, None),
        (f"<!-- groundrules: sheet -->{END}", "GR619", 1, None),
        (f"<!-- groundrules: use epik -->\n<!-- groundrules: sheet -->{END}", "GR609", 1, None),
        (f"<!-- groundrules: use no.terrain -->\n<!-- groundrules: sheet -->{END}", "GR601", 1, None),
        (f"<!-- groundrules: use ../no.terrain -->\n<!-- groundrules: sheet -->{END}", "GR608", 1, None),
        (f"{OWN}<!-- groundrules: card Woods -->\n", "GR620", 15, None),
        (f"{OWN}<!-- groundrules: card Woods -->\n<!-- groundrules: card Marsh -->{END}", "GR620", 15, None),
        (f"{OWN}{END}", "GR620", 16, None),
        (f"```terrain\nWoods: costt x2\n```\n<!-- groundrules: sheet -->{END}", "GR110", 2, None),
    ],
)
def test_what_is_wrong_is_told_at_its_place(text: str, code: str, line: int, words: str | None, tmp_path: Path) -> None:
    done = embed(put(tmp_path, "page.md", text))
    first = done.diagnostics[0]
    assert done.after is None
    assert len(done.diagnostics) == 1, done.diagnostics
    assert (first.code, first.span.line) == (code, line)
    assert words is None or words in (first.help or "")
    assert first.help and len(first.message) < 120


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "groundrules", "embed", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", env=environment, check=False)


def test_the_command_writes_and_its_check_does_not(tmp_path: Path) -> None:
    page = put(tmp_path, "page.md", PAGE)
    other = put(tmp_path, "other.md", "Nothing here.\n")
    checked = run(tmp_path, "--check", "page.md", "other.md")
    assert checked.returncode == 1 and checked.stdout.count("[GR621]") == 4 and "page.md:4:" in checked.stdout
    assert page.read_bytes().decode() == PAGE
    ran = run(tmp_path, "page.md", "other.md")
    assert (ran.returncode, ran.stdout) == (0, "")
    assert other.read_text() == "Nothing here.\n"
    assert run(tmp_path, "--check", "page.md", "other.md").returncode == 0
    page.write_bytes(page.read_bytes().replace(b"cost x2", b"cost x3"))
    assert run(tmp_path, "--check", "page.md").returncode == 1


def test_a_page_with_a_wrong_mark_is_left_alone_and_others_are_not(tmp_path: Path) -> None:
    wrong = put(tmp_path, "wrong.md", PAGE.replace("card Marsh", "card Swamp", 1))
    right = put(tmp_path, "right.md", PAGE)
    before = wrong.read_bytes()
    ran = run(tmp_path, "wrong.md", "right.md")
    assert ran.returncode == 1 and "[GR619]" in ran.stdout
    assert wrong.read_bytes() == before and right.read_bytes().decode() != PAGE


def test_the_rules_of_the_project_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "groundrules.toml").touch()
    (tmp_path / "club.terrain").write_text("Woods: cost x2\n", encoding="utf-8")
    (tmp_path / "notes").mkdir()
    page = tmp_path / "notes" / "page.md"
    page.write_text("<!-- groundrules: card Woods -->\n<!-- /groundrules -->\n", encoding="utf-8")
    assert entry.main(["embed", "notes/page.md"]) == entry.FOUND
    line = "<!-- groundrules: use ../club.terrain -->"
    assert f"write `{line}` above" in capsys.readouterr().out
    page.write_text(f"{line}\n{page.read_text(encoding='utf-8')}", encoding="utf-8")
    assert entry.main(["embed", "notes/page.md"]) == entry.WELL
