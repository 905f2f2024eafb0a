"""Slips in numbers, measures, bands and comparisons."""

from __future__ import annotations

import re
from fractions import Fraction

from groundrules.diagnostics import indent_of
from groundrules.quantity import UNITS, parse_number, reading_number
from groundrules.syntax.slip import Slip
from groundrules.syntax.trial import Change, Trial
from groundrules.syntax.words import Words, quoted

# ---- signs and units that stand apart from their number


def sign_apart(trial: Trial, words: Words) -> Slip | None:
    """``cost x 2``, ``cost 2x``, ``cost *2``, ``cost X2``: a factor is one word, `x2`."""
    for at in range(min(trial.at, len(trial.types) - 1), max(-1, trial.at - 3), -1):
        token, after = trial.tokens[at], trial.token(at + 1)
        number: str | None = None
        last = at
        if after is not None and (token.type == "XOP" or token in "*") and after.type == "NUMBER":
            number, last = str(after), at + 1
        elif after is not None and token.type == "NUMBER" and (after.type == "XOP" or after == "*"):
            number, last = str(token), at + 1
        elif token.type == "NAME" and re.fullmatch(r"X\d+", token):
            number = str(token[1:])
        if number is not None:
            changes = (trial.replace(at, f"x{number}", last),)
            if trial.would_fit(changes):
                return Slip(
                    "GR131",
                    trial.span(at, last),
                    f"{quoted(trial.text(at, last))} is not how a factor is written",
                    f"write `x{number}`, in one word",
                    changes,
                    f"write `x{number}`",
                )
    return None


_INCH = frozenset("\"″”“'’′")


def unit_apart(trial: Trial, words: Words) -> Slip | None:
    """``6 "``, ``6 in``, ``6 m``, ``6'``: the mark stands right at the number."""
    for at in range(min(trial.at + 1, len(trial.types) - 1), 0, -1):
        number, token = trial.tokens[at - 1], trial.tokens[at]
        if number.type != "NUMBER":
            continue
        if token[0] in _INCH:
            doubled = trial.token(at + 1)
            feet = token in ("'", "’", "′") and not (doubled is not None and doubled == token)
            unit = "ft" if feet else '"'
            end = token.start_pos + 1 if feet or token not in ("'", "’", "′") else token.start_pos + 2
        elif token.type == "IN" or token in ("m", "mt", "metre", "meter", "meters"):
            unit = "in" if token.type == "IN" else "m"
            end = token.end_pos
        else:
            continue
        change = [Change(number.end_pos, end, unit)]
        if token.type == "STRING" and (again := re.search(r"\d([ \u00a0]+)$", token[1:-1])):
            change.append(Change(token.start_pos + 1 + again.start(1), token.end_pos - 1, ""))
        if trial.would_fit(change):
            written = trial.source.text[number.start_pos : end]
            what = "the inch mark" if unit == '"' else f"`{unit}`"
            return Slip(
                "GR132",
                trial.source.span(number.start_pos, end),
                f"{quoted(written)} is not how a distance is written",
                f"write `{number}{unit}`: {what} stands right at its number",
                tuple(change),
                f"write `{number}{unit}`",
            )
    return None


def mixed_fraction(trial: Trial, words: Words) -> Slip | None:
    """``1 1/2"``: one number is one word."""
    for at in range(min(trial.at + 1, len(trial.types) - 1), 0, -1):
        whole, part = trial.tokens[at - 1], trial.tokens[at]
        number = re.fullmatch(r"x?(\d{1,9})", whole)
        found = re.fullmatch(r"(\d{1,9}/[1-9]\d{0,8}|[½¼¾])(.*)", part)
        if (
            number is None
            or found is None
            or part.type not in ("NUMBER", "DIST")
            or whole.type not in ("NUMBER", "TIMES")
        ):
            continue
        total = Fraction(number[1]) + parse_number(found[1])
        sign = "x" if whole.type == "TIMES" else ""
        plain, short = f"{sign}{total}{found[2]}", f"{sign}{reading_number(total)}{found[2]}"
        changes = (trial.replace(at - 1, plain, at),)
        if trial.would_fit(changes):
            either = f"`{short}` or `{plain}`" if short != plain else f"`{plain}`"
            return Slip(
                "GR133",
                trial.span(at - 1, at),
                f"{quoted(trial.text(at - 1, at))} is two numbers",
                f"write {either}",
                changes,
                f"write `{plain}`",
            )
    return None


