"""The measures of a printed card, in millimetres, and of its type, in points.

The style sheet is filled in with them, and the fit of a card is computed by them.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Millimetres in a point.
POINT = 25.4 / 72

#: Type sizes of a card's text in points, the largest first; no text is smaller than the last.
SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)


@dataclass(frozen=True, slots=True)
class Measures:
    """A card, from the outside to the inside."""

    width: float = 63.0
    height: float = 88.0
    #: From the edge of the card to its text.
    side: float = 3.2
    top: float = 2.8
    bottom: float = 2.4
    #: Text may be this much narrower in a browser than the sum of its letters.
    spare: float = 0.2
    #: The distance between lines, as a multiple of the type size.
    leading: float = 1.2
    #: The picture of the card's kind, and what stands between it and the name.
    picture: float = 7.6
    picture_gap: float = 1.8
    #: Type sizes of the name: the first by which it takes one line, else the last.
    names: tuple[float, ...] = (13.0, 11.5, 10.0, 9.0)
    kind: float = 7.0
    #: Below the head: blank, the rule, blank.
    head_gap: float = 0.9
    head_rule: float = 0.5
    body_gap: float = 1.4
    #: Between two parts of the body, and between two lines of a list.
    gap: float = 1.4
    list_gap: float = 0.6
    #: What a bullet's text is set in by, to make room for its icon.
    indent: float = 4.4
    #: Cells of tables.
    column_gap: float = 1.2
    cell_pad: float = 0.25
    cell_rule: float = 0.15
    #: The room that a browser gives to that rule: no less than a pixel.
    cell_rule_room: float = 25.4 / 96
    #: The frame around a roll: line and blank.
    frame: float = 0.25
    frame_side: float = 1.3
    frame_top: float = 0.8
    #: The foot: rule, blank, type size.
    foot_rule: float = 0.2
    foot_gap: float = 0.6
    foot: float = 7.0

    @property
    def inner(self) -> float:
        """How wide the text of a card is."""
        return self.width - 2 * self.side

    def line(self, size: float) -> float:
        """The height of a line of a type size."""
        return size * POINT * self.leading


CARD = Measures()
