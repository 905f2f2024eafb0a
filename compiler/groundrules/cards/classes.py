"""What a terrain does to whom, for the tables: which rules hold for a class, and each in few words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from groundrules.cards.effects import outcome, spelled
from groundrules.cards.lexicon import parted, shown
from groundrules.cards.sentences import TRIGGERS
from groundrules.cards.words import Words, expression, negated, negative
from groundrules.ruleset import (
    BlockSight,
    CostAll,
    CostEnter,
    CostFloor,
    CostPlus,
    CostTimes,
    CountsAs,
    Deliver,
    Effect,
    FieldSchema,
    GainLose,
    GiveCover,
    Halt,
    NoEffect,
    Perform,
    Permit,
    Rule,
    Term,
    questions,
)

Column = Literal["counts as", "move", "test", "cover", "sight"]
COLUMNS: tuple[Column, ...] = ("counts as", "move", "test", "cover", "sight")
Fit = Literal["yes", "no", "perhaps"]


@dataclass(frozen=True)
class Candidate:
    """A rule that may hold in a terrain: its own, or of what the terrain counts as.

    ``chain``: the rules by which the terrain counts as what this rule is about; all of
    them must hold too. ``words`` know what the parameters stand for.
    """

    rule: Rule
    words: Words
    chain: tuple[Rule, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the rule and of those that brought it here."""
        return (self.rule.id, *(rule.id for rule in self.chain))

    @property
    def plain(self) -> bool:
        """Whether it holds without any condition but on the class."""
        return all(is_plain(rule) for rule in (self.rule, *self.chain))


def is_plain(rule: Rule) -> bool:
    """Whether a rule holds without any condition but on the class."""
    q = rule.qualifiers
    own = {subject.term.kind for subject in rule.subjects}
    within = q.within and "value" not in own
    return not (within or q.during or q.but_during or q.when is not None or rule.option or q.unit)


def fits(candidate: Candidate, schema: FieldSchema | None, value: str | None) -> Fit:
    """Whether a candidate holds for a class; ``perhaps``: it hangs on more than that."""
    found: list[Fit] = [_fits(rule, schema, value) for rule in (candidate.rule, *candidate.chain)]
    if "no" in found:
        return "no"
    return "perhaps" if "perhaps" in found or not candidate.plain else "yes"


def _fits(rule: Rule, schema: FieldSchema | None, value: str | None) -> Fit:
    groups = list(rule.qualifiers.who)
    subjects = tuple(subject.term for subject in rule.subjects if subject.term.kind == "value")
    if subjects and len(subjects) == len(rule.subjects):
        groups.append(subjects)
    perhaps = False
    for group in groups:
        if any(is_value(term, schema, value) for term in group):
            continue
        if schema is not None and all(_of_field(term, schema) for term in group):
            return "no"
        perhaps = True
    for term in rule.qualifiers.but:
        if is_value(term, schema, value):
            return "no"
        perhaps = perhaps or schema is None or not _of_field(term, schema)
    return "perhaps" if perhaps else "yes"


def _of_field(term: Term, schema: FieldSchema) -> bool:
    return term.kind == "value" and term.field == schema.name


def is_value(term: Term, schema: FieldSchema | None, value: str | None) -> bool:
    """Whether a name is this value of a field."""
    return schema is not None and _of_field(term, schema) and term.name == value


def telling_fields(fields: Iterable[FieldSchema], candidates: Iterable[Candidate]) -> list[FieldSchema]:
    """The fields of the model by whose values the candidates differ."""
    rules = [rule for candidate in candidates for rule in (candidate.rule, *candidate.chain)]
    return [field for field in fields if field.owner == "model" and any(_tells(rule, field) for rule in rules)]


