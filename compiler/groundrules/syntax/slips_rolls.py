"""Slips in rolls: where a band holds and what it is called, and which dice are rolled again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from groundrules.diagnostics import Edit, line_end
from groundrules.naming import name_key
from groundrules.syntax.slip import Slip
from groundrules.syntax.trial import Change, Trial
from groundrules.syntax.words import Words, either, quoted, ready

# ---- bands

_MORE = frozenset({"more", "higher", "above", "greater", "better", "up", "over", "beyond"})
_LESS = frozenset({"lower", "fewer", "below", "under", "down", "smaller", "worse"})


def band_written_otherwise(trial: Trial, words: Words) -> Slip | None:
    """``2 - 6:``, ``1 or 2:``, ``7 or more:``, ``at least 7:``: how a band says where it holds."""
    first = 1 if trial.type(0) in ("EACH", "NATURAL") else 0
    if trial.at < first or trial.at > first + 8:
        return None
    found = _band(trial, first)
    if found is None:
        return None
    last, plain = found
    written = quoted(trial.text(first, last))
    if plain is None:
        return Slip(
            "GR130",
            trial.span(first, last),
            f"{written} is more than one band",
            "write one line for each",
            (),
            "write one line for each" if (edits := _one_line_for_each(trial, first, last)) else None,
            edits,
        )
    changes = (trial.replace(first, plain, last),)
    if not trial.would_fit(changes):
        return None
    return Slip(
        "GR130",
        trial.span(first, last),
        f"{written} is not how a band says where it holds",
        f"write `{plain}`, without blanks" if "-" in plain else f"write `{plain}`",
        changes,
        f"write `{plain}`",
    )


def _one_line_for_each(trial: Trial, first: int, last: int) -> tuple[Edit, ...]:
    """``4, 6: …`` as two lines, where nothing stands below the line."""
    source, span = trial.source, trial.span(first, last)
    start, end = source.line_bounds(span.line)
    rest = source.text[span.end : end]
    numbers = [str(token) for token in trial.tokens[first : last + 1] if token.type == "NUMBER"]
    if trial.following[:1] == ["_INDENT"] or "#" in rest or not trial.would_fit((trial.replace(first, "1", last),)):
        return ()
    lines = [f"{source.text[start : span.start]}{number}{rest}" for number in numbers]
    return (Edit(source.span(start, end), line_end(source).join(lines)),)


def _band(trial: Trial, at: int) -> tuple[int, str | None] | None:
    """The last token of a band that is written otherwise, and how it is written."""
    words = [str(token) for token in trial.tokens[at : at + 9]]
    kinds = trial.types[at : at + 9]
    if "NAME" in kinds[:3] and (found := _from_field(trial, at, words, kinds)) is not None:
        return found
    if kinds[:1] == ["NUMBER"] and len(kinds) > 1:
        number, joint = words[0], words[1]
        if joint == "+":
            return at + 1, f"{number}+"
        if joint in ("or", "and") and len(words) > 2 and words[2] in _MORE:
            return at + 2, f"{number}+"
        if joint == "or" and len(words) > 2 and words[2] in _LESS:
            return at + 2, f"{number} or less"
        if joint in ("-", "–", "−", "to", "—") and kinds[2:3] in (["NUMBER"], ["NAME"]) and words[2].isalnum():
            return at + 2, f"{number}-{words[2]}"
        dots = 1
        while words[dots : dots + 1] in (["."], ["…"], ["~"]):
            dots += 1
        if dots > 1 and kinds[dots : dots + 1] == ["NUMBER"]:
            return at + dots, f"{number.rstrip('.')}-{words[dots]}"
        return _listed(at, words, kinds)
    if kinds[:1] == ["UNKNOWN"] and words[0] in "≥≤" and kinds[1:2] == ["NUMBER"]:
        return at + 1, f"{words[1]}+" if words[0] == "≥" else f"{words[1]} or less"
    if kinds[:3] in (["AT", "LEAST", "NUMBER"], ["AT", "MOST", "NUMBER"]):
        return at + 2, f"{words[2]}+" if kinds[1] == "LEAST" else f"{words[2]} or less"
    if kinds[:2] == ["OVER", "NUMBER"] and words[1].isdecimal():
        return at + 1, f"{int(words[1][:9]) + 1}+"
    if kinds[:2] == ["UNDER", "NUMBER"] and words[1].isdecimal():
        return at + 1, f"{int(words[1][:9]) - 1} or less"
    return None


def _from_field(trial: Trial, at: int, words: list[str], kinds: list[str]) -> tuple[int, str | None] | None:
    """``Skill or less``, ``at least Skill``: a field where the number of a band stands."""
    name, last, less = words[0], at + 2, None
    if kinds[0] == "NAME" and words[1:2] in (["or"], ["and"]) and len(words) > 2:
        less = True if words[2] in _LESS | {"less"} else False if words[2] in _MORE else None
    elif kinds[:3] in (["AT", "LEAST", "NAME"], ["AT", "MOST", "NAME"], ["UP", "TO", "NAME"]):
        name, less = words[2], words[1] != "least"
    elif kinds[1:2] == ["NAME"] and words[0] in ("≥", "≤"):
        name, last, less = words[1], at + 1, words[0] == "≤"
    if less is None:
        return None
    field, band = _parted(trial, name)
    return last, (f"1-{field}" if less else f"{field}+") + band


def _parted(trial: Trial, name: str) -> tuple[str, str]:
    """The field of ``Skill Success``, as one word, and the name of the band behind it."""
    words = name.split()
    if trial.names[name_key(name)] < 2:
        for count in range(len(words) - 1, 0, -1):
            if trial.names["".join(words[:count])]:
                return "".join(words[:count]), " " + " ".join(words[count:])
    return "".join(words), ""


def _listed(at: int, words: list[str], kinds: list[str]) -> tuple[int, str | None] | None:
    """``1 or 2``, ``1, 2, 3``: one band if the numbers follow each other, else several."""
    numbers = [words[0]]
    index = 1
    while kinds[index : index + 1] in (["OR"], ["COMMA"], ["AND"]) and kinds[index + 1 : index + 2] == ["NUMBER"]:
        numbers.append(words[index + 1])
        index += 2
    if len(numbers) < 2 or not all(number.isdecimal() and len(number) < 10 for number in numbers):
        return None
    values = [int(number) for number in numbers]
    together = values == list(range(values[0], values[0] + len(values)))
    return at + index - 1, f"{values[0]}-{values[-1]}" if together else None


def band_beyond_field(trial: Trial, words: Words) -> Slip | None:
    """``over Skill Failure``: no band begins right above a field."""
    first = 1 if trial.type(0) == "EACH" else 0
    if trial.type(first) not in ("OVER", "UNDER") or trial.type(first + 1) != "NAME":
        return None
    changes = (trial.replace(first, "1", first + 1),)
    if not trial.would_fit(changes):
        return None
    sign = str(trial.tokens[first])
    field, band = _parted(trial, trial.tokens[first + 1])
    other = f"1-{field}" if sign == "over" else f"{field}+"
    return Slip(
        "GR130",
        trial.span(first, first + 1),
        f"`{sign} {field}` is not how a band says where it holds",
        f"write the band `{other}`, and for all that is left {quoted(f'otherwise{band}')}",
        changes,
    )


_BAND = frozenset(["NUMBER", "RANGE", "FROM"])


def band_named_late(trial: Trial, words: Words) -> Slip | None:
    """``1-3 when fall over 3" Hurt: …``: the name of a band comes right behind its numbers."""
    first = 1 if trial.type(0) in ("EACH", "NATURAL") else 0
    at = trial.at if trial.type(trial.at) == "NAME" else trial.at - 1
    if trial.type(first) not in _BAND or trial.type(at) != "NAME" or at <= first + 1:
        return None
    place = trial.tokens[first].end_pos
    changes = (Change(place, place, f" {trial.tokens[at]}"), trial.delete(at))
    if not trial.would_fit(changes):
        return None
    name = str(trial.tokens[at])
    moved = f"{trial.text(0, first)} {name} {trial.text(first + 1, at - 1)}"
    return Slip(
        "GR147",
        trial.span(at),
        f"{quoted(name)} stands behind the qualifiers, and the name of a band before them",
        f"write {ready(moved + (': …' if 'COLON' in trial.types else ''))}",
        changes,
        f"write {quoted(name)} right behind the numbers",
    )


