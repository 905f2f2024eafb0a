"""Tables as GeoJSON: the same answers as from YAML, with places in the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.tables.reading import codes, read, sound

from groundrules.engine import Piece
from groundrules.project.rulesets import ruleset_named
from groundrules.project.tables import read_table

RULES = """\
piece
    Height: distance
Woods: cost x2
Marsh: cost x2
Wall on climb when piece Height over 2": forbid climb
"""
SQUARE = {"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]]}


def feature(geometry: dict[str, Any] | None, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def collection(*features: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", "rules": "rules.terrain", **members, "features": list(features)}


def written(folder: Path, data: object, **how: Any) -> str:
    (folder / "rules.terrain").write_text(RULES, encoding="utf-8")
    return json.dumps(data, **how)


def pieces(folder: Path, data: object, **how: Any) -> list[Piece]:
    return [each.piece for each in sound(folder, written(folder, data, **how), "t.geojson").pieces]


@pytest.mark.parametrize("how", [{}, {"indent": "\t"}, {"indent": 2}, {"separators": (",", ":")}])
def test_every_way_to_write_json_gives_the_same_pieces(how: dict[str, Any], tmp_path: Path) -> None:
    data = collection(
        feature(SQUARE, name="old \U0001f332 copse", terrain="Woods", Height=3.5, stroke="#123", note=None)
    )
    (piece,) = pieces(tmp_path, data, **how)
    yaml = 'rules: rules.terrain\ntable: {"old \U0001f332 copse": {terrain: Woods, Height: 3.5, geometry: %s}}'
    (same,) = sound(tmp_path, yaml % json.dumps(SQUARE)).pieces
    assert piece == same.piece


def test_names_kinds_and_circles(tmp_path: Path) -> None:
    first, second, third = pieces(
        tmp_path,
        collection(
            feature(SQUARE, terrain="Woods, Marsh"),
            {**feature({"type": "LineString", "coordinates": [[0, 0], [5, 5, 2]]}, terrain="Woods"), "id": 17},
            feature({"type": "Point", "coordinates": [1e1, 2e-1]}, Name="pond", terrain=["Marsh"], radius="2"),
        ),
    )
    assert (first.name, [each.name for each in first.terrains]) == ("feature 1", ["Woods", "Marsh"])
    assert second.name == "17"
    yaml = "rules: rules.terrain\ntable: {pond: {terrain: Marsh, circle: [10, 0.2, 2]}}\n"
    assert third == sound(tmp_path, yaml).pieces[0].piece


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (collection(feature(SQUARE, name="a", terrain="Wods")), "GR405"),
        (collection(feature(SQUARE, name="a", terrain="Woods", Hieght=3)), "GR402"),
        (collection(feature(SQUARE, name="a")), "GR406"),
        (collection(feature(None, name="a", terrain="Woods")), "GR406"),
        (collection(feature({"type": "Point", "coordinates": [1, 2]}, name="a", terrain="Woods")), "GR404"),
        (collection(feature(SQUARE, name="w", terrain="Wall")), "GR501"),
        (collection({"type": "Polygon"}), "GR404"),
        ({"type": "Polygon", "coordinates": [], "rules": "rules.terrain"}, "GR404"),
        ({"type": "FeatureCollection", "rules": "rules.terrain"}, "GR404"),
        ({"type": "FeatureCollection", "features": []}, "GR406"),
        (collection(feature(SQUARE, name="a", terrain="Woods"), rules="rules2.terrain"), "GR601"),
    ],
)
def test_what_is_wrong_is_told(data: object, code: str, tmp_path: Path) -> None:
    file = read(tmp_path, written(tmp_path, data), "t.geojson")
    assert code in codes(file) and not file.sound


def test_a_finding_shows_the_place_in_the_json(tmp_path: Path) -> None:
    text = written(tmp_path, collection(feature(SQUARE, name="a", terrain="Wods")), indent="\t")
    (found,) = read(tmp_path, text, "t.geojson").all_diagnostics
    assert found.span.text == '"Wods"'


def test_rules_of_the_command_line_go_first(tmp_path: Path) -> None:
    path = tmp_path / "t.geojson"
    path.write_text(json.dumps({**collection(feature(SQUARE, name="a", terrain="Woods")), "rules": "gone"}), "utf-8")
    assert "GR601" in codes(read_table(path, "t.geojson")) or "GR609" in codes(read_table(path, "t.geojson"))
    file = read_table(path, "t.geojson", ruleset_named("epic"))
    assert codes(file) == set() and file.reports[0].ruleset.name == "epic"
