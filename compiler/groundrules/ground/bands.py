"""Height bands: what lies above or below a model does not meet it."""

from __future__ import annotations

from dataclasses import dataclass

from groundrules.ground.numbers import Number, ShapeError, number


@dataclass(frozen=True, slots=True)
class Band:
    """From ``bottom`` up to ``top``, in the table's unit; ``None`` is without end.

    Raises :class:`~groundrules.ground.numbers.ShapeError` where the top lies below the bottom.
    """

    bottom: Number | None = None
    top: Number | None = None

    def __post_init__(self) -> None:
        for name in ("bottom", "top"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, number(getattr(self, name), name))
        if self.bottom is not None and self.top is not None and self.top < self.bottom:
            raise ShapeError("top lies below bottom")

    def meets(self, other: Band) -> bool:
        """Whether the two share some height.

        Only the bottom belongs to a band: what stands on the top of a wall does not meet
        it. A band without thickness (a flat bog) meets whatever its height lies in.
        """
        return _reaches(self, other) and _reaches(other, self)

    def lifted(self, by: Number) -> Band:
        """The same band, higher up by so much."""
        if not by:
            return self
        return Band(*(None if end is None else end + by for end in (self.bottom, self.top)))


def _reaches(low: Band, high: Band) -> bool:
    """Whether ``low`` begins under the end of ``high``."""
    if low.bottom is None or high.top is None:
        return True
    return low.bottom < high.top or (low.bottom == high.top == high.bottom)


#: What has no stated height meets everything.
ALL_HEIGHTS = Band()
