"""Who wins: the order of the language's page, rule by rule, and against sets of worlds."""

from __future__ import annotations

import typing as T
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings, strategies as st

from groundrules.meaning.precedence import Conflict, resolve
from groundrules.ruleset import (
    Action,
    Any,
    Change,
    Compare,
    Condition,
    CostAll,
    CostPlus,
    CostTimes,
    Effect,
    FieldOf,
    FieldSchema,
    GiveCover,
    Ground,
    Is,
    Limit,
    Measure,
    MoveLies,
    NoEffect,
    Not,
    Num,
    Origin,
    Param,
    Permit,
    Qualifiers,
    Revision,
    Rule,
    Ruleset,
    Share,
    Subject,
    Term,
    Treat,
    Value,
    ValueOf,
)

#: Keyword arguments of `Qualifiers`.
Asked = dict[str, T.Any]

ANY = Term("any terrain", "Any Terrain")
FLYING, HEAVY = Term("trait", "Flying"), Term("trait", "Heavy")
INFANTRY, VEHICLE, ENGINE = (
    Term("value", name, (), "model", "Class") for name in ("Infantry", "Vehicle", "War Engine")
)
MARCH, CHARGE = "March", "Charge"


def terrain(name: str, *args: int) -> Term:
    return Term("terrain", name, tuple(Num(Fraction(arg)) for arg in args))


WOODS, MARSH = terrain("Woods"), terrain("Marsh")
HEIGHTS = ("Standard", "Large", "Gigantic")


def times(factor: int) -> CostTimes:
    return CostTimes(Num(Fraction(factor)))


FORBID, ALLOW = Permit("forbid", ("enter",)), Permit("allow", ("enter",))


def rule(id: str, subject: Term | tuple[Term, ...], *effects: Effect, file: str = "own", **qualifiers: T.Any) -> Rule:
    subjects = subject if isinstance(subject, tuple) else (subject,)
    return Rule(
        id=id,
        subjects=tuple(Subject(term=term) for term in subjects),
        qualifiers=Qualifiers(**qualifiers),
        effects=effects,
        origin=Origin(file, 0, 1, 1),
    )


def ruleset(rules: Iterable[Rule], revisions: tuple[Revision, ...] = ()) -> Ruleset:
    place = Origin("own", 0, 1, 1)
    fields = (
        FieldSchema(
            name="Class", owner="model", type="one of", origin=place,
            values=tuple(Value(name=name) for name in ("Infantry", "Vehicle", "War Engine")),
        ),
        FieldSchema(
            name="Height", owner="model", type="ordered", origin=place,
            values=tuple(Value(name=name) for name in HEIGHTS),
        ),
    )  # fmt: skip
    actions = tuple(Action(name=name, origin=place) for name in (MARCH, CHARGE))
    return Ruleset(name="test", fields=fields, actions=actions, rules=tuple(rules), revisions=revisions)


def judged(*rules: Rule, revisions: tuple[Revision, ...] = ()) -> tuple[dict[str, set[str]], tuple[Conflict, ...]]:
    done, conflicts = resolve(ruleset(rules, revisions))
    return {each.id: set(each.beats) for each in done.rules if each.beats}, conflicts


def winner(*rules: Rule, revisions: tuple[Revision, ...] = ()) -> str:
    """The id of the one rule that beats the other, ``tie``, or ``both`` where they do not compete."""
    beats, conflicts = judged(*rules, revisions=revisions)
    if conflicts:
        assert not beats
        return "tie"
    return next(iter(beats)) if beats else "both"


def when(condition: Condition) -> Asked:
    return {"when": condition}


def test_a_more_qualified_rule_wins() -> None:
    assert winner(rule("a", WOODS, times(2)), rule("b", WOODS, times(3), who=((VEHICLE,),))) == "b"


def test_two_rules_that_are_qualified_by_different_things_tie() -> None:
    one = rule("a", WOODS, times(2), during=((MARCH,),))
    assert winner(one, rule("b", WOODS, times(3), who=((VEHICLE,),))) == "tie"


