"""Slips in lists and in the order of things: what a comma parts, and what `and` joins."""

from __future__ import annotations

import re
from collections.abc import Iterator

from groundrules.diagnostics import Edit, indent_of, line_end, line_start
from groundrules.syntax.slip import Slip
from groundrules.syntax.trial import Change, Trial
from groundrules.syntax.words import QUALIFIERS, Words, quoted, ready

#: So many commas of one list are looked at together.
_MOST = 8


def _last(trial: Trial, types: frozenset[str]) -> Iterator[list[int]]:
    """The places of such tokens before the refused one: the last, the last two, …"""
    places = [index for index in range(min(trial.at, len(trial.types) - 1), 0, -1) if trial.types[index] in types]
    for count in range(1, min(len(places), _MOST) + 1):
        yield sorted(places[:count])


def _exchange(trial: Trial, places: list[int], text: str) -> tuple[Change, ...]:
    """Another word or sign between the tokens around each place."""
    return tuple(Change(trial.tokens[i - 1].end_pos, trial.tokens[i].end_pos, text) for i in places)


def list_on_the_right(trial: Trial, words: Words) -> Slip | None:
    """``forbid enter, end``: commas part effects, a list inside one takes `and`."""
    for places in _last(trial, frozenset({"COMMA", "OR"})):
        changes = _exchange(trial, places, " and")
        left = "COLON" in trial.types[places[0] :] and "COLON" not in trial.types[: places[0]]
        if places[0] < 2 or left or not trial.would_fit(changes):
            continue
        sign = str(trial.tokens[places[-1]])
        first = max((i for i in range(places[0]) if trial.types[i] in ("COLON", "COMMA", "VBAR")), default=-1) + 1
        last = min(len(trial.tokens) - 1, places[-1] + 1)
        mended = trial.text(first, places[0] - 1)
        for place, following in zip(places, [*places[1:], last + 1], strict=True):
            mended += f" and {trial.text(place + 1, following - 1)}"
        return Slip(
            "GR120",
            trial.span(places[0]),
            f"a list in an effect takes `and`, not `{sign}`",
            f"write {ready(mended)}; commas part one effect from the next",
            changes,
            "write `and`",
        )
    return None


def joined_qualifiers(trial: Trial, words: Words) -> Slip | None:
    """``on enter, for Infantry``: qualifiers follow each other as they are."""
    at = trial.at
    if trial.type(at) not in QUALIFIERS or trial.type(at - 1) not in ("COMMA", "AND"):
        return None
    changes = (trial.delete(at - 1),)
    if not trial.would_fit(changes):
        return None
    sign = trial.tokens[at - 1]
    return Slip(
        "GR121",
        trial.span(at - 1),
        f"no `{sign}` stands between two qualifiers",
        f"write {quoted(f'{trial.tokens[at - 2]} {trial.tokens[at]}')} without it",
        changes,
        f"take the `{sign}` away",
    )


def and_for_comma(trial: Trial, words: Words) -> Slip | None:
    """``12 Critical and Success``, ``group Rough: Woods and Marsh``: here commas make the list."""
    if trial.type(trial.at) != "AND":
        return None
    places = [index for index in range(trial.at, len(trial.types)) if trial.types[index] == "AND"]
    for count in range(len(places), 0, -1):
        changes = _exchange(trial, places[:count], ",")
        if trial.would_fit(changes):
            before, after = trial.tokens[trial.at - 1], trial.token(trial.at + 1)
            return Slip(
                "GR122",
                trial.span(trial.at),
                "this list takes commas, not `and`",
                f"write {quoted(f'{before}, {after}')}",
                changes,
                "write commas",
            )
    return None


