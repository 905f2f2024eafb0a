"""What rulebooks say in other words: phrases of everyday English, and the language's own for them.

A phrase is looked for where the line was refused; it is told only where the line is good
once the language's words stand in its place. A name in a phrase is a name as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from groundrules.naming import name_key
from groundrules.syntax.slip import Slip
from groundrules.syntax.trial import Trial
from groundrules.syntax.words import Words, quoted

#: So many tokens before the refused one may belong to the phrase.
_BACK = 6

_NAME = r"(?P<name>[^\W\d_a-z][^\s,:()\"]*(?: [^\W\d_a-z][^\s,:()\"]*)*)"
_OTHER = _NAME.replace("name", "other")
_LAST = _NAME.replace("name", "last")
_FIELD = r"(?P<field>[^\W\d_]+(?: [^\W\d_]+)?)"
_FALL = r"(?:fall|falling|falls|drop)"
_LONG = r"(?P<number>\d[^\s:,]*)"
_UNIT = r"(?:inch(?:es)?|cm|mm|foot|hex|square|space|cell|metre)"
_THE = r"(?:the |a |an |its |their )?"
_ALL = rf"(?:(?:all|any|every|everything|anything)(?: (?:of )?{_THE}(?:other )?(?:terrains?|grounds?|else))?|terrains?)"

#: Ways to begin a ban, and what is banned, by the event that the language has for it.
_BAN = r"(?:may not|must not|cannot|can not|can'?t|can’t|not allowed to|is not allowed to|no|forbids?)"
_BANNED = {
    "enter": r"(?:be )?(?:enter|entered|entering|entry)|move in(?:to)?|go in(?:to)?|access|movement",
    "cross": r"(?:be )?(?:cross|crossed|crossing)|move (?:through|over|across)|go (?:through|over)|pass through",
    "leave": r"(?:be )?(?:leave|left|leaving|exit)",
    "end": rf"(?:end|ending|stop|stopping|finish|finishing)(?: {_THE}move)?(?: (?:there|here|in it|on it))?",
    "climb": r"(?:be )?(?:climb|climbed|climbing)",
    "jump": r"(?:be )?(?:jump|jumped|jumping)",
    "drop": r"(?:drop|dropping|fall|falling)",
}
_EVENTS = {
    "enter": r"(?:it is |it's )?(?:entered|entering|entry)|moving in(?:to)?|enters",
    "leave": r"(?:it is )?(?:left|leaving|exit|exiting)|leaves",
    "cross": r"(?:it is )?(?:crossed|crossing)|crosses|moving through",
    "end": r"(?:ending|ends|end of move|finishing)(?: (?:its|the|a) move)?(?: (?:there|here|in it|on it))?",
    "start": r"(?:starting|starts|start of move|beginning|begins)(?: (?:its|the|a) move)?(?: (?:there|here|in it))?",
    "drop": r"fall|falls|falling|fell|dropping",
    "climb": r"climbed|climbing|climbs",
    "jump": r"jumped|jumping|jumps|leap|leaping",
    "activate": r"activation|activated|activating|activates",
}


@dataclass(frozen=True, slots=True)
class _Phrase:
    """What others write; where it stands; what the language writes, from the match and the trial.

    ``place`` is ``effect`` (a whole one), ``when`` (in a condition),
    ``left`` (before the colon), ``start`` (of the line) or ``any``.
    """

    pattern: re.Pattern[str]
    place: str
    meant: Callable[[re.Match[str], Trial], str | None]


def _phrase(place: str, pattern: str, meant: str | Callable[[re.Match[str], Trial], str | None]) -> _Phrase:
    whole = re.compile(rf"(?:{pattern})(?![\w%])")
    if isinstance(meant, str):
        template = meant
        return _Phrase(whole, place, lambda found, _: found.expand(template))
    return _Phrase(whole, place, meant)


@lru_cache(maxsize=4)
def _declared(text: str) -> dict[str, tuple[str, bool]]:
    """What lines of the text declare, by key: as what, and whether something stands in brackets."""
    found: dict[str, tuple[str, bool]] = {}
    for line in re.finditer(r"^[ \t]*(state|outcome|roll)[ \t]+([^:\n\"(]*)(\(?)", text, re.MULTILINE):
        found[name_key(line[2].split(" until ")[0].strip())] = (line[1], bool(line[3]))
    return found


@lru_cache(maxsize=4)
def _speed(text: str) -> str | None:
    """The field up to which the first action goes."""
    field = re.search(rf"up to {_NAME}", text)
    return field["name"] if field is not None else None


def _becoming(found: re.Match[str], trial: Trial) -> str | None:
    """``is Prone``, ``become Prone``: a state is gained; ground counts as other ground."""
    name = _known(found, trial, "")
    if name is None:
        return None
    if _declared(trial.source.text).get(name_key(name), ("", False))[0] == "state":
        return f"gain {name}"
    return f"counts as {name}" if found[1] not in ("become", "becomes", "goes") else None


def _half_speed(found: re.Match[str], trial: Trial) -> str | None:
    """``half speed`` of ground: every inch counts twice. Of a state it is the field that is halved."""
    field = _speed(trial.source.text)
    return f"half {field}" if trial.type(0) == "STATE" and field is not None else "cost x2"


def _grade(found: re.Match[str], trial: Trial) -> str | None:
    """``light cover``, ``gives Hard cover``: the grade is a name, and stands behind the word."""
    return "cover " + " ".join(word[0].upper() + word[1:] for word in found["field"].split(" "))


def _measured(found: re.Match[str], trial: Trial) -> str | None:
    """``on drop when over 3"``: the measure that goes with the event."""
    for event, measure in (("DROP", "fall"), ("CLIMB", "rise"), ("JUMP", "gap")):
        if event in trial.types:
            return f"{measure} {found[0]}"
    return None


