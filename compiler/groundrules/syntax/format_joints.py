"""Where a line goes on in the next: the author's places, found again in the printed line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from groundrules.naming import name_key
from groundrules.syntax.layout import GOES_ON
from groundrules.syntax.parser import lexer
from groundrules.syntax.tokens import Token
from groundrules.syntax.trivia import Comment, Stretch, Written


@dataclass(frozen=True, slots=True)
class Part:
    """A row of a printed line, the comments of their own above it, the comment behind it."""

    text: str
    above: tuple[Comment, ...] = ()
    behind: Comment | None = None


def broken(text: str, written: Written) -> tuple[list[Part], list[Comment]]:
    """A printed line in the rows that its author broke it into, and the comments that find no place.

    A break is kept where the words on both of its sides still stand side by side.
    """
    stretches = written.stretches
    if len(stretches) == 1:
        return [Part(text, (), stretches[0].behind)], []
    cuts = _cuts(text, stretches)
    homeless: list[Comment] = []
    parts: list[Part] = []
    begin = 0
    above: list[Comment] = []
    for number, stretch in enumerate(stretches):
        if number:
            above += [piece for piece in stretch.above if piece is not None]
        last = number == len(stretches) - 1
        end = len(text) if last else cuts[number]
        if end is None:
            above += [stretch.behind] if stretch.behind else []
            continue
        if parts:
            parts.append(Part(text[begin:end].strip(), tuple(above), stretch.behind))
        else:
            homeless = above
            parts.append(Part(text[begin:end].strip(), (), stretch.behind))
        above = []
        begin = end
    return parts, homeless


def _cuts(text: str, stretches: Sequence[Stretch]) -> list[int | None]:
    """For each row but the last, the offset in the printed line behind which it is broken."""
    old = [token for stretch in stretches for token in stretch.row.tokens]
    new = lexer().tokens(text)[:-1]
    places = _side_by_side([_key(token) for token in old], [_key(token) for token in new])
    cuts: list[int | None] = []
    at = 0
    least = 0
    for stretch in stretches[:-1]:
        at += len(stretch.row.tokens)
        before, after = places.get(at - 1), places.get(at)
        if before is not None and after == before + 1 and new[before].type in GOES_ON and before >= least:
            cuts.append(new[before].end_pos)
            least = before
        else:
            cuts.append(None)
    return cuts


def _side_by_side(old: list[str], new: list[str]) -> dict[int, int]:
    """Which words of the old line are which of the new one, where they stand in one order."""
    if old == new:
        return {number: number for number in range(len(old))}
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {a + k: b + k for a, b, size in blocks for k in range(size)}


def _key(token: Token) -> str:
    """The same for all that one word or sign may be written as."""
    if token.type == "NAME":
        return name_key(token)
    return "," if token.type in ("COMMA", "AND") else token.type + ":" + token.replace("–", "-").replace("×", "x")