def range_for_minus(trial: Trial, words: Words) -> Slip | None:
    """``Damage(5-2)``: without blanks that is a range of a band."""
    token = trial.token(trial.at)
    if token is None or token.type not in ("RANGE", "FROM"):
        return None
    found = re.fullmatch(r"(\d+)([-–−+])(.*)", token)
    if found is None:
        return None
    text = f"{found[1]} {'+' if found[2] == '+' else '-'} {found[3]}".rstrip()
    changes = (trial.replace(trial.at, text),)
    if not trial.would_fit(changes):
        return None
    return Slip(
        "GR134",
        trial.span(trial.at),
        f"{quoted(token)} without blanks is a range of a band",
        f"write `{text}` for a calculation, with blanks round the sign",
        changes,
        f"write `{text}`",
    )


# ---- comparisons

_COMPARED = {
    ">=": "at least", "=>": "at least", "≥": "at least", "<=": "at most", "=<": "at most", "≤": "at most",
    "!=": "is not", "≠": "is not", "<>": "is not", "==": "is", "=": "is", ">": "over", "<": "under",
}  # fmt: skip
_SIGN = re.compile(r">=|=>|<=|=<|!=|<>|==|[≥≤≠=><]")


def compared_by_sign(trial: Trial, words: Words) -> Slip | None:
    """``obscured > 1/2``: words, not symbols, and `>` begins prose."""
    if "WHEN" not in trial.types[: trial.at + 1]:
        return None
    for at in (trial.at, trial.at - 1):
        token = trial.token(at)
        found = _SIGN.match(trial.source.text, token.start_pos) if token is not None else None
        if found is None:
            continue
        word = _COMPARED[found[0]]
        changes = (_as_word(trial, found.start(), found.end(), word),)
        if trial.would_fit(changes):
            return Slip(
                "GR135",
                trial.source.span(found.start(), found.end()),
                f"`{found[0]}` compares nothing here",
                f"write `{word}`",
                changes,
                f"write `{word}`",
            )
    return None


def _as_word(trial: Trial, start: int, end: int, word: str) -> Change:
    text = trial.source.text
    before = "" if text[start - 1 : start].isspace() else " "
    after = "" if text[end : end + 1].isspace() else " "
    return Change(start, end, before + word + after)


# ---- numbers that do not say what they do


def bare_number(trial: Trial, words: Words) -> Slip | None:
    """``cost 2`` and, below a number, ``for Chariot: 1``: multiplied, added, or put in its place?"""
    at = trial.at
    if trial.type(at) in ("", "COMMA") and trial.type(at - 1) in ("NUMBER", "DIST") and trial.type(at - 2) == "COST":
        number = trial.tokens[at - 1]
        place = number.end_pos
        return Slip(
            "GR136",
            trial.span(at - 2, at - 1),
            f"`cost {number}` does not say how it counts",
            f"write `cost x{number}` to multiply, `cost +{number}` for so much more per unit, "
            f"`cost {number} to enter` for once"
            if number.type == "NUMBER"
            else f'write `cost {number} to enter`, or `cost {number} per 1" of rise`',
            (Change(number.start_pos, number.start_pos, "x"),)
            if number.type == "NUMBER"
            else (Change(place, place, " to enter"),),
            f"write `cost x{number}`" if number.type == "NUMBER" else f"write `cost {number} to enter`",
            choice=True,
        )
    if trial.type(at - 1) in ("COLON", "COMMA") and "COST" in trial.accepted(at):
        return _bare_effect(trial)
    if trial.type(at) == "NUMBER" and trial.type(at - 1) == "COLON" and "BECOMES" in trial.accepted(at):
        number = trial.tokens[at]
        return Slip(
            "GR136",
            trial.span(at),
            f"`{number}` does not say what it does",
            f"write `+{number}` to add it, `becomes {number}` to put it in place of the other",
            (trial.insert(at, "+"),),
            f"write `+{number}`",
            choice=True,
        )
    return None


