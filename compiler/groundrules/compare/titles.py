"""Names for made scenarios: what the rules say and what they would say otherwise, short, and each name once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

#: The most letters of the words that a name takes from the rules.
LONG = 40
_GONE = " is left out"


def title_of(change: str) -> str:
    """What the rules say, and not what a change (in the words of a mutant) makes of it."""
    change = change.replace("`", "").replace('"', "″")
    before, becomes, after = change.partition(" becomes ")
    if becomes:
        return _not(before.split(), after.split())
    said, _, number = change.partition(_GONE)
    return f"{shortened(said.split(), 0, 1)} matters{number}"


def subject_of(id_: str) -> str:
    """What tells the rule of an id from others, in a few words."""
    text = id_ if len(id_) <= LONG else id_.partition(" when ")[0]
    return shortened(text.replace('"', "″").split(), 0, 1)


def named_once(wanted: Sequence[tuple[str, str]], taken: Collection[str] = ()) -> tuple[str, ...]:
    """Names for pairs of a title and the id that it stands in: none twice, and none that is taken.

    Where a title comes more than once the rule stands before it; where that is not enough, a number behind it.
    """
    count = Counter(title for title, _ in wanted)
    used = set(taken)
    names: list[str] = []
    for title, id_ in wanted:
        name = title if count[title] == 1 and title not in used else f"{subject_of(id_)}: {title}"
        number = 1
        while name in used:
            number += 1
            name = f"{name.removesuffix(f' ({number - 1})')} ({number})"
        used.add(name)
        names.append(name)
    return tuple(names)


def _not(one: Sequence[str], other: Sequence[str]) -> str:
    """``3 moves, not 4``: what was said, around what differs, and what is said there instead."""
    least = min(len(one), len(other))
    start = next((at for at in range(least) if one[at] != other[at]), least)
    end = 0
    while end < least - start and one[-1 - end] == other[-1 - end]:
        end += 1
    first = shortened(one, start, len(one) - end)
    second = other[start : len(other) - end]
    instead = shortened(second, 0, len(second), around=False) if second else shortened(other, start, start)
    return f"{first}, not {instead}"


def shortened(words: Sequence[str], start: int, end: int, *, around: bool = True) -> str:
    """Words from ``start`` to ``end`` and as many ``around`` them as are short enough, cut only between words."""
    end = max(end, start)
    while end > start + 1 and len(" ".join(words[start:end])) > LONG:
        end -= 1
    grown = around
    while grown:
        grown = False
        for low, high in ((start, end + 1), (start - 1, end)):
            if low >= 0 and high <= len(words) and len(" ".join(words[low:high])) <= LONG:
                start, end, grown = low, high, True
    text = _whole(words[start:end])
    return f"{'… ' if start > 0 else ''}{text}{' …' if end < len(words) else ''}"


def _whole(words: Iterable[str]) -> str:
    """The words as a text, without brackets that open or close nothing."""
    text = " ".join(words).rstrip(",:")
    if text.count("(") == text.count(")"):
        return text
    return " ".join(word.lstrip("(") if "(" not in word.lstrip("(") else word for word in _closed(text)).rstrip(",:")


def _closed(text: str) -> list[str]:
    return [word if "(" in word.lstrip("(") else word.rstrip(")") for word in text.split()]
