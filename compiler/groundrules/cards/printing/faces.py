"""A card on as few printed cards as it takes, in as large a type as that allows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from groundrules.cards.model import Card
from groundrules.cards.printing.blocks import Block, Text, body, foot_words, gap
from groundrules.cards.printing.measures import CARD, SIZES
from groundrules.cards.printing.text import Run, count, run, wide

#: Less room than this for the body of a card is none.
_LEAST = 20.0


class TooLarge(Exception):
    """A part of a card that does not fit on a printed card of its own: by how many millimetres."""

    def __init__(self, card: Card, over: float) -> None:
        super().__init__(f"`{card.name}` is {over:.1f} mm too tall for a card")
        self.card = card
        self.over = over


@dataclass(frozen=True)
class Face:
    """One printed card: part ``part`` of ``parts`` of a card, its body in a type size, in points."""

    card: Card
    size: float
    blocks: tuple[Block, ...] = ()
    part: int = 1
    parts: int = 1

    @property
    def picture(self) -> str:
        """The icon of its kind."""
        return "terrain" if self.card.kind == "all terrain" else self.card.kind

    @property
    def number(self) -> str:
        """Which part it is, if there are several: ``1/2``."""
        return f"{self.part}/{self.parts}" if self.parts > 1 else ""

    @property
    def kind_runs(self) -> tuple[Run, ...]:
        """The line below the name: the kind, and what the thing is besides."""
        labels = self.card.labels
        runs = [run(self.card.kind_word)]
        for trait in self.card.traits:
            runs += [run(f" {labels.separator} "), run(trait.text, "bold")]
        if self.card.is_changed:
            runs += [run(f" {labels.separator} "), run(labels.house, "bold")]
        return tuple(runs)

    @property
    def foot_words(self) -> tuple[str, ...]:
        """The last line: whose rules these are, and, not to be parted, where they stand."""
        *words, last = foot_words(self.card)[0]
        told = f" {self.card.labels.separator} ".join(words)
        if not words or wide(last, "regular", CARD.foot) > CARD.inner - CARD.spare:
            return tuple(word for text in (told, last) for word in run(text).text.split(" ") if word)
        return run(f"{told} {self.card.labels.separator}").text, run(last).text

    @cached_property
    def _beside(self) -> float:
        """How wide the name may be."""
        taken = wide(self.number, "bold", CARD.kind) + CARD.column_gap if self.number else 0.0
        return CARD.inner - CARD.picture - CARD.picture_gap - CARD.spare - taken

    @cached_property
    def name_size(self) -> float:
        """The type size of the name, in points."""
        fitting = (size for size in CARD.names if wide(self.card.name, "bold", size) <= self._beside)
        return next(fitting, CARD.names[-1])

    @cached_property
    def room(self) -> float:
        """The height that is left for the body."""
        name = count([run(self.card.name, "bold")], self._beside, self.name_size) * CARD.line(self.name_size)
        kind = count(self.kind_runs, CARD.inner - CARD.picture - CARD.picture_gap - CARD.spare, CARD.kind)
        head = max(CARD.picture, name + kind * CARD.line(CARD.kind))
        foot = count([run(" ".join(self.foot_words))], CARD.inner - CARD.spare, CARD.foot) * CARD.line(CARD.foot)
        taken = (
            CARD.top + head + CARD.head_gap + CARD.head_rule + CARD.body_gap
            + CARD.gap + CARD.foot_rule + CARD.foot_gap + foot + CARD.bottom
        )  # fmt: skip
        return CARD.height - taken


def faces(card: Card) -> tuple[Face, ...]:
    """The printed cards that a card takes: the fewest, tables whole if they can be, in the largest type that fits.

    Raises :class:`TooLarge` for a part that fits on none.
    """
    bodies = {SIZES[-1]: list(body(card, SIZES[-1]))}
    fewest = _faces(card, SIZES[-1], bodies[SIZES[-1]], together=False)
    for together in (True, False):
        for size in SIZES:
            if size not in bodies:
                bodies[size] = list(body(card, size))
            try:
                found = _faces(card, size, bodies[size], together)
            except TooLarge:
                continue
            if len(found) <= len(fewest):
                return found
    return fewest


def _faces(card: Card, size: float, blocks: Sequence[Block], together: bool) -> tuple[Face, ...]:
    whole = Face(card, size)
    if whole.room < _LEAST:
        raise TooLarge(card, _LEAST - whole.room)
    parts = _packed(card, blocks, whole.room, together)
    if len(parts) > 1:  # their number takes room beside the name
        parts = _packed(card, blocks, replace(whole, part=len(parts), parts=len(parts)).room, together)
    return tuple(Face(card, size, tuple(part), number, len(parts)) for number, part in enumerate(parts, start=1))


def _packed(card: Card, blocks: Iterable[Block], room: float, together: bool) -> list[list[Block]]:
    """The parts in as few cards as they need; ``together``: none is split that fits on a card of its own."""
    waiting = deque(blocks)
    parts: list[list[Block]] = [[]]
    used = 0.0
    while waiting:
        block = waiting.popleft()
        before = parts[-1][-1] if parts[-1] else None
        above = gap(before, block)
        if used + above + block.height <= room:
            parts[-1].append(block)
            used += above + block.height
            continue
        stays = block.height <= room and (together or isinstance(block, Text))
        split = None if stays else block.split(room - used - above)
        if split is not None:
            parts[-1].append(split[0])
            waiting.appendleft(split[1])
        elif before is None:
            raise TooLarge(card, block.height - room)
        else:
            waiting.appendleft(block)
        parts.append([])
        used = 0.0
    return parts


@dataclass(frozen=True, slots=True)
class Fit:
    """How a card fits on one printed card of 63 × 88 mm.

    ``cards``: how many it takes, 0 where a part of it fits on none. ``size``: its type size in points, between 7
    and 10. ``over``: by how many millimetres it is too tall for a single one in the smallest type, 0 if it is not.
    """

    cards: int
    size: float
    over: float


def fit(card: Card) -> Fit:
    """How a card of the card model fits in print, computed from the widths of the bundled font; nothing is drawn."""
    size = SIZES[-1]
    over = max(0.0, height(list(body(card, size))) - Face(card, size).room)
    try:
        found = faces(card)
    except TooLarge as problem:
        return Fit(0, size, max(over, problem.over))
    return Fit(len(found), found[0].size, over if len(found) > 1 else 0.0)


def height(blocks: Sequence[Block]) -> float:
    """How tall parts are below one another, in millimetres."""
    before = (None, *blocks)
    return sum(gap(above, block) + block.height for above, block in zip(before, blocks, strict=False))
