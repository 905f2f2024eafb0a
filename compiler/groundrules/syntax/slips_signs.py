"""Slips in quotes, brackets and signs that other languages have."""

from __future__ import annotations

from groundrules.syntax.slip import Slip
from groundrules.syntax.trial import Change, Trial
from groundrules.syntax.words import Words, quoted

#: Quotes of other languages, opening and closing.
_QUOTES = {"„": "“”", "«": "»", "‘": "’", "'": "'", "’": "’", "”": "”", "›": "‹", "‹": "›", "`": "`´"}


def quote_not_closed(trial: Trial, words: Words) -> Slip | None:
    """``ruleset "Epic``: a quote that has no end on its line."""
    for at, token in enumerate(trial.tokens[: trial.at + 1]):
        if token.type != "UNKNOWN" or token not in ('"', "“"):
            continue
        closing = '"' if token == '"' else "”"
        ends = [trial.tokens[i - 1].end_pos for i in range(at + 2, len(trial.types)) if trial.types[i] == "COLON"]
        ends.append(trial.tokens[-1].end_pos)
        fitting = [end for end in ends if trial.would_fit((Change(end, end, closing),))]
        title = f"close it with `{closing}`" if len(fitting) == 1 else None
        return Slip(
            "GR140",
            trial.span(at),
            "this quote has no end on its line",
            f"write `{closing}` where the text ends",
            tuple(Change(end, end, closing) for end in fitting[:1]),
            title,
        )
    return None


def quote_inside(trial: Trial, words: Words) -> Slip | None:
    """``"6" wall"``: a string ends at its first quote."""
    text = trial.source.text
    for at in range(min(trial.at, len(trial.types) - 1), -1, -1):
        token = trial.tokens[at]
        if token.type != "STRING" or token[0] != '"' or trial.type(at + 1) in ("STRING", ""):
            continue
        end = text.rfind('"', token.end_pos, trial.tokens[-1].end_pos)
        if end < 0:
            continue
        inner = [i for i in range(token.start_pos + 1, end) if text[i] == '"']
        changes = tuple(Change(i, i + 1, "″") for i in inner)
        if trial.would_fit(changes):
            return Slip(
                "GR140",
                trial.source.span(token.start_pos, end + 1),
                f'the text ends at its first `"`, after {quoted(token[1:-1])}',
                "write the inch mark inside a text as `″`",
                changes,
                "write `″` inside",
            )
    return None


def other_quotes(trial: Trial, words: Words) -> Slip | None:
    """``'text'``, ``„text“``, ``«text»``: a text stands in ``"…"``."""
    text = trial.source.text
    for at in (trial.at, trial.at - 1):
        token = trial.token(at)
        if token is None or token.type != "UNKNOWN" or token not in _QUOTES:
            continue
        for end in range(trial.tokens[-1].end_pos - 1, token.end_pos, -1):
            if text[end] in _QUOTES[token]:
                changes = (Change(token.start_pos, token.end_pos, '"'), Change(end, end + 1, '"'))
                if trial.would_fit(changes):
                    return Slip(
                        "GR140",
                        trial.source.span(token.start_pos, end + 1),
                        f"a text does not stand in `{token if token != '`' else chr(39)}…{text[end]}`",
                        'write it in `"…"`',
                        changes,
                        'write `"…"`',
                    )
    return None


#: Lines that hold one text and nothing else.
_TEXTS = frozenset({"RULESET", "VERSION", "AUTHOR", "LICENCE", "NOTICE", "SOURCE", "USE", "REF"})


def without_quotes(trial: Trial, words: Words) -> Slip | None:
    """``ruleset Epic``, ``version 1.0``, ``use other.terrain``: a text stands in quotes."""
    if trial.at != 1 or trial.type(0) not in _TEXTS or len(trial.types) < 2:
        return None
    last = len(trial.types) - 1
    start, end = trial.tokens[1].start_pos, trial.tokens[last].end_pos
    text = trial.source.text[start:end]
    if '"' in text:
        return None
    changes = (trial.replace(1, f'"{text}"', last),)
    if not trial.would_fit(changes):
        return None
    return Slip(
        "GR140",
        trial.span(1, last),
        f"{quoted(text)} stands without quotes",
        f"write {quoted(f'{trial.tokens[0]} {chr(34)}{text}{chr(34)}')}",
        changes,
        "put it in quotes",
    )


