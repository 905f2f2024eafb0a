"""Values of the wrong type: refused with the place and what belongs there, never by an error from inside."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import groundrules as gr
from groundrules.limits import JSON_DIGITS

FIRE = gr.Table({"fire": {"terrain": "Dangerous", "rect": [4, 0, 6, 2]}})
WALKER = gr.Model(Speed=6)
PATH = [(0, 1), (6, 1)]
FAR = [(0, 1), (60, 1)]


@pytest.fixture(scope="module")
def trench() -> gr.Ruleset:
    return gr.load("trench-crusade")


@pytest.mark.parametrize("pieces", [0, False, [], (), "", [1], "x", 5, b"x"])
def test_a_table_is_a_mapping(pieces: Any) -> None:
    with pytest.raises(gr.SituationError, match=r"^table: "):
        gr.Table(pieces)
    assert gr.Table() == gr.Table(None) == gr.Table({})


@pytest.mark.parametrize(
    ("stated", "place"),
    [
        ({"states": 5}, "model.states"),
        ({"states": [[1]]}, r"model.states\[0\]"),
        ({"states": {"Down": 1}}, "model.states"),
        ({"traits": 5}, "model.traits"),
        ({"traits": b"Flying"}, "model.traits"),
        ({"name": 5}, "name"),
        ({"Speed": Decimal("sNaN")}, "model.Speed"),
        ({"Speed": Decimal("1e-99999999")}, "model.Speed"),
        ({"Speed": float("inf")}, "model.Speed"),
        ({"Speed": object()}, "model.Speed"),
    ],
)
def test_a_model_of_wrong_values_is_refused_by_its_place(stated: dict[str, Any], place: str) -> None:
    with pytest.raises(gr.Refusal, match=f"^{place}: "):
        gr.Model(**stated)


@pytest.mark.parametrize("stated", [5, [1], "Speed=6", 0])
def test_what_a_model_states_is_a_mapping(stated: Any) -> None:
    with pytest.raises(gr.SituationError, match=r"^model: "):
        gr.Model(stated)


@pytest.mark.parametrize("states", [0, 5, [5]])
def test_states_in_the_mapping_are_words(states: Any) -> None:
    with pytest.raises(gr.SituationError, match=r"^model.states"):
        gr.Model({"states": states})


def test_a_height_that_is_no_number_is_refused() -> None:
    for lifted in ("x", None, Decimal("sNaN")):
        with pytest.raises(gr.Refusal, match="lifted"):
            gr.Model(bottom=1).placed((0, 0), lifted)


SITUATIONS: list[tuple[str, Any]] = [
    ("path", 5), ("path", "abc"), ("path", {"a": 1}), ("path", [5]), ("path", [(1, 2), object()]), ("path", object()),
    ("path", [(0, Decimal("sNaN"))]), ("moves", 5), ("moves", 0), ("moves", [5]), ("moves", "abc"),
    ("options", 5), ("options", 0), ("options", [[1]]), ("options", {"a": 1}),
    ("agreed", 5), ("agreed", 0), ("agreed", [5]), ("agreed", [["a"]]), ("agreed", b"a"),
    ("game", [1]), ("game", 5), ("game", {1: 2}), ("turn", 5), ("action", 5), ("action", [1]), ("action", object()),
    ("memory", {}), ("memory", "{}"), ("memory", 0),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), SITUATIONS, ids=[f"{key}={value!r:.20}" for key, value in SITUATIONS])
def test_a_situation_of_wrong_values_is_refused_by_its_place(trench: gr.Ruleset, key: str, value: Any) -> None:
    for ask in (trench.adjudicate, trench.odds):
        with pytest.raises(gr.Refusal) as raised:
            ask(FIRE, WALKER, **{"path" if key != "moves" else "options": () if key == "moves" else PATH, key: value})
        assert raised.value.message.startswith(key)
    if key in ("options", "agreed", "game", "memory"):
        with pytest.raises(gr.Refusal, match=f"^{key}"):
            trench.look(FIRE, WALKER.placed((0, 0)), gr.Model(name="b", at=(9, 9)), **{key: value})


@pytest.mark.parametrize("path", [PATH, FAR], ids=["legal", "not legal"])
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("dice", 5), ("dice", "35"), ("dice", {3: 5}), ("dice", [0, 1]), ("dice", [-1]), ("dice", [True]),
        ("dice", ["3"]), ("dice", [1.5]), ("dice", object()), ("answers", 5), ("answers", "yes"), ("answers", {1}),
        ("seed", []), ("seed", 1.5), ("budget", "5"), ("budget", 1.5), ("budget", True),
    ],
)  # fmt: skip
def test_dice_and_answers_are_looked_at_whether_the_move_is_legal_or_not(
    trench: gr.Ruleset, path: Any, key: str, value: Any
) -> None:
    asked = {"on_missing": "ask"} if key == "answers" else {}
    with pytest.raises(gr.Refusal, match=rf"^{key}(\[0\])?: "):
        trench.adjudicate(FIRE, WALKER, "Move", path, **{key: value}, **asked)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(gr.Refusal, match=rf"^{key}(\[0\])?: "):
        trench.adjudicate_track("4 Open", "Speed=2", **{key: value}, **asked)  # type: ignore[arg-type]  # as above


def test_faces_that_a_die_may_show_lie_ready_in_vain_for_a_move_that_is_not_legal(trench: gr.Ruleset) -> None:
    assert not trench.adjudicate(FIRE, WALKER, "Move", FAR, dice=[3, 5]).legal


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules: rules.adjudicate_track(5),
        lambda rules: rules.adjudicate_track(["4 Open", 5]),
        lambda rules: rules.adjudicate_track("4 Open", 5),
        lambda rules: rules.adjudicate_track("4 Open", agreed=5),
        lambda rules: rules.adjudicate_track("4 Open", memory={}),
        lambda rules: rules.roll(5),
        lambda rules: rules.roll("Risky Roll").distribution().at_least_once(5),
        lambda rules: rules.roll("Risky Roll").distribution().how_often(None),
        lambda rules: rules.roll("Risky Roll").distribution(budget="5"),
        lambda rules: rules.roll("Risky Roll").distribution(options=5),
        lambda rules: rules.odds(FIRE, WALKER, "Move", PATH, budget="5"),
        lambda rules: rules.decide(WALKER, "Move", 5),
        lambda rules: rules.decide(WALKER, ["Move"], ()),
        lambda rules: rules.decide(WALKER, "Move", ([1],)),
    ],
)
def test_other_wrong_values_are_refused(trench: gr.Ruleset, ask: Callable[[Any], object]) -> None:
    with pytest.raises(gr.Refusal):
        ask(trench)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda rules: rules.adjudicate(5, WALKER), "a Table is wanted"),
        (lambda rules: rules.adjudicate(FIRE, 5), "a Model is wanted"),
        (lambda rules: rules.adjudicate(FIRE, "model"), "a Model is wanted"),
        (lambda rules: rules.adjudicate(FIRE, [5]), "a Model is wanted"),
        (lambda rules: rules.decide(5, "Move", ()), "a Model is wanted"),
        (lambda rules: rules.decide_all(5), "`asked` wants"),
        (lambda rules: rules.decide_all([5]), "`asked` wants"),
        (lambda rules: rules.odds(FIRE, WALKER, "Move", PATH).at_least_once(5), "`name` wants"),
        (lambda rules: rules.odds(FIRE, WALKER, "Move", PATH).distribution(None), "`name` wants"),
    ],
)
def test_a_python_type_is_asked_for_in_words(trench: gr.Ruleset, ask: Callable[[Any], object], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        ask(trench)


def test_a_fact_that_no_rule_asks_for_is_refused() -> None:
    rules, found = gr.check('Bog when agreed "it is dark": cost x2\n')
    assert rules is not None, found
    bog = gr.Table({"bog": {"terrain": "Bog", "rect": [0, 0, 9, 9]}})
    here = [(1, 1), (3, 1)]
    for good in ("it is dark", ["It is Dark"]):
        assert rules.adjudicate(bog, gr.Model(), None, here, agreed=good).cost == 4
        assert rules.adjudicate_track("2 Bog", agreed=good).cost == 4
    asks: list[Callable[[], object]] = [
        lambda: rules.adjudicate(bog, gr.Model(), None, here, agreed=["it is drak"]),
        lambda: rules.odds(bog, gr.Model(), None, here, agreed=["it is drak"]),
        lambda: rules.look(bog, gr.Model(at=(0, 0)), gr.Model(name="b", at=(9, 9)), agreed=["it is drak"]),
        lambda: rules.adjudicate_track("2 Bog", agreed=["it is drak"]),
    ]
    for ask in asks:
        with pytest.raises(gr.SituationError, match="it is drak") as raised:
            ask()
        assert raised.value.help == "did you mean `it is dark`?"


# ---- JSON


def test_json_of_too_many_digits_is_no_memory() -> None:
    for digits in (JSON_DIGITS + 1, 5000):
        with pytest.raises(gr.VerdictFormatError, match=f"{JSON_DIGITS} digits"):
            gr.memory_from_json('{"turn":' + "9" * digits + "}")
    assert gr.memory_from_json('{"turn":' + "9" * JSON_DIGITS + "}").turn == 10**JSON_DIGITS - 1


@pytest.mark.parametrize("text", ['{"turn": NaN}', "{", "[" * 100_000, b"\xff\xfe\xfa", '{"turn": true}'])
def test_json_that_is_none_is_no_memory(text: Any) -> None:
    with pytest.raises(gr.VerdictFormatError):
        gr.memory_from_json(text)


def test_verdicts_go_into_json_and_back_by_the_names_of_the_library(trench: gr.Ruleset) -> None:
    verdict = trench.adjudicate(FIRE, WALKER, "Move", PATH, dice=[3, 5])
    assert verdict.moved == Fraction(6)
    assert gr.verdict_from_json(gr.verdict_to_json(verdict)) == verdict
    with pytest.raises(gr.VerdictFormatError):
        gr.verdict_from_json("{}")
