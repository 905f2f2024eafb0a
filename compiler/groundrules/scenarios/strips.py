"""Strips of ground one after the other: a table and a path for people with a tape measure.

``[2 Open, 4 Difficult, 3 Difficult and Dangerous]`` stands for pieces side by side along
the x axis and a path through their middle, from the start of the first to the end of the
last. ``Open`` where no terrain of that name is declared is bare table. The model comes into
the first strip and ends its move in the last one: it is long enough for the path, and goes on
behind it. On a grid the model stands in the cell before the first strip and enters as many
cells as the strips are long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from groundrules.engine import Named, Path, Piece
from groundrules.ground.shapes import Rect
from groundrules.limits import CELLS, COORDINATE, STRIPS
from groundrules.quantity import reading_number
from groundrules.ruleset import GridSetting
from groundrules.scenarios.yaml_items import Item, Scalar, Sequence

if TYPE_CHECKING:
    from groundrules.scenarios.situations import SituationReader

#: How far a strip reaches to either side of the path.
HALF_WIDTH = 6
#: The cells of a strip in one column of a grid.
_WIDE = 2 * HALF_WIDTH + 1
#: How far the last strip goes on behind the end of the path.
BEHIND = 1

_STRIP = re.compile(r"(\S+?)(?:\"|″|cm|mm|ft|in|m)?\s++(\S.*)", re.DOTALL)
_AND = re.compile(r"(?<=\s)and(?=\s)|\+")


@dataclass(frozen=True, slots=True)
class Strips:
    """What a track stands for."""

    pieces: tuple[Piece, ...]
    path: Path


def lay_strips(reader: SituationReader, item: Item | None) -> Strips | None:
    """The pieces and the path of a track; ``None`` with findings when it cannot be read.

    A track is a list, or one text with commas. A piece is called by its kinds, a second
    one of the same kinds ``-2``.
    """
    if isinstance(item, Scalar):
        parts = [Scalar(part, item.span) for part in item.text.split(",")]
    elif isinstance(item, Sequence):
        parts = list(reader.scalars(item, "`track`"))
    else:
        assert item is not None
        reader.wrong(item.span, "a track must be a list of strips", "write `[2 Open, 4 Difficult]`")
        return None
    if len(parts) > STRIPS:
        reader.wrong(item.span, f"a track has more than {STRIPS:,} strips", "write a shorter one")
        return None
    grid = reader.ruleset.settings.grid
    at = Fraction(0)
    pieces: list[Piece] = []
    names: dict[str, int] = {}
    for part in parts:
        found = _STRIP.fullmatch(part.text.strip())
        length = Scalar(found[1], part.span).number() if found is not None else None
        if found is None or length is None or length <= 0:
            reader.wrong(
                part.span, f"`{part.text.strip()}` is not a strip", "write how long it is and what it is: `4 Difficult`"
            )
            return None
        if grid is not None:
            length /= grid.size
            if length.denominator != 1:
                whole = f"a strip is so many times {reading_number(grid.size)} long"
                reader.wrong(part.span, f"`{part.text.strip()}` is no whole number of {grid.cell}", whole)
                return None
        if at + length > COORDINATE - BEHIND:
            far = f"the track is longer than {COORDINATE - BEHIND:,}"
            reader.wrong(part.span, far, "give lengths that fit on a table")
            return None
        terrains = tuple(
            t for name in _AND.split(found[2]) if (t := reader.terrain(Scalar(name.strip(), part.span))) is not None
        )
        if terrains and grid is not None and length * _WIDE > CELLS:
            reader.wrong(part.span, f"`{part.text.strip()}` covers more than {CELLS:,} cells", "write shorter strips")
            return None
        if terrains:
            name = _piece_name(terrains)
            names[name] = names.get(name, 0) + 1
            shown = name if names[name] == 1 else f"{name}-{names[name]}"
            if grid is None:
                behind = BEHIND if part is parts[-1] else 0
                shape = Rect(at, -HALF_WIDTH, at + length + behind, HALF_WIDTH)
                pieces.append(Piece(name=shown, terrains=terrains, shape=shape))
            else:
                pieces.append(Piece(name=shown, terrains=terrains, cells=_cells(grid, int(at), int(at + length))))
        at += length
    if not parts:
        reader.wrong(item.span, "a track needs a strip", "write `[2 Open, 4 Difficult]`")
        return None
    return Strips(tuple(pieces), ((Fraction(0), Fraction(0)), (at, Fraction(0))))


def _cells(grid: GridSetting, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The cells of a strip: the path's own lie behind ``start``, up to ``end``; the strip reaches to either side."""
    return tuple(
        (column - row // 2 if grid.cell == "hexes" else column, row)
        for column in range(start + 1, end + 1)
        for row in range(-HALF_WIDTH, HALF_WIDTH + 1)
    )


def _piece_name(terrains: tuple[Named, ...]) -> str:
    """``difficult-and-dangerous``; what stands in brackets follows the name."""
    words = []
    for terrain in terrains:
        brackets = "".join(f"-{arg}" for arg in terrain.args)
        words.append("-".join(terrain.name.lower().split()) + brackets)
    return "-and-".join(words)
