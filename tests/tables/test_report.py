"""What a report says: who must state what, what is agreed, what holds where pieces overlap."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from tests.tables.reading import codes, read, sound

from groundrules.cli.main import commands
from groundrules.engine import Model, Situation, Table, adjudicate, fields_of
from groundrules.ground.shapes import Rect
from groundrules.scenarios.table_report import TableReport
from groundrules.scenarios.table_telling import lines

ASKED = """\
rules: |
  model
      Class: Foot, Wheels
  piece
      Height: distance
      Age: number, optional
      Firmness: agreed for Marsh
  Wall on climb when piece Height over 2": forbid climb
  Ruin for Wheels: counts as Wall
  Hedge: Height is 1"
  Hedge: counts as Wall
  Marsh when agreed "it has rained": cost x3
  Woods: cost x2
  overlap worst
table:
"""


def lacking(folder: Path, pieces: str) -> set[str]:
    return {each.message for each in read(folder, ASKED + pieces).all_diagnostics if each.code == "GR501"}


def test_only_pieces_that_rules_ask_must_state_a_field(tmp_path: Path) -> None:
    """What a Ruin is to some models asks as well; a Hedge has the height of its kind; Woods are never asked."""
    shape = "rect: [0, 0, 1, 1]"
    pieces = "".join(f"  {kind.lower()}: {{terrain: {kind}, {shape}}}\n" for kind in ("Wall", "Ruin", "Hedge", "Woods"))
    assert lacking(tmp_path, pieces) == {
        "the piece `wall` does not state its `Height`",
        "the piece `ruin` does not state its `Height`",
    }


def test_what_stands_in_a_finding(tmp_path: Path) -> None:
    text = ASKED + "  copse: {terrain: Woods, rect: [0, 0, 1, 1]}\n  wall: {terrain: Wall, line: [[0, 0], [1, 1]]}\n"
    (found,) = read(tmp_path, text).all_diagnostics
    assert found.span.text == "wall" and found.span.line == text.splitlines().index(
        "  wall: {terrain: Wall, line: [[0, 0], [1, 1]]}") + 1  # fmt: skip
    assert found.help is not None and 'Wall on climb when piece Height over 2"' in found.help


def test_what_is_agreed_and_what_is_open(tmp_path: Path) -> None:
    fen = "  fen: {terrain: Marsh, rect: [0, 0, 1, 1]}\n"
    fen += "  bog: {terrain: Marsh, rect: [5, 5, 6, 6], Firmness: knee-deep}\n"
    report = sound(tmp_path, ASKED + fen)
    assert [(each.agreed, each.open) for each in report.pieces] == [
        ((), ("Firmness",)),
        ((("Firmness", "knee-deep"),), ()),
    ]
    (fact,) = report.facts
    assert (fact.text, fact.agreed, fact.pieces) == ("it has rained", False, ("fen", "bog"))
    again = sound(tmp_path, ASKED + fen + "agreed: [It  Has rained]\n")
    assert [each.agreed for each in again.facts] == [True]


def test_facts_of_ground_that_is_not_there_are_not_asked(tmp_path: Path) -> None:
    assert sound(tmp_path, ASKED + "  copse: {terrain: Woods, rect: [0, 0, 1, 1]}\n").facts == ()


@pytest.mark.parametrize(
    ("piece", "code"),
    [
        ("{terrain: Wods, rect: [0, 0, 1, 1]}", "GR405"),
        ("{terrain: Woods, polygon: [[0, 0], [4, 4], [4, 0], [0, 4]]}", "GR404"),
        ("{terrain: Woods, rect: [0, 0, 0, 4]}", "GR404"),
        ("{terrain: Woods, circle: [0, 0, .nan]}", "GR404"),
        ("{terrain: Woods}", "GR406"),
        ("{rect: [0, 0, 1, 1]}", "GR406"),
        ("{terrain: Woods, rect: [0, 0, 1, 1], Hight: 3}", "GR402"),
        ("{terrain: Woods, rect: [0, 0, 1, 1], bottom: 3, top: 2.99}", "GR502"),
    ],
)
def test_unsound_pieces_are_told(piece: str, code: str, tmp_path: Path) -> None:
    assert codes(read(tmp_path, ASKED + f"  piece: {piece}\n")) == {code}


# ---- overlaps

POLICY = """\
rules: |
  overlap {policy}
  Woods: cost x2
  Marsh: cost x3
  Scree: cost +1
