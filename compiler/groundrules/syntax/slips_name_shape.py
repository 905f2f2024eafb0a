"""Names of several words, with something in them that no name has: `Barbed wire`, `Sea of Fire`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from groundrules.diagnostics import Edit
from groundrules.naming import name_key
from groundrules.syntax.slip import Slip
from groundrules.syntax.trial import Change, Trial
from groundrules.syntax.words import ITEMS, Words, quoted, ready
from groundrules.syntax.written import phrase_of

#: The pieces of which a broken name is put together: so many at most.
_PIECES = 6

_MARKS = frozenset("'’_.&/!?·-–—")


def broken_name(trial: Trial, words: Words) -> Slip | None:
    """``Barbed wire``, ``Sea of Fire``, ``Level 2 Woods``, ``Rough_Ground``, ``T-34 Wreck``, ``woods``."""
    for first, last in (*trial.broken_names, *_runs(trial)):
        display = re.sub(r"[ \u00a0]+", " ", trial.text(first, last))
        plain = plain_name(display)
        if plain is None or len(display) > 60 or "\n" in display or "\r" in display:
            continue
        again = _Again(trial, first, last, plain, display)
        for text in (again.titled, plain) if again.titled_here else (plain,):
            changes = again.changes(text)
            if changes is None:
                continue
            known = trial.names[name_key(plain)] > 0 or again.is_declared
            edits = again.edits(titled=text == plain) if known else ()
            lower = plain.lower() == display.lower()
            rule = (
                "every word of a name begins with a capital"
                if lower
                else "a name is made of words, each with a capital"
            )
            title = f"write {ready(text)}" + (f", and {quoted(plain)} wherever it stands" if edits else "")
            return Slip(
                "GR111" if lower else "GR113",
                trial.span(first, last),
                f"{quoted(display)} is not how a name is written",
                f"{rule} a capital: write {ready(text)}{_and_in(plain, text, edits)}",
                changes,
                title if known else None,
                edits,
                renames=name_key(plain) if known and again.is_never_right else "",
            )
    return _begins_with_number(trial)


class _Again:
    """A name that is none, in its line and wherever else it stands in the text."""

    def __init__(self, trial: Trial, first: int, last: int, plain: str, display: str) -> None:
        self._trial, self._first, self._last, self._plain = trial, first, last, plain
        self._phrase = phrase_of(trial.tokens[first : last + 1])
        #: The name with the one it is shown under.
        self.titled = f'{plain} "{display}"'
        self._shown = not display[0].islower() and plain != display.replace("_", " ")
        written = trial.written
        self.is_never_right = not written.counts[name_key(plain)]
        told = name_key(plain) in written.renamed
        self._elsewhere = [
            run
            for run in (written.places(self._phrase) if self.is_never_right and not told else ())
            if not trial.tokens[0].start_pos <= run[0].start_pos <= trial.tokens[-1].end_pos
        ]

    @property
    def is_declared(self) -> bool:
        """Whether the text declares it, here or elsewhere."""
        return _begins_item(self._trial, self._first) or self._phrase in self._trial.written.broken

    @property
    def titled_here(self) -> bool:
        """Whether the name it is shown under may stand here, and stands nowhere better."""
        if not self._shown or not _declares(self._trial, self._first):
            return False
        return self._first > 0 or not any(run[0].start_pos in self._trial.written.declared for run in self._elsewhere)

    def changes(self, text: str) -> tuple[Change, ...] | None:
        """What makes the line good: this name, and where that is not enough the others like it in the line."""
        trial = self._trial
        change = trial.replace(self._first, text, self._last)
        others = []
        for first, last in trial.broken_names:
            name = plain_name(trial.text(first, last))
            if name is not None and (last < self._first or first > self._last):
                others.append(trial.replace(first, name, last))
        for changes in ((change,), (change, *others)):
            tokens = trial.would_fit(changes)
            if tokens is not None and any(t.type == "NAME" and t.start_pos == change.start for t in tokens):
                return changes
        return None

    def edits(self, titled: bool) -> tuple[Edit, ...]:
        """The name in the other lines of the text; where it is declared with the one it is shown under, if wanted."""
        source, written = self._trial.source, self._trial.written
        places: dict[int, Edit] = {}
        for run in self._elsewhere:
            places[run[0].start_pos] = Edit(source.span(run[0].start_pos, run[-1].end_pos), self._plain)
        declaring = [start for kind in (written.declared, written.subjects) for start in places if start in kind]
        if titled and self._shown and declaring:
            span = places[declaring[0]].span
            if source.text[span.end :].lstrip(" \t\u00a0")[:1] not in ("(", '"', "“"):
                places[span.start] = Edit(span, self.titled)
        return tuple(places.values())


def _and_in(plain: str, text: str, edits: tuple[Edit, ...]) -> str:
    """In which other lines it is to be written too."""
    lines = sorted({edit.span.line for edit in edits})
    if not lines:
        return ""
    again = "" if text == plain else f", and {quoted(plain)}"
    if len(lines) > 3:
        return f" here{again or ' and'} in {len(lines)} other lines"
    named = " and ".join(", ".join(str(line) for line in lines).rsplit(", ", 1))
    return f" here{again or ' and'} in line{'s' * (len(lines) > 1)} {named}"


def _begins_with_number(trial: Trial) -> Slip | None:
    """``1st Wood: …``: a number, and a word stuck to it."""
    if trial.type(0) != "NUMBER" or trial.type(1) != "WORD" or trial.tokens[0].end_pos != trial.tokens[1].start_pos:
        return None
    word = _ORDINALS.get(trial.text(0, 1).lower())
    change = (trial.replace(0, word, 1),) if word is not None else ()
    fits = word is not None and trial.would_fit(change) is not None
    return Slip(
        "GR113",
        trial.span(0, 1),
        f"a name cannot begin with {quoted(trial.text(0, 1))}",
        f"a name begins with a capital letter: write {f'`{word}`' if fits else 'the number as a word'}",
        change if fits else (),
        f"write `{word}`" if fits else None,
    )


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
    """Whether a name of the run also stands without the rest: then it is one, and what follows is not part of it."""
    return trial.written.stand_elsewhere(trial.tokens[first : last + 1])


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
