"""Every bound is met with its own error, one step past it, and is written down in docs/limits.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

import groundrules as gr
from groundrules import engine, limits
from groundrules.engine import adjudicating, every_way, performing
from groundrules.ground import scene
from groundrules.meaning import compile_ruleset, precedence
from groundrules.odds import odds_of
from groundrules.project.building import build
from groundrules.project.checking import check
from groundrules.project.settings import settings_of
from groundrules.scenarios.documents import read_document
from groundrules.scenarios.running import run_scenario
from groundrules.scenarios.yaml_items import read_yaml
from groundrules.source import Source
from groundrules.verdict import VerdictFormatError, from_json, to_json

PAGE = Path(__file__).parents[1] / "docs" / "limits.md"

#: Three rules that do not agree.
TIED = "model\n    Class: A, B\n    traits: X, Y\nWoods for A: cost x2\nWoods for X: cost x3\nWoods for Y: cost x4\n"
TWICE = "roll Test: d6\n    1+: Second\nroll Second: d6\n    1+: no effect\nMud on enter: Test\n"
MUD = "outcome Hit\nroll Test: d6\n    1-3 Bad: Hit\n    4+ Good\nMud on enter: Test\n"


def values() -> dict[str, int]:
    return {name: value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)}


def told(text: str) -> str:
    """What checking a text says."""
    return "\n".join(f"{each.code} {each.message} {each.help}" for each in gr.check(text)[1])


def yaml(text: str) -> str:
    """What reading a YAML document says."""
    return "\n".join(f"{each.code} {each.message}" for each in read_yaml(Source("a.yaml", text))[1])


def refused(run: Callable[[], object]) -> str:
    with pytest.raises((gr.Refusal, VerdictFormatError)) as caught:
        run()
    return f"{getattr(caught.value, 'kind', 'format')} {caught.value}"


def situation(strips: int = 1, **changed: object) -> engine.Situation:
    from groundrules.ground import Rect

    pieces = tuple(
        engine.Piece(name=f"m{i}", terrains=(engine.Named("Mud"),), shape=Rect(2 * i + 1, 0, 2 * i + 2, 9))
        for i in range(strips)
    )
    path = ((Fraction(0), Fraction(5)), (Fraction(2 * strips + 2), Fraction(5)))
    return engine.Situation(mover=engine.Model(), table=engine.Table(pieces), moves=(path,))


def rules(text: str = MUD) -> gr.Ruleset:
    made, found = gr.check(text)
    assert made is not None, found
    return made


def moved(rules: gr.Ruleset, path: list[object], pieces: dict[str, dict[str, object]] | None = None) -> str:
    return refused(lambda: rules.adjudicate(gr.Table(pieces or {}), gr.Model(), None, path))  # type: ignore[arg-type]  # paths that are wrong are the point


def chain_of_uses() -> str:
    files = {f"l{n}.terrain": f'use "l{n + 1}.terrain"\n' for n in range(20)} | {"l20.terrain": "Woods: cost x2\n"}
    source = Source("l0.terrain", files["l0.terrain"])
    found = compile_ruleset(source, "l0", lambda path, _: Source(path, files[path])).diagnostics
    return "\n".join(f"{each.code} {each.message}" for each in found)


def large_file(folder: Path) -> str:
    path = folder / "large.terrain"
    path.write_bytes(b"# " + b"x" * limits.FILE_BYTES + b"\n")
    return "\n".join(f"{each.code} {each.message}" for each in check([str(path)]).diagnostics)


def settings(text: str, folder: Path) -> str:
    return "\n".join(f"{each.code} {each.message}" for each in settings_of(folder, text).diagnostics)


def tracked(strips: int) -> str:
    text = f"scenarios:\n  - name: a\n    track: [{'1 Mud, ' * strips}]\n"
    document, _ = read_document(Source("a.yaml", text))
    assert document is not None
    return "\n".join(
        f"{found.code} {found.message}"
        for each in document.scenarios
        for found in run_scenario(rules().rules, each).findings
    )


def fences(folder: Path) -> str:
    path = folder / "page.md"
    example = "```terrain example\nWoods: cost x2\n```\n\n"
    path.write_text("```terrain\nWoods: cost x2\n```\n\n" + example * (limits.FENCES + 1), encoding="utf-8")
    return "\n".join(f"{each.code} {each.message}" for each in check([str(path)]).diagnostics)


def templated(text: str, folder: Path) -> str:
    (folder / "templates").mkdir()
    (folder / "templates" / "card.md.j2").write_text(text, encoding="utf-8")
    (folder / "woods.terrain").write_text("Woods: cost x2\n", encoding="utf-8")
    found = build((str(folder / "woods.terrain"),), str(folder / "out")).report.diagnostics
    return "\n".join(f"{each.code} {each.message}" for each in found)


def deep_folders(folder: Path) -> str:
    deep = folder.joinpath(*"abcdefghijklmnopqrs")
    deep.mkdir(parents=True)
    (deep / "s.terrain").write_text("Woods: cost x2\n", encoding="utf-8")
    return "\n".join(f"{each.code} {each.message}" for each in check([str(folder)]).diagnostics)


def names(count: int) -> Iterator[str]:
    letters = "abcdefghij"
    for number in range(count):
        yield "G" + "".join(letters[int(figure)] for figure in f"{number:05}")


#: What one step past a bound says: a code or a kind of refusal, and the number where the words hold it.
PAST: dict[str, Callable[[Path], str]] = {
    "NESTING": lambda _: told("Woods when " + "(" * 65 + "inside" + ")" * 65 + ": cost x2\n"),
    "DIGITS": lambda _: told("Woods: cost x1234567890\n"),
    "LINE_LENGTH": lambda _: told("Woods: cost x2\n> " + "x" * limits.LINE_LENGTH + "\n"),
    "NAME_LENGTH": lambda _: told("W" + "o" * limits.NAME_LENGTH + ": cost x2\n"),
    "YAML_VALUES": lambda _: yaml("a: &a [" + "1, " * 1_000 + "1]\nb: [" + "*a, " * 200 + "*a]\n"),
    "YAML_DEPTH": lambda _: yaml("[" * 50 + "]" * 50),
    "FILE_BYTES": large_file,
    "STRIPS": lambda _: tracked(limits.STRIPS + 1),
    "FENCES": fences,
    "SETTINGS_LENGTH": lambda folder: settings("#" + "x" * limits.SETTINGS_LENGTH, folder),
    "SETTINGS_DOTS": lambda folder: settings("a." * (limits.SETTINGS_DOTS + 1) + "b = 1\n", folder),
    "FOLDER_DEPTH": deep_folders,
    "RULESETS_DEEP": lambda _: chain_of_uses(),
    "LARGEST_NUMBER": lambda _: told("Woods: cost x1000001\n"),
    "DICE": lambda _: told("roll Test: 1001d6\n    1+: stop\n"),
    "SIDES": lambda _: told("roll Test: d1001\n    1+: stop\n"),
    "TEMPLATE_STEPS": lambda folder: templated("{% for a in range(99999) %}" + "x" * 999 + "{% endfor %}", folder),
    "TEMPLATE_NUMBER": lambda folder: templated("{{ 'x'|center(1001) }}", folder),
    "COORDINATE": lambda _: moved(rules(), [(0, 0), (100_001, 0)]),
    "CORNERS": lambda _: moved(
        rules(), [(0, 0), (1, 0)], {"a": {"terrain": "Mud", "polygon": [[n, n * n % 7] for n in range(5_001)]}}
    ),
    "PIECES": lambda _: refused(lambda: engine.adjudicate(rules().rules, situation(limits.PIECES + 1), [])),
    "PATH_POINTS": lambda _: moved(rules(), [(n % 7, n) for n in range(limits.PATH_POINTS + 1)]),
    "CELLS": lambda _: moved(rules("grid squares\n" + MUD), [(0, 0), (99_000, 0), (0, 0), (99_000, 0)]),
    "BITS": lambda _: moved(rules(), [(0, 0), (Fraction(1, 3**200), 0)]),
    "STEPS": lambda _: refused(lambda: rules().adjudicate(gr.Table(), gr.Model(), None, [(0, 0), (1, 0)], budget=1)),
    "ODDS_STATES": lambda _: refused(lambda: odds_of(rules().rules, situation(3), budget=2)),
    "WAYS": lambda _: refused(lambda: list(every_way(rules().rules, situation(3), most=10))),
    "JSON_DIGITS": lambda _: refused(lambda: from_json(_with_a_long_number())),
}

#: Bounds that no small input meets: lowered to this, in the module that looks at them.
LOWERED: dict[str, tuple[ModuleType, int, Callable[[], str]]] = {
    "ROLLS": (adjudicating, 1, lambda: refused(lambda: engine.adjudicate(rules().rules, situation(2), [4, 4]))),
    "ROLLS_DEEP": (performing, 0, lambda: refused(lambda: engine.adjudicate(rules(TWICE).rules, situation(), [1, 1]))),
    "CROSSINGS": (scene, 5, lambda: refused(lambda: engine.adjudicate(rules().rules, situation(6), [4] * 6))),
    "COMPARISONS": (precedence, 2, lambda: told(TIED)),
}

#: What is remembered and can be worked out again is forgotten without a word.
FORGOTTEN = {"DECISIONS_KEPT"}
#: More findings of one kind say nothing new.
LEFT_OUT = {"TIES", "SETTINGS_FINDINGS"}


def _with_a_long_number() -> str:
    verdict = rules().adjudicate(gr.Table(), gr.Model(), None, [(0, 0), (1, 0)])
    text = to_json(verdict)
    assert '"at": "1"' in text
    return text.replace('"at": "1"', f'"at": "{"9" * (limits.JSON_DIGITS + 1)}"')


def documented() -> dict[str, tuple[int, str]]:
    """The table of the page: value and error by name."""
    found = re.findall(r"^\| `([A-Z_]+)` \| ([\d,]+) \| .* \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: (int(value.replace(",", "")), error) for name, value, error in found}


def test_every_bound_is_tried_and_documented() -> None:
    assert {*PAST, *LOWERED, *FORGOTTEN, *LEFT_OUT} == set(values())
    assert {name: value for name, (value, _) in documented().items()} == values()


@pytest.mark.parametrize("name", PAST)
def test_one_step_past_it_has_its_own_error(name: str, tmp_path: Path) -> None:
    said = PAST[name](tmp_path)
    error = documented()[name][1]
    wanted = re.findall(r"`(\w+)`", error)
    assert wanted and any(re.search(rf"\b{each}\b", said) for each in wanted), said[:500]


@pytest.mark.parametrize("name", LOWERED)
def test_past_a_lowered_bound_is_its_own_error(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, lowered, run = LOWERED[name]
    monkeypatch.setattr(module, name, lowered)
    kind = re.findall(r"`(\w+)`", documented()[name][1])
    said = run()
    assert any(re.search(rf"\b{each}\b", said) for each in kind), said


def test_ties_past_the_bound_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(TIED).count("GR250") == 2
    monkeypatch.setattr(precedence, "TIES", 1)
    assert told(TIED).count("GR250") == 1


def test_decisions_are_forgotten_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from groundrules import api_ruleset

    monkeypatch.setattr(api_ruleset, "DECISIONS_KEPT", 2)
    text = "model\n    Speed: distance\n" + "".join(f"{name}: cost x2\n" for name in names(6)) + "overlap worst\n"
    made = rules(text)
    walker = gr.Model(Speed=6)
    asked = [(walker, None, (name,)) for name in names(6)]
    assert [each.cost for each in made.decide_all(asked * 2)] == [2] * 12
    assert len(made._decided) <= 2


def test_shared_lists_of_a_program_are_counted_each_time() -> None:
    nested: list[object] = [0, 0]
    for _ in range(30):
        nested = [nested, nested]
    assert refused(lambda: gr.Model(Speed=nested)).endswith(f"more than {limits.YAML_VALUES:,} values")


@pytest.mark.parametrize("ring", [[[0, 0], [1, 0], [1, 1]] * 1_600, [[n % 7, 0] for n in range(4_800)]])
def test_an_outline_of_points_that_repeat_is_refused_at_the_first(ring: list[list[int]]) -> None:
    said = moved(rules(), [(0, 0), (1, 0)], {"a": {"terrain": "Mud", "polygon": ring}})
    assert "touches itself at (0, 0)" in said or "has no area" in said


@pytest.mark.parametrize(("dice", "budget"), [("1000d1000", 1_000_000), ("1000d1000", 10), ("60d60", 10)])
def test_totals_are_refused_before_they_are_worked_out(dice: str, budget: int) -> None:
    made = rules(f"roll Test: {dice}\n    1+: no effect\nMud on enter: Test\n")
    assert refused(lambda: made.roll("Test").distribution(budget=budget)).startswith("budget")
    mud = gr.Table({"a": {"terrain": "Mud", "rect": [1, 0, 2, 9]}})
    assert refused(
        lambda: made.odds(mud, gr.Model(), None, [(0, 1), (3, 1)], budget=budget).at_least_once("Test")
    ).startswith("budget")