table:
  copse: {{terrain: Woods, rect: [0, 0, 6, 6]}}
  mire:  {{terrain: Marsh, circle: [6, 3, 2]}}
  far:   {{terrain: Marsh, rect: [20, 0, 26, 6]}}
"""


@pytest.mark.parametrize(("policy", "cost"), [("worst", 3), ("multiply", 6), ("add", 4)])
def test_cost_where_two_kinds_lie_follows_the_policy(policy: str, cost: int, tmp_path: Path) -> None:
    """``docs/language.md``: the largest; the product; the extras added (x2 and x3 make x4)."""
    (overlap,) = sound(tmp_path, POLICY.format(policy=policy)).overlaps
    assert overlap.pieces == ("copse", "mire")
    assert [(each.who, each.cost) for each in overlap.holds] == [((), cost)]


def test_pieces_that_only_touch_or_lie_above_one_another_do_not_overlap(tmp_path: Path) -> None:
    beside = "  a: {terrain: Woods, rect: [0, 0, 2, 2]}\n  b: {terrain: Woods, rect: [2, 0, 4, 2]}\n"
    assert sound(tmp_path, ASKED + beside).overlaps == ()
    above = "  a: {terrain: Woods, rect: [0, 0, 2, 2], top: 3}\n  b: {terrain: Woods, rect: [0, 0, 2, 2], bottom: 3}\n"
    assert sound(tmp_path, ASKED + above).overlaps == ()


def test_who_is_told_apart_only_where_it_matters(tmp_path: Path) -> None:
    text = """\
rules: |
  overlap multiply
  model
      Class: Foot, Horse, Wheels
      traits: Strider
  Woods: cost x2
  Woods for Wheels: forbid enter
  Marsh: cost x2
  Strider: ignore Marsh
  action Move: up to 6"
  action Charge: up to 12"
  Marsh during Charge: cost x4
table:
  copse: {terrain: Woods, rect: [0, 0, 6, 6]}
  mire: {terrain: Marsh, rect: [4, 0, 9, 6]}
"""
    (overlap,) = sound(tmp_path, text).overlaps
    told = {each.who: (each.cost, each.forbidden) for each in overlap.holds}
    assert told == {
        ("Foot", "Horse"): (4, ()),
        ("Foot, Horse during Charge",): (8, ()),
        ("Wheels",): (4, ("enter",)),
        ("Wheels during Charge",): (8, ("enter",)),
        ("Foot with Strider", "Horse with Strider"): (2, ()),
        ("Wheels with Strider",): (2, ("enter",)),
    }


def test_ground_that_is_replaced_says_nothing(tmp_path: Path) -> None:
    text = (
        "rules: |\n  Mud: cost x2\n  Road: replaces Mud\n"
        "table:\n  field: {terrain: Mud, rect: [0, 0, 9, 9]}\n  lane: {terrain: Road, rect: [4, -3, 5, 12]}\n"
    )
    (overlap,) = sound(tmp_path, text).overlaps
    assert [each.name for each in overlap.kinds] == ["Road"] and [each.name for each in overlap.replaced] == ["Mud"]
    assert [each.cost for each in overlap.holds] == [1]


def test_cells_of_a_grid_overlap_where_they_are_the_same(tmp_path: Path) -> None:
    text = """\
rules: |
  grid hexes
  overlap add
  Woods: cost x2
  Marsh: cost x3
table:
  a: {terrain: Woods, cells: [[0, 0], [1, 0]]}
  b: {terrain: Marsh, cells: [[1, 0], [2, 0]]}
  c: {terrain: Marsh, cells: [[3, 0]]}
