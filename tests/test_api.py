"""The library: ``import groundrules as gr``."""

from __future__ import annotations

import doctest
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import groundrules as gr
from groundrules import api, api_reading, api_rolls, api_ruleset, api_stated
from groundrules.engine import Refusal, ScriptedDice, adjudicate
from groundrules.scenarios.documents import Scenario, read_document
from groundrules.scenarios.situations import SituationReader
from groundrules.scenarios.yaml_items import Item, Mapping, Sequence
from groundrules.source import Source
from groundrules.verdict import from_json, to_json

TOP = Path(__file__).parents[1]
CONFORMANCE = sorted((TOP / "tests" / "conformance").glob("*.yaml"))

FIRE = gr.Table({"fire": {"terrain": "Dangerous", "rect": [4, 20, 6, 22]}})
ROCKS = gr.Table({"rocks": {"terrain": "Difficult", "rect": [4, 0, 8, 2], "Height": 0}})
SOLDIER = gr.Model(Speed=16, name="soldier")

BOG = (
    "model\n    Speed: distance\naction Move: up to Speed\n"
    'state Wet until end of turn: Speed -2"\n'
    "roll Bog Test: d6\n    1-2 Stuck: gain Wet, stop\n    3+ Through\n"
    "Bog on enter: Bog Test\nBog on enter: may stop\n"
    'Bog on end when agreed "it is deep": forbid end\n'
)


@pytest.fixture(scope="module")
def trench() -> gr.Ruleset:
    return gr.load("trench-crusade")


def rules(text: str) -> gr.Ruleset:
    ruleset, found = gr.check(text)
    assert ruleset is not None, found
    return ruleset


# ---- the module


def test_importing_the_package_imports_nothing_else() -> None:
    script = "import sys; before = set(sys.modules); import groundrules; print(*(set(sys.modules) - before))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ)
    assert ran.stdout.split() == ["groundrules"]


def test_the_public_names_are_those_of_the_library() -> None:
    assert set(gr.__all__) == {*api.__all__, "__version__"} <= set(dir(gr))
    for name in api.__all__:
        assert getattr(gr, name) is getattr(api, name)
    with pytest.raises(AttributeError, match="no attribute 'adjudicate'"):
        _ = gr.adjudicate


@pytest.mark.parametrize(
    "module", [api, api_reading, api_rolls, api_ruleset, api_stated], ids=lambda module: module.__name__
)
def test_doctests(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


# ---- load and check


def test_load_takes_a_bundled_name_a_file_and_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "mire"
    folder.mkdir()
    (folder / "mire.terrain").write_text("Bog: cost x2\n", encoding="utf-8")
    for named in (folder, os.fspath(folder), folder / "mire.terrain", os.fspath(folder / "mire.terrain")):
        ruleset = gr.load(named)
        assert (ruleset.name, ruleset.data["format"]) == ("mire", "groundrules-rules/1")
    assert gr.load("epic").name == "epic"
    assert gr.check(Path("epic"))[0] is None  # a path is never a bundled name


def test_load_raises_with_all_findings(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.terrain"
    wrong.write_text("Woods: cost x2\nMarsh: cost x3\n", encoding="utf-8")
    with pytest.raises(gr.RulesError, match=r"wrong\.terrain:2: error\[GR253\]") as raised:
        gr.load(wrong)
    assert [each.code for each in raised.value.diagnostics] == ["GR253"]
    with pytest.raises(gr.RulesError) as raised:
        gr.load("trench-crusad")
    assert raised.value.diagnostics[0].help == "did you mean `trench-crusade`?"


def test_load_keeps_warnings(tmp_path: Path) -> None:
    (tmp_path / "wide.terrain").write_bytes(b"\xff\xfe" + "Bog: cost x2\n".encode("utf-16-le"))
    assert [each.code for each in gr.load(tmp_path / "wide.terrain").diagnostics] == ["GR604"]


def test_check_reads_no_file_for_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("other.terrain").write_text("Bog: cost x2\n", encoding="utf-8")
    ruleset, found = gr.check('use "other.terrain"\n')
    assert (ruleset, [each.code for each in found]) == (None, ["GR608"])
    assert gr.check('use "epic"\nMire: cost x2\n')[0] is not None
    named = "Bog: cost x2"
    if os.name != "nt":
        Path(named).write_text("nonsense and more of it\n", encoding="utf-8")
    one = gr.check(named)[0]
    assert one is not None and one.decide(gr.Model(), None, "Bog").cost == 2


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("\ud800:", "GR603"),
        ("Bog: cost x2\0\n", "GR603"),
        ("# " + "x" * (9 * 2**20) + "\n", "GR605"),
        ("", "GR601"),
        ("no-such-file.terrain", "GR601"),
        ("a\0b", "GR601"),
        (Path("no-such-folder") / "x.terrain", "GR601"),
        (TOP / "tests", "GR601"),
        ("(" * 5000 + "\n", None),
        (":", None),
    ],
    ids=range(10),
)
def test_check_never_raises(given: str | Path, code: str | None) -> None:
    ruleset, found = gr.check(given)
    assert ruleset is None and found
    assert code is None or found[0].code == code


