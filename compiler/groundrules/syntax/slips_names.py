"""Slips in names and in the words of the language."""

from __future__ import annotations

import re

from groundrules.naming import name_key
from groundrules.syntax.repair import spellings
from groundrules.syntax.slip import Slip
from groundrules.syntax.slips_name_shape import plain_name
from groundrules.syntax.trial import Change, Trial
from groundrules.syntax.words import Words, quoted


def reserved_word(trial: Trial, words: Words) -> Slip | None:
    """``require`` and ``example`` are kept for later."""
    if trial.type(trial.at) not in ("REQUIRE", "EXAMPLE"):
        return None
    word = trial.tokens[trial.at]
    return Slip(
        "GR116",
        trial.span(trial.at),
        f"`{word}` is a word that a later version of the language may use",
        "say it in another way; a name begins with a capital",
    )


def name_like_dice(trial: Trial, words: Words) -> Slip | None:
    """``outcome D6``: that is a die."""
    at = trial.at
    if trial.type(at) != "DICE" or "NAME" not in trial.accepted(at) or trial.type(at - 1) == "COLON":
        return None
    changes = (trial.replace(at, "Die"),)
    if not trial.would_fit(changes):
        return None
    return Slip(
        "GR114",
        trial.span(at),
        f"{quoted(trial.tokens[at])} is dice and cannot be a name",
        "take another name, such as `Six Sided Die`",
        changes,
    )


def word_in_capitals(trial: Trial, words: Words) -> Slip | None:
    """``Roll Risky Roll: 2d6``, ``Woods On enter``: the language's words are lower case."""
    for at in sorted({trial.at, trial.at - 1, trial.at - 2, 0}, reverse=True):
        token = trial.token(at)
        if token is None or token.type != "NAME":
            continue
        for part in re.finditer(r"[^ \u00a0]+", token):
            lower = part[0].lower()
            if lower not in trial.lexer.words:
                continue
            start = token.start_pos + part.start()
            changes = (Change(start, start + len(lower), lower),)
            if trial.would_fit(changes):
                return Slip(
                    "GR115",
                    trial.source.span(start, start + len(lower)),
                    f"`{part[0]}` is read as a name",
                    f"words of the language are lower case: write `{lower}`",
                    changes,
                    f"write `{lower}`",
                )
    return None


def misspelt(trial: Trial, words: Words) -> Slip | None:
    """``forbidd``, ``terain``: a word of the language, nearly."""
    token = trial.token(trial.at)
    if token is None or token.type != "WORD":
        return None
    near = sorted(spellings(token, sorted(trial.accepted(trial.at)), words), key=lambda found: found[2])
    for _, text, unlike in near:
        changes = (trial.replace(trial.at, text),)
        if trial.would_fit(changes):
            rivals = [other for _, other, theirs in near if theirs - unlike < 0.1 and other != text]
            alone = not any(trial.would_fit((trial.replace(trial.at, other),)) for other in rivals)
            return Slip(
                "GR110",
                trial.span(trial.at),
                f"{quoted(token)} is no word of the language",
                f"did you mean `{text}`?",
                changes,
                f"write `{text}`" if alone else None,
            )
    return None


#: Words that other rulebooks and languages use, and the language's own for them.
_OTHER_WORDS = {
    "if": ("when",), "where": ("when",), "whenever": ("when",), "unless": ("except", "when not"), "upon": ("on",),
    "cannot": ("forbid",), "prohibit": ("forbid",), "prevent": ("forbid",), "deny": ("forbid",), "permit": ("allow",),
    "include": ("use",), "import": ("use",), "equals": ("is",), "above": ("over",), "below": ("under",),
    "costs": ("cost",), "double": ("cost x2",), "max": ("at most", "worst"), "maximum": ("at most",),
    "min": ("at least",), "minimum": ("at least",), "else": ("otherwise",), "against": ("for",), "gets": ("gain",),
    "gains": ("gain",), "blocks": ("block",), "define": ("outcome",), "dice": ("roll",), "function": ("roll",),
}  # fmt: skip


def word_of_others(trial: Trial, words: Words) -> Slip | None:
    """``Woods if Flying``, ``include "x"``: another word for one that the language has."""
    token = trial.token(trial.at)
    if token is None:
        return None
    for text in _OTHER_WORDS.get(token, ()):
        changes = (trial.replace(trial.at, text),)
        if trial.would_fit(changes):
            return Slip(
                "GR110",
                trial.span(trial.at),
                f"{quoted(token)} is no word of the language",
                f"the word for it is `{text}`",
                changes,
                f"write `{text}`",
            )
    return None


def names_in_small_letters(trial: Trial, words: Words) -> Slip | None:
    """``Size: small, medium, large``, ``for small, medium``: names of a list, all of them in small letters."""
    if trial.type(trial.at) != "WORD":
        return None
    small = [trial.at]
    while trial.type(small[-1] + 1) in _PARTING and trial.type(small[-1] + 2) == "WORD":
        small.append(small[-1] + 2)
    if len(small) == 1:
        return None
    changes = tuple(trial.replace(at, plain_name(trial.tokens[at]) or trial.tokens[at]) for at in small)
    if not trial.would_fit(changes):
        return None
    listed = ", ".join(change.text for change in changes)
    known = all(trial.names[name_key(change.text)] > 0 for change in changes)
    return Slip(
        "GR111",
        trial.span(small[0], small[-1]),
        f"{quoted(trial.text(small[0], small[-1]))} is not how names are written",
        f"every word of a name begins with a capital: write {quoted(listed)}",
        changes,
        f"write {quoted(listed)}" if known or "AGREED" in trial.accepted(2) else None,
    )


#: What parts the names of a list.
_PARTING = frozenset(["COMMA", "AND", "OR", "LESSTHAN"])


def lost_colon(trial: Trial, words: Words) -> Slip | None:
    """``Woods cost x2``: what holds stands right of a colon."""
    if "COLON" in trial.types:
        return None
    fitting = []
    for at in range(min(trial.at, len(trial.types)), max(0, trial.at - 3), -1):
        change = trial.insert(at, ":")
        if trial.types[at - 1] in _BEFORE_COLON and trial.fits([*trial.types[:at], "COLON", *trial.types[at:]]):
            fitting.append((at, change))
    if not fitting:
        return None
    at, change = fitting[0]
    left = trial.text(0, at - 1)
    return Slip(
        "GR142",
        trial.span(at - 1, at),
        f"`:` is missing after {quoted(left)}",
        "left of the colon says when, right of it says what",
        (change,),
        "put `:` in" if len(fitting) == 1 and at < len(trial.types) else None,
    )


#: What may stand left of a colon, at its end.
_BEFORE_COLON = frozenset(
    [
        "NAME",
        "STRING",
        "RPAR",
        "ENTER",
        "LEAVE",
        "CROSS",
        "CONTACT",
        "START",
        "END",
        "ACTIVATE",
        "CLIMB",
        "JUMP",
        "DROP",
        "UNIT",
        "TOGETHER",
        "MOVE",
        "FEATURE",
        "PIECE",
        "ACTIVATION",
        "TURN",
        "GAME",
        "INSIDE",
        "BEHIND",
        "BETWEEN",
        "TOUCHING",
        "OBSCURED",
        "OUTSIDE",
        "NUMBER",
        "DIST",
        "FROM",
        "RANGE",
        "OTHERWISE",
        "LESS",
        "TRAITS",
        "COVERED",
        "WIDTH",
        "BASE",
        "DISTANCE",
        "MOVED",
        "RISE",
        "GAP",
        "FALL",
        "TIMES",
    ]
)