"""
    (overlap,) = sound(tmp_path, text).overlaps
    assert overlap.pieces == ("a", "b") and [each.cost for each in overlap.holds] == [4]


def test_a_cell_that_a_leaning_row_takes_off_the_table(tmp_path: Path) -> None:
    text = "rules: |\n  grid hexes\n  Woods: cost x2\ntable:\n  a: {terrain: Woods, cells: [[100000, 100000]]}\n"
    file = read(tmp_path, text)
    assert [each.message for each in file.all_diagnostics] == [
        "the shape of `a` cannot be: the cell [100000, 100000] lies beyond 100,000"
    ]


def drawn(random: Random) -> str:
    kinds = ["Woods", "Marsh", "Scree"]
    pieces = []
    for number in range(random.randint(2, 5)):
        x, y = random.randint(0, 6), random.randint(0, 6)
        w, h = random.randint(2, 5), random.randint(2, 5)
        terrain = ", ".join(random.sample(kinds, random.randint(1, 2)))
        pieces.append(f"  p{number}: {{terrain: [{terrain}], rect: [{x}, {y}, {x + w}, {y + h}]}}\n")
    head = POLICY.format(policy=random.choice(("worst", "multiply", "add"))).partition("  copse")[0]
    return head + "".join(pieces)


def shared(report: TableReport) -> Iterator[tuple[tuple[str, str], Fraction]]:
    """By hand, from the corners: the pairs that share area, and what a step inside costs when it is walked."""
    pieces = [each.piece for each in report.pieces]
    for number, one in enumerate(pieces):
        for other in pieces[number + 1 :]:
            a, b = one.shape, other.shape
            assert isinstance(a, Rect) and isinstance(b, Rect)
            x0, x1 = Fraction(max(a.x0, b.x0)), Fraction(min(a.x1, b.x1))
            y0, y1 = Fraction(max(a.y0, b.y0)), Fraction(min(a.y1, b.y1))
            if x0 < x1 and y0 < y1:
                middle = (y0 + y1) / 2
                situation = Situation(
                    mover=Model(fields=fields_of({})), table=Table((one, other)), moves=(((x0, middle), (x1, middle)),)
                )
                walked = adjudicate(report.ruleset, situation).models[0]
                yield (one.name, other.name), Fraction(walked.cost) / Fraction(walked.moved)


def test_what_is_told_is_what_is_paid(tmp_path: Path) -> None:
    """Drawn tables: the pairs are those whose corners say so, the cost that of a move through both."""
    seen = 0
    for seed in range(60):
        report = sound(tmp_path, drawn(Random(seed)))
        told = [(each.pieces, Fraction(each.holds[0].cost or 0)) for each in report.overlaps]
        assert told == list(shared(report)), seed
        seen += len(told)
    assert seen > 60


def test_the_order_of_pieces_changes_no_answer(tmp_path: Path) -> None:
    head, _, tail = POLICY.format(policy="add").partition("table:\n")
    found = set()
    for order in permutations(tail.splitlines(keepends=True)):
        (overlap,) = sound(tmp_path, head + "table:\n" + "".join(order)).overlaps
        found.add((frozenset(overlap.pieces), overlap.holds))
    assert len(found) == 1


# ---- files and the command


def test_a_scenario_file_has_the_tables_that_its_scenarios_state(tmp_path: Path) -> None:
    text = """\
rules: "Woods: cost x2"
table:
  copse: {terrain: Woods, rect: [0, 0, 1, 1]}
scenarios:
  - {name: as it is, path: [[0, 0], [1, 1]]}
  - name: with more
    table: {thicket: {terrain: Woods, rect: [4, 4, 5, 5]}}
    cases: [{name: one, path: [[0, 0], [1, 1]]}, {name: two, path: [[0, 0], [2, 1]]}]
