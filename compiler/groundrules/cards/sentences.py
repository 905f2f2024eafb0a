"""A rule as a bullet: the word it is found by, its sentence, and a sentence for each of its branches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from groundrules.cards.effects import clauses
from groundrules.cards.lexicon import parted, shown
from groundrules.cards.model import Bullet, Statement
from groundrules.cards.qualifiers import prefixes, qualified, suffixes
from groundrules.cards.words import Words
from groundrules.ruleset import (
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
    Param,
    Pass,
    Perform,
    Permit,
    Qualifiers,
    Reroll,
    Revision,
    Rule,
    Subject,
)
from groundrules.ruleset.effects import CostAll, CostFloor, CostPlus, CostRate, CostTimes

#: The words a rule is found by, in the order of a turn.
TRIGGERS = (
    "turn start", "activate", "start", "move", "contact", "enter", "cross", "leave", "climb", "jump", "drop", "end",
    "turn end", "see", "shoot", "roll", "profile", "choose",
)  # fmt: skip


@dataclass(frozen=True)
class Saying:
    """How a rule is said in this place: as a repeat, because of which other rules, after which words."""

    words: Words
    repeat: bool = False
    because: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    revisions: dict[str, Revision] = field(default_factory=dict)
    known: Mapping[str, Rule] = field(default_factory=dict)

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
    """The words for a rule: who it speaks of, and whether a deed is one done there."""
    ground = rule.subjects[0].term.kind in ("terrain", "any terrain") if rule.subjects else False
    return words.voiced(looks(rule.effects), ground)


def bullet(saying: Saying, rule: Rule, subject: Subject | None = None, *, full: bool = True) -> Bullet:
    """A rule as it stands in a list; ``subject``: which of its subjects the page is about.

    ``full``: with what it takes the place of, and what the base says.
    """
    words = voiced(saying.words, rule)
    before = list(saying.before)
    if (
        subject is not None
        and any(not isinstance(words.filled(arg), Param) for arg in subject.term.args)
        and not words.env
    ):
        before.append(words.say("prefix.subject", subject=words.term(subject.term)))
    if rule.option is not None:
        declared = words.lexicon.options.get(rule.option)
        before.append(words.say("prefix.option", option=shown(declared) if declared else parted(rule.option)))
    here = Saying(words, saying.repeat, saying.because, saying.before, saying.revisions, saying.known)
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
    before: Sequence[str],
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
    prefix = list(dict.fromkeys((*before, *prefixes(words, qualifiers))))
    after = suffixes(words, qualifiers)
    own = clauses(words, effects)
    if own:
        text = qualified(words, prefix, words.in_turn(own), after)
        text = words.say("effect.chosen", option=option, text=text) if option else text
        yield Statement(text, saying.ids(rule_id), saying.repeat)
        prefix = []
    elif option:
        prefix.append(words.say("prefix.option", option=option))
    for position, statement in enumerate(_branches(saying, prefix, effects)):
        if own or position:
            yield statement
        else:
            yield replace(statement, ids=saying.ids(*statement.ids, rule_id))


def _branches(saying: Saying, before: list[str], effects: Sequence[Effect]) -> Iterator[Statement]:
    words = saying.words
    for effect in effects:
        match effect:
            case Perform(handlers=handlers):
                for handler in handlers:
                    on = words.say("effect.handler", band=parted(handler.band))
                    yield from told(saying, handler.id, [*before, on], handler.qualifiers, handler.effects)
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
    if beaten:
        names = words.both(words.say("quote", text=_silenced(saying, saying.known[other])) for other in beaten)
        text = words.sentence(words.say("beats", rules=names))
        found.append(Statement(text, saying.ids(rule.id, *beaten), True))
    revision = saying.revisions.get(rule.id)
    if revision is not None:
        found.append(Statement(house(words, revision), saying.ids(rule.id), True))
    return found


def _silenced(saying: Saying, rule: Rule) -> str:
    """What a rule says that another one takes the place of, without when it says so."""
    said = told(Saying(words=voiced(saying.words, rule)), rule.id, [], Qualifiers(), rule.effects)
    text = saying.words.in_turn(statement.text for statement in said)
    return text.replace("“", "").replace("”", "") or parted(rule.id)


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
        [],
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