def _off_speed(found: re.Match[str], trial: Trial) -> str | None:
    """``-2" movement``: taken off what the first action goes up to."""
    field = _speed(trial.source.text)
    return f"{field} -{found['number']}" if field is not None else None


def _with_brackets(found: re.Match[str], trial: Trial) -> str | None:
    """``Hit 4``: what an outcome or a roll needs to know stands in brackets."""
    _, brackets = _declared(trial.source.text).get(name_key(found["name"]), ("", False))
    return f"{found['name']}({found['number']})" if brackets else None


def _counted(found: re.Match[str], trial: Trial) -> str | None:
    """``2 wounds``, where the text declares ``outcome Wound(Count)``; ``1 wound`` where it has no brackets."""
    for word in (found["word"], found["word"].removesuffix("s")):
        name = word[:1].upper() + word[1:]
        kind, brackets = _declared(trial.source.text).get(name_key(name), ("", False))
        if kind == "outcome" and (brackets or found["number"] == "1"):
            return f"{name}({found['number']})" if brackets else name
    return None


def _known(found: re.Match[str], trial: Trial, lead: str) -> str | None:
    """A field in small letters, as the text writes it elsewhere."""
    word = found["field"]
    name = word if word[0].isupper() else " ".join(part.capitalize() for part in word.split())
    return f"{lead}{name}" if trial.names[name_key(name)] > (1 if word == name else 0) else None


def _impassable(found: re.Match[str], trial: Trial) -> str | None:
    """``impassable``, where the text has no terrain of that name."""
    return "forbid enter" if not trial.names[name_key("Impassable")] else None


def _only(found: re.Match[str], trial: Trial) -> str:
    """``Woods: only Infantry``: nobody else may enter."""
    return f"{found['other']} except {found['name'] or found['last']}: forbid enter"