# ---- rolled again

_LINE = re.compile(
    r"[ \t]+(?:(?:each|natural)[ \t]+)?(?P<range>\d+(?:[-–]\w+|\+)?)[ \t]*(?P<name>[^\W\d_a-z][^:,\n\r#]*)?"
)
_DICE = re.compile(r"(\d{0,3})[dD](\d{1,4})(?:[ \t]*#.*)?")


def rerolled_whole(trial: Trial, words: Words) -> Slip | None:
    """``reroll Try``, ``reroll Fail``: what is rolled again, and of which roll."""
    at = trial.types.index("REROLL") if "REROLL" in trial.types else -1
    if at < 0 or trial.type(at + 1) != "NAME" or trial.type(at + 2) not in ("COMMA", "AND", "") or trial.at > at + 2:
        return None
    name = str(trial.tokens[at + 1])
    rolls = _rolls(trial.source.text)
    having = [roll for roll in rolls.values() if name in roll.bands]
    if name_key(name) in rolls or not having:
        known = rolls.get(name_key(name), _Known(name, (), "1", 0))
        ways = [f"`reroll {what} in {known.name}`" for what in (*known.bands[:3], known.numbers)]
        told, reading = f"`reroll {name}` does not say which results are rolled again", f"1 in {name}"
    else:
        ways = [f"`reroll {name} in {roll.name}`" for roll in having[:3]]
        told, reading = f"`reroll {name}` does not say in which roll", f"{name} in {having[0].name}"
    changes = (trial.replace(at + 1, reading),)
    if not trial.would_fit(changes):
        return None
    return Slip(
        "GR144",
        trial.span(at, at + 1),
        told,
        f"write {either(ways)}",
        changes,
        f"write `reroll {reading}`",
        choice=len(ways) > 1 or not having,
    )


