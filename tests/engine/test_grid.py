"""Cell by cell: a step belongs to the cell it enters."""

from __future__ import annotations

import pytest

from groundrules.engine import Piece, Refusal, Table

from .playing import events, judge, model, named, outcomes

SQUARES = "grid 5ft squares{diagonals}\ndistance feet\nmodel\n    Speed: distance\naction Move: up to Speed\n"
MUD = {"mud": ("Mud", (2, 0, 4, 4))}


def square(rule: str, diagonals: str = "") -> str:
    return SQUARES.format(diagonals=f" diagonals {diagonals}" if diagonals else "") + rule


def test_a_step_costs_as_the_cell_it_enters() -> None:
    text = square("Mud: cost x2\n")
    verdict = judge(text, MUD, [(0, 0), (6, 0)], mover=model(Speed=90))
    assert (verdict.moved, verdict.cost, verdict.ends_at) == (30, 40, (6, 0))
    out = judge(text, MUD, [(3, 0), (6, 0)], mover=model(Speed=90))
    assert out.cost == 15


def test_so_much_more_for_each_square() -> None:
    text = square("Mud: cost +5ft per square\n", "alternate")
    straight = judge(text, MUD, [(0, 0), (4, 0)], mover=model(Speed=90))
    assert straight.cost == 4 * 5 + 2 * 5
    # Four diagonals are 5, 10, 5, 10; two of them enter mud, whatever they count.
    slanting = judge(text, MUD, [(0, 0), (4, 4)], mover=model(Speed=90))
    assert (slanting.moved, slanting.cost) == (30, 30 + 2 * 5)


@pytest.mark.parametrize(("diagonals", "moved"), [("equal", 20), ("alternate", 30)])
def test_diagonals_and_where_the_path_is_split(diagonals: str, moved: int) -> None:
    text = square("Mud: cost x2\n", diagonals)
    for path in ([(0, 0), (4, 4)], [(0, 0), (3, 3), (4, 4)], [(0, 0), (1, 1), (2, 2), (4, 4)]):
        assert judge(text, {}, path, mover=model(Speed=90)).moved == moved


def test_a_forbidden_diagonal_is_refused() -> None:
    with pytest.raises(Refusal, match="diagonal"):
        judge(square("Mud: cost x2\n", "forbidden"), {}, [(0, 0), (1, 1)], mover=model(Speed=9))


def test_events_and_stops_on_a_grid() -> None:
    text = square("outcome Hurt\nMud on enter: Hurt, stop\n")
    verdict = judge(text, MUD, [(0, 0), (6, 0)], mover=model(Speed=90))
    # What happens on entering has brought the model into the cell.
    assert (verdict.ends_at, verdict.moved, outcomes(verdict)) == ((2, 0), 10, ["Hurt"])


def test_crossing_and_ending_on_a_grid() -> None:
    text = square("Mud: cost x2\n")
    assert events(judge(text, MUD, [(0, 0), (4, 0)], mover=model(Speed=90))) == [
        "contact mud", "enter mud", "leave mud", "cross mud",
    ]  # fmt: skip
    assert events(judge(text, MUD, [(0, 0), (3, 0)], mover=model(Speed=90))) == ["contact mud", "enter mud", "end mud"]
    assert events(judge(text, MUD, [(3, 0), (2, 0)], mover=model(Speed=90))) == [
        "activate mud", "start mud", "contact mud", "end mud",
    ]  # fmt: skip


def test_pieces_that_name_their_cells() -> None:
    table = Table((Piece(name="mud", terrains=(named("Mud"),), cells=((1, 0), (2, 0))),))
    assert judge(square("Mud: cost x2\n"), table, [(0, 0), (4, 0)], mover=model(Speed=90)).cost == 30


def test_hexes() -> None:
    text = "grid hexes\ndistance hexes\nmodel\n    MP: number\naction Move: up to MP x 1 hex\nWoods: cost +1\n"
    table = Table((Piece(name="woods", terrains=(named("Woods"),), cells=((1, 0), (2, 0))),))
    verdict = judge(text, table, [(0, 0), (3, 0), (3, 1)], mover=model(MP=6))
    assert (verdict.legal, verdict.moved, verdict.cost) == (True, 4, 6)
    assert not judge(text, table, [(0, 0), (3, 0), (3, 1)], mover=model(MP=5)).legal


def test_a_price_that_uses_up_all_lets_the_next_hex_wait() -> None:
    text = "grid hexes\ndistance hexes\nmodel\n    MP: number\naction Move: up to MP x 1 hex\nWoods: cost all\n"
    table = Table((Piece(name="woods", terrains=(named("Woods"),), cells=((1, 0),)),))
    into = judge(text, table, [(0, 0), (1, 0)], mover=model(MP=6))
    assert (into.legal, into.left) == (True, 0)
    assert not judge(text, table, [(0, 0), (2, 0)], mover=model(MP=6)).legal
    assert judge(text, table, [(1, 0), (3, 0)], mover=model(MP=6)).cost == 2
