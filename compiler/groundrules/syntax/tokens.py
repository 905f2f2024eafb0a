"""Text to tokens: one pattern made of the grammar's terminals, which never fails.

Every character of a text lies in exactly one token or is a blank between two; a character
that no other terminal takes is an ``UNKNOWN`` of its own. Comments lie inside the line
ends (``_NL``): the text before the first line break is a comment behind the line, the rest
are comments on lines of their own.
"""

from __future__ import annotations

import re
import sys

from groundrules.limits import LINE_LENGTH
from groundrules.syntax.grammar import Grammar

_CAPTURE = re.compile(r"(?<!\\)\((?!\?)")


class Token(str):
    """A token: its text, its type (a terminal of the grammar), and its place in the source."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, type: str, text: str, start: int, end: int) -> Token:
        """A token of some type; ``start`` and ``end`` are offsets, ``end`` exclusive."""
        token = str.__new__(cls, text)
        token.type = type
        token.start_pos = start
        token.end_pos = end
        return token

    def __repr__(self) -> str:
        return f"Token({self.type}, {str(self)!r}, {self.start_pos})"

    def __deepcopy__(self, memo: object) -> Token:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Token, (self.type, str(self), self.start_pos, self.end_pos)


#: A line that is not read: no rule is that long, and what reads one holds much more than its characters.
_LONG = re.compile(rf"(?<![^\r\n])[^\r\n]{{{LINE_LENGTH}}}[^\r\n]++")


def long_lines(text: str) -> list[tuple[int, int]]:
    """Where the lines begin and end that are too long to be read; blanks and comments may be as long as they are."""
    if len(text) <= LINE_LENGTH:
        return []
    return [found.span() for found in _LONG.finditer(text) if found[0].lstrip()[:1] not in ("", "#")]


def _readable(text: str) -> str:
    """A text with blanks in place of the lines that are too long."""
    parts: list[str] = []
    at = 0
    for start, end in long_lines(text):
        parts += (text[at:start], " " * (end - start))
        at = end
    return "".join((*parts, text[at:])) if at else text


class Lexer:
    """Makes tokens of texts, by the terminals of one grammar."""

    def __init__(self, grammar: Grammar) -> None:
        #: The reserved words with their terminals.
        self.words: dict[str, str] = {}
        #: The signs of one character with their terminals.
        self.signs: dict[str, str] = {}
        blank = ""
        parts: dict[str, str] = {}
        regexes = [terminal for terminal in grammar.terminals if not terminal.literal]
        for terminal in grammar.terminals:
            pattern = _CAPTURE.sub("(?:", terminal.pattern)
            text = re.sub(r"\\(.)", r"\1", terminal.pattern)
            if terminal.name in grammar.ignored and re.fullmatch(pattern, " "):
                blank = pattern
            elif not terminal.literal:
                parts[terminal.name] = pattern
            elif any(r.priority == terminal.priority and re.fullmatch(r.pattern, text) for r in regexes):
                self.words[text] = sys.intern(terminal.name)
            elif len(text) == 1:
                self.signs[text] = sys.intern(terminal.name)
                parts["_SIGN"] = "[" + "".join(map(re.escape, self.signs)) + "]"
            else:
                parts[terminal.name] = pattern
        alternatives = "|".join(f"(?P<{name}>{pattern})" for name, pattern in parts.items())
        self._pattern = re.compile(f"(?:{blank})?(?:{alternatives})")
        self._types = {name: sys.intern(name) for name in parts}

    def tokens(self, text: str) -> list[Token]:
        """Every token of a text, in order, line ends included; the last one is a line end."""
        words, signs, types = self.words, self.signs, self._types
        result: list[Token] = []
        append = result.append
        new = str.__new__
        for match in self._pattern.finditer(_readable(text) + "\n"):
            kind = types[match.lastgroup]  # type: ignore[index]  # every alternative is a group
            word = match[kind]
            token = new(Token, word)
            if kind == "WORD":
                kind = words.get(word, kind)
            elif kind == "_SIGN":
                kind = signs[word]
            elif kind == "NAME" and not word.isascii() and not is_name(word):
                kind = types["UNKNOWN"]
            token.type = kind
            token.end_pos = end = match.end()
            token.start_pos = end - len(word)
            append(token)
        return result


def is_name(text: str) -> bool:
    """Whether every word begins with a letter that is not lower case.

    A pattern of :mod:`re` knows no such class of letters; the grammar's keeps out the lower
    case of Latin-1 only, so ``łąka`` and ``①`` are told here.
    """
    return all(word[0].isalpha() and not word[0].islower() for word in text.split())
