"""When a rule holds: what stands before the comma, and in brackets after it."""

from __future__ import annotations

from groundrules.cards.conditions import condition
from groundrules.cards.words import Words
from groundrules.ruleset import Qualifiers


def prefixes(words: Words, qualifiers: Qualifiers) -> list[str]:
    """The qualifiers that stand before a clause, in the order of the language."""
    found = [words.say("prefix.within", ground=words.either(words.terms(group))) for group in qualifiers.within]
    found += [words.say("prefix.during", actions=words.either(words.actions(group))) for group in qualifiers.during]
    found += [words.say("prefix.who", who=words.either(words.terms(group))) for group in qualifiers.who]
    if qualifiers.unit:
        found.append(words.say("prefix.unit"))
    if qualifiers.but:
        found.append(words.say("prefix.but", who=words.both(words.terms(qualifiers.but))))
    if qualifiers.but_during:
        found.append(words.say("prefix.but during", actions=words.either(words.actions(qualifiers.but_during))))
    if qualifiers.when is not None:
        found.append(words.say("prefix.when", condition=condition(words, qualifiers.when)))
    return found


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


def qualified(words: Words, before: list[str], text: str, after: list[str]) -> str:
    """A clause with what stands before and after it."""
    if after:
        text = words.say("with notes", text=text, notes=words.in_turn(after))
    if before:
        text = words.say("prefix.clause", prefix=words.commas(before), text=text)
    return text
