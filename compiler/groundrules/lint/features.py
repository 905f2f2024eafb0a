"""What a ruleset holds, in words: a check is imported only where there is something that it speaks of.

The words are the tags of effects (``pass``, ``counts as``, ``ignore`` …) and those of
:data:`WORDS`. All are found in one walk through the rules, which a check that nobody needs
must not cost more than.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from groundrules.meaning.traverse import brought
from groundrules.ruleset import (
    Change,
    ChangeNumber,
    Choose,
    Conditional,
    CostTimes,
    CountsAs,
    Declared,
    Effect,
    Halt,
    Limit,
    Num,
    Perform,
    Permit,
    Qualifiers,
    Roll,
    Rule,
    Ruleset,
)

#: Each word that is no tag of an effect, with what it stands for.
WORDS: dict[str, str] = {
    "on": "a rule with an event",
    "contact": "a rule on `contact`",
    "once": "a rule that holds so often",
    "beats": "a rule that wins over another",
    "qualifiers": "a rule with a qualifier",
    "names": "a rule with a name or a condition among its qualifiers",
    "allow": "an `allow`",
    "forbid": "a `forbid` of events",
    "allowance": "a rule that says how far an action goes",
    "least": "a rule or an action that says how far one must go",
    "set": "a rule that says what a field or a number becomes",
    "cheap": "a cost below 1",
    "two ends": "a line that ends something twice",
    "branches": "an option, a handler or a line below another with qualifiers",
    "unasked": "a field that has to be stated and that no rule reads",
    "values": "a field of more than two values",
    "silent": "ground without an effect of its own",
    "open": "ground that is called open or clear",
    "roll declared": "a roll",
    "band for": "a band with qualifiers",
    "alike": "a roll with two bands that do the same",
    "group": "a group",
    "number": "a number",
    "option named": "an option",
    "prose": "words for a card",
    "long": "a card that may be too long to be printed",
    "shown": "a name that readers see under another one",
    "trait": "a trait",
    "cover grade": "a grade of cover",
    "brackets": "a terrain, a trait or a roll with brackets",
    "revision": "a change of a base",
}

_NONE = Qualifiers()

#: What a card is taken to hold at most before it is laid out, in letters: a rule, a band, what fits in any case.
_OF_RULE, _OF_BAND, LONG = 100, 90, 2500


def features(ruleset: Ruleset) -> frozenset[str]:
    """The words of all that a ruleset holds."""
    found: set[str] = set()
    for effects in _lists(ruleset):
        ends = 0
        for effect in brought(effects):
            found.add(effect.TAG)
            found.update(_of_effect(effect))
            ends += isinstance(effect, Halt)
        if ends > 1:
            found.add("two ends")
    for rule in ruleset.rules:
        found.update(_of_rule(rule))
    speaking = {subject.term.name for rule in ruleset.rules if rule.effects or rule.cell for subject in rule.subjects}
    declared = (
        ("unasked", any(not (each.optional or each.asked_by or each.type == "agreed") for each in ruleset.fields)),
        ("silent", any(each.name not in speaking for each in ruleset.terrains)),
        ("open", any(each.name.startswith(("Open", "Clear")) for each in ruleset.terrains)),
        ("roll declared", ruleset.rolls),
        ("group", ruleset.groups), ("number", ruleset.numbers), ("option named", ruleset.options),
        ("values", any(len(field.values) > 2 for field in ruleset.fields)),
        ("least", any(each.allowance is not None and each.allowance.minimum is not None for each in ruleset.actions)),
        ("prose", any(each.prose for each in _worded(ruleset))),
        ("long", max(lengths(ruleset).values(), default=0) > LONG),
        ("shown", _has_display(ruleset)),
        ("trait", ruleset.traits), ("cover grade", ruleset.covers), ("revision", ruleset.revisions),
        ("brackets", any(several for several in _brackets(ruleset))),
    )  # fmt: skip
    found.update(word for word, held in declared if held)
    for roll in ruleset.rolls:
        if any(band.qualifiers != _NONE for band in roll.bands):
            found.add("band for")
        if len({band.effects for band in roll.bands if band.effects}) < sum(bool(band.effects) for band in roll.bands):
            found.add("alike")
    return frozenset(found)


def _has_display(ruleset: Ruleset) -> bool:
    r = ruleset
    declared: tuple[Declared, ...] = (
        *r.fields, *r.terrains, *r.traits, *r.actions, *r.groups, *r.outcomes, *r.states, *r.covers, *r.options,
        *r.numbers, *r.rolls,
    )  # fmt: skip
    values = (value for field in r.fields for value in field.values)
    return any(each.display is not None for each in declared) or any(each.display is not None for each in values)


def _brackets(ruleset: Ruleset) -> Iterator[tuple[str, ...]]:
    yield from (each.params for each in ruleset.terrains)
    yield from (each.params for each in ruleset.traits)
    yield from (each.params for each in ruleset.rolls)


def _lists(ruleset: Ruleset) -> Iterator[tuple[Effect, ...]]:
    """The effects of every rule, band and handler."""
    yield from (rule.effects for rule in ruleset.rules)
    for roll in ruleset.rolls:
        yield from (band.effects for band in roll.bands)
        yield from (handler.effects for handler in roll.handlers)


def _of_effect(effect: Effect) -> Iterator[str]:
    match effect:
        case Permit(verb=verb, events=events):
            if verb == "allow" or events:
                yield verb
        case Limit(limit=limit) if limit != "cap":
            yield "allowance" if limit == "allowance" else "least"
        case Change(op="set") | ChangeNumber(op="set"):
            yield "set"
        case CostTimes(factor=Num(value=value)) if value < 1:
            yield "cheap"
        case Choose() | Conditional():
            yield "branches"
        case Perform(handlers=handlers) if any(handler.qualifiers != _NONE for handler in handlers):
            yield "branches"


def _of_rule(rule: Rule) -> Iterator[str]:
    q = rule.qualifiers
    there = (
        ("on", q.on), ("contact", "contact" in q.on), ("once", q.once), ("beats", rule.beats),
        ("qualifiers", q != _NONE),
        ("names", q.within or q.during or q.who or q.but or q.but_during or q.when is not None),
    )  # fmt: skip
    return (word for word, held in there if held)


def _worded(ruleset: Ruleset) -> Iterator[Declared | Rule]:
    """Everything that may have words for its card."""
    yield from ruleset.rules
    yield from ruleset.fields
    yield from (*ruleset.traits, *ruleset.actions, *ruleset.outcomes, *ruleset.states, *ruleset.covers)
    yield from (*ruleset.options, *ruleset.numbers, *ruleset.rolls, *ruleset.terrains, *ruleset.groups)


def lengths(ruleset: Ruleset) -> Counter[str]:
    """About how many letters the cards of a ruleset hold, by the names of what they are about."""
    found: Counter[str] = Counter()
    rolls: Counter[str] = Counter()
    for roll in ruleset.rolls:
        rolls[roll.name] = _letters(roll) + _OF_BAND * len(roll.bands)
    found.update(rolls)
    for rule in ruleset.rules:
        made = {effect.roll for effect in brought(rule.effects) if isinstance(effect, Perform)}
        letters = _letters(rule) + _OF_RULE * max(1, len(rule.effects)) + sum(rolls[name] for name in made)
        for subject in rule.subjects:
            found[subject.term.name] += letters
    for each in _worded(ruleset):
        if not isinstance(each, Rule | Roll):
            found[each.name] += _letters(each)
    own = dict(found)
    for rule in ruleset.rules:
        counted = [term.name for effect in rule.effects if isinstance(effect, CountsAs) for term in effect.terrains]
        for subject in rule.subjects:
            found[subject.term.name] += sum(own.get(name, 0) for name in counted)
    return found


def _letters(each: Declared | Rule) -> int:
    return sum(map(len, each.prose))
