"""Situations that cannot be judged as they are stated are refused, by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from groundrules.engine import Model, Named, Piece, Refusal, Situation, Table, Unit, Upright, adjudicate, trail
from groundrules.ground import Rect
from groundrules.limits import COORDINATE

from .playing import judge, model, rules, table

TEXT = (
    "overlap worst\nmodel\n    Speed: distance, optional\n    Class: Foot, Horse\n    traits: Strider(Ground)\n"
    'Mud: cost x2\nMud for Foot: cost x3\nThorns(X): cost +X\noption Careful: at most 4"\n'
)
PLAIN: dict[str, Any] = {"mover": model(Class="Horse")}
STEPS = [(0, 1), (5, 1)]


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ({"x": ("Swamp", (0, 0, 1, 1))}, "`Swamp` is no terrain of this ruleset"),
        ({"x": ("Thorns", (0, 0, 1, 1))}, r"`x` is `Thorns`, which is written `Thorns\(X\)`"),
        ({"x": ("Mud(2)", (0, 0, 1, 1))}, "`x` is `Mud`, which is written `Mud`"),
        ({"x": ("Mud", (0, 0, 1, 1), {"Height": 3})}, "`Height` is no field of a piece"),
    ],
)
def test_tables(pieces: Any, message: str) -> None:
    with pytest.raises(Refusal, match=message):
        judge(TEXT, pieces, STEPS, **PLAIN)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"mover": model(Speeed=4)}, "`Speeed` is no field of a model"),
        ({"mover": model(Class="Tank")}, "`Class` has no value `Tank`"),
        ({"mover": model(Speed="fast")}, "`Speed` of `model` is a number, not `fast`"),
        ({"mover": model(traits="Swimmer")}, "`Swimmer` is no trait"),
        ({"mover": model(traits="Strider")}, r"which is written `Strider\(Ground\)`"),
        ({"action": "Sprint"}, "`Sprint` is no action"),
        ({"options": ("Reckless",)}, "`Reckless` is no option"),
        ({"mover": Unit(models=())}, "a unit without models"),
        ({"mover": Unit(models=(model("a"), model("a")))}, "two models are called `a`"),
        ({"mover": model(base=-1, Class="Foot")}, "the diameter of the base is under 0"),
    ],
)
def test_models_and_actions(more: Any, message: str) -> None:
    with pytest.raises(Refusal, match=message):
        judge(TEXT, {}, STEPS, **{**PLAIN, **more})


def test_a_suggestion_stands_beside_it() -> None:
    with pytest.raises(Refusal) as refused:
        judge(TEXT, {}, STEPS, mover=model(Spead=4))
    assert refused.value.help == "did you mean `Speed`?"


def test_a_class_is_missed_where_a_rule_asks_for_it() -> None:
    with pytest.raises(Refusal, match="`scout` does not state `Class`, and the answer of `Mud for Foot` hangs on it"):
        judge(TEXT, {"mud": ("Mud", (2, 0, 4, 2))}, STEPS, mover=model("scout"))
    assert judge(TEXT, {}, STEPS, mover=model("scout")).cost == 5


def test_paths() -> None:
    for path, message in [
        ((Upright("climb", Fraction(2)), (Fraction(0), Fraction(0))), "begins with an upright step"),
        (((float("nan"), 0.0), (1.0, 1.0)), "not a finite number"),
        (((Fraction(0), Fraction(0)), (Fraction(10**9), Fraction(0))), "lies beyond"),
    ]:
        with pytest.raises(Refusal, match=message):
            adjudicate(rules(TEXT), Situation(mover=Model(), moves=(path,)))  # type: ignore[arg-type]  # it is bad


def test_pieces_of_one_name_and_without_a_shape() -> None:
    mud = (Named("Mud"),)
    twice = Table(
        (Piece(name="x", terrains=mud, shape=Rect(0, 0, 1, 1)), Piece(name="x", terrains=mud, shape=Rect(2, 0, 3, 1)))
    )
    with pytest.raises(Refusal, match="two pieces are called `x`"):
        judge(TEXT, twice, STEPS, **PLAIN)
    with pytest.raises(Refusal, match="`x` has no shape"):
        judge(TEXT, Table((Piece(name="x", terrains=mud),)), STEPS, **PLAIN)


def test_a_pool_that_is_too_large() -> None:
    text = "model\n    Size: number\nroll Test: Size d6\n    each 1: no effect\nMud on enter: Test\n"
    mud = table({"mud": ("Mud", (2, 0, 4, 2))})
    for size in (5000, -1, "0.5"):
        with pytest.raises(Refusal, match="dice"):
            judge(text, mud, STEPS, mover=model(Size=size))


def test_names_in_any_spelling() -> None:
    text = "model\n    Second Speed: distance\naction Fast March: up to Second Speed\nNo Man's Land: cost x2\n"
    verdict = judge(text, {"x": ("NoMan’sLand", (0, 0, 9, 2))}, STEPS, mover=model(SecondSpeed=20), action="FastMarch")
    assert (verdict.cost, verdict.action) == (10, "Fast March")


@pytest.mark.parametrize("kind", ["climb", "drop"])
@pytest.mark.parametrize("end", ["bottom", "top"])
def test_a_path_that_leads_out_of_all_heights(kind: Any, end: str) -> None:
    step, far = Upright(kind, Fraction(1)), Fraction(COORDINATE if kind == "climb" else -COORDINATE)
    mover = Model(name="bird", **{end: far})  # type: ignore[arg-type]  # one of its heights
    here = (Fraction(0), Fraction(0))
    for moves in (((here, step),), ((here, step), (here, step, (Fraction(1), Fraction(0))))):
        with pytest.raises(Refusal, match=r"the path of `bird` cannot be walked: .* lies beyond") as refused:
            adjudicate(rules(TEXT), Situation(mover=mover, moves=moves))
        assert refused.value.kind == "path"


def test_a_unit_that_walks_off_every_table() -> None:
    far = Fraction(4 * COORDINATE)
    unit = Unit(models=(Model(name="first", at=(Fraction(0), Fraction(0))), Model(name="last", at=(far, Fraction(0)))))
    path = ((Fraction(0), Fraction(0)), (Fraction(1), Fraction(0)))
    with pytest.raises(Refusal, match=r"the path of `last` cannot be walked: .* lies beyond"):
        adjudicate(rules(TEXT), Situation(mover=unit, moves=(path,)))


def test_cells_that_are_longer_than_a_table() -> None:
    with pytest.raises(Refusal, match="longer than 100,000"):
        judge(f"grid {COORDINATE + 1}in squares\n" + TEXT, {}, ((0, 0), (1, 0)))


def test_many_stretches_are_searched_by_halves_and_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = {f"m{i}": ("Mud", (3 * i, 0, 3 * i + (2 if i % 3 else 4), 60)) for i in range(4)}
    path = [(-1 if i % 2 else 14, i) for i in range(30)] + [(3, 31), (3, 40), (4, 40), (14, 33)]
    said = []
    for many in (0, 10**9):
        monkeypatch.setattr(trail, "_MANY", many)
        said.append(judge(TEXT, pieces, path, **PLAIN))
    assert said[0] == said[1] and len(said[0].trace) > 100
