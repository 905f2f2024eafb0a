"""The texts of a drawing: none lies on another where there is room, and each has a pale edge to be read on anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal
from xml.sax.saxutils import escape

#: A place in the drawing, in pixels.
Spot = tuple[float, float]
#: Left, top, right, bottom.
Box = tuple[float, float, float, float]
Anchor = Literal["start", "middle", "end"]

#: How wide a letter is, and how far below its line and from line to line a text reaches, as shares of the type size.
_WIDE, _BOLD, _BELOW, _LINE = 0.55, 0.62, 0.25, 1.1


def printable(text: str) -> str:
    """A text without what no drawing can hold."""
    return "".join(char if char.isprintable() else " " for char in text)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a label."""

    words: str
    colour: str
    size: float = 12.0
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """Lines below one another; ``spots`` are the places for the first, on its line, the best ones first.

    ``avoid``: what it had better not lie on, since it would seem to belong to that.
    """

    lines: tuple[Line, ...]
    spots: tuple[tuple[Spot, Anchor], ...]
    avoid: tuple[Box, ...] = ()

    def box(self, spot: Spot, anchor: Anchor) -> Box:
        """What it covers at a spot."""
        x, y = spot
        wide = max(len(line.words) * line.size * (_BOLD if line.bold else _WIDE) for line in self.lines)
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        tall = sum(line.size * _LINE for line in self.lines[1:])
        return left, y - self.lines[0].size * 0.8, left + wide, y + tall + self.lines[-1].size * _BELOW

    def svg(self, spot: Spot, anchor: Anchor) -> Iterator[str]:
        """It at a spot."""
        x, y = spot
        for number, line in enumerate(self.lines):
            y += line.size * _LINE if number else 0.0
            style = f'text-anchor="{anchor}" font-size="{line.size:g}" fill="{line.colour}"'
            style += ' font-weight="bold"' if line.bold else ""
            edge = 'stroke="#ffffff" stroke-width="2.5" stroke-linejoin="round" paint-order="stroke"'
            yield f'<text x="{x:.1f}" y="{y:.1f}" {style} {edge}>{escape(printable(line.words))}</text>'


@dataclass
class Labels:
    """The labels of a drawing of some width and height, those that are bound to their place the most first."""

    width: float
    height: float
    waiting: list[tuple[int, Label]] = field(default_factory=list)

    def add(self, rank: int, label: Label) -> None:
        """One more; labels of a lower rank choose their places first, of one rank in their order."""
        self.waiting.append((rank, label))

    def svg(self) -> Iterator[str]:
        """All of them, in the order in which they were added."""
        taken: list[Box] = []
        found: dict[int, tuple[Spot, Anchor]] = {}
        for number in sorted(range(len(self.waiting)), key=lambda each: self.waiting[each][0]):
            label = self.waiting[number][1]
            found[number] = self._free(label, taken)
            taken.append(label.box(*found[number]))
        for number, (_, label) in enumerate(self.waiting):
            yield from label.svg(*found[number])

    def _free(self, label: Label, taken: Sequence[Box]) -> tuple[Spot, Anchor]:
        """The first spot where nothing is written yet, nor anything to be avoided; else where the least is covered."""
        boxes = [(label.box(*spot), spot) for spot in label.spots]
        inside = [
            (box, spot)
            for box, spot in boxes
            if box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height
        ]
        return min(inside or boxes, key=lambda each: (_covered(each[0], taken), _covered(each[0], label.avoid)))[1]


def _covered(box: Box, taken: Iterable[Box]) -> float:
    found = 0.0
    for other in taken:
        across = min(box[2], other[2]) - max(box[0], other[0])
        down = min(box[3], other[3]) - max(box[1], other[1])
        if across > 0 and down > 0:
            found += across * down
    return found


def around(x: float, y: float, tall: float) -> tuple[tuple[Spot, Anchor], ...]:
    """Spots beside a point, the nearest first, for a label whose lines after the first are ``tall``."""
    found: list[tuple[Spot, Anchor]] = []
    for row in range(7):
        for step in (-6.0 - tall - 12 * row, 14.0 + 12 * row):
            found += [((x + 5, y + step), "start"), ((x - 5, y + step), "end")]
    return tuple(found)


def below(x: float, y: float, anchor: Anchor = "middle") -> tuple[tuple[Spot, Anchor], ...]:
    """Spots at a place and below it, then above it, then to its sides."""
    steps = [14.0 * row for row in range(5)] + [-32.0 - 14 * row for row in range(4)]
    sides: tuple[tuple[float, Anchor], ...] = ((24.0, "start"), (-24.0, "end"))
    found: list[tuple[Spot, Anchor]] = [((x, y + step), anchor) for step in steps]
    return (*found, *(((x + aside, y + step), side) for aside, side in sides for step in steps))
