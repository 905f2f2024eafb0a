"""When a rule holds: what stands before the comma, and in brackets after it.

Who is meant hangs on what the rule does: a model that moves, or the target of a look. In a look
every qualifier and condition reads the target unless it names the shooter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from groundrules.cards.conditions import condition
from groundrules.cards.words import Words
from groundrules.ruleset import All, Qualifiers, Term


@dataclass(frozen=True)
class Lead:
    """What stands before a clause, as it is said of a model that moves, and of a target that is looked at."""

    moved: tuple[str, ...] = ()
    looked: tuple[str, ...] = ()

    @classmethod
    def of(cls, words: Words, qualifiers: Qualifiers) -> Lead:
        """The qualifiers that stand before a clause."""
        return cls(
            tuple(prefixes(words.voiced(False, words.here), qualifiers)),
            tuple(prefixes(words.voiced(True, words.here), qualifiers)),
        )

    def then(self, other: Lead) -> Lead:
        """Itself before another one, nothing said twice."""
        return Lead(
            tuple(dict.fromkeys((*self.moved, *other.moved))), tuple(dict.fromkeys((*self.looked, *other.looked)))
        )

    def and_then(self, *texts: str) -> Lead:
        """The same with words that are said alike of both."""
        return self.then(Lead(texts, texts))

    def __bool__(self) -> bool:
        return bool(self.moved or self.looked)


def prefixes(words: Words, qualifiers: Qualifiers) -> list[str]:
    """The qualifiers that stand before a clause, in the order of the language."""
    found = [words.say("prefix.within", ground=words.either(words.terms(group))) for group in qualifiers.within]
    found += [words.say("prefix.during", actions=words.either(words.actions(group))) for group in qualifiers.during]
    if not words.looks:
        found += [words.say("prefix.who", who=words.either(words.terms(group))) for group in qualifiers.who]
    if qualifiers.unit:
        found.append(words.say("prefix.unit"))
    if qualifiers.but and not words.looks:
        found.append(words.say("prefix.but", who=words.both(words.terms(qualifiers.but))))
    if qualifiers.but_during:
        found.append(words.say("prefix.but during", actions=words.either(words.actions(qualifiers.but_during))))
    if words.looks:
        found += _of_target(words, qualifiers)
    elif qualifiers.when is not None:
        found.append(words.say("prefix.when", condition=condition(words, qualifiers.when)))
    return found


def _of_target(words: Words, qualifiers: Qualifiers) -> list[str]:
    """Who the target must be and must not be, and how it must stand, as one condition."""
    clauses = [_being(words, group) for group in qualifiers.who]
    if not clauses and qualifiers.but and qualifiers.when is None:
        return [words.say("prefix.unless", condition=_being(words, qualifiers.but))]
    if qualifiers.but:
        clauses.append(_being(words, qualifiers.but, negated=True))
    when = qualifiers.when
    terms = when.terms if isinstance(when, All) and clauses else (when,) if when is not None else ()
    clauses += [condition(words, term, within=len(terms) > 1 or bool(clauses)) for term in terms]
    return [words.say("prefix.when", condition=words.both(clauses))] if clauses else []


def _being(words: Words, group: Sequence[Term], *, negated: bool = False) -> str:
    """``the target is Infantry or has Flying``, or that it neither is nor has."""
    no, owner = "no " if negated else "", words.say("owner.target")
    clauses = []
    for key, terms in (
        ("state", [term for term in group if term.kind != "trait"]),
        ("trait", [term for term in group if term.kind == "trait"]),
    ):
        if terms:
            clauses.append(words.say(f"condition.{no}{key}", owner=owner, name=words.either(words.terms(terms))))
    return words.both(clauses) if negated else words.either(clauses)


def suffixes(words: Words, qualifiers: Qualifiers) -> list[str]:
    """How often, and whether all together."""
    found = []
    if qualifiers.once:
        head, *rest = (words.say(f"scope.{scope}") for scope in qualifiers.once)
        for last in rest:
            head = words.say("suffix.once more", head=head, last=last)
        found.append(words.say("suffix.once", scopes=head))
    if qualifiers.together:
        found.append(words.say("suffix.together"))
    return found


def qualified(words: Words, before: Sequence[str], text: str, after: Sequence[str]) -> str:
    """A clause with what stands before and after it."""
    if after:
        text = words.say("with notes", text=text, notes=words.in_turn(after))
    if before:
        text = words.say("prefix.clause", prefix=words.commas(before), text=text)
    return text