def several_obscuring(trial: Trial, words: Words) -> Slip | None:
    """``obscured by Hedge, Bank``: only one name may follow."""
    at = trial.at
    by = max((i for i in range(min(at, len(trial.types))) if trial.types[i] == "BY"), default=0)
    if trial.type(at) != "COMMA" or not by or trial.type(by - 1) != "OBSCURED":
        return None
    end = at
    while trial.type(end) in ("COMMA", "AND") and trial.type(end + 1) == "NAME":
        end += 2
    names = quoted(trial.text(by + 1, end - 1))
    members = [str(trial.tokens[index]) for index in range(by + 1, end) if trial.types[index] == "NAME"]
    one = (trial.replace(by + 1, "Screens", end - 1),)
    if not trial.names["Screens"] and trial.would_fit(one):
        return Slip(
            "GR123",
            trial.span(at),
            "`obscured by` takes one name",
            f"give the several one name, `group Screens: {', '.join(members)}`, and write `obscured by Screens`",
            (),  # the line is not read on with a name that is not there yet
            "give them one name",
            (
                _above_the_item(trial, f"group Screens: {', '.join(members)}"),
                Edit(trial.source.span(one[0].start, one[0].end), one[0].text),
            ),
        )
    return Slip(
        "GR123",
        trial.span(at),
        "`obscured by` takes one name",
        f"give the several one name, `group Screens: {names[1:-1]}`, and write `obscured by Screens`",
        (trial.delete(at, end - 1),),
    )


def _above_the_item(trial: Trial, line: str) -> Edit:
    """A line above the one that begins in the first column: a declaration of its own."""
    source = trial.source
    start = line_start(source, trial.span(0).start)
    while start and source.text[start] in " \t\r\n#":
        start = line_start(source, start - 1 - source.text.startswith("\r\n", start - 2))
    return Edit(source.span(start, start), line + line_end(source))


def brackets_round_operand(trial: Trial, words: Words) -> Slip | None:
    """``when (Height) at least 2``: brackets group conditions, operands have none."""
    if "WHEN" not in trial.types[: trial.at] or "LPAR" not in trial.types:
        return None
    opened: list[int] = []
    for index, kind in enumerate(trial.types):
        if kind == "LPAR":
            opened.append(index)
        elif kind == "RPAR" and opened:
            first = opened.pop()
            if index < trial.at - 1:
                continue
            changes = (_without(trial, first), _without(trial, index))
            if trial.would_fit(changes):
                return Slip(
                    "GR124",
                    trial.span(first, index),
                    "what is compared takes no brackets",
                    "take the brackets away; in a condition they only group `and`, `or` and `not`",
                    changes,
                    "take the brackets away",
                )
    return None


def _without(trial: Trial, at: int) -> Change:
    token = trial.tokens[at]
    return Change(token.start_pos, token.end_pos, "")


def always_first(trial: Trial, words: Words) -> Slip | None:
    """``forbid always enter``: `always` comes last."""
    places = [i for i in range(min(trial.at + 1, len(trial.types))) if trial.types[i] == "ALWAYS"]
    if not places or places[-1] + 1 >= len(trial.types):
        return None
    at = places[-1]
    for end in range(at + 1, len(trial.types)):
        if trial.type(end + 1) in ("COMMA", ""):
            place = trial.tokens[end].end_pos
            changes = (trial.delete(at), Change(place, place, " always"))
            if trial.would_fit(changes):
                mended = f"{trial.text(at + 1, end)} always"
                return Slip(
                    "GR125",
                    trial.span(at),
                    "`always` comes last",
                    f"write {ready(mended)}",
                    changes,
                    "move `always` to the end",
                )
    return None


def option_in_list(trial: Trial, words: Words) -> Slip | None:
    """``cost x2, option Cautious: …``: an option stands on a line of its own."""
    at = trial.at
    if trial.type(at) != "OPTION" or at == 0:
        return None
    return Slip(
        "GR126",
        trial.span(at),
        "`option` stands on a line of its own",
        f"write {ready(trial.text(at, len(trial.tokens) - 1))} on the next line, farther right",
        (trial.delete(at - 1 if trial.type(at - 1) == "COMMA" else at, len(trial.tokens) - 1),),
        "write it on a line of its own",
        (_on_the_next_line(trial, at),),
    )


