"""The map: every piece with its number inside it, whatever its shape; nothing of the author's runs."""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from shapely.geometry import LineString, Point, Polygon
from tests.tables.reading import sound

from groundrules.cli.main import commands
from groundrules.scenarios.table_map import map_of

SVG = "{http://www.w3.org/2000/svg}"
RULES = 'rules: "Woods: cost x2"\ntable:\n'


def drawn(folder: Path, pieces: str, rules: str = RULES) -> ElementTree.Element:
    return ElementTree.fromstring(map_of(sound(folder, rules + pieces)))


def numbers(map: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """Where each number stands: the circles of ten pixels, in the order of their texts."""
    circles = [c for c in map.iter(f"{SVG}circle")]
    texts = [t for t in map.iter(f"{SVG}text") if t.get("font-weight") == "bold"]
    return {str(t.text): (float(c.get("cx", 0)), float(c.get("cy", 0))) for c, t in zip(circles, texts, strict=True)}


def corners(path: str) -> list[list[tuple[float, float]]]:
    """The rings of a path of straight lines."""
    return [
        [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", ring)]
        for ring in path.split("M")
        if ring.strip()
    ]


#: Pieces whose middle lies outside of them.
HORSESHOE = "[[0, 0], [10, 0], [10, 10], [8, 10], [8, 2], [2, 2], [2, 10], [0, 10]]"
RING = "[[0, 0], [10, 0], [10, 10], [0, 10]], holes: [[[1, 1], [9, 1], [9, 9], [1, 9]]]"


THIN = "[[0, 0], [10, 0], [10, 10], [0, 10]], holes: [[[0.03, 0.03], [9.97, 0.03], [9.97, 9.97], [0.03, 9.97]]]"


@pytest.mark.parametrize(
    "shape", [f"polygon: {HORSESHOE}", f"polygon: {RING}", f"polygon: {THIN}", "rect: [3, 3, 40, 4]"]
)
def test_a_number_lies_in_its_piece(shape: str, tmp_path: Path) -> None:
    """The middle of a horseshoe and of a ring lies outside of them; shapely says where the number stands."""
    map = drawn(tmp_path, f"  a: {{terrain: Woods, {shape}}}\n")
    outline = next(p for p in map.iter(f"{SVG}path") if p.get("fill-rule"))
    outer, *holes = corners(outline.get("d", ""))
    (place,) = numbers(map).values()
    assert Polygon(outer, holes).contains(Point(place))


def test_the_number_of_a_wall_lies_on_it(tmp_path: Path) -> None:
    map = drawn(tmp_path, "  a: {terrain: Woods, line: [[0, 0], [9, 0], [9, 9]]}\n")
    wall = next(p for p in map.iter(f"{SVG}path") if p.get("stroke-width") == "3")
    (chain,) = corners(wall.get("d", ""))
    (place,) = numbers(map).values()
    assert LineString(chain).distance(Point(place)) < 0.2


def test_numbers_of_pieces_on_one_another_stand_apart(tmp_path: Path) -> None:
    pieces = "".join(f"  p{n}: {{terrain: Woods, circle: [10, 10, {10 - n}]}}\n" for n in range(5))
    places = list(numbers(drawn(tmp_path, pieces)).values())
    assert min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i]) >= 20


def test_cells_of_a_hex_grid_have_six_corners_and_neighbours_share_a_side(tmp_path: Path) -> None:
    rules = 'rules: "grid hexes\\nWoods: cost x2"\ntable:\n'
    map = drawn(tmp_path, "  a: {terrain: Woods, cells: [[0, 0], [1, 0]]}\n", rules)
    one, other = [Polygon(corners(p.get("d", ""))[0]) for p in map.iter(f"{SVG}path") if p.get("fill-rule")]
    assert len(one.exterior.coords) == 7
    side = one.exterior.length / 6
    assert one.buffer(0.2).intersection(other.buffer(0.2)).length / 2 == pytest.approx(side, rel=0.05)


def test_names_are_shown_and_do_nothing(tmp_path: Path) -> None:
    name = "</title><script>alert(1)</script>&amp;"
    map = drawn(tmp_path, f'  "{name}": {{terrain: Woods, rect: [0, 0, 4, 4]}}\n')
    assert not list(map.iter(f"{SVG}script"))
    assert name in [text.text for text in map.iter(f"{SVG}text")]


@pytest.mark.parametrize(("wide", "words"), [(48, "10″"), (6, "1″"), (700, "100″")])
def test_the_scale_is_as_long_as_it_says(wide: int, words: str, tmp_path: Path) -> None:
    """A rectangle of known width gives the pixels of an inch."""
    map = drawn(tmp_path, f"  a: {{terrain: Woods, rect: [0, 0, {wide}, 3]}}\n")
    (outer,) = corners(next(p for p in map.iter(f"{SVG}path") if p.get("fill-rule")).get("d", ""))
    inch = (max(x for x, _ in outer) - min(x for x, _ in outer)) / wide
    bar = next(p for p in map.iter(f"{SVG}path") if "H" in p.get("d", ""))
    start, end = (float(each) for each in re.findall(r"[MH](-?[\d.]+)", bar.get("d", "")))
    assert words in [text.text for text in map.iter(f"{SVG}text")]
    assert (end - start) / inch == pytest.approx(float(words[:-1]), rel=0.01)


def test_the_command_draws_one_sound_table(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text(RULES + "  a: {terrain: Woods, rect: [0, 0, 4, 4]}\n", encoding="utf-8")
    ran = CliRunner().invoke(commands, ["table", str(tmp_path / "t.yaml"), "--svg", str(tmp_path / "map.svg")])
    assert ran.exit_code == 0
    assert numbers(ElementTree.parse(tmp_path / "map.svg").getroot()).keys() == {"1"}
