"""Sheets: what a page says, that nothing of an author's does anything in it, that files are written whole or not."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt
from tests.tables.reading import sound

from groundrules.cards import build_deck
from groundrules.cli.main import commands
from groundrules.project.rulesets import ruleset_named
from groundrules.project.table_sheets import contents

RULES = """\
rules: |
  overlap add
  piece
      Height: distance
      Edge: agreed for Wall
  roll Bog Test: d6
      1: stop
      2+: no effect
  Woods: cost x2
  Marsh on enter: Bog Test
  Mire: counts as Marsh
  Wall on climb when piece Height at least 2": forbid climb
  Scree: cost x3
  Woods when agreed "leaves have fallen": forbid end
agreed: [leaves have fallen]
table:
  copse: {terrain: Woods, circle: [10, 10, 4]}
  mire: {terrain: [Mire, Woods], rect: [20, 0, 30, 9], bottom: 0, top: 2}
  dyke: {terrain: Wall, line: [[0, 0], [9, 0]], Height: 3}
  slope: {terrain: Scree, rect: [28, 5, 40, 12]}
"""


def page(folder: Path, text: str = RULES) -> dict[str, str]:
    return contents([sound(folder, text)], index=False)


def sections(markdown: str) -> dict[str, str]:
    parts = re.split(r"^## (.*)$", markdown, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_a_page_has_map_pieces_rules_overlaps_and_agreements(tmp_path: Path) -> None:
    files = page(tmp_path)
    assert sorted(files) == ["table.html", "table.md", "table.svg"]
    markdown = files["table.md"]
    assert "](table.svg)" in markdown
    assert "| 2 | mire | Mire and Woods | from 0″ to 2″ |  |" in markdown
    assert "| 3 | dyke | Wall |  | Height 3″ |" in markdown
    told = sections(markdown)
    assert list(told) == ["What they do", "Where pieces overlap", "Agreed", "Still to be agreed"]
    assert "### Woods (1, 2)" in told["What they do"] and "### Bog Test" in told["What they do"]
    assert "mire and slope" in told["Where pieces overlap"] and "counts as 4″" in told["Where pieces overlap"]
    assert "leaves have fallen" in told["Agreed"]
    assert told["Still to be agreed"].split() == ["-", "☐", "Edge", "of", "dyke"]


@pytest.mark.parametrize(
    "name", ["battletech", "epic", "fifth-edition", "frostgrave", "ninth-age", "old-world", "trench-crusade"]
)
def test_what_pieces_do_is_what_their_cards_say(name: str, tmp_path: Path) -> None:
    """Every sentence and every cell of a terrain's card stands on the sheet of a table that has this terrain."""
    ruleset = ruleset_named(name).ruleset
    assert ruleset is not None
    kinds = [t.name + (f"({', '.join('1' for _ in t.params)})" if t.params else "") for t in ruleset.terrains]
    pieces = "".join(
        f"  p{n}: {{terrain: {kind}, rect: [{9 * n}, 0, {9 * n + 5}, 5]}}\n" for n, kind in enumerate(kinds)
    )
    markdown = page(tmp_path, f"rules: {name}\ntable:\n{pieces}")["table.md"]
    shown = " ".join(_text(MarkdownIt("commonmark").enable("table").render(markdown)).split())
    for card in build_deck(ruleset).cards:
        if card.kind in ("terrain", "all terrain"):
            texts = [one.text for bullet in card.bullets for one in bullet.sentences]
            texts += [cell.text for table in card.tables for row in table.rows for cell in row.cells]
            assert [text for text in texts if " ".join(text.split()) not in shown] == [], card.name


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def _parsed(html: str) -> _Words:
    parser = _Words()
    parser.feed(html)
    parser.close()
    return parser


def _text(html: str) -> str:
    return "".join(_parsed(html).words)


