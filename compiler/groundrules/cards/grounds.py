"""What a terrain is besides what it is: its own rules, those of what it counts as, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from groundrules.cards.classes import Candidate
from groundrules.cards.desk import Desk
from groundrules.cards.qualifiers import prefixes
from groundrules.cards.sentences import voiced
from groundrules.cards.words import Words
from groundrules.ruleset import CountsAs, Expr, NameArg, Param, Qualifiers, Rule, Subject, Term


@dataclass(frozen=True)
class Part:
    """A terrain that another counts as: the rules that make it so (one or more for the same), and when."""

    term: Term
    because: tuple[Rule, ...]
    before: tuple[str, ...]


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
    return replace(words, env=env)


def about(desk: Desk, ground: Term) -> Iterator[tuple[Rule, Subject, Words]]:
    """The rules of which a ground is a subject, in the order of the text."""
    for rule in desk.ruleset.rules:
        for subject in rule.subjects:
            words = matching(desk.words, subject.term, ground)
            if words is not None:
                yield rule, subject, words
                break


def parts(desk: Desk, ground: Term) -> list[Part]:
    """What a ground counts as, directly and through what it counts as; the nearest first."""
    found: list[Part] = []
    seen: set[Term] = {ground}
    _collect(desk, ground, (), (), found, seen)
    return _merged(desk, found)


def _collect(
    desk: Desk, ground: Term, chain: tuple[Rule, ...], before: tuple[str, ...], found: list[Part], seen: set[Term]
) -> None:
    if len(chain) > 8:
        return
    for rule, _, words in _rules_of(desk, ground):
        for effect in rule.effects:
            if not isinstance(effect, CountsAs):
                continue
            for term in effect.terrains:
                target = replace(term, args=tuple(words.filled(arg) for arg in term.args))
                when = (*before, *prefixes(voiced(words, rule), rule.qualifiers))
                found.append(Part(target, (*chain, rule), when))
                if target not in seen:
                    _collect(desk, target, (*chain, rule), when, found, {*seen, target})


def _rules_of(desk: Desk, ground: Term) -> Iterator[tuple[Rule, Subject, Words]]:
    """The rules of a ground, its parameters open where it is not one of a number."""
    yield from about(desk, ground)


def _merged(desk: Desk, found: list[Part]) -> list[Part]:
    """Parts that only differ in the classes they hold for, as one: ``for Vehicle or War Engine``."""
    merged: list[Part] = []
    for part in found:
        for index, other in enumerate(merged):
            if other.term == part.term and _only_who(other.because) and _only_who(part.because):
                rules = (*other.because, *part.because)
                who = tuple(term for rule in rules for group in rule.qualifiers.who for term in group)
                before = prefixes(desk.words, Qualifiers(who=(who,)))
                merged[index] = Part(part.term, rules, tuple(before))
                break
        else:
            merged.append(part)
    return merged


def _only_who(rules: Sequence[Rule]) -> bool:
    return all(
        len(rule.qualifiers.who) == 1 and rule.qualifiers == Qualifiers(who=rule.qualifiers.who) for rule in rules
    )


def candidates(desk: Desk, ground: Term) -> list[Candidate]:
    """Every rule that may speak where a model is in a ground: its own, those of classes that name it, of its parts."""
    found = [Candidate(rule, words) for rule, _, words in about(desk, ground)]
    for rule in desk.ruleset.rules:
        if rule.subjects and all(subject.term.kind == "value" for subject in rule.subjects):
            within = [term for group in rule.qualifiers.within for term in group]
            if any(term.kind == ground.kind and term.name == ground.name for term in within):
                found.append(Candidate(rule, desk.words))
    seen: list[Part] = []
    _collect(desk, ground, (), (), seen, {ground})
    for part in seen:
        found += [Candidate(rule, words, part.because) for rule, _, words in about(desk, part.term)]
    return found
