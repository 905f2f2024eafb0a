"""What two compiled rulesets say differently: rules, bands, declarations, settings, by id.

Layout, comments, places and the order of what stands in the text play no part; nor does
what follows from the rest, such as which rule wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from groundrules.ruleset import Roll, Rule, Ruleset

#: What says where something stands, or follows from what else is there.
_PLACES = frozenset(("origin", "beats", "asked_by"))
#: What is said to people and changes nothing in play.
_WORDS = frozenset(("prose", "ref", "display"))
#: Two left sides that are less alike than this are two rules.
_ALIKE = 0.6

How = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was added, removed or changed.

    ``kind`` is ``rule``, ``cell``, ``roll``, ``band``, ``setting``, ``header`` or the kind of
    a declaration; ``id`` names it in the new rules, or in the old ones where it is gone;
    ``was`` is its old id where that changed with it. ``words``: only what is said to people
    is another, and nothing in play.
    """

    kind: str
    id: str
    before: object | None
    after: object | None
    was: str | None = None
    words: bool = False

    @property
    def how(self) -> How:
        """Whether it was added, removed or changed."""
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"

    @property
    def ids(self) -> tuple[str, ...]:
        """Its id before and after, each once."""
        return tuple(dict.fromkeys(each for each in (self.was, self.id) if each is not None))

    @property
    def reversed(self) -> Change:
        """The same change, from the new rules back to the old ones."""
        back = self.was or self.id
        return Change(self.kind, back, self.after, self.before, self.id if back != self.id else None, self.words)


def changes_of(old: Ruleset, new: Ruleset) -> tuple[Change, ...]:
    """Every difference, in the order of the new text; what is gone comes last of its kind."""
    before, after = dict(_parts(old)), dict(_parts(new))
    found: list[Change] = []
    for kind in dict.fromkeys(kind for kind, _ in (*after, *before)):
        mine = {id_: part for (each, id_), part in before.items() if each == kind}
        theirs = {id_: part for (each, id_), part in after.items() if each == kind}
        found += _of_kind(kind, mine, theirs)
    return tuple(found)


def _of_kind(kind: str, before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[Change]:
    gone = {id_: part for id_, part in before.items() if id_ not in after}
    came = {id_: part for id_, part in after.items() if id_ not in before}
    renamed = dict(_pairs(gone, came)) if kind in ("rule", "band") else {}
    for id_, part in after.items():
        if id_ in renamed:
            yield Change(kind, id_, gone[renamed[id_]], part, renamed[id_])
        elif id_ in came:
            yield Change(kind, id_, None, part)
        elif plain(part) != plain(before[id_]):
            words = plain(part, _PLACES | _WORDS) == plain(before[id_], _PLACES | _WORDS)
            yield Change(kind, id_, before[id_], part, words=words)
    for id_, part in gone.items():
        if id_ not in renamed.values():
            yield Change(kind, id_, part, None)


def _pairs(gone: Mapping[str, object], came: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """New ids with the old ones that they take the place of: the same subject, the left side much alike."""
    scored = [(_alike(gone[old], came[new], old, new), old, new) for old in gone for new in came]
    used: set[str] = set()
    for score, old, new in sorted(scored, key=lambda each: -each[0]):
        if score >= _ALIKE and not used & {f"old {old}", f"new {new}"}:
            used |= {f"old {old}", f"new {new}"}
            yield new, old


def _alike(one: object, other: object, old: str, new: str) -> float:
    if isinstance(one, Rule) and isinstance(other, Rule):
        mine, theirs = ({(s.term.kind, s.term.name) for s in each.subjects} for each in (one, other))
        if not mine & theirs:
            return 0
        if plain(one.effects) == plain(other.effects):
            return 1 + SequenceMatcher(None, old, new).ratio()
    elif old.partition(" > ")[0] != new.partition(" > ")[0]:
        return 0
    return SequenceMatcher(None, old, new).ratio()


def plain(part: Any, without: Iterable[str] = _PLACES) -> Any:
    """A part of the rules as plain tuples, less some of its fields."""
    if isinstance(part, tuple):
        return tuple(plain(each, without) for each in part)
    if is_dataclass(part):
        held = (getattr(part, each.name) for each in fields(part) if each.name not in without)
        return (type(part).__name__, *(plain(each, without) for each in held))
    return part


# ---- the parts of a ruleset, by kind and id

_DECLARED = (
    ("field", "fields"), ("terrain", "terrains"), ("trait", "traits"), ("action", "actions"), ("group", "groups"),
    ("outcome", "outcomes"), ("state", "states"), ("cover", "covers"), ("option", "options"), ("number", "numbers"),
)  # fmt: skip


def _parts(ruleset: Ruleset) -> Iterator[tuple[tuple[str, str], object]]:
    for each in fields(ruleset.header):
        yield ("header", each.name), _Said(getattr(ruleset.header, each.name))
    for each in fields(ruleset.settings):
        yield ("setting", each.name), _Set(getattr(ruleset.settings, each.name))
    for kind, name in _DECLARED:
        for declared in getattr(ruleset, name):
            id_ = f"{declared.owner} {declared.name}" if kind == "field" else declared.name
            yield (kind, id_), declared
    yield from _rolls(ruleset.rolls)
    for rule in ruleset.rules:
        yield ("cell" if rule.cell is not None else "rule", rule.id), rule


def _rolls(rolls: Iterable[Roll]) -> Iterator[tuple[tuple[str, str], object]]:
    bands: dict[tuple[str, str], object] = {}
    for roll in rolls:
        shell = {each.name: getattr(roll, each.name) for each in fields(roll)}
        yield ("roll", roll.name), Roll(**{**shell, "bands": (), "handlers": ()})
        for band in roll.bands:
            bands.setdefault(("band", band.id), band)
        for handler in roll.handlers:
            bands.setdefault(("band", handler.id), handler)
    yield from bands.items()


@dataclass(frozen=True, slots=True)
class _Said:
    """What the header says under one word."""

    prose: object


@dataclass(frozen=True, slots=True)
class _Set:
    """What a setting says."""

    value: object