def rerolled_from(trial: Trial, words: Words) -> Slip | None:
    """``reroll 3+ in Try``, ``reroll 2 or less in Try``: dice rolled again are a range with two ends."""
    at = trial.types.index("REROLL") + 1 if "REROLL" in trial.types else 0
    if not at or not at <= trial.at <= at + 3 or "IN" not in trial.types[at : at + 4]:
        return None
    inside = trial.types.index("IN", at)
    written = trial.text(at, inside - 1)
    found = re.fullmatch(r"(\d{1,4})(?:(\+)| or (\w+))", written)
    if found is None:
        return None
    less = found[3] in _LESS | {"less"}
    roll = trial.token(inside + 1)
    known = _rolls(trial.source.text).get(name_key(roll)) if roll is not None and roll.type == "NAME" else None
    most = known.sides if known is not None else 0
    low, high = (1, int(found[1])) if less else (int(found[1]), most or 6)
    if not (less or found[2] or found[3] in _MORE) or low > high:
        return None
    plain = f"{low}-{high}" if low < high else f"{low}"
    changes = (trial.replace(at, plain, inside - 1),)
    if not trial.would_fit(changes):
        return None
    return Slip(
        "GR130",
        trial.span(at, inside - 1),
        f"{quoted(written)} has no last number, and what is rolled again has a first and a last"
        if not less
        else f"{quoted(written)} is not how rolled numbers are written",
        f"write {ready(f'reroll {plain} in {trial.tokens[inside + 1]}')}",
        changes,
        f"write `{plain}`" if less or most else None,
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """What a text says of a roll: its name, the names of its bands, numbers as an example, the sides of its dice."""

    name: str
    bands: tuple[str, ...]
    numbers: str
    sides: int


@lru_cache(maxsize=4)
def _rolls(text: str) -> dict[str, _Known]:
    """The rolls of a text, by key."""
    found: dict[str, _Known] = {}
    lines = text.splitlines()
    for index, line in enumerate(lines):
        head = re.match(r"roll[ \t]+([^:(\"]+)[^:]*:(.*)", line)
        if head is None:
            continue
        end = index + 1
        while end < len(lines) and (not lines[end].strip() or lines[end][0] in " \t#"):
            end += 1
        bands = [band for below in lines[index + 1 : end] if (band := _LINE.match(below)) is not None]
        names = [re.split(" (?:when|for|except|in|during) ", band["name"])[0].strip() for band in bands if band["name"]]
        dice = _DICE.match(head[2].strip())
        one = dice is not None and dice[1] in ("", "1") and dice.end() == len(head[2].strip())
        closed = [band["range"] for band in bands if band["range"].replace("-", "").isdecimal()]
        name = head[1].strip()
        found[name_key(name)] = _Known(
            name, tuple(names), closed[0] if one and closed else "1", int(dice[2]) if dice is not None else 0
        )
    return found
