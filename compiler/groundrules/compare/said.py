"""What the cards say of each rule and declaration, by id: the words in which a difference is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace

from groundrules.cards import Deck
from groundrules.cards.markdown import clean
from groundrules.cards.model import Bullet, Card, Cell, Foot, Row, Sheet, Statement, Table
from groundrules.compare.changes import Change
from groundrules.ruleset import Rule

#: Kinds of changes whose ids stand on cards as they are.
_BARE = ("rule", "cell", "band")
_NOWHERE = Foot(words=())
#: An empty cell as it is printed.
_NOTHING = "–"


@dataclass(slots=True)
class Said:
    """The sentences of one deck: ``homes`` where they have their place, ``elsewhere`` where they are repeated."""

    homes: dict[str, list[str]] = field(default_factory=dict)
    elsewhere: dict[str, list[str]] = field(default_factory=dict)

    def of(self, kind: str, id_: str) -> tuple[str, ...]:
        """What is said of a part of the rules; nothing where no card speaks of it."""
        key = id_ if kind in _BARE else f"{kind} {id_}"
        return tuple(dict.fromkeys(self.homes.get(key) or self.elsewhere.get(key) or []))


def said_in(deck: Deck) -> Said:
    """The sentences of a deck by id."""
    said = Said()
    for each in deck.cards:
        _gather(each, said)
    _gather(deck.sheet, said)
    return said


def _gather(part: object, said: Said) -> None:
    if isinstance(part, Bullet):
        for number, statement in enumerate(part.sentences):
            label = f"{part.trigger}: " if part.trigger is not None and number == 0 else ""
            _note(replace(statement, text=label + statement.text), said)
        for statement in part.prose:
            _note(statement, said)
    elif isinstance(part, Statement):
        _note(part, said)
    elif isinstance(part, Table):
        for row in part.rows:
            _note_row(row, part.headers, said)
    else:
        for each in _inside(part):
            _gather(each, said)


def _inside(part: object) -> Iterator[object]:
    if isinstance(part, tuple):
        yield from part
    elif is_dataclass(part):
        yield from (getattr(part, each.name) for each in fields(part))


def _note(statement: Statement, said: Said) -> None:
    target = said.elsewhere if statement.repeat else said.homes
    for id_ in statement.ids[: 1 if statement.repeat else None]:
        target.setdefault(id_, []).append(clean(statement.text))


def _note_row(row: Row, headers: Sequence[str], said: Said) -> None:
    """A row of a roll is said as a whole, each cell behind its header; a cell of a table by what it is of."""
    titled = list(headers)[-len(row.cells) :] if len(headers) >= len(row.cells) else [""] * len(row.cells)
    filled = [(title, cell.text.removesuffix(".")) for title, cell in zip(titled, row.cells, strict=True)]
    parts = [f"{title}: {text}" if title else text for title, text in filled if text and text != _NOTHING]
    whole = "; ".join(parts)
    for cell in row.cells:
        for id_ in cell.home:
            said.homes.setdefault(id_, []).append(clean(_cell(row, cell) if "/" in id_ else whole))


def _cell(row: Row, cell: Cell) -> str:
    return f"{', '.join(row.keys)}: {cell.text}" if row.keys else cell.text


def without_places(card: Card) -> Card:
    """A card without what says where its rules stand."""
    return replace(card, foot=_NOWHERE)


def bare_sheet(sheet: Sheet) -> Sheet:
    """The sheet without what says where its rules stand, and what they are called."""
    return replace(sheet, foot=_NOWHERE, title="", subtitle="")


@dataclass(frozen=True, slots=True)
class Cards:
    """Which cards are new, gone, or say something else, by their names in the rules; whether the sheet does."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    sheet: bool = False


def cards_that_differ(old: Deck, new: Deck) -> Cards:
    """The cards of two decks, by what they are about."""
    before: Mapping[str, Card] = {card.key: without_places(card) for card in old.cards}
    after: Mapping[str, Card] = {card.key: without_places(card) for card in new.cards}
    return Cards(
        tuple(key for key in after if key not in before),
        tuple(key for key in before if key not in after),
        tuple(key for key in after if key in before and after[key] != before[key]),
        bare_sheet(old.sheet) != bare_sheet(new.sheet),
    )


@dataclass(frozen=True, slots=True)
class Told:
    """A change with what the cards said of it before and say now."""

    change: Change
    before: tuple[str, ...]
    after: tuple[str, ...]


def told(change: Change, old: Said, new: Said) -> Told:
    """A change in words: sentences that are the same before and after are left out where others tell it."""
    before = old.of(change.kind, change.was or change.id) or _value(change.before)
    after = new.of(change.kind, change.id) or _value(change.after)
    if change.how == "changed" and isinstance(change.before, Rule) and isinstance(change.after, Rule):
        before, after = _of_subjects(change.before, change.after, before, after)
    if change.how == "changed" and before != after:
        both = set(before) & set(after)
        before = tuple(each for each in before if each not in both)
        after = tuple(each for each in after if each not in both)
    return Told(change, () if change.before is None else before, () if change.after is None else after)


def _of_subjects(
    old: Rule, new: Rule, before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sentences with the names that a rule speaks of, where these are others than before."""
    mine, theirs = (tuple(dict.fromkeys(each.term.name for each in rule.subjects)) for rule in (old, new))
    if set(mine) == set(theirs):
        return before, after
    return tuple(f"{', '.join(mine)}: {line}" for line in before), tuple(
        f"{', '.join(theirs)}: {line}" for line in after
    )


def _value(part: object) -> tuple[str, ...]:
    """What a setting or a line of the header holds."""
    value = getattr(part, "value", None) or getattr(part, "prose", None)
    return (value,) if isinstance(value, str) else ()
