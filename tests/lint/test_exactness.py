"""What checks say of rules, held against playing every kind of model through the ground.

Rules are drawn from a small language in which all situations can be played: three classes,
with and without a trait and an option, one stretch of ground.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

from hypothesis import assume, example, given, settings, strategies as st
from tests.lint.support import found, mended

from groundrules.meaning import compile_ruleset
from groundrules.ruleset import Ruleset
from groundrules.scenarios.paste import scenario_of
from groundrules.scenarios.running import run_scenario
from groundrules.source import Source
from groundrules.verdict import Verdict

CLASSES = ("Infantry", "Vehicle", "Walker")
HEAD = """model
    Class: Infantry, Vehicle, Walker
    Speed: distance
    traits: Scout
action Move: up to Speed
"""
#: Names everything once, so that nothing is found about names.
TAIL = """Ditch for Infantry: forbid end
Ditch for Vehicle: forbid leave
Ditch for Walker: forbid cross
Ditch for Scout: block sight
"""

who = st.lists(st.sampled_from(CLASSES), min_size=1, max_size=2, unique=True).map(", ".join)
qualifiers = st.builds(
    lambda *parts: "".join(parts),
    st.one_of(st.just(""), who.map(" for {}".format)),
    st.one_of(st.just(""), who.map(" except {}".format)),
    st.sampled_from(("", "", " when Scout", " when not Scout", ' when agreed "deep"')),
)
costs = st.lists(st.tuples(qualifiers, st.integers(2, 3)), min_size=2, max_size=4, unique_by=lambda rule: rule[0])

#: A rule for all, and one each for some of the classes: together they leave nothing of it, or not.
parted = st.lists(
    st.tuples(st.sampled_from(CLASSES).map(" for {}".format), st.integers(2, 4)), min_size=2, max_size=3,
    unique_by=lambda rule: rule[0],
).map(lambda some: [("", 2), *some])  # fmt: skip


def text_of(rules: list[tuple[str, int]]) -> str:
    return HEAD + "".join(f"Woods{where}: cost x{factor}\n" for where, factor in rules) + TAIL


def compiled(text: str) -> Ruleset | None:
    return compile_ruleset(Source("page.terrain", text), "page", lambda *_: Source("", "")).ruleset


def played(ruleset: Ruleset) -> Iterator[Verdict]:
    """The verdict of every kind of model that there is, always in the same order."""
    for name, scout, deep in product(CLASSES, (False, True), (False, True)):
        model = {"Class": name, "Speed": 40, **({"traits": ["Scout"]} if scout else {})}
        data = {"track": ["1 Open", "2 Woods", "1 Open"], "model": model, **({"agreed": ["deep"]} if deep else {})}
        result = run_scenario(ruleset, scenario_of(data))  # type: ignore[arg-type]  # plain data
        verdict = result.steps[0].verdict
        assert verdict is not None and result.findings == ()
        yield verdict


def acting(ruleset: Ruleset) -> set[str]:
    return {line.rule for verdict in played(ruleset) for line in verdict.trace if line.rule is not None}


def shown(id_: str) -> str:
    return re.sub(r"~\d+$", "", id_)


@cache
def findings(text: str) -> tuple[tuple[str, str], ...]:
    """Code and the words of each finding of the woods' own rules."""
    return tuple(
        (each.code, each.span.text) for each in found(text) if "Woods" in each.span.source.line_text(each.span.line)
    )


@settings(max_examples=60)
@given(st.one_of(costs, parted))
@example([("", 2), (" for Infantry", 3), (" for Vehicle", 3), (" for Walker", 4)])
@example([("", 2), (" for Infantry", 3), (" for Vehicle", 3), (" for Walker", 2)])
def test_a_rule_never_acts_exactly_where_no_model_hears_it(rules: list[tuple[str, int]]) -> None:
    text = text_of(rules)
    ruleset = compiled(text)
    assume(ruleset is not None)
    assert ruleset is not None
    never = {words for code, words in findings(text) if code in ("GR302", "GR274")}
    heard = {shown(each) for each in acting(ruleset)}
    silent = {shown(rule.id) for rule in ruleset.rules if rule.subjects[0].term.name == "Woods"} - heard
    assert never == silent


@settings(max_examples=40)
@given(costs)
def test_what_is_said_twice_or_leaves_nobody_out_can_be_left_out(rules: list[tuple[str, int]]) -> None:
    text = text_of(rules)
    ruleset = compiled(text)
    assume(ruleset is not None)
    assert ruleset is not None
    before = [verdict.cost for verdict in played(ruleset)]
    for each in found(text):
        if each.code == "GR334" and each.fix is not None:
            without = compiled(mended(text, each))
        elif each.code == "GR325":
            lines = text.splitlines(keepends=True)
            without = compiled("".join(lines[: each.span.line - 1] + lines[each.span.line :]))
        else:
            continue
        assert without is not None, "it made way for a mistake"
        assert [verdict.cost for verdict in played(without)] == before


@settings(max_examples=40)
@given(costs)
def test_a_class_is_forgotten_where_no_rule_is_heard_for_it(rules: list[tuple[str, int]]) -> None:
    text = text_of(rules)
    ruleset = compiled(text)
    assume(ruleset is not None)
    assert ruleset is not None
    told = {re.findall(r"`([^`]*)`", each.message)[1] for each in found(text) if each.code == "GR300"}
    verdicts = list(played(ruleset))
    for number, name in enumerate(CLASSES):
        mine = verdicts[number * 4 : number * 4 + 4]
        heard = any((line.rule or "").startswith("Woods") for verdict in mine for line in verdict.trace)
        assert not (name in told and heard), f"{name} is spoken of"
