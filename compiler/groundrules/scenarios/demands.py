"""What exercising one id asks for: the needs of its rule, of the branch it stands in, of the roll that reaches it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from groundrules.ruleset import (
    BlockSight,
    Change,
    ChangeRoll,
    Choose,
    Conditional,
    Effect,
    GainLose,
    GiveCover,
    Ground,
    Halt,
    Handler,
    Ignore,
    MoreDice,
    Pass,
    Perform,
    Permit,
    Qualifiers,
    Replaces,
    Reroll,
    Rule,
    Ruleset,
    Subject,
    Treat,
)
from groundrules.scenarios.needs import EVENT_WAYS, LOOKS, Need, all_of, lightest, merged, settled
from groundrules.scenarios.reaching import rolls_in, rolls_of_effect
from groundrules.scenarios.thresholds import Thresholds, kind_of

#: A roll that is made by a roll that is made … is followed so far.
DEPTH = 4


@dataclass(frozen=True, slots=True)
class Branch:
    """Where an id stands: the rule or the roll at the root, and what stands on the way down to it."""

    rule: Rule | None
    roll: str | None
    way: tuple[Qualifiers, ...] = ()
    options: tuple[str, ...] = ()


class Demands:
    """The needs of every id of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.thresholds = Thresholds(ruleset)
        self.rules = {rule.id: rule for rule in ruleset.rules}
        self.rolls = {roll.name: roll for roll in ruleset.rolls}

    # ---- the whole

    def of(self, id_: str) -> list[Need]:
        """The needs of an id, those that ask for least first; none where nothing leads to it."""
        found: list[Need] = []
        for branch in self.branches(id_):
            below = [need for need in self.below(branch)]
            above = self.of_rule(branch.rule) if branch.rule is not None else self.of_roll(branch.roll or "")
            found += all_of([above, below], 400)
        return list(lightest(found))

    def with_partners(self, id_: str) -> Iterator[Need]:
        """The needs of an id together with those of the rules that it acts upon; then with those of any other rule."""
        own = self.of(id_)
        roots = [branch.rule for branch in self.branches(id_) if branch.rule is not None]
        near = [rule for root in roots for rule in self.partners(root)]
        others = [rule for rule in self.ruleset.rules if rule not in near and rule not in roots]
        for rule in dict.fromkeys(_by_id((*near, *others))):
            theirs = [settled(need) for need in self.of_rule(self.rules[rule])]
            mine = [settled(need) for need in own]
            yield from list(lightest(all_of([mine[:12], theirs[:12]], 40)))[:12]

    def changes_rolls_only(self, id_: str) -> bool:
        """Whether a rule does nothing until another one makes a roll, so that no place of its own shows it."""
        rule = self.rules.get(id_)
        kinds = (ChangeRoll, MoreDice, Pass, Reroll)
        return rule is not None and bool(rule.effects) and all(isinstance(each, kinds) for each in rule.effects)

    # ---- where ids stand

    def branches(self, id_: str) -> list[Branch]:
        """Every place where an id stands."""
        found: list[Branch] = []
        for rule in self.ruleset.rules:
            if rule.id == id_:
                found.append(Branch(rule, None))
            found += [Branch(rule, None, way, options) for way, options in _paths(rule.effects, id_)]
        for roll in self.ruleset.rolls:
            for band in roll.bands:
                if band.id == id_:
                    found.append(Branch(None, roll.name, (band.qualifiers,)))
                for way, options in _paths(band.effects, id_):
                    found.append(Branch(None, roll.name, (band.qualifiers, *way), options))
            for handler in roll.handlers:
                found += [Branch(None, roll.name, way, options) for way, options in _of_handler(handler, id_)]
        return list(dict.fromkeys(found))

    def below(self, branch: Branch) -> list[Need]:
        """The needs of what stands on the way from the root to an id."""
        groups = [self.of_qualifiers(each) for each in branch.way]
        return all_of([*groups, [Need(options=branch.options)]])

    # ---- rules

    def of_rule(self, rule: Rule) -> list[Need]:
        """The needs under which a rule speaks."""
        subjects = [need for subject in rule.subjects for need in self.of_subject(subject, rule)]
        groups = [
            subjects,
            self.of_qualifiers(rule.qualifiers),
            [Need(ways=_ways(rule))],
            self.of_effects(rule.effects),
        ]
        if rule.option is not None:
            groups.append([Need(options=(rule.option,))])
        return all_of(groups)

    def of_subject(self, subject: Subject, rule: Rule) -> list[Need]:
        """The needs under which a rule's subject is there."""
        if subject.term.kind == "cover":
            grants = [r for r in self.ruleset.rules if any(_gives(e, subject.term.name) for e in r.effects)]
            return [settled(need) for grant in grants for need in self.of_rule(grant)]
        return self.thresholds.named(subject.term)

    def of_qualifiers(self, qualifiers: Qualifiers) -> list[Need]:
        """The needs under which qualifiers let a rule speak."""
        groups = [[need for term in group for need in self.thresholds.named(term)] for group in qualifiers.within]
        groups += [[Need(action=action) for action in group] for group in qualifiers.during]
        groups += [[need for term in group for need in self.thresholds.named(term)] for group in qualifiers.who]
        groups.append([Need(avoid=(*(term.name for term in qualifiers.but), *qualifiers.but_during))])
        if qualifiers.on:
            groups.append([Need(ways=tuple(dict.fromkeys(way for on in qualifiers.on for way in EVENT_WAYS[on])))])
        groups.append(self.thresholds.met(qualifiers.when))
        return all_of(groups)

    def of_effects(self, effects: Iterable[Effect]) -> list[Need]:
        """What some effects want before they can take hold."""
        groups: list[list[Need]] = []
        for effect in effects:
            match effect:
                case GainLose(verb="lose", states=states):
                    groups.append([Need(states=tuple(kind_of(term) for term in states)), Need()])
                case Halt(halt="may stop"):
                    groups.append([Need(options=("may stop",)), Need()])
                case Permit(verb="forbid", actions=actions) if actions:
                    groups.append([Need(action=action) for action in actions] + [Need()])
                case Replaces(terrains=terrains):
                    groups.append([Need(kinds=(kind_of(term),)) for term in terrains])
                case Ignore(ground=ground) | Treat(ground=ground):
                    groups.append(self.of_ground(ground))
        return all_of(groups)

    def of_ground(self, ground: Ground) -> list[Need]:
        """The needs under which some ground is there."""
        avoid = tuple(term.name for term in ground.excepts)
        found = [need for term in ground.terrains for need in self.thresholds.named(term)]
        return [need for each in found if (need := merged(each, Need(avoid=avoid))) is not None]

    # ---- rolls

    def of_roll(self, name: str, depth: int = 0) -> list[Need]:
        """The needs under which a roll, or one derived from it, is made."""
        if depth > DEPTH:
            return []
        names = {name, *self.derived(name)}
        found: list[Need] = []
        for action in self.ruleset.actions:
            if names & set(rolls_in(action.allowance)):
                found.append(Need(action=action.name))
        for rule in self.ruleset.rules:
            for way, options, effect in steps_of(rule.effects):
                if names & set(rolls_of_effect(effect)):
                    found += all_of([self.of_rule(rule), self.below(Branch(rule, None, way, options))])
        for roll in self.ruleset.rolls:
            if roll.name in names:
                continue
            held = [(band.qualifiers, band.effects) for band in roll.bands]
            held += [(handler.qualifiers, handler.effects) for handler in roll.handlers]
            inside = (pair for qualifiers, effects in held for pair in steps_of(effects, (qualifiers,)))
            ways = [pair for pair in inside if names & set(rolls_of_effect(pair[2]))]
            if names & set(rolls_in(roll.total)):
                found += self.of_roll(roll.name, depth + 1)
            for way, options, _ in ways:
                found += all_of([self.of_roll(roll.name, depth + 1), self.below(Branch(None, roll.name, way, options))])
        return list(lightest(found))

    def derived(self, name: str) -> set[str]:
        """The rolls that derive from one, however far."""
        found = {roll.name for roll in self.ruleset.rolls if roll.base == name}
        return found | {each for inner in found for each in self.derived(inner)}

    # ---- partners

    def partners(self, rule: Rule) -> list[Rule]:
        """The rules that a rule acts upon: those that it ignores, silences, beats, whose rolls it changes."""
        found = [self.rules[each] for each in rule.beats if each in self.rules]
        for _, _, effect in steps_of(rule.effects):
            match effect:
                case Ignore(ground=ground) | Treat(ground=ground):
                    found += self.about(ground)
                case Pass(rolls=rolls) | Reroll(rolls=rolls):
                    found += self.making(rolls)
                case ChangeRoll(roll=roll) | MoreDice(roll=roll):
                    found += self.making((roll,))
        return found

    def about(self, ground: Ground) -> list[Rule]:
        """The rules about some ground."""
        names = {term.name for term in ground.terrains}
        anywhere = any(term.kind == "any terrain" for term in ground.terrains)
        return [
            rule
            for rule in self.ruleset.rules
            if any(
                s.term.kind in ("terrain", "any terrain") and (anywhere or s.term.name in names) for s in rule.subjects
            )
        ]

    def making(self, rolls: Iterable[str]) -> list[Rule]:
        """The rules that make rolls, or rolls derived from them."""
        names = {name for roll in rolls for name in (roll, *self.derived(roll))}
        return [
            rule
            for rule in self.ruleset.rules
            if any(names & set(rolls_of_effect(effect)) for _, _, effect in steps_of(rule.effects))
        ]


