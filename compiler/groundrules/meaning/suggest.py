"""Names that are nearly alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

#: Beyond these a search for a similar word costs more than it tells.
LONGEST, MOST = 80, 2_000


def nearest(word: str, vocabulary: Iterable[str], cutoff: float = 0.75) -> str | None:
    """The known word that an unknown one was most likely meant to be, compared without case and blanks."""
    if len(word) > LONGEST:
        return None
    known: dict[str, str] = {}
    for each in vocabulary:
        if len(each) <= LONGEST:
            known.setdefault(_folded(each), each)
        if len(known) >= MOST:
            break
    found = get_close_matches(_folded(word), known, n=1, cutoff=cutoff)
    return known[found[0]] if found else None


def one_edit(one: str, other: str) -> bool:
    """Whether one letter more, less, other, or two neighbours swapped, make one word of the other."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    if len(one) == len(other):
        swapped = one[start : start + 2] == other[start : start + 2][::-1] and one[start + 2 :] == other[start + 2 :]
        return one[start + 1 :] == other[start + 1 :] or swapped
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return longer[start + 1 :] == shorter[start:]


def near_pairs(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """All pairs of words one edit apart; takes time in proportion to their letters, not to the pairs looked at."""
    seen: dict[str, list[str]] = {}
    for word in dict.fromkeys(words):
        if len(word) > LONGEST:
            continue
        told: set[str] = set()
        for shape in dict.fromkeys((word, *(word[:at] + word[at + 1 :] for at in range(len(word))))):
            for other in seen.get(shape, ())[:MOST]:
                if other not in told and one_edit(other, word):
                    told.add(other)
                    yield other, word
            seen.setdefault(shape, []).append(word)


def _folded(word: str) -> str:
    return word.replace(" ", "").replace("’", "'").casefold()