"""
    reports = read(tmp_path, text).reports
    assert [(each.name, [p.piece.name for p in each.pieces]) for each in reports] == [
        ("table", ["copse"]),
        ("with more / one", ["copse", "thicket"]),
    ]


def test_scenarios_inherit_what_is_agreed_for_the_file(tmp_path: Path) -> None:
    (tmp_path / "marsh.yaml").write_text(
        'rules: |\n  Marsh when agreed "it has rained": cost x3\nagreed: [it has rained]\n'
        "scenarios: [{name: wet, track: [2 Marsh], expect: {cost: 6}}]\n",
        encoding="utf-8",
    )
    ran = CliRunner().invoke(commands, ["test", str(tmp_path / "marsh.yaml")])
    assert ran.output == "1 passed, 0 failed\n"


def run(*args: str) -> tuple[int, str]:
    ran = CliRunner().invoke(commands, ["table", *args], standalone_mode=False)
    assert ran.exception is None, ran.exception
    return int(ran.return_value or 0), ran.output


def test_the_command_exits_by_errors_and_warnings_pass(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(
        'rules: "grid squares\\nBush: cost x2"\ntable: {a: {terrain: Bush, circle: [3, 3, 0.2]}}\n', "utf-8"
    )
    bad.write_text('rules: "Bush: cost x2"\ntable: {a: {terrain: Bsh, circle: [3, 3, 0.2]}}\n', "utf-8")
    assert run(str(good))[0] == 0 and "GR506" in run(str(good))[1]
    assert run(str(good), str(bad))[0] == 1


def test_a_folder_gives_its_tables_and_passes_over_other_files(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        'rules: "Bush: cost x2"\ntable: {a: {terrain: Bush, circle: [3, 3, 2]}}\n', "utf-8"
    )
    (tmp_path / "b.yaml").write_text('rules: "Bush: cost x2"\nscenarios: [{name: x, track: [2 Bush]}]\n', "utf-8")
    (tmp_path / "package.json").write_text('{"name": "other", "version": [1]}', "utf-8")
    code, output = run(str(tmp_path))
    assert code == 0 and output.count("by the rules of") == 1


def test_json_holds_what_the_text_says(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text(POLICY.format(policy="multiply"), "utf-8")
    data = json.loads(run(str(tmp_path / "t.yaml"), "--json")[1])
    assert data["format"] == "groundrules-table/1"
    (table,) = data["files"][0]["tables"]
    assert [(p["number"], p["name"], p["terrain"], p["line"]) for p in table["pieces"]] == [
        (1, "copse", ["Woods"], 7),
        (2, "mire", ["Marsh"], 8),
        (3, "far", ["Marsh"], 9),
    ]
    (overlap,) = table["overlaps"]
    assert (overlap["pieces"], overlap["holds"][0]["cost"]) == (["copse", "mire"], "6")
    assert data["files"][0]["findings"] == []


def test_the_text_names_the_place_of_each_piece(tmp_path: Path) -> None:
    told = list(lines(sound(tmp_path, POLICY.format(policy="worst")), lambda source: source.name))
    assert "  1  copse  Woods  [table.yaml:7]" in told
    assert "  copse and mire: Woods and Marsh" in told and "    1″ counts as 3″ (overlap worst)" in told


NOTHING_COSTS = """\
rules: |
  actions Move, Charge
  state Charged until end of turn: no effect
  Smoke: block sight
  Hedge: forbid end
  Hedge on enter: gain Charged
  Charge on end: gain Charged
  overlap worst
table:
  smoke: {terrain: Smoke, rect: [0, 0, 4, 4]}
  hedge: {terrain: Hedge, rect: [2, 2, 6, 6]}
"""


def test_where_nothing_costs_anything_no_policy_of_costs_is_told(tmp_path: Path) -> None:
    found = "\n".join(lines(sound(tmp_path, NOTHING_COSTS), lambda source: source.name))
    assert "counts as 1" in found and "overlap worst" not in found
    costs = NOTHING_COSTS.replace("Hedge: forbid end", "Hedge: cost x2")
    assert "(overlap worst)" in "\n".join(lines(sound(tmp_path, costs), lambda source: source.name))


def test_rules_that_hold_on_the_bare_table_as_well_are_no_rules_of_an_overlap(tmp_path: Path) -> None:
    (overlap,) = sound(tmp_path, NOTHING_COSTS).overlaps
    assert set(overlap.rules) == {"Smoke", "Hedge", "Hedge on enter"}