def _by_id(rules: Iterable[Rule]) -> Iterator[str]:
    return (rule.id for rule in rules)


def _gives(effect: Effect, grade: str) -> bool:
    return isinstance(effect, GiveCover) and effect.grade == grade


def _ways(rule: Rule) -> tuple[str, ...] | None:
    """The ways in which a rule without events can speak, by its effects."""
    if rule.qualifiers.on or not rule.effects:
        return None
    ways: list[str] = []
    for effect in rule.effects:
        match effect:
            case GiveCover() | BlockSight() | Change(owner="shooter" | "target"):
                ways += LOOKS
            case Permit(events=events) if events:
                ways += [way for event in events for way in EVENT_WAYS[event]]
            case _:
                return None
    return tuple(dict.fromkeys(ways))


# ---- down the tree of effects

_Step = tuple[tuple[Qualifiers, ...], tuple[str, ...], Effect]


def steps_of(
    effects: Iterable[Effect], way: tuple[Qualifiers, ...] = (), options: tuple[str, ...] = ()
) -> Iterator[_Step]:
    """Every effect, with the qualifiers and options on the way down to it."""
    for effect in effects:
        yield way, options, effect
        if isinstance(effect, Choose):
            yield from steps_of(effect.effects, (*way, effect.qualifiers), (*options, effect.option))
        elif isinstance(effect, Conditional):
            yield from steps_of(effect.effects, (*way, effect.qualifiers), options)
        elif isinstance(effect, Perform):
            for handler in effect.handlers:
                yield from steps_of(handler.effects, (*way, handler.qualifiers), options)


def _paths(effects: Iterable[Effect], id_: str) -> Iterator[tuple[tuple[Qualifiers, ...], tuple[str, ...]]]:
    """The ways down to the branches of an id."""
    for way, options, effect in steps_of(effects):
        if isinstance(effect, Choose) and effect.id == id_:
            yield (*way, effect.qualifiers), (*options, effect.option)
        elif isinstance(effect, Conditional) and effect.id == id_:
            yield (*way, effect.qualifiers), options
        elif isinstance(effect, Perform):
            for handler in effect.handlers:
                if handler.id == id_:
                    yield (*way, handler.qualifiers), options


def _of_handler(handler: Handler, id_: str) -> Iterator[tuple[tuple[Qualifiers, ...], tuple[str, ...]]]:
    if handler.id == id_:
        yield (handler.qualifiers,), ()
    for way, options in _paths(handler.effects, id_):
        yield (handler.qualifiers, *way), options
