"""What a terrain is besides what it is: its own rules, those of what it counts as, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from groundrules.cards.classes import Candidate, fits
from groundrules.cards.desk import Desk
from groundrules.cards.qualifiers import Lead
from groundrules.cards.sentences import voiced
from groundrules.cards.words import Words
from groundrules.ruleset import CountsAs, Expr, NameArg, Param, Qualifiers, Rule, Subject, Term, Terrain

#: More ways to be something else than any rulebook has; a text that doubles them at every step ends here.
MOST_PARTS = 256


@dataclass(frozen=True)
class Part:
    """A terrain that another counts as, and when.

    ``chains``: for each way in which it does, the rules that make it so, all of which must hold.
    """

    term: Term
    chains: tuple[tuple[Rule, ...], ...]
    before: Lead

    @property
    def because(self) -> tuple[str, ...]:
        """The ids of the rules that make it so."""
        return tuple(dict.fromkeys(rule.id for chain in self.chains for rule in chain))

    def allows(self, desk: Desk, rule: Rule) -> bool:
        """Whether there is a model for which both the rule and the counting as can hold."""
        return any(
            all(
                any(fits(Candidate(rule, desk.words, chain), schema, value.name) != "no" for value in schema.values)
                for schema in desk.ruleset.fields
                if schema.owner == "model" and schema.values
            )
            for chain in self.chains
        )


def matching(words: Words, subject: Term, ground: Term) -> Words | None:
    """The words for a rule of ``subject`` where the ground is ``ground``; ``None``: it is not about that.

    A parameter of the subject takes what the ground has in its brackets; a number must be the same.
    """
    if subject.kind != ground.kind or subject.name != ground.name:
        return None
    env: dict[str, Expr] = {}
    for theirs, ours in zip(subject.args, ground.args, strict=False):
        if isinstance(theirs, Param):
            env[theirs.name] = ours
        elif isinstance(theirs, NameArg) or theirs != ours:
            return None
    return words.filled_with(env)


def about(desk: Desk, ground: Term) -> Iterator[tuple[Rule, Subject, Words]]:
    """The rules of which a ground is a subject, in the order of the text."""
    for rule in desk.by_subject.get((ground.kind, ground.name), ()):
        for subject in rule.subjects:
            words = matching(desk.words, subject.term, ground)
            if words is not None:
                yield rule, subject, words
                break


def named_apart(desk: Desk, terrain: Terrain) -> list[Term]:
    """The terrains of this name of which a rule says what stands in their brackets: ``Water (0)``, ``Water (1)``."""
    terms = (
        subject.term for rule in desk.by_subject.get(("terrain", terrain.name), ()) for subject in rule.subjects
    )  # fmt: skip
    return [
        term
        for term in dict.fromkeys(terms)
        if term.name == terrain.name and term.args and not any(isinstance(arg, Param | NameArg) for arg in term.args)
    ]


def parts(desk: Desk, ground: Term) -> list[Part]:
    """What a ground counts as, directly and through what it counts as; the nearest first."""
    return _merged(desk, collected(desk, ground))


def collected(desk: Desk, ground: Term) -> list[Part]:
    """Every terrain that a ground counts as, once for each wording of when; all ways that come to the same as one."""
    return desk.once(("parts", ground), lambda: _collected(desk, ground))


def _collected(desk: Desk, ground: Term) -> list[Part]:
    found: dict[tuple[Term, Lead], Part] = {}
    waiting: list[tuple[Term, tuple[Rule, ...], Lead]] = [(ground, (), Lead())]
    while waiting and len(found) < MOST_PARTS:
        here, chain, before = waiting.pop(0)
        for rule, _, words in about(desk, here):
            if not any(isinstance(effect, CountsAs) for effect in rule.effects):
                continue
            when = before.then(Lead.of(voiced(words, rule), rule.qualifiers))
            for effect in rule.effects:
                for term in effect.terrains if isinstance(effect, CountsAs) else ():
                    target = replace(term, args=tuple(words.filled(arg) for arg in term.args))
                    way = (*chain, rule)
                    known = found.get((target, when))
                    if known is not None:
                        if len(known.chains) < MOST_PARTS:
                            found[target, when] = replace(known, chains=(*known.chains, way))
                    elif target != ground:
                        found[target, when] = Part(target, (way,), when)
                        waiting.append((target, way, when))
    return list(found.values())


def _merged(desk: Desk, found: list[Part]) -> list[Part]:
    """Each terrain once where that can be said: always, or ``for Vehicle or War Engine``."""
    always = {part.term for part in found if not part.before}
    merged: list[Part] = []
    for part in found:
        if part.term in always:
            if not part.before and all(other.term != part.term for other in merged):
                merged.append(part)
            continue
        for index, other in enumerate(merged):
            if other.term == part.term and _only_who(other.chains) and _only_who(part.chains):
                chains = (*other.chains, *part.chains)
                who = tuple(term for (rule,) in chains for term in rule.qualifiers.who[0])
                merged[index] = Part(part.term, chains, Lead.of(desk.words, Qualifiers(who=(who,))))
                break
        else:
            merged.append(part)
    return merged


def _only_who(chains: Sequence[tuple[Rule, ...]]) -> bool:
    """Whether each way is one rule that hangs on nothing but one choice of class or trait."""
    return all(
        len(chain) == 1
        and len(chain[0].qualifiers.who) == 1
        and chain[0].qualifiers == Qualifiers(who=chain[0].qualifiers.who)
        and chain[0].option is None
        for chain in chains
    )


def candidates(desk: Desk, ground: Term) -> list[Candidate]:
    """Every rule that may speak where a model is in a ground: its own, those of classes that name it, of its parts."""
    return desk.once(("candidates", ground), lambda: _candidates(desk, ground))


def _candidates(desk: Desk, ground: Term) -> list[Candidate]:
    found = [Candidate(rule, words) for rule, _, words in about(desk, ground)]
    found += [Candidate(rule, desk.words) for rule in desk.within.get((ground.kind, ground.name), ())]
    for part in collected(desk, ground):
        for rule, _, words in about(desk, part.term):
            found += [Candidate(rule, words, chain) for chain in part.chains]
    return found