# ---- adjudicate: facts of the conformance files


def test_difficult_ground_costs_double(trench: gr.Ruleset) -> None:
    verdict = trench.adjudicate(ROCKS, SOLDIER, None, [(0, 1), (12, 1)])
    assert (verdict.legal, verdict.moved, verdict.cost, verdict.allowance) == (True, 12, 16, 16)


def test_an_illegal_move_says_so(trench: gr.Ruleset) -> None:
    verdict = trench.adjudicate(ROCKS, gr.Model(Speed=12), "Move", [[0, 1], [12, 1]], dice=[1])
    assert (verdict.legal, verdict.cost, verdict.allowance, verdict.rolls) == (False, 16, 12, ())


def test_a_failure_ends_the_activation_at_the_edge(trench: gr.Ruleset) -> None:
    verdict = trench.adjudicate(FIRE, SOLDIER, "Move", [(0, 21), (14, 21)], dice=[1, 2, 3, 4])
    assert (verdict.ends_at, verdict.activation) == ((4, 21), "ended")
    assert [(each.roll, each.dice) for each in verdict.rolls] == [("Risky Roll", (1, 2)), ("Injury Roll", (3, 4))]


def test_dice_must_be_as_many_as_are_rolled(trench: gr.Ruleset) -> None:
    path = [(0, 21), (14, 21)]
    with pytest.raises(gr.MissingAnswer) as missing:
        trench.adjudicate(FIRE, SOLDIER, "Move", path)
    assert (missing.value.pending.dice, missing.value.pending.sides) == (2, 6)
    for dice in ([3, 4, 5], [7, 1], [0, 1]):
        with pytest.raises(gr.Refusal) as refused:
            trench.adjudicate(FIRE, SOLDIER, "Move", path, dice=dice)
        assert refused.value.kind == "dice"


def test_a_seed_rolls_the_same_dice_again(trench: gr.Ruleset) -> None:
    one, same = (trench.adjudicate(FIRE, SOLDIER, "Move", [(0, 21), (14, 21)], seed="x") for _ in range(2))
    assert one == same and one.rolls[0].dice is not None
    preview = trench.adjudicate(FIRE, SOLDIER, "Move", [(0, 21), (14, 21)], preview=True)
    assert [(each.roll, each.dice) for each in preview.rolls] == [("Risky Roll", None)]


def test_a_budget_bounds_the_work(trench: gr.Ruleset) -> None:
    with pytest.raises(gr.Refusal) as refused:
        trench.adjudicate(FIRE, SOLDIER, "Move", [(0, 21), (14, 21)], seed=1, budget=1)
    assert refused.value.kind == "budget"