_PHRASES: tuple[_Phrase, ...] = (
    # Nothing happens.
    _phrase("effect", r"nothing(?: happens| special)?|none|no (?:special )?(?:effects|penalty)|-|–", "no effect"),
    _phrase("effect", r"no (?:additional |extra )?(?:movement )?cost", "no effect"),
    # What is forbidden.
    *(_phrase("effect", rf"{_BAN} (?:{banned})", f"forbid {event}") for event, banned in _BANNED.items()),
    _phrase("effect", rf"{_BAN} (?:be used to )?{_NAME}", r"forbid \g<name>"),
    _phrase("effect", r"(?:is |are )?(?:impassable|impassible|not passable)", _impassable),
    _phrase("start", rf"{_OTHER}: (?:only (?:for )?{_NAME}|{_LAST} only)(?: may enter)?", _only),
    # What it costs.
    _phrase("effect", r"(?:cost |costs )?(?:double|twice)(?: (?:the )?(?:cost|move(?:ment)?))?", "cost x2"),
    _phrase("effect", r"doubles? (?:the |movement )?cost", "cost x2"),
    _phrase("effect", r"(?:cost |costs )?triple(?: (?:the )?(?:cost|move(?:ment)?))?", "cost x3"),
    _phrase("effect", r"(?:cost |costs )half|half (?:the )?cost", "cost x1/2"),
    _phrase("effect", rf"costs? (?P<number>\d+)[\"″]? (?:per|each|for (?:each|every)) {_UNIT}", r"cost x\g<number>"),
    _phrase("effect", r"(x\d[^\s:,]*)", r"cost \1"),
    _phrase("effect", r"([+-] ?\d+)(?: cost)", r"cost \1"),
    _phrase("effect", r"costs? \+ ?([^\s:,]+) to enter", r"cost \1 to enter"),
    _phrase("effect", rf"costs? (?:{_THE}(?:rest|remaining|remainder|everything)|all)"
            rf"(?: (?:of )?{_THE}(?:rest|remaining)? ?(?:move(?:ment)?|points)?)?", "cost all"),
    _phrase("effect", rf"costs? {_LONG} to cross", r"cost \g<number> to enter"),
    # What is seen.
    _phrase("effect", r"blocks? (?:the |all )?(?:lines? of sight|sight|los|LoS|LOS|view|vision)", "block sight"),
    _phrase("effect", r"(?:moves? )?(?:at )?half (?:speed|pace|rate|movement|move)", _half_speed),
    _phrase("effect", rf"(?:gives?|grants?|provides?|has|in)? ?(?:a |an )?{_FIELD} cover", _grade),
    # States, outcomes, rolls, grounds.
    _phrase("effect", rf"(is|are|be|becomes?|goes|treated as|is treated as|counts?) (?:a |an )?{_FIELD}", _becoming),
    _phrase("effect", rf"{_NAME} (?P<number>\d+|d\d+)", _with_brackets),
    _phrase("effect", r"(?P<number>\d+|d\d+) (?P<word>[^\W\d_]+)", _counted),
    _phrase("effect", rf"(?:must )?(?:roll|rolls|take|takes|make|makes|test for) {_THE}{_NAME}", r"\g<name>"),
    _phrase("effect", rf"halves? {_THE}{_FIELD}", lambda found, trial: _known(found, trial, "half ")),
    _phrase("effect", rf"{_FIELD} (?:halved|is halved|half)", lambda found, trial: _known(found, trial, "half ")),
    _phrase("effect", r"(?:must )?(?:stops?|halts?)(?: (?:there|here|at once|immediately|moving))?", "stop"),
    _phrase("effect", rf"ends? {_THE}(move|activation)", r"end \1"),
    _phrase("any", _ALL, "Any Terrain"),
    _phrase("effect", rf"[-−–] ?{_LONG}(?: (?:to )?{_THE}(?:[Mm]ove(?:ment)?|[Ss]peed))?", _off_speed),
    _phrase("start", rf"{_OTHER}(?: |: )ignores? {_ALL}", r"\g<other>: ignore Any Terrain"),
    _phrase("start", rf"{_OTHER} ignores {_NAME}", r"\g<other>: ignore \g<name>"),
    _phrase("start", rf"(?P<subject>{_NAME.replace('name', 'other')}) (?:is|are|counts as|is treated as) {_NAME}",
            r"\g<subject>: counts as \g<name>"),
    _phrase("start", rf"{_NAME} blocks? sight", r"\g<name>: block sight"),
    # When.
    _phrase("when", r"(?<=when )(?:over|under|at least|at most) \d[^\s:,]*", _measured),
    _phrase("when", r"is (over|under|at least|at most)", r"\1"),
    _phrase("when", r"(?:is )?(?:no more|not more|no greater|no higher) than", "at most"),
    _phrase("when", r"(?:is )?(?:no less|not less|no fewer|no lower) than", "at least"),
    _phrase("when", r"(?:is )?(?:more|greater|higher|larger|bigger|longer|farther|further|taller|faster) than", "over"),
    _phrase("when", r"(?:is )?(?:less|smaller|lower|fewer|shorter|slower) than", "under"),
    _phrase("when", rf"(?:is )?{_LONG} or (?:more|higher|greater|over|better|above)", r"at least \g<number>"),
    _phrase("when", rf"(?:is )?{_LONG} or (?:less|lower|fewer|under|below)", r"at most \g<number>"),
    _phrase("when", rf"(?:more than|over) (?:half|1/2|50 ?%)(?: of)? {_THE}(unit|base|facing)", r"over 1/2 of \1"),
    _phrase("when", rf"at least (?:half|1/2|50 ?%)(?: of)? {_THE}(unit|base|facing)", r"at least 1/2 of \1"),
    _phrase("when", rf"half or more(?: of)? {_THE}(unit|base|facing)", r"at least 1/2 of \1"),
    _phrase("when", r"(all|any|none) of (?:the |its )(unit|base|facing)", r"\1 of \2"),
    _phrase("when", rf"(?:all of|all|the whole|{_THE}entire|the full|the) (?:the |its )?(?:whole )?move", "whole move"),
    _phrase("when", r"(?:any|some|a) ?(?:part )?of (?:the |its )?move|part of (?:the|its) move", "part of move"),
    *(_phrase("left", rf"(?:on|when|if|upon|after) (?:{words})", f"on {event}") for event, words in _EVENTS.items()),
    _phrase("left", rf"on {_THE}{_FALL}(?: of)? (?:over|more than) {_LONG}", r"on drop when fall over \g<number>"),
    _phrase("left", rf"on {_THE}{_FALL} of (?:at least )?{_LONG}(?: or more)?",
            r"on drop when fall at least \g<number>"),
    _phrase("left", rf"(?:on|at) {_THE}end of {_THE}(?:move|action)", "on end"),
    _phrase("left", rf"(?:on|at) {_THE}(start|end) of {_THE}turn", r"on turn \1"),
    _phrase("left", rf"(?:on|at) {_THE}(?:start|beginning) of {_THE}activation", "on activate"),
    # For whom.
    _phrase("left", rf"not (?:for|by) {_THE}{_NAME}", r"except \g<name>"),
    _phrase("left", rf"for (?:all|every\w+|any\w*)(?: models?)? except (?:for )?{_THE}{_NAME}", r"except \g<name>"),
    _phrase("left", rf"(?:only for|for only|for any|for all|for every|for each|for the) {_NAME}", r"for \g<name>"),
    # The header.
    _phrase("left", r"(?:title|name)(?= \")", "ruleset"),
)  # fmt: skip


