"""What rulebooks say in a place where the language has no such thing: the line to write instead."""

from __future__ import annotations

import re

from groundrules.syntax.slip import Slip
from groundrules.syntax.trial import Trial
from groundrules.syntax.words import QUALIFIERS, Words, quoted, ready

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


# ---- where a model stands

#: How far inside others say that a model stands, and the share that it is.
_SHARES = {
    **dict.fromkeys(("wholly", "fully", "completely", "entirely", "totally"), "all"),
    **dict.fromkeys(("partly", "partially"), "any"),
    **dict.fromkeys(("mostly", "mainly"), "over 1/2"),
}
_WHERE = frozenset(["INSIDE", "OUTSIDE", "BEHIND", "TOUCHING"])


def how_far_inside(trial: Trial, words: Words) -> Slip | None:
    """``when wholly inside``: what part of the base, or of the unit, must lie there."""
    for at in (trial.at, trial.at - 1):
        token = trial.token(at)
        share = _SHARES.get(token.lower()) if token is not None else None
        place = trial.token(at + 1)
        if token is None or share is None or place is None:
            continue
        within = place in ("within", "in")
        if trial.type(at + 1) not in _WHERE and not within:
            continue
        where = "inside" if within else str(place)
        whose, other = ("unit", "base") if "UNIT" in trial.types[:at] else ("base", "unit")
        meant = f"{share} of {whose} {where}"
        changes = (trial.replace(at, meant, at + 1),)
        if not trial.would_fit(changes):
            continue
        written = trial.text(at, at + 1)
        kinds = {"base": "of one model", "unit": "of a unit"}
        return Slip(
            "GR110" if token.type == "WORD" else "GR100",
            trial.span(at, at + 1),
            f"{quoted(written)} is said with the part that counts",
            f"write `{meant}` {kinds[whose]}, `{share} of {other} {where}` {kinds[other]}",
            changes,
            f"write `{meant}`",
            choice=True,
        )
    return None


_OWNERS = frozenset(["MODEL", "TARGET", "SHOOTER", "PIECE"])
_FACTS = _WHERE | {"BETWEEN"}


def where_another_stands(trial: Trial, words: Words) -> Slip | None:
    """``when shooter inside``: a place is said of the one model that the rule is about."""
    for at in (trial.at, trial.at - 1):
        if trial.type(at - 1) not in _OWNERS or trial.type(at) not in _FACTS:
            continue
        changes = (trial.delete(at - 1),)
        if not trial.would_fit(changes):
            continue
        owner, fact = trial.tokens[at - 1], trial.tokens[at]
        if owner in ("model", "target"):
            return Slip(
                "GR100",
                trial.span(at - 1),
                f"`{fact}` is said of the model by itself, without `{owner}`",
                f"write `{fact}`: in a rule about cover or sight that is where the target stands",
                changes,
                f"take `{owner}` away",
            )
        help = f"a piece has fields: `piece Height at least 1`; `{fact}` alone says where the model stands"
        if owner == "shooter":
            help = (
                f"of the shooter can be asked a field, a class, a trait or a state, as in `shooter Infantry`; "
                f"`{fact}` alone says where the target stands"
            )
        return Slip(
            "GR100",
            trial.span(at - 1, at),
            f"`{fact}` is said of the model that the rule is about, never of the {owner}",
            help,
            changes,
        )
    return None


def declared_on_condition(trial: Trial, words: Words) -> Slip | None:
    """``cover Heavy when inside: no effect``: what is declared is so at all times."""
    if trial.type(0) not in ("COVER", "STATE", "OUTCOME") or trial.type(1) != "NAME":
        return None
    at = trial.at
    if trial.type(at) not in QUALIFIERS or "COLON" in trial.types[:at]:
        return None
    colon = trial.types.index("COLON") if "COLON" in trial.types else 0
    if not colon or not trial.would_fit((trial.delete(at, colon - 1),)):
        return None
    kind, name, when = str(trial.tokens[0]), str(trial.tokens[1]), trial.text(at, colon - 1)
    below = f"{when}: {trial.text(colon + 1, len(trial.tokens) - 1)}"
    ways = {"cover": f"`Woods {when}: cover {name}`", "state": f"`Woods on enter {when}: gain {name}`"}
    rule = ways.get(kind, f"`Woods on enter {when}: {name}`").replace("on enter on ", "on ")
    only = f"; what it does only then stands on a line below `{kind} {name}`, farther right: {ready(below)}"
    return Slip(
        "GR100",
        trial.span(at, colon - 1),
        f"{quoted(when)} stands in the declaration of {quoted(f'{kind} {name}')}, which holds always",
        f"when a model has it, is said by the rule that gives it: {rule}{'' if trial.type(at) == 'ON' else only}",
        (trial.delete(at, colon - 1),),
    )