HOSTILE = [
    "<script>alert(1)</script>",
    "a | b",
    "[x](javascript:alert(1))",
    "*stars* _and_ `code` ~~gone~~",
    "![x](http://example.org/x.png)",
    "# heading",
    "1. list",
    "&lt;b&gt;",
    "--></title><img src=x onerror=alert(1)>",
    "https://example.org",
    "a\\u202eb",
    "tab\\u0001sign",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_what_an_author_wrote_is_shown_and_does_nothing(name: str, tmp_path: Path) -> None:
    """As the name of a piece, of a scenario, of what was agreed: the same elements as with a plain name."""

    def made(words: str) -> dict[str, str]:
        text = 'rules: |\n  piece\n      Edge: agreed for Woods\n  Woods: cost x2\nscenarios:\n  - name: "%s"\n'
        text += '    path: [[0, 0]]\n    table: {"%s": {terrain: Woods, circle: [1, 1, 3], Edge: "%s"}}\n'
        quoted = words.replace('"', '\\"')
        return contents([sound(tmp_path, text % (quoted, quoted, quoted))], index=False)

    plain, hostile = made("plain words"), made(name)
    (html,) = [text for path, text in hostile.items() if path.endswith(".html")]
    (markdown,) = [text for path, text in hostile.items() if path.endswith(".md")]
    (plain_html,) = [text for path, text in plain.items() if path.endswith(".html")]
    found, expected = _parsed(html), _parsed(plain_html)
    assert (found.tags, found.attributes) == (expected.tags, expected.attributes)
    seen = json.loads(f'"{name}"') if "\\u" in name else name
    if seen.isprintable():
        assert seen in _text(html)
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    (plain_markdown,) = [text for path, text in plain.items() if path.endswith(".md")]
    assert _parsed(reader.render(markdown)).tags == _parsed(reader.render(plain_markdown)).tags


def run(*args: str | Path) -> tuple[int, str]:
    ran = CliRunner().invoke(commands, ["table", *map(str, args)], standalone_mode=False)
    assert ran.exception is None, ran.exception
    return int(ran.return_value or 0), ran.output


def folder_of(tmp_path: Path, *names: str) -> Path:
    folder = tmp_path / "tables"
    folder.mkdir()
    for name in names:
        (folder / f"{name}.yaml").write_text(RULES, encoding="utf-8")
    return folder


def files_in(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def test_a_folder_gives_a_sheet_for_each_table_and_an_index(tmp_path: Path) -> None:
    folder, out = folder_of(tmp_path, "ford", "index", "Hill Fort"), tmp_path / "out"
    code, output = run(folder, "--sheet", out)
    assert code == 0 and "3 sheets" in output
    pages = {"ford", "index-2", "hill-fort"}
    expected = {f"{page}.{end}" for page in pages for end in ("md", "html", "svg")}
    assert files_in(out) == expected | {"index.md", "index.html", "sheets.json"}
    linked = set(re.findall(r"\]\((.*?)\)", (out / "index.md").read_text(encoding="utf-8")))
    assert linked == {f"{page}.md" for page in pages}
    (folder / "ford.yaml").unlink()
    run(folder, "--sheet", out)
    assert files_in(out) & {"ford.md", "ford.html", "ford.svg"} == set()


def test_single_sheets_in_one_folder_leave_each_other_alone(tmp_path: Path) -> None:
    folder, out = folder_of(tmp_path, "ford", "hill"), tmp_path / "out"
    assert run(folder / "ford.yaml", "--sheet", out)[0] == 0
    assert run(folder / "hill.yaml", "--sheet", out)[0] == 0
    assert {"ford.md", "hill.md"} <= files_in(out)
    again = run(folder / "ford.yaml", "--sheet", out)
    assert again[0] == 0 and "0 files new or changed" in again[1]


def test_a_file_of_the_author_is_never_replaced(tmp_path: Path) -> None:
    folder, out = folder_of(tmp_path, "ford"), tmp_path / "out"
    out.mkdir()
    (out / "ford.md").write_text("my own notes", encoding="utf-8")
    code, output = run(folder / "ford.yaml", "--sheet", out)
    assert code == 1 and "ford.md" in output
    assert files_in(out) == {"ford.md"} and (out / "ford.md").read_text(encoding="utf-8") == "my own notes"


def test_cards_and_sheets_in_one_folder_leave_each_other_alone(tmp_path: Path) -> None:
    folder, out = folder_of(tmp_path, "ford"), tmp_path / "out"
    (tmp_path / "woods.terrain").write_text("Woods: cost x2\n", encoding="utf-8")
    built = CliRunner().invoke(commands, ["build", str(tmp_path / "woods.terrain"), "-o", str(out)])
    cards = {path for path in (out / "woods").rglob("*") if path.is_file()}
    assert built.exit_code == 0 and cards
    assert run(folder / "ford.yaml", "--sheet", out / "woods")[0] == 0
    (folder / "ford.yaml").rename(folder / "hill.yaml")
    assert run(folder / "hill.yaml", "--sheet", out / "woods")[0] == 0
    assert all(path.is_file() for path in cards)
    CliRunner().invoke(commands, ["build", str(tmp_path / "woods.terrain"), "-o", str(out)])
    assert {"ford.md", "hill.md"} <= files_in(out / "woods")


def test_a_table_with_errors_gives_no_sheet(tmp_path: Path) -> None:
    folder, out = folder_of(tmp_path, "ford"), tmp_path / "out"
    (folder / "bad.yaml").write_text(RULES.replace(", Height: 3", ""), encoding="utf-8")
    assert run(folder, "--sheet", out)[0] == 1 and not out.exists()


def test_an_output_that_cannot_be_is_told(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "ford")
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, output = run(folder, "--sheet", tmp_path / "file")
    assert code == 1 and "cannot be written" in output
    code, output = run(folder / "ford.yaml", "--svg", tmp_path / "nowhere" / "map.svg")
    assert code == 1 and "cannot be written" in output