def test_an_except_settles_the_tie() -> None:
    one = rule("a", WOODS, times(2), during=((MARCH,),), but=(VEHICLE,))
    assert winner(one, rule("b", WOODS, times(3), who=((VEHICLE,),))) == "both"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"who": ((INFANTRY,),)}, {"who": ((VEHICLE,),)}),
        ({"during": ((MARCH,),)}, {"during": ((CHARGE,),)}),
        ({"who": ((FLYING,),)}, {"but": (FLYING,)}),
        ({"during": ((MARCH,),)}, {"but_during": (MARCH,)}),
        (
            when(Compare("ge", FieldOf("model", "Height"), ValueOf("model", "Height", "Large"))),
            when(Compare("lt", FieldOf("model", "Height"), ValueOf("model", "Height", "Large"))),
        ),
        (
            when(Compare("ge", Measure("fall"), Num(Fraction(3)))),
            when(Compare("lt", Measure("fall"), Num(Fraction(3)))),
        ),
        (
            when(Share("none", "base", "inside")),
            when(Share("any", "base", "inside")),
        ),
        (when(MoveLies("whole")), when(Not(MoveLies("part")))),
        ({"on": ("enter",)}, {"on": ("end",)}),
    ],
)  # fmt: skip
def test_rules_that_exclude_one_another_do_not_compete(one: Asked, other: Asked) -> None:
    assert winner(rule("a", WOODS, times(2), **one), rule("b", WOODS, times(3), **other)) == "both"


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ({"who": ((INFANTRY, VEHICLE),)}, {"who": ((VEHICLE,),)}),
        ({"but": (VEHICLE,)}, {"who": ((INFANTRY,),)}),
        ({"who": ((FLYING,),)}, {"who": ((FLYING,), (INFANTRY,))}),
        ({"during": ((MARCH, CHARGE),)}, {"during": ((MARCH,),)}),
        (
            when(Compare("ge", FieldOf("model", "Height"), ValueOf("model", "Height", "Large"))),
            when(Is(Term("value", "Gigantic", (), "model", "Height"))),
        ),
        (
            when(Compare("ge", Measure("fall"), Num(Fraction(3)))),
            when(Compare("gt", Measure("fall"), Num(Fraction(5)))),
        ),
        (
            when(Share("over", "unit", "inside", Fraction(1, 2))),
            when(Share("all", "unit", "inside")),
        ),
        (when(MoveLies("part")), when(MoveLies("whole"))),
        (when(Any((Is(FLYING), Is(HEAVY)))), when(Is(HEAVY))),
        ({}, {"unit": True}),
    ],
)  # fmt: skip
def test_at_least_as_narrow(wide: Asked, narrow: Asked) -> None:
    assert winner(rule("wide", WOODS, times(2), **wide), rule("narrow", WOODS, times(3), **narrow)) == "narrow"


@pytest.mark.parametrize("extra", [{"on": ("enter",)}, {"once": ("move",)}, {"together": True}])
def test_events_once_and_together_do_not_count(extra: Asked) -> None:
    assert winner(rule("a", WOODS, times(2)), rule("b", WOODS, times(3), **extra)) == "tie"


def test_a_named_terrain_is_narrower_than_any() -> None:
    assert winner(rule("any", ANY, times(2)), rule("woods", WOODS, times(3))) == "woods"
    assert winner(rule("any", ANY, times(2), who=((VEHICLE,),)), rule("woods", WOODS, times(3))) == "tie"


def test_a_number_in_brackets_is_narrower_than_the_parameter() -> None:
    wide = Term("terrain", "Dangerous", (Param("X"),))
    assert winner(rule("x", wide, FORBID), rule("two", terrain("Dangerous", 2), ALLOW)) == "two"
    assert winner(rule("two", terrain("Dangerous", 2), FORBID), rule("three", terrain("Dangerous", 3), ALLOW)) == "both"


def test_a_models_rule_wins_over_a_terrains() -> None:
    assert winner(rule("woods", WOODS, FORBID, who=((VEHICLE,),)), rule("flying", FLYING, ALLOW)) == "flying"
    assert winner(rule("woods", WOODS, times(2)), rule("flying", FLYING, times(1), within=((WOODS,),))) == "flying"