def test_what_excludes_each_other() -> None:
    ruleset = rules(BOG)
    more: dict[str, Any]
    for more in ({"dice": [1], "seed": 1}, {"on_missing": "guess"}, {"moves": [[(0, 0)]]}):
        with pytest.raises(ValueError, match=r"exclude|guess"):
            ruleset.adjudicate(gr.Table(), gr.Model(Speed=3), "Move", [(0, 0), (1, 0)], **more)
    with pytest.raises(gr.Refusal):
        ruleset.adjudicate(gr.Table(), gr.Model(Speed=3), "Move", [(0, 0), (1, 0)], answers=[])


def test_a_unit_moves_as_one(trench: gr.Ruleset) -> None:
    unit = [gr.Model(Speed=6, name="a", at=(0, 1)), gr.Model(Speed=6, name="b", at=(0, 9))]
    verdict = trench.adjudicate(ROCKS, unit, "Move", [(0, 1), (5, 1)])
    # One inch in the rocks for the first one (counted twice), none for the other.
    assert verdict.cost == {"a": 6, "b": 5} and verdict.ends_at == {"a": (5, 1), "b": (5, 9)}


def test_a_track_needs_no_coordinates(trench: gr.Ruleset) -> None:
    verdict = trench.adjudicate_track("2 Open, 4 Difficult, 1 Open", "Speed=16")
    assert (verdict.legal, verdict.moved, verdict.cost) == (True, 7, 11)
    assert trench.adjudicate_track(["2 Open", "4 Dangerous", "1 Open"], "Speed=16", "Flying").rolls == ()
    # Who flies tests where the move ends in it, and a track ends in its last strip.
    assert len(trench.adjudicate_track(["2 Open", "4 Dangerous"], "Speed=16", "Flying", dice=[6, 6]).rolls) == 1
    assert trench.adjudicate_track(["2 Open", "1 Dangerous", "1 Open"], "Speed=16", dice=[6, 6]).ends_at == (4, 0)
    with pytest.raises(gr.SituationError, match="`Flyng`"):
        trench.adjudicate_track("2 Open", "Flyng")


def test_decide_is_what_adjudication_goes_by(trench: gr.Ruleset) -> None:
    assert trench.decide(gr.Model(Speed=6), "Move", ["Difficult"]).cost == 2
    assert trench.decide(gr.Model(Speed=6, traits="Flying"), "Move", "Difficult").cost == 1
    assert trench.decide(gr.Model(Speed=6), None, "Open").cost == trench.decide(gr.Model(Speed=6), None, ()).cost == 1
    forbidden = trench.decide(gr.Model(Speed=6), "Move", "Impassable").forbidden
    assert {event for event, _ in forbidden} == {"enter", "end"}


def test_a_look(trench: gr.Ruleset) -> None:
    one, other = gr.Model(name="one", at=(0, 0), base=1), gr.Model(name="other", at=(10, 0), base=1)
    seen = trench.look(gr.Table(), one, other)
    assert (seen.viewer, seen.target, seen.sight, seen.cover) == ("one", "other", "clear", None)
    with pytest.raises(gr.Refusal):
        trench.look(gr.Table(), gr.Model(), other)


def test_odds_are_exact() -> None:
    bog = gr.Table({"bog": {"terrain": "Bog", "rect": [2, -1, 4, 1]}})
    odds = rules(BOG).odds(bog, gr.Model(Speed=6), "Move", [(0, 0), (6, 0)])
    assert odds.at_least_once("Stuck") == odds.at_least_once("Wet") == Fraction(2, 6)
    assert odds.distribution("Bog Test") == {1: 1}


# ---- plain values mean what they mean in a scenario file


def python(item: Item) -> Any:
    """What a person would write in Python for what stands in YAML."""
    if isinstance(item, Mapping):
        return {key: python(each) for key, each in item.items.items()}
    if isinstance(item, Sequence):
        return tuple(python(each) for each in item.items)
    number, truth = item.number(), item.boolean()
    if truth is not None:
        return truth
    if number is None:
        return item.text
    return int(number) if number.denominator == 1 else number if "/" in item.text else float(item.text)


