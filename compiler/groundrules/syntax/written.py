"""How names are written all over a text: how often each stands there, and which are declared in a way no name is.

``outcome Out of Action`` breaks every line that says `Out of Action`: such a name is one
mistake, however often it stands in the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from groundrules.naming import name_key
from groundrules.syntax.tokens import Token
from groundrules.syntax.words import QUALIFIERS

#: A run of words as it stands in a text, in small letters.
Phrase = tuple[str, ...]

_ACTIONS = frozenset(["ACTION", "ACTIONS"])

#: Words behind which a name is declared.
_DECLARING = frozenset(["OUTCOME", "STATE", "ROLL", "GROUP", "COVER", "WORD_NUMBER"]) | _ACTIONS

#: What may stand behind a name that is declared.
_BEHIND = frozenset(["COLON", "LPAR", "STRING", "COMMA", "UNTIL", "VBAR", ""])

#: Words that stand in names, and cannot stand behind the subject of a rule.
_AMID = frozenset(["OF", "TO", "BY", "AT", "NO"])

#: So many words has a name at most.
_MOST = 6


class WrittenNames:
    """The names of one text."""

    def __init__(self, raw: Sequence[Token]) -> None:
        self._raw = raw
        #: How often each name stands in the text, by its key.
        self.counts = Counter(name_key(token) for token in raw if token.type == "NAME")
        #: Keys of names whose finding mends them all over the text: they are told.
        self.renamed: set[str] = set()
        self._places: dict[Phrase, list[Sequence[Token]]] = {}

    # ---- places

    @cached_property
    def _starts(self) -> dict[str, list[int]]:
        starts: dict[str, list[int]] = {}
        for index, token in enumerate(self._raw):
            starts.setdefault(_plain(token), []).append(index)
        return starts

    def places(self, phrase: Phrase) -> list[Sequence[Token]]:
        """Every place where these words stand in a row."""
        if phrase not in self._places:
            rarest = min(range(len(phrase)), key=lambda at: len(self._starts.get(phrase[at], ())))
            starts = [at - rarest for at in self._starts.get(phrase[rarest], ()) if at >= rarest]
            runs = [self._raw[start : start + len(phrase)] for start in starts]
            self._places[phrase] = [run for run in runs if phrase_of(run) == phrase]
        return self._places[phrase]

    def stand_elsewhere(self, tokens: Sequence[Token]) -> bool:
        """Whether a name among these tokens also stands where the others are not round it."""
        names = Counter(name_key(token) for token in tokens if token.type == "NAME")
        together = len(self.places(phrase_of(tokens)))
        return any(self.counts[key] > together * many for key, many in names.items())

    # ---- what is declared as a name and is none

    @cached_property
    def broken(self) -> frozenset[Phrase]:
        """Words in a row that are declared as a name, and not all of them have a capital."""
        return frozenset(phrase_of(run) for run in (*self.declared.values(), *self.subjects.values()))

    @cached_property
    def declared(self) -> dict[int, Sequence[Token]]:
        """Such words behind `outcome` and the like, by the offset at which they begin."""
        found = {}
        for line in self._lines():
            kind = line[0].type
            firsts = [1] if kind in _DECLARING else []
            if kind in _ACTIONS:
                firsts += [at + 1 for at, token in enumerate(line) if token.type == "COMMA"]
            for first in firsts:
                end = _words_end(line, first, None)
                by = kind == "WORD_NUMBER" and any(token.type == "BY" for token in line[first:end])
                if not by and _type(line, end) in _BEHIND and _is_broken(line[first:end]):
                    found[line[first].start_pos] = line[first:end]
        return found

    @cached_property
    def subjects(self) -> dict[int, Sequence[Token]]:
        """Such words at the beginning of a rule or a row, by the offset at which they begin."""
        found = {}
        for line in self._lines():
            first = int(line[0].type == "VBAR")
            end = _words_end(line, first, _AMID)
            if _type(line, end) in (_BEHIND - {""}) | QUALIFIERS and _is_broken(line[first:end]):
                found[line[first].start_pos] = line[first:end]
        return found

    def _lines(self) -> Iterator[Sequence[Token]]:
        start = 0
        for index, token in enumerate(self._raw):
            if token.type == "_NL":
                if index > start:
                    yield self._raw[start:index]
                start = index + 1
        if start < len(self._raw):
            yield self._raw[start:]

    def broken_runs(self, tokens: Sequence[Token]) -> list[tuple[int, int]]:
        """Where among the tokens of a line such words stand: the first and the last of each, one behind the other."""
        found, at = [], 0
        while at < len(tokens) and self.broken:
            for length in range(min(_MOST, len(tokens) - at), 1, -1):
                if phrase_of(tokens[at : at + length]) in self.broken:
                    found.append((at, at + length - 1))
                    at += length - 1
                    break
            at += 1
        return found


def phrase_of(tokens: Sequence[Token]) -> Phrase:
    """Tokens as words that can be compared."""
    return tuple(_plain(token) for token in tokens)


def _plain(token: Token) -> str:
    return " ".join(token.lower().split())


def _type(line: Sequence[Token], at: int) -> str:
    return line[at].type if at < len(line) else ""


def _is_broken(run: Sequence[Token]) -> bool:
    return 1 < len(run) <= _MOST and any(token.type != "NAME" for token in run)


def _words_end(line: Sequence[Token], first: int, amid: frozenset[str] | None) -> int:
    """Behind the words that begin here; no others of the language than ``amid`` lie in them, if that is given."""
    end = first
    while kind := _type(line, end):
        other = kind not in ("NAME", "WORD")
        if other and (end == first or not line[end][0].isalpha()):
            break
        if other and (kind in QUALIFIERS | _BEHIND if amid is None else kind not in amid):
            break
        end += 1
    return end
