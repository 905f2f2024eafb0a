"""What is written in the drawing of a move can be read: nothing lies on a text, neither a piece nor another text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from groundrules.project.playing import load
from groundrules.scenarios.picture import picture
from groundrules.scenarios.running import run_scenario

RULES = """\
rules: |
  overlap worst
  Woods: cost x2
  Rubble: cost x3
  Rock on climb: cost 2" per 1" of rise
  Rock on drop: cost 1" per 1" of fall
table: %s
scenarios:
  - {name: it, model: {base: 1}, path: %s}
"""
NESTED = """{old wood: {terrain: Woods, rect: [2, 0, 8, 6]}, heap: {terrain: Rubble, rect: [3, 1, 7, 5]},
  inner heap: {terrain: [Rubble, Woods], rect: [3.2, 1.2, 6, 4]}, rock: {terrain: Rock, rect: [9, 0, 11, 6]}}"""
#: Each lies half on the one before, and was drawn over its name.
ROW = "{{{}}}".format(
    ", ".join(f"wood number {i}: {{terrain: Woods, rect: [{2 * i}, {-i}, {2 * i + 3}, {3 - i}]}}" for i in range(6))
)
OVER = "[[0, 3], [9, 3], {climb: 3}, [11, 3], {drop: 3}, [13, 3]]"
#: Back and forth over the same places.
BACK = "[[0, 3], [13, 3], [0, 3.2], [13, 3.4]]"


@dataclass(frozen=True)
class Text:
    words: str
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Text) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > 0 and min(self.bottom, other.bottom) - max(self.top, other.top) > 0


def drawn(folder: Path, table: str, path: str) -> str:
    (folder / "s.yaml").write_text(RULES % (table, path), encoding="utf-8")
    play = load(folder / "s.yaml", "s.yaml")
    assert play is not None and play.document is not None and play.ruleset is not None
    return picture(play.ruleset, run_scenario(play.ruleset, play.document.scenarios[0]))


def parts(svg: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(svg).iter() if not each.tag.endswith("}svg")]


def texts(svg: str) -> list[Text]:
    """Every text with the room that its letters take: half their size wide, from the cap height to the base line."""
    found = []
    for each in parts(svg):
        if each.tag.endswith("}text"):
            words, size = each.text or "", float(each.attrib["font-size"])
            wide = len(words) * size / 2
            x, y = float(each.attrib["x"]), float(each.attrib["y"])
            left = x - {"start": 0, "middle": wide / 2, "end": wide}[each.attrib["text-anchor"]]
            found.append(Text(words, left, y - 0.7 * size, left + wide, y))
    return found


SCENES = [(NESTED, OVER), (NESTED, BACK), (ROW, OVER), (ROW, BACK)]


@pytest.mark.parametrize(("table", "path"), SCENES)
def test_no_text_lies_on_another(table: str, path: str, tmp_path: Path) -> None:
    found = texts(drawn(tmp_path, table, path))
    assert [(one.words, other.words) for one, other in combinations(found, 2) if one.covers(other)] == []
    names = re.findall(r"([a-z][a-z 0-9]*): \{terrain", table)
    assert set(names) <= {one.words for one in found}


@pytest.mark.parametrize(("table", "path"), SCENES)
def test_nothing_is_drawn_over_a_text_and_pieces_can_be_seen_through(table: str, path: str, tmp_path: Path) -> None:
    svg = drawn(tmp_path, table, path)
    kinds = [each.tag.rpartition("}")[2] for each in parts(svg)]
    assert "text" not in kinds[: len(kinds) - kinds.count("text")]
    groups = [each for each in parts(svg) if each.tag.endswith("}g")]
    assert len(groups) == len(re.findall("terrain:", table))
    assert all(0 < float(each.attrib["fill-opacity"]) < 1 for each in groups)
    # A piece within another one is drawn after it, in whichever order they are stated.
    if table == NESTED:
        order = [each[0].text for each in groups]
        assert order.index("old wood") < order.index("heap") < order.index("inner heap")


def test_texts_stay_in_the_picture(tmp_path: Path) -> None:
    svg = drawn(tmp_path, NESTED, BACK)
    head = re.search(r'width="(\d+)" height="(\d+)"', svg)
    assert head is not None
    width, height = map(float, head.groups())
    assert all(one.left >= 0 and one.right <= width and one.top >= 0 and one.bottom <= height for one in texts(svg))


def test_a_label_that_finds_no_free_place_is_written_all_the_same(tmp_path: Path) -> None:
    crowd = "{{{}}}".format(", ".join(f"w{i}: {{terrain: Woods, rect: [2, 0, 8, 6]}}" for i in range(60)))
    assert {f"w{i}" for i in range(60)} <= {one.words for one in texts(drawn(tmp_path, crowd, "[[0, 3], [13, 3]]"))}


def test_a_name_with_controls_leaves_the_picture_well_formed(tmp_path: Path) -> None:
    rules = RULES % ('{"a\\u001b\\u0007b": {terrain: Woods, rect: [2, 0, 8, 6]}}', "[[0, 3], [9, 3]]")
    (tmp_path / "it.yaml").write_text(rules.replace("name: it", 'name: "it\\u001b\\u0007"'), encoding="utf-8")
    play = load(tmp_path / "it.yaml", "it.yaml")
    assert play is not None and play.document is not None and play.ruleset is not None
    drawn = picture(play.ruleset, run_scenario(play.ruleset, play.document.scenarios[0]))
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