def test_factors_compete_only_about_the_same_terrain() -> None:
    assert winner(rule("woods", WOODS, times(2)), rule("marsh", MARSH, times(3))) == "both"
    # A model's factor that names no terrain counts as one terrain more.
    assert winner(rule("woods", WOODS, times(2)), rule("heavy", HEAVY, times(3))) == "both"
    assert winner(rule("woods", WOODS, times(2)), rule("in marsh", HEAVY, times(3), within=((MARSH,),))) == "both"
    assert winner(rule("woods", WOODS, CostAll()), rule("more", WOODS, times(3), who=((VEHICLE,),))) == "more"


def test_what_only_adds_never_competes() -> None:
    assert winner(rule("a", WOODS, CostPlus(Num(Fraction(1)))), rule("b", WOODS, CostPlus(Num(Fraction(2))))) == "both"
    speed = [Change("model", "Speed", "plus", Num(Fraction(n))) for n in (1, 2)]
    assert winner(rule("a", FLYING, speed[0]), rule("b", HEAVY, speed[1])) == "both"


def test_the_same_answer_never_ties() -> None:
    half = Change("model", "Speed", "set", Num(Fraction(1, 2)))
    assert winner(rule("a", FLYING, half), rule("b", HEAVY, half)) == "both"
    assert winner(rule("a", WOODS, FORBID, who=((FLYING,),)), rule("b", WOODS, FORBID, during=((MARCH,),))) == "both"


def test_two_traits_that_disagree_tie_and_two_classes_do_not() -> None:
    assert winner(rule("a", FLYING, ALLOW), rule("b", HEAVY, FORBID)) == "tie"
    assert winner(rule("a", INFANTRY, ALLOW), rule("b", VEHICLE, FORBID)) == "both"


def test_cover_never_ties_and_a_more_qualified_grade_wins() -> None:
    soft, hard = GiveCover("Soft"), GiveCover("Hard")
    assert winner(rule("a", WOODS, soft, who=((FLYING,),)), rule("b", WOODS, hard, during=((MARCH,),))) == "both"
    assert winner(rule("a", WOODS, hard), rule("b", WOODS, soft, who=((VEHICLE,),))) == "b"


def test_nothing_lifts_always() -> None:
    always = Permit("forbid", ("enter",), always=True)
    assert winner(rule("a", WOODS, always), rule("b", WOODS, ALLOW, who=((VEHICLE,),))) == "a"
    assert winner(rule("a", WOODS, always), rule("b", FLYING, ALLOW)) == "a"
    assert winner(rule("a", WOODS, always), rule("b", WOODS, Permit("allow", ("enter",), always=True))) == "tie"


def test_questions_are_asked_one_by_one() -> None:
    both_events = Permit("forbid", ("enter", "end"))
    assert winner(rule("a", WOODS, both_events), rule("b", WOODS, ALLOW, who=((FLYING,),))) == "b"
    assert winner(rule("a", WOODS, both_events), rule("b", WOODS, Permit("allow", ("start",)))) == "both"
    dash = [Permit(verb, (), (MARCH,)) for verb in ("forbid", "allow")]
    assert winner(rule("a", WOODS, dash[0]), rule("b", WOODS, dash[1])) == "tie"


def test_a_kinds_own_value_is_changed_and_not_contested() -> None:
    own, set_to = (Change("piece", "Height", op, Num(Fraction(7))) for op in ("own", "set"))
    nine = Change("piece", "Height", "own", Num(Fraction(9)))
    assert winner(rule("a", WOODS, own), rule("b", WOODS, Change("piece", "Height", "set", Num(Fraction(9))))) == "both"
    assert winner(rule("a", WOODS, own), rule("b", WOODS, nine)) == "tie"
    assert winner(rule("a", WOODS, set_to), rule("b", WOODS, own)) == "both"


