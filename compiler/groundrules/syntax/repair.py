"""Repair by trial: the smallest change of a refused line after which it is taken.

At the refused token and up to two before it a token is taken out, put in, replaced or
exchanged with the next, or a name of several words is split. A change counts only if the
whole line and what follows it are taken then. Small changes win: a close spelling, a sign
put in, a token taken out, a word put in, a split, an exchange, a replacement.

Most repairs find the shape that the author meant and seven of ten its every word: enough to
read on with. Whether one is offered as a fix is for :mod:`groundrules.syntax.messages`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum

from groundrules.naming import name_key
from groundrules.syntax.tokens import Token
from groundrules.syntax.trial import Change, Trial
from groundrules.syntax.words import OPEN, SIGNS, STRUCTURE, Words

#: How much farther a place costs, for each token before the refused one.
_STEP = 0.6

#: How alike a word and a reserved word must be.
_ALIKE = 0.6

#: How alike two reserved words must be, if one is to stand for the other.
_ALIKE_WORDS = 0.78

#: `remove` is no word that one forgets: with it a line says the opposite of what it seems to say.
_NEVER = frozenset({"_NL", "_INDENT", "_DEDENT", "$END", "_NEVER", "WORD", "UNKNOWN", "PROSE", "REMOVE"})


class Kind(Enum):
    """What a repair does."""

    SPELL = "spell"
    INSERT = "insert"
    DELETE = "delete"
    SPLIT = "split"
    SWAP = "swap"
    REPLACE = "replace"


_COST = {Kind.SPELL: 0.0, Kind.DELETE: 2.0, Kind.SPLIT: 3.2, Kind.SWAP: 4.0, Kind.REPLACE: 5.0}


@dataclass(frozen=True, slots=True)
class Repair:
    """A change at token ``at`` that makes a line good.

    ``terminal`` is the type of what is put in, ``text`` its words; ``part`` is the word of a
    name behind which it is split. ``sure`` tells that no other change is as small.
    """

    kind: Kind
    at: int
    cost: float
    changes: tuple[Change, ...]
    terminal: str = ""
    text: str = ""
    sure: bool = True


def best_repair(trial: Trial, words: Words) -> Repair | None:
    """The smallest change that makes the line good, if there is one."""
    found = sorted(_fitting(trial, words), key=lambda pair: pair[0].cost)
    if not found:
        return None
    best, types = found[0]
    rivals = [other for other, theirs in found[1:] if _is_rival(best, other) and theirs != types]
    splits = [other for other, _ in found[1:] if other.kind is best.kind is Kind.SPLIT and other.cost <= best.cost]
    return Repair(best.kind, best.at, best.cost, best.changes, best.terminal, best.text, not (rivals or splits))


def _is_rival(best: Repair, other: Repair) -> bool:
    """Whether another change is so small too that nobody can know which of the two is meant."""
    if best.kind is other.kind is Kind.INSERT and best.at == other.at:
        return True
    if best.kind is Kind.INSERT and best.terminal not in SIGNS and other.kind is Kind.DELETE:
        return False
    word = best.kind is Kind.INSERT and best.terminal not in SIGNS
    return other.cost <= best.cost + (0.1 if best.kind is Kind.SPELL else 1.1 if word else 0.5)


def _fitting(trial: Trial, words: Words) -> Iterator[tuple[Repair, list[str]]]:
    least = 99.0
    for repair, types in _first_words(trial, words):
        if trial.fits(types):
            least = repair.cost
            yield repair, types
    for at in range(trial.at, max(-1, trial.at - 3), -1):
        back = _STEP * (trial.at - at)
        accepted = sorted(trial.accepted(at) - _NEVER)
        for repair, types in _candidates(trial, words, at, accepted, back):
            if repair.cost <= least + 1.1 and trial.fits(types):
                least = min(least, repair.cost)
                yield repair, types


def _first_words(trial: Trial, words: Words) -> Iterator[tuple[Repair, list[str]]]:
    """A line that lost its first word, far before the place where that shows."""
    if trial.at > 2:
        for terminal in sorted(trial.accepted(0) - _NEVER - OPEN - SIGNS):
            text = words.sample(terminal)
            changes = (trial.insert(0, text),)
            yield Repair(Kind.INSERT, 0, 3.3, changes, terminal, text), [terminal, *trial.types]


def _candidates(
    trial: Trial, words: Words, at: int, accepted: Sequence[str], back: float
) -> Iterator[tuple[Repair, list[str]]]:
    """Every change at one place, with the types of the line after it."""
    types = trial.types
    token = trial.token(at)
    before, after = types[:at], types[at:]
    if token is not None:
        for terminal, text, unlike in spellings(token, accepted, words):
            change = (trial.replace(at, text),)
            cost = _COST[Kind.SPELL] + unlike + back
            yield Repair(Kind.SPELL, at, cost, change, terminal, text), [*before, terminal, *after[1:]]
        if len(types) > 1:
            doubled = _doubled(trial, at)
            odd = token.type in SIGNS or token.type in ("WORD", "UNKNOWN")
            cost = _COST[Kind.DELETE] + back - (1.6 if doubled else 0 if odd else -1.1)
            yield Repair(Kind.DELETE, at, cost, (trial.delete(at),)), [*before, *after[1:]]
        if at + 1 < len(types) and types[at] != types[at + 1]:
            yield _swap(trial, at, back), [*before, after[1], after[0], *after[2:]]
        yield from _splits(trial, at, back)
    for terminal in accepted:
        text = words.sample(terminal)
        cost = (1.0 if terminal in STRUCTURE else 2.6 if terminal in SIGNS else 3.6 if terminal in OPEN else 3.0) + back
        yield Repair(Kind.INSERT, at, cost, (trial.insert(at, text),), terminal, text), [*before, terminal, *after]
        if token is not None:
            cost = _COST[Kind.REPLACE] + (0.6 if terminal in OPEN else 0) + back
            change = (trial.replace(at, text),)
            yield Repair(Kind.REPLACE, at, cost, change, terminal, text), [*before, terminal, *after[1:]]


def spellings(token: Token, accepted: Sequence[str], words: Words) -> Iterator[tuple[str, str, float]]:
    """Reserved words that a word may be a slip of: terminal, text, and how unlike they are (below 1)."""
    if not token[:1].isalpha() or len(token) < 2 or len(token) > 20:
        return
    typed = token.lower()
    for terminal in accepted:
        text = words.text.get(terminal)
        if text is None or text == typed == token:
            continue
        if abs(len(text) - len(typed)) > 2 and typed != text + "ing":
            continue
        matcher = SequenceMatcher(None, typed, text, autojunk=False)
        if matcher.real_quick_ratio() > _ALIKE and matcher.quick_ratio() > _ALIKE:
            alike = matcher.ratio()
            known = 1.5 if token.type != "WORD" and text != typed else 0.0
            if alike > (_ALIKE if token.type in ("WORD", "NAME") else _ALIKE_WORDS):
                yield terminal, text, (1 - alike) + known


def _doubled(trial: Trial, at: int) -> bool:
    token = trial.tokens[at]
    for other in (trial.token(at - 1), trial.token(at + 1)):
        if other is not None and other.type == token.type and str(other) == str(token):
            return True
    return False


def _swap(trial: Trial, at: int, back: float) -> Repair:
    first, second = trial.tokens[at], trial.tokens[at + 1]
    changes = (trial.replace(at, str(second)), trial.replace(at + 1, str(first)))
    sign = first.type in STRUCTURE or second.type in STRUCTURE
    return Repair(Kind.SWAP, at, _COST[Kind.SWAP] + back - (1.2 if sign else 0), changes)


def _splits(trial: Trial, at: int, back: float) -> Iterator[tuple[Repair, list[str]]]:
    """A name of several words that has swallowed a `:`, a `,` or an `and`."""
    token = trial.tokens[at]
    if token.type != "NAME":
        return
    blanks = [index for index, sign in enumerate(token) if sign in " \u00a0" and token[index - 1] not in " \u00a0"]
    for blank in blanks:
        place = token.start_pos + blank
        parts = (name_key(token[:blank]), name_key(token[blank:].lstrip(" \u00a0")))
        strange = 0.4 * sum(part not in trial.names for part in parts)
        if not strange and trial.names[name_key(token)] < 2:
            strange = -2.4  # both parts are names, the whole is none
        for terminal, text, cost in (("COLON", ":", 0.0), ("COMMA", ",", 0.1), ("AND", " and", 0.2)):
            types = [*trial.types[:at], "NAME", terminal, "NAME", *trial.types[at + 1 :]]
            change = (Change(place, place, text),)
            yield Repair(Kind.SPLIT, at, _COST[Kind.SPLIT] + cost + strange + back, change, terminal, text), types
