"""What a class itself says of a ground stands in its row; the engine is asked whether the row is right."""

from __future__ import annotations

import re

import pytest

import groundrules as gr
from groundrules.cards import build_deck, render_deck

TEXT = """\
overlap worst
model
    Class: Foot, Horse, Cart, Sledge
action Move
group Soft: Fen, Snow
Fen: forbid enter
Fen for Foot: allow enter
Weir: cost x2
Weir for Foot: cost x3
Snow: cost x2
Snow for Foot: cost x4
Dune: cost x2
Dune for Foot: cost x5
Horse: ignore Fen
Cart: treat Weir as Fen
Sledge: ignore Any Terrain except Weir
Horse: ignore Dune while moving
Cart when agreed "its wheels are wide": ignore Dune
"""


def cells(page: str, first: str) -> dict[str, list[str]]:
    """The rows of the table with that first header, by what they are about."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.split("\n") if line.startswith("|")]
    begin = next(number for number, row in enumerate(rows) if row[0] == first)
    found: dict[str, list[str]] = {}
    for row in rows[begin + 2 :]:
        if len(row) != len(rows[begin]):
            break
        for name in re.sub(r"\[([^]]*)]\([^)]*\)", r"\1", row[0]).split(", "):
            found[name] = row[1:]
    return found


@pytest.fixture(scope="module")
def rules() -> gr.Ruleset:
    ruleset, found = gr.check(TEXT)
    assert ruleset is not None, found
    return ruleset


def _agrees(rules: gr.Ruleset, kind: str, terrain: str, cell: str) -> None:
    decision = rules.decide(gr.Model(Class=kind), "Move", [terrain])
    forbidden = "enter" in {what for what, _ in decision.forbidden}
    if cell.startswith("as "):
        other = rules.decide(gr.Model(Class=kind), "Move", [cell[3:]])
        assert (decision.cost, decision.forbidden) == (other.cost, other.forbidden)
        return
    if cell == "ignored":
        assert (decision.cost, forbidden, decision.to_enter, decision.on) == (1, False, (), ())
        return
    assert ("no entry" in cell) == forbidden, (kind, terrain, cell)
    factor = re.search(r"×(\d)", cell)
    if "ignored while moving" in cell:
        assert decision.cost == 1
    else:
        assert decision.cost == (int(factor[1]) if factor else 1), (kind, terrain, cell)


def test_rows_of_terrain_cards_agree_with_the_engine(rules: gr.Ruleset) -> None:
    pages = render_deck(build_deck(rules.rules))
    judged = 0
    for terrain in ("Fen", "Weir", "Snow", "Dune"):
        page = next(text for path, text in pages.items() if path.endswith(f"terrain-{terrain.lower()}.md"))
        for kind, row in cells(page, "Class").items():
            _agrees(rules, kind, terrain, "; ".join(cell for cell in row if cell != "–"))
            judged += 1
    assert judged == 16


def test_rows_of_the_sheet_agree_with_the_engine(rules: gr.Ruleset) -> None:
    pages = render_deck(build_deck(rules.rules))
    sheet = next(text for path, text in pages.items() if path.endswith("quick-reference.md"))
    found = cells(sheet, "Terrain")
    assert set(found) >= {"Fen", "Weir", "Snow", "Dune"}
    for terrain in ("Fen", "Weir", "Snow", "Dune"):
        for kind, cell in zip(("Foot", "Horse", "Cart", "Sledge"), found[terrain], strict=True):
            if "(" not in cell:
                _agrees(rules, kind, terrain, cell)
    assert found["Fen"][1] == found["Fen"][3] == found["Snow"][3] == "ignored"
    assert "ignored at times" in found["Dune"][2]


@pytest.mark.parametrize(
    ("rule", "other", "quoted"),
    [
        ("Woods when inside: cover Hard", "Woods: cost x2, cover Soft", "the target has cover: Soft"),
        ('Woods when agreed "dry": allow enter', "Woods: forbid enter and end", "the model may not enter here"),
        ("Woods for Foot: no effect", "Woods: cost x2, forbid end", "every inch of movement counts as two; "),
    ],
)
def test_only_what_is_answered_is_taken_the_place_of(rule: str, other: str, quoted: str) -> None:
    """The rest of the other rule holds on."""
    ruleset, found = gr.check(f"model\n    Class: Foot, Horse\naction Move\ncover Soft\ncover Hard\n{other}\n{rule}\n")
    assert ruleset is not None, found
    page = next(text for path, text in render_deck(build_deck(ruleset.rules)).items() if path.endswith("woods.md"))
    instead = re.findall(r"in place of “([^”]*)”", page)
    assert instead
    assert instead[0].startswith(quoted)
    assert quoted.endswith("; ") or instead[0] == quoted