def _on_the_next_line(trial: Trial, at: int) -> Edit:
    """The rest of a line once more, below it and farther right; beside what stands there already."""
    source, last = trial.source, trial.span(len(trial.tokens) - 1)
    indent = indent_of(trial.span(0))
    deeper = _DEEPER.match(source.text, source.line_bounds(last.line)[1])
    below = deeper[1] if deeper is not None and deeper[1].startswith(f"{indent} ") else f"{indent}    "
    written = f"{line_end(source)}{below}{trial.text(at, len(trial.tokens) - 1)}"
    return Edit(source.span(last.end, last.end), written)


#: Behind the end of a line: the blanks before the next one that is not empty.
_DEEPER = re.compile(r"(?:(?>\r\n|\r|\n)[ \t]*)*(?>\r\n|\r|\n)([ \t]+)(?=[^\s#])")


def line_of_its_own(trial: Trial, words: Words) -> Slip | None:
    """``cost x2, ref "p. 3"`` and ``cost x2 > prose``: pages and prose stand below."""
    at = trial.at
    kind = trial.type(at)
    if kind not in ("REF", "PROSE") or at == 0:
        return None
    what = "`ref`" if kind == "REF" else "prose"
    return Slip(
        "GR127",
        trial.span(at),
        f"{what} stands on a line of its own",
        f"write {ready(trial.text(at, len(trial.tokens) - 1))} on the next line, farther right",
        (trial.delete(at - 1 if trial.type(at - 1) == "COMMA" else at, len(trial.tokens) - 1),),
        "write it on a line of its own",
        (_on_the_next_line(trial, at),),
    )


def qualifier_on_the_right(trial: Trial, words: Words) -> Slip | None:
    """``Woods: stop on enter``: left of the colon says when."""
    at = trial.at
    colon = max((i for i in range(min(at, len(trial.types))) if trial.types[i] == "COLON"), default=0)
    if not colon:
        return _qualifier_behind(trial)
    if trial.type(at) not in QUALIFIERS:
        return None
    end = at
    while trial.type(end + 1) not in ("COMMA", ""):
        end += 1
    moved = trial.text(at, end)
    place = trial.tokens[colon - 1].end_pos
    changes = (Change(place, place, f" {moved}"), trial.delete(at, end))
    if not trial.would_fit(changes):
        return None
    alone = "COMMA" not in trial.types[colon:]
    left = f"{trial.text(0, colon - 1)} {moved}"
    return Slip(
        "GR128",
        trial.span(at, end),
        f"{quoted(moved)} stands right of the colon",
        f"left of the colon says when, right of it says what: {_moved(trial, left, colon + 1, at)}",
        changes,
        "move it left of the colon" if alone else None,
    )


def _moved(trial: Trial, left: str, first: int, at: int) -> str:
    """What to write, where of several effects the qualifiers may be about the last alone, or about all."""
    whole = ready(f"{left}: {trial.text(first, at - 1)}")
    last = max((i for i in range(first, at) if trial.types[i] == "COMMA"), default=None)
    if last is None:
        return f"write {whole}"
    return f"write {ready(f'{left}: {trial.text(last + 1, at - 1)}')} on a line of its own, or {whole} if all is meant"


def _qualifier_behind(trial: Trial) -> Slip | None:
    """``cost x2 for Flying`` and ``Bog Test on enter`` below a subject: the same, where the line has no colon."""
    at = trial.at
    if trial.type(at) == "" and trial.type(0) == "NAME":  # the name might have begun a line with a colon
        at = next((i for i, kind in enumerate(trial.types) if kind in QUALIFIERS), at)
    if trial.type(at) not in QUALIFIERS or at == 0:
        return None
    end = at
    while trial.type(end + 1) not in ("COMMA", ""):
        end += 1
    moved = trial.text(at, end)
    start = trial.tokens[0].start_pos
    changes = (Change(start, start, f"{moved}: "), trial.delete(at, end))
    if not trial.would_fit(changes):
        return None
    return Slip(
        "GR128",
        trial.span(at, end),
        f"{quoted(moved)} stands behind what it is about",
        f"when comes first, then a colon, then what: {_moved(trial, moved, 0, at)}",
        changes,
        None if "COMMA" in trial.types else "move it to the front",
    )