def test_allowances_compete() -> None:
    six, nine = (Limit("allowance", Num(Fraction(n), "inches")) for n in (6, 9))
    assert (
        winner(rule("a", WOODS, six, **when(MoveLies("part"))), rule("b", WOODS, nine, **when(MoveLies("whole"))))
        == "b"
    )
    caps = [Limit("cap", Num(Fraction(n), "inches")) for n in (6, 9)]
    assert winner(rule("a", WOODS, caps[0]), rule("b", WOODS, caps[1])) == "both"


def test_what_a_model_treats_ground_as() -> None:
    any_ground = Treat(Ground((ANY,)), MARSH)
    woods = Treat(Ground((WOODS,)), terrain("Open"))
    assert winner(rule("any", FLYING, any_ground), rule("woods", FLYING, woods)) == "woods"
    without = Treat(Ground((ANY,), (WOODS,)), MARSH)
    assert winner(rule("any", FLYING, without), rule("woods", HEAVY, woods)) == "both"
    assert winner(rule("a", FLYING, woods), rule("b", HEAVY, Treat(Ground((WOODS,)), MARSH))) == "tie"


def test_an_override_wins_over_what_it_builds_on() -> None:
    base = rule("Woods for Vehicle", WOODS, times(4), file="base", who=((VEHICLE,),))
    own = rule("Woods", WOODS, times(3))
    more = rule("Woods for War Engine", WOODS, times(5), who=((ENGINE,),))
    revisions = (Revision(change="override", id="Woods"),)
    assert judged(base, own, more, revisions=revisions) == (
        {"Woods": {"Woods for Vehicle"}, "Woods for War Engine": {"Woods"}}, (),
    )  # fmt: skip


def test_no_effect_silences_what_is_not_more_qualified() -> None:
    rules = [
        rule("plain", WOODS, times(2)),
        rule("roll", WOODS, GiveCover("Soft"), during=((MARCH,),)),
        rule("silent", WOODS, NoEffect(), who=((FLYING,),)),
        rule("more", WOODS, times(3), who=((FLYING,), (VEHICLE,))),
        rule("other ground", MARSH, times(3)),
        rule("model", HEAVY, ALLOW),
        rule("not flying", WOODS, CostPlus(Num(Fraction(1))), but=(FLYING,)),
    ]
    beats, conflicts = judged(*rules)
    assert beats["silent"] == {"plain", "roll"}
    assert not conflicts


def test_no_effect_without_qualifiers_silences_nothing_and_of_any_terrain_all_ground() -> None:
    beats, _ = judged(rule("woods", WOODS, times(2)), rule("said", WOODS, NoEffect()))
    assert beats == {}
    beats, _ = judged(
        rule("woods", WOODS, times(2)), rule("any", ANY, FORBID), rule("jump", ANY, NoEffect(), during=((MARCH,),)),
        rule("woods in a march", WOODS, CostPlus(Num(Fraction(1))), during=((MARCH,),)),
    )  # fmt: skip
    assert beats == {"jump": {"woods", "any"}}


def test_a_rule_that_answers_twice_contradicts_itself() -> None:
    _, conflicts = judged(rule("a", WOODS, times(2), times(3)))
    assert [(c.first.id, c.second.id, c.question) for c in conflicts] == [("a", "a", ("factor",))]


def test_a_tie_names_both_rules_once() -> None:
    permits = [Permit(verb, ("enter", "end", "cross")) for verb in ("forbid", "allow")]
    _, conflicts = judged(rule("a", WOODS, permits[0]), rule("b", WOODS, permits[1]))
    assert [(c.first.id, c.second.id, c.same) for c in conflicts] == [("a", "b", True)]


# ---- against sets of worlds

WHO = (INFANTRY, VEHICLE, ENGINE)
World = tuple[str, str, str, bool]
WORLDS: tuple[World, ...] = tuple(
    product(("Infantry", "Vehicle", "War Engine"), (MARCH, CHARGE), HEIGHTS, (True, False))
)


