"""A rule as a bullet: the word it is found by, its sentence, and a sentence for each of its branches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from groundrules.cards.effects import clauses
from groundrules.cards.lexicon import parted, shown
from groundrules.cards.model import Bullet, Statement
from groundrules.cards.qualifiers import Lead, qualified, suffixes
from groundrules.cards.words import Words
from groundrules.ruleset import (
    EVERYTHING,
    BlockSight,
    Change,
    ChangeNumber,
    ChangeRoll,
    Choose,
    Conditional,
    CostEnter,
    CountsAs,
    Effect,
    GiveCover,
    Halt,
    Ignore,
    Limit,
    MoreDice,
    NoEffect,
    Param,
    Pass,
    Perform,
    Permit,
    Qualifiers,
    Reroll,
    Revision,
    Rule,
    Subject,
    questions,
)
from groundrules.ruleset.effects import CostAll, CostFloor, CostPlus, CostRate, CostTimes

#: The words a rule is found by, in the order of a turn.
TRIGGERS = (
    "turn start", "activate", "start", "move", "contact", "enter", "cross", "leave", "climb", "jump", "drop", "end",
    "turn end", "see", "shoot", "roll", "profile", "choose",
)  # fmt: skip


#: Nothing stands before a clause.
NOTHING = Lead()


@dataclass(frozen=True)
class Saying:
    """How a rule is said in this place: as a repeat, because of which other rules, after which words."""

    words: Words
    repeat: bool = False
    because: tuple[str, ...] = ()
    before: Lead = NOTHING
    revisions: dict[str, Revision] = field(default_factory=dict)
    known: Mapping[str, Rule] = field(default_factory=dict)
    #: The rules that stand on the page, where only those may be spoken of; ``None``: all may be.
    standing: frozenset[str] | None = None

    def ids(self, *ids: str) -> tuple[str, ...]:
        """The ids of a statement here, each once."""
        return tuple(dict.fromkeys((*ids, *self.because)))


def triggers(rule: Rule) -> list[str]:
    """The words a rule is found by: its events, else when its effects are felt."""
    found: set[str] = set(rule.qualifiers.on) or {word for effect in rule.effects for word in _felt(effect)}
    return [word for word in TRIGGERS if word in found]


def rank(rule: Rule) -> int:
    """Where a rule stands in the order of a turn; -1: it is found by no word."""
    found = triggers(rule)
    return TRIGGERS.index(found[0]) if found else -1


def silent(rule: Rule) -> bool:
    """Whether a rule says only that others do not hold."""
    return bool(rule.effects) and all(isinstance(effect, NoEffect) for effect in rule.effects)


def _felt(effect: Effect) -> tuple[str, ...]:
    match effect:
        case Permit(events=events, actions=actions):
            return (*events, *(("move",) if actions else ()))
        case CostEnter():
            return ("enter",)
        case CostTimes() | CostPlus() | CostFloor() | CostRate() | CostAll() | Limit() | Halt():
            return ("move",)
        case Change(owner="shooter" | "target") | GiveCover():
            return ("shoot",)
        case Change(owner="model", scope="whole move"):
            return ("move",)
        case Change(owner="model") | ChangeNumber():
            return ("profile",)
        case BlockSight():
            return ("see",)
        case Ignore(events=events, moving=moving):
            return events or (("move",) if moving else ())
        case ChangeRoll() | MoreDice() | Pass() | Reroll():
            return ("roll",)
        case Choose():
            return ("choose",)
    return ()


def looks(effects: Iterable[Effect]) -> bool:
    """Whether effects speak of somebody who is looked at."""
    return any(
        isinstance(effect, GiveCover | BlockSight)
        or (isinstance(effect, Change) and effect.owner in ("shooter", "target"))
        for effect in effects
    )


def voiced(words: Words, rule: Rule) -> Words:
    """The words for a rule: whether a deed is one done there. Who is meant hangs on each effect."""
    ground = rule.subjects[0].term.kind in ("terrain", "any terrain") if rule.subjects else False
    return words.voiced(False, ground)


def bullet(saying: Saying, rule: Rule, subject: Subject | None = None, *, full: bool = True) -> Bullet:
    """A rule as it stands in a list; ``subject``: which of its subjects the page is about.

    ``full``: with what it takes the place of, and what the base says.
    """
    words = voiced(saying.words, rule)
    beaten = [saying.known[other] for other in rule.beats if other in saying.known]
    if silent(rule) and beaten and all(looks([effect]) for other in beaten for effect in other.effects):
        words = words.voiced(True, words.here)
    before = saying.before
    if rule.subjects and all(one.term.kind in ("trait", "state", "value") for one in rule.subjects):
        before = Lead(looked=(words.say("prefix.holder"),)).then(before)
    if (
        subject is not None
        and any(not isinstance(words.filled(arg), Param) for arg in subject.term.args)
        and not words.env
    ):
        before = before.and_then(words.say("prefix.subject", subject=words.term(subject.term)))
    if rule.option is not None:
        declared = words.lexicon.options.get(rule.option)
        name = shown(declared) if declared else parted(rule.option)
        before = before.and_then(words.say("prefix.option", option=name))
    here = replace(saying, words=words)
    found = _found_by(rule)
    sentences = list(told(here, rule.id, before, rule.qualifiers, rule.effects))
    if not sentences:
        sentences = [Statement(words.say("effect.no effect"), here.ids(rule.id), here.repeat)]
    sentences = list(_punctuated(words, sentences, capital=not found))
    if full:
        sentences += _relations(here, rule)
    trigger = words.commas(words.say(f"trigger.{word}") for word in found) if found else None
    return Bullet(rule.id, tuple(sentences), trigger, events=tuple(found))


def _found_by(rule: Rule) -> list[str]:
    """The words before a bullet; none where it says what the ground is, which holds at all times."""
    if not rule.qualifiers.on and any(isinstance(effect, CountsAs) for effect in rule.effects):
        return []
    return triggers(rule)


def _punctuated(words: Words, sentences: Iterable[Statement], *, capital: bool) -> Iterator[Statement]:
    for index, statement in enumerate(sentences):
        text = words.sentence(statement.text, capital=capital or index > 0)
        yield Statement(text, statement.ids, statement.repeat)


def told(
    saying: Saying,
    rule_id: str,
    before: Lead,
    qualifiers: Qualifiers,
    effects: Sequence[Effect],
    *,
    option: str | None = None,
) -> Iterator[Statement]:
    """Clauses, one for what a rule or a branch does itself, then one for each branch below it.

    ``option``: the clause holds when that is chosen. A rule that has only branches gives
    when it holds to each of them, and its own id to the first.
    """
    words = saying.words
    lead = before.then(Lead.of(words, qualifiers))
    own = _own(saying, lead, suffixes(words, qualifiers), effects)
    if own:
        text = words.say("effect.chosen", option=option, text=own) if option else own
        yield Statement(text, saying.ids(rule_id), saying.repeat)
        lead = Lead()
    elif option:
        lead = lead.and_then(words.say("prefix.option", option=option))
    for position, statement in enumerate(_branches(saying, lead, effects)):
        if own or position:
            yield statement
        else:
            yield replace(statement, ids=saying.ids(*statement.ids, rule_id))


def _own(saying: Saying, lead: Lead, after: Sequence[str], effects: Sequence[Effect]) -> str:
    """What a rule or a branch does itself: to a model that moves, and to one that is looked at.

    Where its qualifiers mean the one here and the other there, each has its own. Words that speak
    of a look (``looks``) do so whatever the effect.
    """
    words = saying.words
    parts: list[tuple[tuple[str, ...], list[str]]] = []
    for looked, run in groupby(effects, key=lambda effect: words.looks or looks([effect])):
        prefix = lead.looked if looked else lead.moved
        said = clauses(words.voiced(looked, words.here), list(run), conditional=bool(prefix))
        if parts and parts[-1][0] == prefix:
            parts[-1][1].extend(said)
        elif said:
            parts.append((prefix, said))
    texts = [qualified(words, prefix, words.in_turn(said), after) for prefix, said in parts]
    return words.in_turn(texts)


def _branches(saying: Saying, before: Lead, effects: Sequence[Effect]) -> Iterator[Statement]:
    words = saying.words
    for effect in effects:
        match effect:
            case Perform(handlers=handlers):
                for handler in handlers:
                    on = words.say("effect.handler", band=parted(handler.band))
                    yield from told(saying, handler.id, before.and_then(on), handler.qualifiers, handler.effects)
            case Choose(id=branch, qualifiers=qualifiers, effects=inner):
                name = _option_name(words, effect)
                yield from told(saying, branch, before, qualifiers, inner, option=name)
            case Conditional(id=branch, qualifiers=qualifiers, effects=inner):
                yield from told(saying, branch, before, qualifiers, inner)


def _option_name(words: Words, effect: Choose) -> str:
    declared = words.lexicon.options.get(effect.option)
    return shown(declared) if declared is not None else parted(effect.option)


def _relations(saying: Saying, rule: Rule) -> list[Statement]:
    """What the rule takes the place of, and what the base says instead."""
    words = saying.words
    found = []
    beaten = [other for other in rule.beats if other in saying.known]
    if saying.standing is not None:
        beaten = [other for other in beaten if other in saying.standing]
    if beaten:
        names = words.both(words.say("quote", text=_silenced(saying, rule, saying.known[other])) for other in beaten)
        text = words.sentence(words.say("beats", rules=names))
        found.append(Statement(text, saying.ids(rule.id, *beaten), True))
    revision = saying.revisions.get(rule.id)
    if revision is not None:
        found.append(Statement(house(words, revision), saying.ids(rule.id), True))
    return found


def _silenced(saying: Saying, by: Rule, rule: Rule) -> str:
    """What of a rule another one takes the place of, without when it says so."""
    said = told(Saying(words=voiced(saying.words, rule)), rule.id, Lead(), Qualifiers(), _answered(by, rule))
    text = saying.words.in_turn(statement.text for statement in said)
    return text.replace("“", "").replace("”", "") or parted(rule.id)


def _answered(by: Rule, rule: Rule) -> tuple[Effect, ...]:
    """The effects of a rule that answer a question which another rule answers too; the others still hold."""
    asked = {question for effect in by.effects for question in questions(effect)}
    if EVERYTHING in asked:
        return rule.effects
    found: list[Effect] = []
    for effect in rule.effects:
        shared = [question for question in questions(effect) if question in asked]
        if shared and isinstance(effect, Permit):
            what = {name for _, name in shared}
            effect = replace(  # the part of it that is answered
                effect,
                events=tuple(event for event in effect.events if event in what),
                actions=tuple(action for action in effect.actions if action in what),
            )
        if shared:
            found.append(effect)
    return tuple(found) or rule.effects


def house(words: Words, revision: Revision) -> str:
    """``House rule; the base: …``."""
    if revision.base is None:
        return words.sentence(words.say("house.add"))
    return words.sentence(words.say(f"house.{revision.change}", base=base_said(words, revision)))


def base_said(words: Words, revision: Revision) -> str:
    """What the base's rule said, as one clause."""
    if revision.base is None:
        return ""
    said = told(
        Saying(words=voiced(words, revision.base)),
        revision.base.id,
        Lead(),
        revision.base.qualifiers,
        revision.base.effects,
    )
    return words.in_turn(statement.text for statement in said) or words.say("effect.no effect")


def labelled(words: Words, line: Bullet) -> list[Statement]:
    """The sentences of a bullet, the word it is found by within the first."""
    if line.trigger is None:
        return list(line.sentences)
    first, *rest = line.sentences
    return [replace(first, text=words.say("labelled", label=line.trigger, text=first.text)), *rest]
