"""Every rule has one home on the cards, and nothing on the cards is without its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from groundrules.cards import build_deck
from groundrules.cards.rolls import ids_below
from groundrules.ruleset import Choose, Perform, Roll, Rule, Ruleset

from . import samples
from .reading import NAMES, bundled, homes, places, text_of

#: Small rulesets for what the bundled ones do not do.
SMALL = {
    "compound": """\
        overlap worst
        roll Risky Roll: 2d6
            2-6 Failure: end activation
            7+ Success
        Difficult: cost x2
        Dangerous on enter: Risky Roll
        Barbed Wire: counts as Difficult and Dangerous
        Thicket when piece Height at least 2": counts as Barbed Wire
        piece
            Height: distance
        """,
    "classes": """\
        overlap worst
        model
            Class: Infantry, Cavalry, Vehicle
        Woods: cost x2
        Woods for Vehicle: cost x3
        Woods for Cavalry: forbid cross
        Vehicle in Woods: block sight
        """,
    "several subjects": """\
        overlap worst
        model
            traits: Strider, Nimble
        Woods on enter: end move beyond
        Marsh: block sight
        group Rough: Woods, Marsh
        Rough: cost x2
        Wall, Hedge: forbid cross
        Strider, Nimble: ignore Rough
        """,
    "states": """\
        model
            Speed: distance
        action Move: up to Speed
        state Prone until end of turn: Speed x1/2
        Mud on enter: gain Prone
        Prone on turn start: lose Prone
        """,
}


def _dedented(text: str) -> str:
    return "\n".join(line.removeprefix("        ") for line in text.splitlines()) + "\n"


@cache
def ruleset_named(name: str) -> Ruleset:
    if name == "everything":
        return samples.EVERYTHING
    return bundled(name) if name in NAMES else text_of(_dedented(SMALL[name]))


ALL = (*NAMES, *SMALL, "everything")


def all_ids(ruleset: Ruleset) -> list[str]:
    """The ids of all rules, bands, branches and changes of quantities, each once."""
    found: list[str] = []
    for rule in ruleset.rules:
        found += [rule.id, *ids_below(rule.effects)]
    for roll in ruleset.rolls:
        found += [*ids_below(roll.bands), *ids_below(roll.handlers)]
    for number in ruleset.numbers:
        found += [adjust.id for adjust in number.adjusts]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("name", ALL)
def test_every_rule_band_and_branch_has_exactly_one_home(name: str) -> None:
    ruleset = ruleset_named(name)
    counted = Counter(homes(build_deck(ruleset)))
    ids = all_ids(ruleset)
    assert {one: counted[one] for one in ids if counted[one] != 1} == {}
    declared = {
        f"{kind} {one.name}" for kind in ("action", "cover", "number", "group") for one in _declared(ruleset, kind)
    }
    assert {one: counted[one] for one in declared if counted[one] != 1} == {}


def _declared(ruleset: Ruleset, kind: str) -> Iterator[Any]:
    for one in getattr(ruleset, f"{kind}s"):
        if not getattr(one, "implied", False):
            yield one


@pytest.mark.parametrize("name", ALL)
def test_every_id_on_a_card_is_of_a_rule_or_a_declaration(name: str) -> None:
    ruleset = ruleset_named(name)
    known = set(all_ids(ruleset)) | {revision.id for revision in ruleset.revisions}
    for text, ids in places(build_deck(ruleset)).values():
        strange = {one for one in ids if one not in known and not one[0].islower()}
        assert strange == set(), text


# ---- taking a rule out


def without_rule(ruleset: Ruleset, gone: str) -> Ruleset:
    rules = tuple(
        replace(rule, beats=tuple(one for one in rule.beats if one != gone))
        for rule in ruleset.rules
        if rule.id != gone
    )
    return replace(ruleset, rules=rules)


def without_branch(part: Any, gone: str) -> Any:
    """A part of a ruleset without the band or branch of that id."""
    if isinstance(part, tuple):
        return tuple(without_branch(one, gone) for one in part if getattr(one, "id", None) != gone)
    if isinstance(part, Perform):
        return replace(part, handlers=without_branch(part.handlers, gone))
    if isinstance(part, Roll):
        return replace(part, bands=without_branch(part.bands, gone), handlers=without_branch(part.handlers, gone))
    if isinstance(part, Rule) or hasattr(part, "effects"):
        return replace(part, effects=without_branch(part.effects, gone))
    return part


def without(ruleset: Ruleset, gone: str) -> Ruleset:
    """The ruleset without one rule, band, branch or change of a quantity."""
    ruleset = replace(ruleset, revisions=tuple(one for one in ruleset.revisions if one.id != gone))
    if any(rule.id == gone for rule in ruleset.rules):
        return without_rule(ruleset, gone)
    numbers = tuple(
        replace(number, adjusts=tuple(adjust for adjust in number.adjusts if adjust.id != gone))
        for number in ruleset.numbers
    )
    return replace(
        ruleset, numbers=numbers, rules=without_branch(ruleset.rules, gone), rolls=without_branch(ruleset.rolls, gone)
    )


@pytest.mark.parametrize("name", ALL)
def test_taking_a_rule_out_changes_its_sentences_and_no_others(name: str) -> None:
    ruleset = ruleset_named(name)
    before = places(build_deck(ruleset))
    only = {
        rule.effects[0].id for rule in ruleset.rules if len(rule.effects) == 1 and isinstance(rule.effects[0], Choose)
    }
    for gone in [one for one in all_ids(ruleset) if one not in only]:
        below = {gone, *(one for rule in ruleset.rules if rule.id == gone for one in ids_below(rule.effects))}
        after = places(build_deck(without(ruleset, gone)))
        changed = {place for place in before if before[place][0] != after.get(place, ("",))[0]}
        if not any(place[0] == "all terrain" for place in after):
            # With its last rule goes the card of all terrain, and what points to it.
            changed -= {place for place in changed if place[0] == "all terrain" or place[1:] == ("see", "All terrain")}
        assert {place: before[place] for place in changed if not before[place][1] & below} == {}, gone
        # What the rule had silenced speaks again.
        silenced = {one for rule in ruleset.rules if rule.id == gone for one in rule.beats}
        new = {place: after[place] for place in after.keys() - before.keys() if not after[place][1] & silenced}
        # A trait or state that has lost its last rule tells where else it is named.
        lost = {place[:3] for place in changed if place[1] in ("traits", "states")}
        assert {place: new[place] for place in new if place[:3] not in lost} == {}, gone
        assert any(gone in before[place][1] for place in changed), f"{gone} is said nowhere"
        assert not any(gone in ids for _, ids in after.values()), gone