@st.composite
def qualified(draw: st.DrawFn) -> tuple[Asked, frozenset[World]]:
    """Qualifiers with the worlds in which they hold."""
    made: Asked = {}
    worlds = set(WORLDS)
    if draw(st.booleans()):
        who = draw(st.lists(st.sampled_from(WHO), min_size=1, max_size=2, unique=True))
        made["who"] = (tuple(who),)
        worlds = {w for w in worlds if w[0] in {term.name for term in who}}
    if draw(st.booleans()):
        but = draw(st.sampled_from((*WHO, FLYING)))
        made["but"] = (but,)
        worlds = {w for w in worlds if (not w[3] if but is FLYING else w[0] != but.name)}
    if draw(st.booleans()):
        action = draw(st.sampled_from((MARCH, CHARGE)))
        made["during" if draw(st.booleans()) else "but_during"] = ((action,),) if "during" in made else (action,)
        if "during" in made:
            made["during"] = ((action,),)
        worlds = {w for w in worlds if (w[1] == action) == ("during" in made)}
    if draw(st.booleans()):
        place = draw(st.integers(0, 2))
        op = draw(st.sampled_from(("ge", "le", "gt", "lt", "eq", "ne")))
        value = ValueOf("model", "Height", HEIGHTS[place])
        made["when"] = Compare(op, FieldOf("model", "Height"), value)  # type: ignore[arg-type]
        passes = {"ge": (0, 1), "le": (-1, 0), "gt": (1,), "lt": (-1,), "eq": (0,), "ne": (-1, 1)}[op]
        compared = {w: (HEIGHTS.index(w[2]) > place) - (HEIGHTS.index(w[2]) < place) for w in worlds}
        worlds = {w for w in worlds if compared[w] in passes}
    return made, frozenset(worlds)


@settings(max_examples=400, deadline=None)
@given(qualified(), qualified())
def test_the_winner_is_the_one_that_holds_in_fewer_worlds(
    one: tuple[Asked, frozenset[World]], other: tuple[Asked, frozenset[World]]
) -> None:
    (first, here), (second, there) = one, other
    if not here & there:
        expected = "both"
    elif here < there:
        expected = "a"
    elif there < here:
        expected = "b"
    else:
        expected = "tie"
    assert winner(rule("a", WOODS, times(2), **first), rule("b", WOODS, times(3), **second)) == expected


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(qualified(), st.sampled_from((times(2), times(3), FORBID, ALLOW)), st.sampled_from((WOODS, ANY))),
        max_size=6,
    ),
    st.randoms(),
)
def test_the_order_of_rules_does_not_matter(
    made: list[tuple[tuple[Asked, frozenset[World]], Effect, Term]], random: Random
) -> None:
    rules = [rule(f"r{n}", subject, effect, **some[0]) for n, (some, effect, subject) in enumerate(made)]
    shuffled = list(rules)
    random.shuffle(shuffled)
    beats, conflicts = judged(*rules)
    again, others = judged(*shuffled)
    assert beats == again
    assert {frozenset((c.first.id, c.second.id)) for c in conflicts} == {
        frozenset((c.first.id, c.second.id)) for c in others
    }


# ---- many rules


def test_ten_thousand_rules_take_time_in_proportion() -> None:
    def rules(count: int) -> list[Rule]:
        some = [rule(f"t{n}", terrain(f"T{n}"), times(2 + n % 3), FORBID) for n in range(count)]
        some += [rule(f"t{n} v", terrain(f"T{n}"), times(5), ALLOW, who=((VEHICLE,),)) for n in range(count)]
        return [*some, rule("fly", FLYING, ALLOW), rule("jump", ANY, NoEffect(), during=((MARCH,),))]

    took = []
    for count in (500, 5000):
        begin = process_time()
        done, conflicts = resolve(ruleset(rules(count)))
        took.append(process_time() - begin)
        assert not conflicts
        assert len(done.rules[-2].beats) == count
    assert took[1] < 40 * took[0]


def test_rules_that_all_contradict_one_another_end_in_bounded_time() -> None:
    tangle = [rule(f"r{n}", HEAVY, Change("model", "Speed", "set", Num(Fraction(n)))) for n in range(1500)]
    _, conflicts = resolve(ruleset(tangle))
    assert 0 < len(conflicts) <= 101
