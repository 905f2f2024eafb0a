"""Slips in names and in the words of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from groundrules.naming import name_key
from groundrules.syntax.repair import spellings
from groundrules.syntax.slip import Slip
from groundrules.syntax.trial import Change, Trial
from groundrules.syntax.words import ITEMS, Words, quoted, ready


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

# ---- names of several words, with something in them that no name has

#: The pieces of which a broken name is put together: so many at most.
_PIECES = 6

_MARKS = frozenset("'’_.&/!?·-–—")


def broken_name(trial: Trial, words: Words) -> Slip | None:
    """``Barbed wire``, ``Sea of Fire``, ``Level 2 Woods``, ``Rough_Ground``, ``T-34 Wreck``, ``woods``."""
    for first, last in _runs(trial):
        display = re.sub(r"[ \u00a0]+", " ", trial.text(first, last))
        plain = plain_name(display)
        if plain is None or len(display) > 60 or "\n" in display or "\r" in display:
            continue
        titled = f'{plain} "{display}"'
        shown = not display[0].islower() and plain != display.replace("_", " ")
        for text in (titled, plain) if shown and _declares(trial, first) else (plain,):
            changes = (trial.replace(first, text, last),)
            tokens = trial.would_fit(changes)
            if tokens is None or [token.type for token in tokens[first : first + 1]] != ["NAME"]:
                continue
            known = trial.names[name_key(plain)] > 0 or _begins_item(trial, first)
            lower = plain.lower() == display.lower()
            return Slip(
                "GR111" if lower else "GR113",
                trial.span(first, last),
                f"{quoted(display)} is not how a name is written",
                f"every word of a name begins with a capital: write {ready(text)}"
                if lower
                else f"a name is made of words, each with a capital: write {ready(text)}",
                changes,
                f"write {ready(text)}" if known else None,
            )
    if trial.type(0) == "NUMBER" and trial.type(1) == "WORD" and trial.tokens[0].end_pos == trial.tokens[1].start_pos:
        word = _ORDINALS.get(trial.text(0, 1).lower())
        if word is not None and trial.would_fit((trial.replace(0, word, 1),)):
            return Slip(
                "GR113",
                trial.span(0, 1),
                f"a name cannot begin with {quoted(trial.text(0, 1))}",
                f"a name begins with a capital letter: write `{word}`",
                (trial.replace(0, word, 1),),
                f"write `{word}`",
            )
        return Slip(
            "GR113",
            trial.span(0, 1),
            f"a name cannot begin with {quoted(trial.text(0, 1))}",
            "a name begins with a capital letter: write the number as a word",
        )
    return None


#: Numbers with which names begin, as words.
_ORDINALS = {
    "1st": "First", "2nd": "Second", "3rd": "Third", "4th": "Fourth", "5th": "Fifth", "6th": "Sixth",
    "7th": "Seventh", "8th": "Eighth", "9th": "Ninth", "10th": "Tenth",
}  # fmt: skip


def _begins_item(trial: Trial, at: int) -> bool:
    """Whether a name in this place declares what it names."""
    return at == 0 or (at == 1 and trial.types[0] in ITEMS | {"COVER"})


def _declares(trial: Trial, at: int) -> bool:
    """Whether a name in this place may carry the name it is shown under: it begins a line, or follows its kind."""
    return at == 0 or trial.types[at - 1] not in ("IGNORE", "IN", "FOR", "EXCEPT", "DURING", "COLON", "AS", "AND")


def _runs(trial: Trial) -> Iterator[tuple[int, int]]:
    """Runs of tokens round the refused one that could be one name, short ones first."""
    seen: set[tuple[int, int]] = set()
    for length in range(1, _PIECES + 1):
        for odd in (trial.at, trial.at - 1, trial.at - 2):
            for first in range(odd, max(-1, odd - length), -1):
                run = _grown(trial, first, first + length - 1)
                if run not in seen and first + length <= len(trial.types) and _is_name_like(trial, *run):
                    yield run
                seen.add(run)


def _grown(trial: Trial, first: int, last: int) -> tuple[int, int]:
    """A run with the names beside it, and with what sticks to it."""
    tokens = trial.tokens
    while 0 < first < len(tokens) and trial.types[first - 1] == "NAME":
        first -= 1
    while last + 1 < len(tokens) and trial.types[last + 1] in _STICKING:
        glued = tokens[last + 1].start_pos == tokens[last].end_pos
        if not glued and trial.types[last + 1] != "NAME":
            break
        last += 1
    return first, last


_STICKING = frozenset({"NAME", "WORD", "NUMBER", "UNKNOWN", "MINUS"})

#: Words that stand in names: `Sea of Fire`, `Nest in the Rocks`.
_AMID = frozenset(["OF", "IN", "TO", "BY", "ON", "AT", "FOR", "NO", "OVER", "UNDER", "BETWEEN", "BEHIND"])
#: Words that end a name: `Tower base`, `Dead end`.
_LAST = frozenset(
    [
        "BASE",
        "GAP",
        "TURN",
        "SIGHT",
        "UNIT",
        "TARGET",
        "FACING",
        "RISE",
        "FALL",
        "HALF",
        "FEATURE",
        "PIECE",
        "END",
        "DROP",
        "WIDTH",
        "RESULT",
    ]
)


def _is_name_like(trial: Trial, first: int, last: int) -> bool:
    """Whether tokens look like a name with something in it that no name has."""
    types = trial.types[first : last + 1]
    if not types or all(kind == "NAME" for kind in types):
        return False
    begins = types[0] in ("NAME", "WORD") or (types[0] == "UNKNOWN" and len(trial.tokens[first]) > 1)
    if not begins and not (types[0] == "NO" and types[1:2] == ["WORD"]):
        return False
    return all(_is_piece(trial, first, last, index) for index in range(first, last + 1))


def _is_piece(trial: Trial, first: int, last: int, at: int) -> bool:
    """Whether a token can be a piece of the name that its run could be."""
    token, kind = trial.tokens[at], trial.types[at]
    before = trial.types[at - 1] if at > first else ""
    after = trial.types[at + 1] if at < last else ""
    if kind in ("NAME", "WORD") or (kind == "UNKNOWN" and token[0].isalpha()) or (kind == "NO" and not before):
        return True
    if kind == "NUMBER":
        return first == 0 or trial.types[first - 1] not in ("COLON", "COMMA", "VBAR")
    if token in _MARKS:
        near = trial.tokens[at - 1].end_pos == token.start_pos if before else False
        return near or (bool(after) and trial.tokens[at + 1].start_pos == token.end_pos)
    if before not in ("NAME", "WORD") or _has_known(trial, first, last):
        return False
    return (kind in _AMID and after in ("NAME", "WORD")) or (kind in _LAST and not after and first == 0)


def _has_known(trial: Trial, first: int, last: int) -> bool:
    """Whether a name of the run stands elsewhere too: then it is one, and what follows is not part of it."""
    return any(trial.types[i] == "NAME" and trial.names[name_key(trial.tokens[i])] > 1 for i in range(first, last + 1))


def plain_name(text: str) -> str | None:
    """The name that an author may have meant, in words that begin with capitals."""
    text = re.sub(r"(?<=[^\W\d_])[–—](?=[^\W\d_])", "-", text)
    text = re.sub(r"(?<=\w)[-–—](?=\d)", "", text.replace("_", " ").replace("/", " ").replace("&", " And "))
    text = re.sub(r"(?<![^\W_])['’]|['’](?![^\W\d_])|[.!?·]|(?<!\w)[-–—]|[-–—](?!\w)", "", text)
    parts: list[str] = []
    for word in text.split():
        if word[0].isdecimal() and parts:
            parts[-1] += word
        else:
            parts.append(word[0].upper() + word[1:])
    name = " ".join(parts)
    return name if name and name[0].isalpha() and not name[0].islower() else None
