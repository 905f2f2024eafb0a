"""The cards of traits, states, outcomes and rolls."""

from __future__ import annotations

from dataclasses import replace

from groundrules.cards.covers import cover_lines
from groundrules.cards.desk import Desk, home
from groundrules.cards.model import Bullet, Card, CardKind, RollBox, Statement
from groundrules.cards.references import Reference, spoken
from groundrules.cards.rolls import box, filled_prose, inner
from groundrules.cards.sentences import bullet
from groundrules.cards.terrain import boxed, follow, in_turn, removed
from groundrules.ruleset import Declared, Outcome, Roll, Rule, State, Trait


def trait_card(desk: Desk, trait: Trait) -> Card:
    """What a trait says of its model."""
    return _card(desk, "trait", trait, [])


def state_card(desk: Desk, state: State) -> Card:
    """What a state says of a model that is in it, and until when."""
    key = f"state.until {state.until}" if state.until is not None else "state.lasting"
    until = Statement(desk.words.say(key), (f"state {state.name}",))
    return _card(desk, "state", state, [until])


def outcome_card(desk: Desk, outcome: Outcome) -> Card:
    """What is handed to the game around, its parameters open."""
    card = _card(desk, "outcome", outcome, [])
    own = f"outcome {outcome.name}"
    env = dict.fromkeys(outcome.params, desk.words.say("outcome.open"))
    prose = tuple(Statement(line, (own,)) for line in filled_prose(outcome.prose, env))
    if not prose and not card.bullets:
        prose = (Statement(desk.words.sentence(desk.words.say("outcome.game")), (own,)),)
    return replace(card, prose=prose)


def roll_card(desk: Desk, roll: Roll) -> Card:
    """A dice procedure at home, with the rolls that it brings."""
    card = _card(desk, "roll", roll, [])
    at_home = box(desk, roll, desk.saying())
    boxes, outcomes = follow(
        desk, [(desk.words, (f"roll {roll.name}", branch), effect) for effect, branch in inner(roll)]
    )
    shown = {one.file for one in boxes}
    see = tuple(one for one in card.see if one.file not in shown)
    return replace(card, rolls=(at_home, *boxes), outcomes=tuple(outcomes), see=see)


def _card(desk: Desk, kind: CardKind, declared: Declared, traits: list[Statement]) -> Card:
    key: Reference = (kind, declared.name)
    rules = desk.by_subject.get(key, [])
    lines = [(desk.place(rule), bullet(desk.saying(repeat=home(rule) != key), rule)) for rule in rules]
    lines += cover_lines(desk, [((rule.id,), rule.effects) for rule in rules])
    lines += removed(desk, key)
    boxes, outcomes = _rolls(desk, rules)
    prose = desk.prose(declared.prose, f"{kind} {declared.name}")
    for rule in rules:
        prose += desk.prose(rule.prose, rule.id, repeat=home(rule) != key)
    said = [(name, ids) for rule in rules for name, ids in spoken(rule)]
    if isinstance(declared, Roll):
        said += [(name, (f"roll {declared.name}", *ids)) for name, ids in spoken(declared)]
    said = [(name, ids) for name, ids in said if name in desk.files]
    return Card(
        key=f"{kind} {declared.name}",
        kind=kind,
        kind_word=desk.words.say(f"kind.{kind}"),
        name=desk.page_name(key),
        file=desk.files[key],
        traits=tuple(traits),
        bullets=in_turn(lines),
        rolls=tuple(boxes),
        outcomes=tuple(outcomes),
        example=desk.findings.examples.get(f"{kind} {declared.name}"),
        prose=tuple(prose),
        see=desk.pointers([key], [key, *boxed(boxes, desk)], said),
        foot=desk.foot(declared.origin, [declared.ref, *(rule.ref for rule in rules)]),
        labels=desk.labels,
    )


def _rolls(desk: Desk, rules: list[Rule]) -> tuple[list[RollBox], list[Bullet]]:
    return follow(desk, [(desk.words, (rule.id,), effect) for rule in rules for effect in rule.effects])