def said_otherwise(trial: Trial, words: Words) -> Slip | None:
    """``more than half the unit``, ``ignore all terrain``, ``1: nothing``: the language says it in other words."""
    for first, last, found, phrase in _found(trial):
        text = phrase.meant(found, trial)
        if text is None:
            continue
        changes = (trial.replace(first, text, last),)
        if trial.would_fit(changes):
            strange = "WORD" in trial.types[first : last + 1]
            written = quoted(found[0])
            return Slip(
                "GR110" if strange else "GR100",
                trial.span(first, last),
                f"{written} is said in other words here",
                f"write `{text}`",
                changes,
                f"write `{text}`",
            )
    return None


def roll_on_the_right(trial: Trial, words: Words) -> Slip | None:
    """``Lava on enter: roll d6``: what is rolled has a line of its own, and a name."""
    at = trial.at
    before, after = trial.type(at - 1), trial.type(at + 1)
    if trial.type(at) != "ROLL" or before not in ("COLON", "COMMA") or after not in ("DICE", "DIE"):
        return None
    dice, subject = trial.text(at + 1, at + 1), trial.text(0, 0)
    return Slip(
        "GR100",
        trial.span(at, len(trial.tokens) - 1),
        f"{quoted(trial.text(at, len(trial.tokens) - 1))} stands right of the colon, and a roll has a line of its own",
        f"write `{subject} Test` here, and elsewhere, with its bands below it:\nroll {subject} Test: {dice.lower()}",
        (trial.replace(at, "no effect", len(trial.tokens) - 1),),
    )


def colon_in_setting(trial: Trial, words: Words) -> Slip | None:
    """``overlap: worst``, ``version: "2"``: a setting stands right of its word, without a colon."""
    if trial.type(1) != "COLON" or trial.type(0) not in _SETTINGS or trial.at > 1:
        return None
    changes = (trial.delete(1),)
    if not trial.would_fit(changes):
        return None
    line = quoted(f"{trial.tokens[0]} {trial.text(2, len(trial.tokens) - 1)}")
    return Slip("GR100", trial.span(1), "a setting has no `:`", f"write {line}", changes, "take the `:` away")


_SETTINGS = frozenset(
    ["RULESET", "VERSION", "AUTHOR", "LICENCE", "NOTICE", "SOURCE", "DISTANCE", "GRID", "OVERLAP", "MEASURE", "USE"]
)


def _found(trial: Trial) -> Iterator[tuple[int, int, re.Match[str], _Phrase]]:
    """Phrases that the refused token is part of, or that end right before it: those that begin first."""
    ends = {token.end_pos: index for index, token in enumerate(trial.tokens)}
    stop = trial.tokens[-1].end_pos
    colon = trial.types.index("COLON") if "COLON" in trial.types else len(trial.types)
    for first in range(max(0, trial.at - _BACK), min(trial.at, len(trial.tokens) - 1) + 1):
        place = trial.type(first - 1)
        for phrase in _PHRASES:
            if phrase.place == "effect" and place not in ("COLON", "COMMA"):
                continue
            if phrase.place == "when" and not ("WHEN" in trial.types[:first] and first < colon):
                continue
            if phrase.place == "left" and first > colon:
                continue
            if phrase.place == "start" and first > 0:
                continue
            found = phrase.pattern.match(trial.source.text, trial.tokens[first].start_pos, stop)
            last = ends.get(found.end()) if found is not None else None
            if found is None or last is None or last + 1 < trial.at:
                continue
            if phrase.place == "effect" and trial.type(last + 1) not in ("COMMA", ""):
                continue
            yield first, last, found, phrase
