"""All pages of a ruleset, from the compiled rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from groundrules.cards.catalogue import Catalogue, catalogue
from groundrules.cards.desk import CARDS, Desk
from groundrules.cards.lexicon import Lexicon, capital
from groundrules.cards.markdown import clean
from groundrules.cards.model import Card, Deck, Findings, Index, IndexGroup, See, Statement
from groundrules.cards.others import outcome_card, roll_card, state_card, trait_card
from groundrules.cards.sheet import build_sheet
from groundrules.cards.signs import plain_signs
from groundrules.cards.terrain import all_terrain_card, terrain_card
from groundrules.cards.words import Words
from groundrules.ruleset import Ruleset

T = TypeVar("T")

#: Fields that hold ids, keys and files, not words.
_NOT_WORDS = {"ids", "home", "key", "keys", "columns", "file", "kind", "notes", "letter", "events", "language"}


def build_deck(
    ruleset: Ruleset,
    *,
    phrases: Mapping[str, Any] | Catalogue | None = None,
    ascii: bool = False,
    findings: Findings | None = None,
) -> Deck:
    """The cards, the quick-reference sheet and the index of a ruleset.

    ``phrases`` lays single phrases over the English catalogue, or is a whole catalogue;
    ``ascii`` writes ``6"``, ``x2``, ``1/2`` for ``6″``, ``×2``, ``½``; ``findings`` are the
    chances and examples that running the rules gave. Raises
    :class:`groundrules.cards.catalogue.PhraseError` for phrases that do not fit.
    """
    words = Words(catalogue(phrases), Lexicon.of(ruleset), ruleset.settings.distance)
    desk = Desk(ruleset, words, findings or Findings())
    cards: list[Card] = [all_terrain_card(desk)] if desk.on_all_terrain else []
    cards += [terrain_card(desk, terrain) for terrain in ruleset.terrains]
    cards += [trait_card(desk, trait) for trait in ruleset.traits]
    cards += [state_card(desk, state) for state in ruleset.states]
    cards += [outcome_card(desk, outcome) for outcome in ruleset.outcomes]
    cards += [roll_card(desk, roll) for roll in ruleset.rolls]
    if desk.changed:
        cards = [replace(card, is_changed=not desk.changed.isdisjoint(ids_on(card))) for card in cards]
    deck = Deck(
        name=ruleset.name,
        cards=tuple(cards),
        sheet=build_sheet(desk),
        index=_index(desk, cards),
        language=words.phrases.language,
    )
    return _mapped(deck, plain_signs(words.phrases.ascii)) if ascii else deck


def _index(desk: Desk, cards: list[Card]) -> Index:
    header, say = desk.ruleset.header, desk.words.say
    credits = [
        Statement(capital(say(f"label.{key}", text=clean(value or ""))), ("ruleset",))
        for key, value in (
            ("version", header.version),
            ("author", header.author),
            ("source", header.source),
            ("licence", header.licence),
            ("notice", header.notice),
        )
        if clean(value or "")
    ]
    groups = []
    for kind in CARDS:
        kinds = (kind, "all terrain") if kind == "terrain" else (kind,)
        pages = tuple(See(card.name, card.file) for card in cards if card.kind in kinds)
        if pages:
            groups.append(IndexGroup(say(f"kinds.{kind}"), pages))
    sheet = See(say("label.quick reference"), "quick-reference.md")
    return Index(
        title=desk.title,
        credits=tuple(credits),
        sheet=sheet,
        groups=tuple(groups),
        foot=desk.foot(None),
        labels=desk.labels,
    )


def ids_on(part: object) -> Iterator[str]:
    """Every id of a part of the model."""
    if isinstance(part, tuple):
        for one in part:
            yield from ids_on(one)
    elif is_dataclass(part) and not isinstance(part, type):
        yield from getattr(part, "ids", ())
        for field in fields(part):
            yield from ids_on(getattr(part, field.name))


def _mapped(part: T, change: Callable[[str], str]) -> T:
    """Every word of a part of the model changed; ids, keys and files as they are."""
    changes: dict[str, Any] = {}
    for field in fields(part):  # type: ignore[arg-type]  # only dataclasses come here
        if field.name not in _NOT_WORDS or (field.name == "notes" and type(part).__name__ == "Sheet"):
            changes[field.name] = _value(getattr(part, field.name), change)
    return replace(part, **changes)  # type: ignore[type-var]  # as above


def _value(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_value(one, change) for one in value)
    return _mapped(value, change) if is_dataclass(value) else value