def words(item: Item) -> Any:
    """The same with every number a text."""
    if isinstance(item, Mapping):
        return {key: words(each) for key, each in item.items.items()}
    return [words(each) for each in item.items] if isinstance(item, Sequence) else item.text


def modelled(name: str, stated: dict[str, Any]) -> gr.Model:
    return gr.Model(stated, name=name)


def cases() -> list[Any]:
    found = []
    for page in CONFORMANCE:
        document, _ = read_document(Source(page.name, page.read_text(encoding="utf-8")))
        assert document is not None and document.rules is not None
        for scenario in document.scenarios:
            keys = set(scenario.stated.items)
            if "given" not in keys and "unit" not in keys and "sight" not in keys and "track" not in keys:
                found.append(pytest.param(document.rules.text, scenario, id=f"{page.stem}: {scenario.name}"))
    return found


BOOKS: dict[str, gr.Ruleset] = {}


@pytest.mark.parametrize(("named", "scenario"), cases())
@pytest.mark.parametrize("read", [python, words])
def test_the_library_judges_as_scenarios_do(named: str, scenario: Scenario, read: Callable[[Item], Any]) -> None:
    if named not in BOOKS:
        ruleset, found = gr.check(named)
        assert ruleset is not None, found
        BOOKS[named] = ruleset
    ruleset = BOOKS[named]
    stated: dict[str, Any] = {key: read(each) for key, each in scenario.stated.items.items()}
    model = stated.get("model")
    listed = stated.get("models") or {}
    if isinstance(model, dict):
        mover = modelled("model", model)
    elif model is not None:
        mover = modelled(model, listed[model])
    else:
        mover = modelled(*next(iter(listed.items()))) if len(listed) == 1 else gr.Model()
    situation = (gr.Table(stated.get("table")), mover, stated.get("action"), stated.get("path"))
    more: dict[str, Any] = {key: stated[key] for key in ("options", "agreed", "moves") if key in stated}
    if "odds" in stated:
        odds = ruleset.odds(*situation, **more)
        for name, chance in stated["odds"].items():
            if isinstance(chance, dict):
                assert odds.distribution(name) == {int(count): Fraction(each) for count, each in chance.items()}
            else:
                assert odds.at_least_once(name) == Fraction(chance)
        return
    reader = SituationReader(ruleset.rules)
    played = reader.scenario(scenario)
    assert played is not None and played.situation is not None, reader.diagnostics
    wanted = adjudicate(ruleset.rules, played.situation, ScriptedDice(played.faces or ()), memory=played.memory)
    assert ruleset.adjudicate(*situation, dice=played.faces, **more) == wanted


@pytest.mark.parametrize("half", [0.5, "0.5", "1/2", "½", Fraction(1, 2), Decimal("0.5")])
def test_numbers_are_exact_however_they_are_written(half: Any, trench: gr.Ruleset) -> None:
    verdict = trench.adjudicate(gr.Table(), gr.Model(Speed=half), "Move", [(0, 0), (half, 0)])
    assert (verdict.legal, verdict.moved, verdict.allowance) == (True, Fraction(1, 2), Fraction(1, 2))


def test_a_tenth_is_a_tenth(trench: gr.Ruleset) -> None:
    assert trench.adjudicate(gr.Table(), gr.Model(Speed=1), "Move", [(0, 0), (0.1, 0)]).cost == Fraction(1, 10)