def telling(schema: FieldSchema, candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates that tell the values of a field apart."""
    return [one for one in candidates if any(_tells(rule, schema) for rule in (one.rule, *one.chain))]


def telling_ids(schema: FieldSchema, candidates: Iterable[Candidate]) -> tuple[str, ...]:
    """The ids of the rules that tell the values of a field apart."""
    rules = [rule for candidate in candidates for rule in (candidate.rule, *candidate.chain)]
    return tuple(dict.fromkeys(rule.id for rule in rules if _tells(rule, schema)))


def _tells(rule: Rule, schema: FieldSchema) -> bool:
    q = rule.qualifiers
    terms = [term for group in q.who for term in group] + list(q.but)
    terms += [subject.term for subject in rule.subjects]
    return any(_of_field(term, schema) and term.owner in (None, "model") for term in terms)


def beaten(candidate: Candidate, effect: Effect, certain: Iterable[Candidate]) -> bool:
    """Whether another rule that certainly holds answers every question of the effect in its place."""
    asked = set(questions(effect))
    rivals = [other for other in certain if candidate.rule.id in other.rule.beats]
    if any(isinstance(theirs, NoEffect) for other in rivals for theirs in other.rule.effects):
        return True
    answered = {question for other in rivals for theirs in other.rule.effects for question in questions(theirs)}
    return bool(asked) and asked <= answered


@dataclass(frozen=True)
class Brief:
    """An effect in few words: the column it belongs to, and whether the words say it all."""

    column: Column
    text: str
    whole: bool = True


def brief(words: Words, rule: Rule, effect: Effect, *, spelled_out: bool = False) -> Brief | None:
    """An effect in few words; ``None`` for one that needs a sentence. ``spelled_out``: what a sign means beside it."""
    found = _brief(words, effect, spelled_out=spelled_out)
    if found is None or found.column == "counts as":
        return found
    if isinstance(effect, Permit) and not effect.actions and set(effect.events) == set(rule.qualifiers.on):
        return found  # What may not be done says when.
    return replace(found, text=_on(words, rule, found.text))


def _brief(words: Words, effect: Effect, *, spelled_out: bool) -> Brief | None:
    match effect:
        case CountsAs(terrains):
            return Brief("counts as", words.commas(words.terms(terrains)))
        case CostTimes() | CostPlus(per=None) | CostFloor() | CostEnter() | CostAll():
            return Brief("move", _cost(words, effect, "spelled " if spelled_out else ""))
        case Permit(verb="forbid", events=events, actions=actions, always=always):
            nouns = [words.say(f"brief.forbid event.{event}") for event in events] + words.actions(actions)
            return Brief("move", words.say("brief.forbid", events=words.either(nouns)), not always)
        case Halt(halt="stop"):
            return Brief("move", words.say("brief.stop"))
        case Perform(roll, args, handlers):
            return Brief("test", words.called(words.lexicon.roll(roll), args), not handlers)
        case Deliver():
            return Brief("test", outcome(words, effect))
        case GainLose(verb="gain", states=states):
            return Brief("test", words.both(words.terms(states)))
        case GiveCover(grade):
            declared = words.lexicon.covers.get(grade)
            return Brief("cover", words.say("brief.cover", cover=shown(declared) if declared else parted(grade)))
        case BlockSight(beyond):
            if beyond is None:
                return Brief("sight", words.say("brief.block sight"))
            return Brief("sight", words.say("brief.block sight beyond", beyond=expression(words, beyond)))
    return None


def _cost(words: Words, effect: CostTimes | CostPlus | CostFloor | CostEnter | CostAll, kind: str) -> str:
    step = {"step": words.step()} if kind else {}
    match effect:
        case CostTimes(factor):
            more = {**step, "spelled": spelled(words, factor)} if kind else {}
            return words.say(f"brief.{kind}cost times", factor=expression(words, factor), **more)
        case CostPlus(amount):
            if negative(amount):
                return words.say(f"brief.{kind}cost less", amount=expression(words, negated(amount)), **step)
            return words.say(f"brief.{kind}cost plus", amount=expression(words, amount), **step)
        case CostFloor(least):
            return words.say("brief.cost at least", least=expression(words, least))
        case CostEnter(amount):
            return words.say("brief.cost to enter", amount=expression(words, amount))
    return words.say("brief.cost all")


def _on(words: Words, rule: Rule, text: str) -> str:
    events = [event for event in TRIGGERS if event in rule.qualifiers.on]
    if not events:
        return text
    return words.say("brief.at", events=words.commas(words.say(f"trigger.{event}") for event in events), text=text)


def says_all(candidate: Candidate, briefs: Sequence[Brief | None]) -> bool:
    """Whether the few words leave out nothing of the rule."""
    q = candidate.rule.qualifiers
    return bool(briefs) and all(one is not None and one.whole for one in briefs) and not q.once and not q.together


def in_few_words(candidate: Candidate) -> bool:
    """Whether a table by class says all of a rule, so that it needs no sentence beside the table."""
    briefs = [brief(candidate.words, candidate.rule, effect) for effect in candidate.rule.effects]
    return candidate.plain and says_all(candidate, briefs)