#: What a sign may have been meant as; an empty text takes it away.
_MEANT: dict[str, tuple[str, ...]] = {
    ";": (",", ""), "；": (",", ""), "，": (",",), "、": (",",), "：": (":",), "=": (":",), "→": (":",),
    "（": ("(",), "）": (")",), "[": ("(",), "]": (")",), "{": ("(",), "}": (")",), "＋": ("+",), "—": ("-", ":"),
    "&": ("and", ","), "÷": ("/",), "·": ("x", ""), ".": ("", ",", ":"), "!": ("",), "?": ("",),
}  # fmt: skip
_IN_NAMES = frozenset("'’_/")
_PAIRS = {"[": "]", "{": "}", "（": "）"}
_WIDE = frozenset("\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u205f\u3000")
_NOTHING = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f")


def foreign_sign(trial: Trial, words: Words) -> Slip | None:
    """``;`` for ``,``, ``=`` for ``:``, ``[ ]`` for ``( )``, a full stop at the end, a strange blank."""
    for at in (trial.at, trial.at - 1):
        token = trial.token(at)
        if token is None or token.type != "UNKNOWN" or len(token) != 1 or token in _IN_NAMES:
            continue
        for text in _meant_by(token):
            changes = _everywhere(trial, at, text)
            if trial.would_fit(changes):
                return _sign(trial, at, text, changes)
    return None


def _meant_by(sign: str) -> tuple[str, ...]:
    if sign in _WIDE:
        return (" ",)
    if sign in _NOTHING:
        return ("",)
    return _MEANT.get(sign, ("",))


def _everywhere(trial: Trial, at: int, text: str) -> tuple[Change, ...]:
    """The sign exchanged, with its other half or with all others of its kind."""
    token = trial.tokens[at]
    close = text in (":", ",", "")
    changes = []
    for index, other in enumerate(trial.tokens):
        start = trial.tokens[index - 1].end_pos if close and index else other.start_pos
        if other.type == "UNKNOWN" and other == _PAIRS.get(token):
            changes.append(Change(other.start_pos, other.end_pos, ")"))
        elif other.type == "UNKNOWN" and other == token:
            changes.append(Change(start, other.end_pos, text))
    return tuple(changes)


def _sign(trial: Trial, at: int, text: str, changes: tuple[Change, ...]) -> Slip:
    token = trial.tokens[at]
    if token in _WIDE or token in _NOTHING:
        return Slip(
            "GR112",
            trial.span(at),
            f"a blank of an unusual kind (U+{ord(token):04X})",
            "write an ordinary blank" if text else "take it away",
            changes,
            "write an ordinary blank" if text else "take it away",
        )
    shown = f"`{token}`" if token != "`" else "a backtick"
    sure = text.strip() or at == len(trial.types) - 1
    return Slip(
        "GR112",
        trial.span(at),
        f"{shown} means nothing here",
        f"write `{text.strip()}`" if text else "take it away",
        changes,
        (f"write `{text.strip()}`" if text else "take it away") if sure else None,
    )


def lone_bracket(trial: Trial, words: Words) -> Slip | None:
    """A bracket that is not closed, or was never opened."""
    opened: list[int] = []
    for index, kind in enumerate(trial.types):
        if kind == "LPAR":
            opened.append(index)
        elif kind == "RPAR":
            if opened:
                opened.pop()
                continue
            changes = (trial.delete(index),)
            return Slip(
                "GR141",
                trial.span(index),
                "this bracket was never opened",
                "take it away, or write `(` where it begins",
                changes,
                "take it away" if "LPAR" in trial.types[:index] else None,
                choice=True,
            )
    if not opened:
        return None
    at = opened[-1]
    fitting = []
    for index in range(at + 2, len(trial.types) + 1):
        if trial.fits([*trial.types[:index], "RPAR", *trial.types[index:]]):
            fitting.append(trial.insert(index, ")"))
    return Slip(
        "GR141",
        trial.span(at),
        "this bracket is not closed",
        "write `)` where it ends",
        tuple(fitting[:1]),
        "close it with `)`" if len(fitting) == 1 else None,
    )


def ends_in_joint(trial: Trial, words: Words) -> Slip | None:
    """A last line that ends in a comma."""
    last = len(trial.types) - 1
    if last < 1 or trial.at <= last - 1 or trial.types[last] not in ("COMMA", "AND", "OR"):
        return None
    changes = (trial.delete(last),)
    if not trial.would_fit(changes):
        return None
    sign = trial.tokens[last]
    return Slip(
        "GR143",
        trial.span(last),
        f"this line ends in `{sign}`, and nothing goes on",
        f"take the `{sign}` away, or write what else belongs to it",
        changes,
        f"take the `{sign}` away",
        choice=True,
    )