@pytest.mark.parametrize(
    ("stated", "kind", "message"),
    [
        (lambda: {"terrain": "Diffcult", "rect": [0, 0, 1, 1]}, "name", "table.rocks.terrain: no terrain"),
        (lambda: {"terrain": "Difficult"}, "table", "no shape"),
        (lambda: {"terrain": "Difficult", "rect": [0, 0, 1]}, "table", "table.rocks.rect"),
        (lambda: {"terrain": "Difficult", "rect": [0, 0, 1, 1], "Hieght": 3}, "field", "table.rocks.Hieght"),
        (lambda: {"terrain": "Difficult", "polygon": [(0, 0), (1, 1), (1, 0), (0, 1)]}, "table", "crosses itself"),
        (lambda: {"terrain": "Difficult", "circle": [0, 0, float("nan")]}, "number", r"circle\[2\]: nan"),
        (lambda: {"terrain": "Difficult", "circle": [0, 0, float("inf")]}, "number", "inf is no number"),
        (lambda: {"terrain": "Difficult", "circle": [0, 0, 10**5000]}, "number", "so many digits"),
        (lambda: {"terrain": "Difficult", "circle": [0, 0, object()]}, "table", "object has no meaning"),
        (lambda: {"terrain": b"Difficult", "rect": [0, 0, 1, 1]}, "table", "bytes has no meaning"),
        (lambda: {3: 4}, "table", "a key is a word, not 3"),
        (lambda: {"terrain": "Difficult", "geometry": endless()}, "table", "deeper than"),
    ],
    ids=range(12),
)
def test_what_is_stated_wrongly_is_refused(
    trench: gr.Ruleset, stated: Callable[[], Any], kind: str, message: str
) -> None:
    with pytest.raises(gr.Refusal, match=message) as refused:
        trench.adjudicate(gr.Table({"rocks": stated()}), SOLDIER)
    assert refused.value.kind == kind


def endless() -> list[Any]:
    loop: list[Any] = []
    loop.append(loop)
    return loop


def test_all_that_is_wrong_is_told_at_once(trench: gr.Ruleset) -> None:
    with pytest.raises(gr.SituationError) as refused:
        trench.adjudicate(gr.Table(), gr.Model(Sped=6, traits=["Fling"]), "Move", [(0, 0), (1, 0)])
    assert [each.span.source.name for each in refused.value.diagnostics] == ["model.Sped", "model.traits[0]"]
    more: dict[str, Any]
    for more in ({"action": "Dance"}, {"options": "Sing"}, {"path": [(0, 0), (1,)]}, {"path": [{"climb": 2}]}):
        with pytest.raises(gr.SituationError):
            trench.adjudicate(gr.Table(), SOLDIER, **more)
    pieces: Any = {"rocks": {}}
    with pytest.raises(TypeError, match="a Table is wanted"):
        trench.adjudicate(pieces, SOLDIER)


# ---- values


def test_values_do_not_change(trench: gr.Ruleset) -> None:
    for thing, name in ((trench, "rules"), (FIRE, "item"), (SOLDIER, "name")):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
    data = trench.data
    data.clear()
    assert trench.data["format"] == "groundrules-rules/1"
    pieces: dict[str, Any] = {"bog": {"terrain": "Bog", "rect": [0, 0, 1, 1]}}
    table = gr.Table(pieces)
    pieces["bog"]["terrain"] = "Mud"
    assert table == gr.Table({"bog": {"rect": (0, 0, 1, 1.0), "terrain": "Bog"}}) != gr.Table(pieces)


def test_values_are_compared_and_pickled_by_what_they_say(trench: gr.Ruleset) -> None:
    model = gr.Model({"Second Speed": "1/2"}, Class="Infantry", at=(0, 5), traits=["Flying"], states="Down", name="x")
    for thing in (model, FIRE, gr.Table()):
        again = pickle.loads(pickle.dumps(thing))
        assert (again, hash(again), repr(again)) == (thing, hash(thing), repr(thing))
    assert model.placed((1, 2)) == gr.Model(
        {"Second Speed": "1/2"}, Class="Infantry", at=(1, 2), traits="Flying", states=["Down"], name="x"
    )
    assert gr.Model(Speed=6) != gr.Model(Speed=7) != FIRE
    again = pickle.loads(pickle.dumps(trench))
    assert (again.rules, again.diagnostics) == (trench.rules, trench.diagnostics)
    with pytest.raises(TypeError, match="stated twice"):
        gr.Model({"Speed": 6}, Speed=7)


# ---- a game in which people roll


