"""Where a rule speaks, and what about: the ground that precedence compares on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from groundrules.meaning.facts import Vocabulary, qualified, term_is
from groundrules.meaning.logic import Formula, Known, can_hold, flag, holds_with, implies, known
from groundrules.ruleset import Event, Rule, Term

Side = Literal["terrain", "model"]

#: The name under which rules about every terrain are kept.
EVERY = "*"


@dataclass(frozen=True, slots=True)
class Region:
    """A rule as it speaks of one of its subjects.

    ``side``: whether it is a terrain's rule or a model's. ``names``: the terrains it is
    about, :data:`EVERY` among them for ``Any Terrain``; empty for a model's rule that
    names no terrain. ``parts`` are its qualifiers, ``known`` the same taken apart;
    ``events`` the moments it is tied to, none for a rule that holds all along.
    """

    index: int
    rule: Rule
    side: Side
    subject: str
    names: frozenset[str]
    parts: tuple[Formula, ...]
    known: Known
    events: frozenset[Event]

    @property
    def possible(self) -> bool:
        """Whether the rule can hold at all."""
        return can_hold((), self.known)


def regions(index: int, rule: Rule, vocabulary: Vocabulary) -> Iterator[Region]:
    """A rule once for each of its subjects."""
    own = qualified(vocabulary, rule.qualifiers)
    if rule.option is not None:
        own = (*own, flag(("option", rule.option)))
    # A group may stand for a thousand terrains: what all subjects share is taken apart once.
    shared = known(own)
    events = frozenset(rule.qualifiers.on)
    within = frozenset(_ground(ground) for group in rule.qualifiers.within for ground in group)
    for subject in rule.subjects:
        yield _region(index, rule, subject.term, own, shared, events, within, vocabulary)


def _region(
    index: int, rule: Rule, term: Term, own: tuple[Formula, ...], shared: Known,
    events: frozenset[Event], within: frozenset[str], vocabulary: Vocabulary,
) -> Region:  # fmt: skip
    parts = (term_is(vocabulary, term, "model"), *own)
    on_ground = term.kind in ("terrain", "any terrain") or (term.kind == "value" and term.owner == "piece")
    if term.kind == "terrain":
        names = frozenset((term.name,))
    elif on_ground:
        names = frozenset((EVERY,))
    else:
        names = within
    return Region(
        index, rule, "terrain" if on_ground else "model", f"{term.kind} {term.name}", names, parts,
        known(parts[:1], shared), events,
    )  # fmt: skip


def _ground(term: Term) -> str:
    return term.name if term.kind == "terrain" else EVERY


def meet_on(one: Region, other: Region) -> bool:
    """Whether two rules can speak about the same thing: no terrain named, every terrain, or one of the same name."""
    if not one.names or not other.names or EVERY in one.names or EVERY in other.names:
        return True
    return not one.names.isdisjoint(other.names)


def together(one: Region, other: Region) -> bool:
    """Whether two rules can hold at the same moment."""
    if one.events and other.events and one.events.isdisjoint(other.events):
        return False
    return holds_with(one.known, other.known)


def narrower(one: Region, other: Region) -> bool:
    """Whether the first holds only where the second does: each of its qualifiers at least as narrow."""
    return all(implies(one.known, part) for part in other.parts)


def more_qualified(one: Region, other: Region) -> bool:
    """Whether the first is the more qualified: narrower, and not the other way round too."""
    return narrower(one, other) and not narrower(other, one)