def _bare_effect(trial: Trial) -> Slip | None:
    """``Wall: +2"``, ``Lava: 1 wound``: a number where an effect stands, and no word of what it does."""
    at = trial.at
    last = at + (trial.type(at) in ("PLUS", "MINUS"))
    if trial.type(last) not in ("NUMBER", "DIST"):
        return None
    number, after = str(trial.tokens[last]), trial.type(last + 1)
    told = f"{quoted(trial.text(at, last))} does not say what it does"
    if after in ("WORD", "NAME") and last == at:
        word = str(trial.tokens[last + 1]).capitalize()
        help_text = f"what happens to a model is an outcome, with a capital: write `{word}`, or `{word}({number})`"
    elif after not in ("", "COMMA"):
        return None
    else:
        sign = "-" if trial.type(at) == "MINUS" else "+"
        help_text = f"write `cost {number} to enter` for once on entering, or a field before it: `Speed {sign}{number}`"
    return Slip(
        "GR136", trial.span(at, last), told, help_text, (trial.replace(at, "no effect", len(trial.tokens) - 1),)
    )


def rounding(trial: Trial, words: Words) -> Slip | None:
    """``round up``: per move, or per activation?"""
    if trial.type(0) != "ROUND" or len(trial.types) != 2 or trial.at != 2:
        return None
    line = quoted(trial.text(0, 1))[1:-1]
    one_move = re.search(r"\bmoves\b|^use\b", trial.source.text, re.MULTILINE) is None
    return Slip(
        "GR137",
        trial.span(0, 1),
        f"`{line}` does not say what is rounded",
        f"write `{line} per move` or `{line} per activation`"
        + ("; with one move to an activation both are the same" if one_move else ""),
        (trial.insert(2, "per move"),),
        f"write `{line} per move`" if one_move else None,
    )


def rate_of_nothing(trial: Trial, words: Words) -> Slip | None:
    """``cost 2" per 1"``: `per` names its measure."""
    at = trial.at
    if "OF" not in trial.accepted(at) or "PER" not in trial.types[max(0, at - 6) : at]:
        return None
    first = max(i for i in range(at) if trial.types[i] == "PER")
    rate = trial.text(first, at - 1)
    measure = _measured(trial)
    return Slip(
        "GR138",
        trial.span(first, at - 1),
        f"{quoted(rate)} does not say of what",
        f"name the measure: {quoted(rate + ' of rise')}, `of fall`, `of gap`, `of moved`",
        (trial.insert(at, f"of {measure or 'rise'}"),),
        f"write `of {measure}`" if measure is not None else None,
        choice=True,
    )


def _measured(trial: Trial) -> str | None:
    """What a rule of its own can measure: at an upright step that step, else the way that is moved."""
    colon = trial.types.index("COLON") if "COLON" in trial.types else -1
    if indent_of(trial.span(0)) or colon < 0:
        return None
    steps = {"CLIMB": "rise", "JUMP": "gap", "DROP": "fall"}
    found = [steps[kind] for kind in trial.types[:colon] if kind in steps]
    return "moved" if "ON" not in trial.types[:colon] else found[0] if len(found) == 1 else None


def misspelt_unit(trial: Trial, words: Words) -> Slip | None:
    """``6 inchs``, ``distance meters``: a unit, nearly."""
    token = trial.token(trial.at)
    if token is None or token.type != "WORD" or "UNITWORD" not in trial.accepted(trial.at):
        return None
    best = _nearest(token)
    if best is None:
        return None
    changes = (trial.replace(trial.at, best),)
    if not trial.would_fit(changes):
        return None
    return Slip(
        "GR110",
        trial.span(trial.at),
        f"{quoted(token)} is no unit",
        f"did you mean `{best}`?",
        changes,
        f"write `{best}`",
    )


def _nearest(word: str) -> str | None:
    from difflib import get_close_matches

    units = [unit for unit in UNITS if len(unit) > 1]
    found = get_close_matches(word, units, n=1, cutoff=0.7)
    return found[0] if found else None
