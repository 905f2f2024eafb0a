"""What rulebooks say in a place where the language has no such thing: the line to write instead."""

from __future__ import annotations

import re

from groundrules.syntax.slip import Slip
from groundrules.syntax.trial import Trial
from groundrules.syntax.words import Words, quoted

_RANGE = re.compile(r"\d[^\s,:]*(?: ?(?:to|-|–|or) ?\d[^\s,:]*)?")
_MODIFIER = re.compile(
    r"(?P<change>[+-] ?\d+)(?: to the roll)?,? (?:if|for|when|where|to)(?: it is| it has)?(?: an?| the)? ?"
    r"(?P<name>[^\W\d_]\w*(?: [^\W\d_]\w*)*)"
)
_ROLL = re.compile(r"^[ \t]*roll[ \t]+([^:\n(\"]+)", re.MULTILINE)


def range_of_field(trial: Trial, words: Words) -> Slip | None:
    """``Move: 5" to 8"``: the rules say of what kind a field is, each model its own number."""
    if trial.at != 2 or trial.type(1) != "COLON" or "AGREED" not in trial.accepted(2):
        return None
    last = len(trial.tokens) - 1
    written = trial.text(2, last)
    if _RANGE.fullmatch(written) is None:
        return None
    kind = "number" if re.fullmatch(r"[\d\s½¼¾/to–or-]+", written) else "distance"
    changes = (trial.replace(2, kind, last),)
    if not trial.would_fit(changes):
        return None
    return Slip(
        "GR100",
        trial.span(2, last),
        f"{quoted(written)} is what models state, one by one; here stands of what kind it is",
        f"write `{kind}`",
        changes,
        f"write `{kind}`",
    )


def change_of_roll(trial: Trial, words: Words) -> Slip | None:
    """``+1 if Climber`` below a roll: what changes the roll is a rule of its own."""
    if not {"OTHERWISE", "EACH"} <= trial.accepted(0):
        return None
    last = len(trial.tokens) - 1
    found = _MODIFIER.fullmatch(trial.text(0, last))
    above = _ROLL.findall(trial.source.text, 0, trial.tokens[0].start_pos)
    if found is None or not above:
        return None
    name = " ".join(word[0].upper() + word[1:] for word in found["name"].split(" "))
    line = f"{name}: {above[-1].strip()} {found['change'].replace(' ', '')}"
    return Slip(
        "GR100",
        trial.span(0, last),
        f"{quoted(found[0])} is no band: what changes the roll is a rule of its own",
        f"write `{line}`, not indented",
    )


def lasts_longer(trial: Trial, words: Words) -> Slip | None:
    """``until end of next turn``: no state lasts so long of itself."""
    if "UNTIL" not in trial.types[: trial.at]:
        return None
    at = trial.types.index("UNTIL")
    written = trial.text(at, min(len(trial.tokens), trial.types.index("COLON") if "COLON" in trial.types else 99) - 1)
    if re.search(r"\bnext\b", written) is None:
        return None
    return Slip(
        "GR100",
        trial.span(at, at + written.count(" ")),
        f"{quoted(written)} is longer than a state lasts of itself",
        "write `until end of turn`; or leave `until …` out, and let a rule end it: `lose …`",
    )
