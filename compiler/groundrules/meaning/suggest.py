"""Names that are nearly alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

#: Letters of a word, and words of one shape, beyond which a search costs more than it tells.
LONGEST, MOST = 80, 2_000


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


def near_pairs(words: Iterable[str], among: Collection[str] | None = None) -> Iterator[tuple[str, str]]:
    """All pairs of words one edit apart; with ``among``, those of which at least one is in it.

    Takes time in proportion to their letters, not to the pairs looked at.
    """
    seen: dict[str, list[str]] = {}
    for word in dict.fromkeys(words):
        if len(word) > LONGEST:
            continue
        told: set[str] = set()
        for shape in dict.fromkeys((word, *(word[:at] + word[at + 1 :] for at in range(len(word))))):
            for other in seen.get(shape, ())[:MOST]:
                if other not in told and (among is None or word in among or other in among) and one_edit(other, word):
                    told.add(other)
                    yield other, word
            seen.setdefault(shape, []).append(word)