def test_a_game_goes_on_from_answer_to_answer_and_over_a_restart() -> None:
    bog = {"bog": {"terrain": "Bog", "rect": [2, -1, 4, 1]}}
    given = {"agreed": [True], "dice": [2], "may stop": [False]}
    asked: list[tuple[str, str]] = []
    state = json.dumps({"answers": [], "memory": gr.memory_to_json(gr.Memory())})

    def step(action: str, path: list[tuple[int, int]], **more: Any) -> gr.Verdict:
        """One call of a program that was started anew and knows nothing but the state."""
        nonlocal state
        kept = json.loads(state)
        verdict = rules(BOG).adjudicate(
            gr.Table(bog), gr.Model(Speed=6), action, path, answers=kept["answers"], on_missing="ask",
            memory=gr.memory_from_json(kept["memory"]), **more,
        )  # fmt: skip
        assert from_json(to_json(verdict)) == verdict
        if verdict.pending is not None:
            asked.append((verdict.pending.kind, verdict.pending.name))
            kept["answers"] += given[verdict.pending.kind]
        else:
            kept = {"answers": [], "memory": gr.memory_to_json(verdict.after)}
        state = json.dumps(kept)
        return verdict

    while (verdict := step("Move", [(0, 0), (6, 0)])).pending is not None:
        pass
    assert asked == [("dice", "Bog Test"), ("may stop", "may stop")]
    assert (verdict.ends_at, verdict.gained) == ((2, 0), ("Wet",))
    # Wet: two less. The same turn, so it lasts; the next one begins without.
    assert step("Move", [(6, 0), (12, 0)]).allowance == 4
    assert step("Move", [(6, 0), (12, 0)], turn="next").allowance == 6


def test_states_hold_when_the_game_begins() -> None:
    wet = gr.Model(Speed=6, states=["Wet"])
    ruleset = rules(BOG)
    assert ruleset.adjudicate(gr.Table(), wet, "Move", [(0, 0), (1, 0)]).allowance == 4
    assert ruleset.adjudicate(gr.Table(), wet, "Move", [(0, 0), (1, 0)], memory=gr.Memory()).allowance == 6
    with pytest.raises(gr.SituationError, match="`Wett`"):
        ruleset.adjudicate(gr.Table(), gr.Model(Speed=6, states="Wett"))


def test_answers_that_do_not_fit_are_refused() -> None:
    bog = gr.Table({"bog": {"terrain": "Bog", "rect": [2, -1, 4, 1]}})
    for answers, kind in (([True], "dice"), ([7], "dice"), ([4, 1], "option"), ([4, False, 3], "dice")):
        with pytest.raises(Refusal) as refused:
            rules(BOG).adjudicate(
                bog, gr.Model(Speed=6), "Move", [(0, 0), (6, 0)], answers=answers, on_missing="ask"
            )  # fmt: skip
        assert refused.value.kind == kind
    verdict = rules(BOG).adjudicate(
        bog, gr.Model(Speed=6), "Move", [(0, 0), (6, 0)], dice=[4], answers=[True], on_missing="ask"
    )
    assert (verdict.pending, verdict.ends_at) == (None, (2, 0))


def test_a_model_is_placed_as_high_as_it_has_climbed() -> None:
    ruleset = rules("Bog: forbid enter\n")
    bog = gr.Table({"bog": {"terrain": "Bog", "rect": [5, -1, 8, 1], "bottom": 0, "top": 3}})
    low = gr.Model(bottom=0, top=1)
    verdict = ruleset.adjudicate(bog, low, None, [(0, 0), (5, 0), {"climb": 4}])
    assert (verdict.models[0].ends_at, verdict.models[0].lifted) == ((5, 0), 4)
    high = low.placed((5, 0), verdict.models[0].lifted)
    assert ruleset.adjudicate(bog, high, None, [(5, 0), (10, 0)]).legal
    assert not ruleset.adjudicate(bog, low.placed((5, 0)), None, [(5, 0), (10, 0)]).legal
    down = ruleset.adjudicate(bog, high, None, [(5, 0), {"drop": 1}, (4, 0)])
    assert down.models[0].lifted == -1
