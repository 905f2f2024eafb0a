"""A table and a move as SVG: pieces, the path coloured and labelled by cost, events, bases.

Nothing hangs on colour alone: a stretch that costs more is thicker and says its factor,
each piece carries its name and kinds. Text of a ruleset is escaped; there is no script.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from xml.sax.saxutils import escape

from groundrules.engine import Model, Piece, Situation, Unit
from groundrules.ground.numbers import Box, Number
from groundrules.ground.shapes import Circle, Ellipse, box_of, is_line, lines_of, rings_of
from groundrules.quantity import reading_number
from groundrules.ruleset import Ruleset
from groundrules.scenarios.picture_costs import marks_of, place_on
from groundrules.scenarios.picture_labels import Anchor, Label, Labels, Line, Spot, around, below, printable
from groundrules.scenarios.running import Result, StepResult
from groundrules.scenarios.telling import amount
from groundrules.verdict import Verdict

#: The longer side of the drawing, in pixels.
LONGEST = 900
#: Blank space around everything, as a share of the longer side.
MARGIN = 0.08

#: The colours of lines and texts, and of what matters less.
INK, QUIET = "#24292f", "#57606a"
_FILLS = ("#d0d7de", "#c8e1c8", "#f2dcb3", "#c9daf2", "#e8cfe0", "#d7d2c4")


@dataclass(frozen=True, slots=True)
class View:
    """From the table (y upwards) to the drawing (y downwards)."""

    x0: float
    y1: float
    scale: float

    def x(self, value: float) -> float:
        """Across."""
        return (value - self.x0) * self.scale

    def y(self, value: float) -> float:
        """Down."""
        return (self.y1 - value) * self.scale

    def at(self, point: Sequence[Number]) -> tuple[float, float]:
        """A place."""
        return self.x(float(point[0])), self.y(float(point[1]))


def picture(ruleset: Ruleset, result: Result) -> str:
    """The whole scenario, its steps drawn over one another."""
    steps = result.steps
    places = [*_places(steps)]
    pieces = tuple(piece for piece in (steps[0].played.table.pieces if steps else ()) if _near(_box(piece), places))
    view, width, height = _view(pieces, places, ruleset.settings.grid is not None)
    labels = Labels(width, height)
    parts = [*_pieces(pieces, view, ruleset, labels)]
    for step in steps:
        parts += _step(step, view, ruleset.settings.distance, labels)
    return svg(result.scenario.name, width, height, [*parts, *labels.svg()])


def svg(title: str, width: float, height: float, parts: Iterable[str]) -> str:
    """A whole drawing on white, with its title."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="12">\n'
        f"<title>{escape(printable(title))}</title>\n"
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


# ---- the frame


def _places(steps: Sequence[StepResult]) -> Iterator[tuple[float, float]]:
    for step in steps:
        for path in _paths(step):
            yield from path
        for model in _models(step):
            if model.at is not None:
                reach = _reach(model)
                x, y = float(model.at[0]), float(model.at[1])
                yield x - reach, y - reach
                yield x + reach, y + reach


def _models(step: StepResult) -> Iterable[Model]:
    yield from step.played.models.values()
    mover = step.played.mover
    yield from mover.models if isinstance(mover, Unit) else (mover,)


def _reach(model: Model) -> float:
    base = model.base
    if base is None:
        return 0.0
    return math.hypot(float(base[0]), float(base[1])) / 2 if isinstance(base, tuple) else float(base) / 2


def _view(pieces: Sequence[Piece], places: Sequence[tuple[float, float]], grid: bool) -> tuple[View, float, float]:
    pad = 0.5 if grid else 0.0
    boxes = [_box(piece) for piece in pieces] + [(x - pad, y - pad, x + pad, y + pad) for x, y in places]
    return frame(boxes)


def frame(boxes: Sequence[Box]) -> tuple[View, float, float]:
    """The view in which all these boxes lie with some space around, its width and its height."""
    if not boxes:
        boxes = [(0.0, 0.0, 1.0, 1.0)]
    x0, y0 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x1, y1 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    longest = max(x1 - x0, y1 - y0, 1.0)
    margin = longest * MARGIN
    scale = LONGEST / (longest + 2 * margin)
    view = View(x0 - margin, y1 + margin, scale)
    return view, (x1 - x0 + 2 * margin) * scale, (y1 - y0 + 2 * margin) * scale


def _box(piece: Piece) -> Box:
    if piece.shape is not None:
        return box_of(piece.shape)
    xs, ys = [x for x, _ in piece.cells] or [0], [y for _, y in piece.cells] or [0]
    return min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5


def _near(box: Box, places: Sequence[tuple[float, float]]) -> bool:
    """Whether a piece lies near what happens; what lies far away is left out of the picture."""
    if not places:
        return True
    xs, ys = [x for x, _ in places], [y for _, y in places]
    reach = max(max(xs) - min(xs), max(ys) - min(ys), 4.0) * 0.4
    across = box[0] <= max(xs) + reach and box[2] >= min(xs) - reach
    return across and box[1] <= max(ys) + reach and box[3] >= min(ys) - reach


# ---- pieces


def _pieces(pieces: Sequence[Piece], view: View, ruleset: Ruleset, labels: Labels) -> Iterator[str]:
    """The pieces, the large ones below, each to be seen through."""
    for piece in sorted(pieces, key=lambda each: -_area(_box(each))):
        yield f'<g fill-opacity="0.75"><title>{escape(printable(piece.name))}</title>'
        yield from outline(piece, view, fill_of(piece, ruleset))
        yield "</g>"
    for piece in pieces:
        labels.add(3, _label(piece, view, [other for other in pieces if other is not piece]))


def _area(box: Box) -> float:
    return float((box[2] - box[0]) * (box[3] - box[1]))


def fill_of(piece: Piece, ruleset: Ruleset) -> str:
    """The colour of a piece: that of its first kind."""
    kinds = [terrain.name for terrain in ruleset.terrains]
    first = piece.terrains[0].name if piece.terrains else ""
    return _FILLS[kinds.index(first) % len(_FILLS)] if first in kinds else "none"


def outline(piece: Piece, view: View, fill: str) -> Iterator[str]:
    """The shape of a piece, or its cells."""
    style = f'fill="{fill}" stroke="{QUIET}" stroke-width="1.2"'
    shape = piece.shape
    if shape is None:
        for column, row in piece.cells:
            left, top, side = view.x(column - 0.5), view.y(row + 0.5), view.scale
            yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{side:.1f}" height="{side:.1f}" {style}/>'
    elif isinstance(shape, (Circle, Ellipse)):
        rx = shape.r if isinstance(shape, Circle) else shape.rx
        ry = shape.r if isinstance(shape, Circle) else shape.ry
        x, y = view.at((shape.x, shape.y))
        yield (
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{float(rx) * view.scale:.1f}" '
            f'ry="{float(ry) * view.scale:.1f}" {style}/>'
        )
    elif is_line(shape):
        for chain in lines_of(shape):  # type: ignore[arg-type]  # it is one without area
            yield f'<path d="{_d(chain, view, False)}" fill="none" stroke="{INK}" stroke-width="3"/>'
    else:
        rings = " ".join(_d(ring, view, True) for ring in rings_of(shape))  # type: ignore[arg-type]  # straight edges
        yield f'<path d="{rings}" fill-rule="evenodd" {style}/>'


def _d(points: Iterable[Sequence[Number]], view: View, closed: bool) -> str:
    steps = " L".join("{:.1f} {:.1f}".format(*view.at(point)) for point in points)
    return f"M{steps}{' Z' if closed else ''}"


def _label(piece: Piece, view: View, others: Iterable[Piece]) -> Label:
    """The name and the kinds of a piece: above it, else in it or below it, and rather not on another one."""
    kinds = " and ".join(t.name + (f"({', '.join(map(str, t.args))})" if t.args else "") for t in piece.terrains)
    lines = [Line(piece.name, INK)]
    if kinds and kinds.lower() != piece.name.lower():
        lines.append(Line(kinds, QUIET, 10))
    x0, y0, x1, y1 = _box(piece)
    middle, top, bottom = view.x((x0 + x1) / 2), view.y(y1), view.y(y0)
    above = top - 6 - 13 * (len(lines) - 1)
    heights = (above, top + 15, (top + bottom) / 2, bottom - 8, bottom + 15, above - 26, bottom + 41)
    places: list[tuple[Spot, Anchor]] = [((middle, y), "middle") for y in heights]
    places += [((view.x(x0), y), "start") for y in heights] + [((view.x(x1), y), "end") for y in heights]
    around_it = [box for box in map(_box, others) if not _holds(box, (x0, y0, x1, y1))]
    return Label(
        tuple(lines), tuple(places), tuple((*view.at((b[0], b[3])), *view.at((b[2], b[1]))) for b in around_it)
    )


def _holds(box: Box, other: Box) -> bool:
    """Whether a piece lies within another one, so that its name can only stand there."""
    return box[0] <= other[0] and box[1] <= other[1] and box[2] >= other[2] and box[3] >= other[3]


# ---- the move


def _paths(step: StepResult) -> Iterator[list[tuple[float, float]]]:
    situation = step.played.situation
    if situation is None:
        return
    for leg in situation.moves:
        points = [(float(p[0]), float(p[1])) for p in leg if isinstance(p, tuple)]
        for dx, dy in _displacements(situation):
            yield [(x + dx, y + dy) for x, y in points]


def _displacements(situation: Situation) -> Iterator[tuple[float, float]]:
    """A unit's models follow its path side by side; a model with a path of its own is drawn where it ends."""
    if not isinstance(situation.mover, Unit):
        yield 0.0, 0.0
        return
    first = situation.mover.models[0].at
    for model in situation.mover.models:
        if model.moves is None and model.at is not None and first is not None:
            yield float(model.at[0] - first[0]), float(model.at[1] - first[1])


def _step(step: StepResult, view: View, unit: str, labels: Labels) -> Iterator[str]:
    if step.look is not None and step.played.look is not None:
        yield from _sight(step, view, labels)
    verdict = step.verdict
    if verdict is not None:
        for path in _paths(step):
            yield from _walk(path, verdict, view, labels)
    for model in _models(step):
        if model.at is not None:
            yield from _base(model, model.at, view, "none")
    if verdict is not None:
        yield from _ends(step, verdict, view, labels)
        yield from _events(verdict, view, unit, labels)


def _sight(step: StepResult, view: View, labels: Labels) -> Iterator[str]:
    assert step.played.look is not None and step.look is not None
    ends = step.played.look.viewer.at, step.played.look.target.at
    if ends[0] is None or ends[1] is None:
        return
    (x0, y0), (x1, y1) = view.at(ends[0]), view.at(ends[1])
    dash = ' stroke-dasharray="4 4"' if step.look.blocked else ""
    yield f'<path d="M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}" stroke="#8250df" stroke-width="1.5" fill="none"{dash}/>'
    words = f"{step.look.sight}, cover {step.look.cover or 'none'}"
    labels.add(1, Label((Line(words, INK),), below((x0 + x1) / 2, (y0 + y1) / 2 - 6)))


def _walk(path: list[tuple[float, float]], verdict: Verdict, view: View, labels: Labels) -> Iterator[str]:
    """The announced path, thin and dashed; over it what was walked, stretch by stretch."""
    yield f'<path d="{_d(path, view, False)}" fill="none" stroke="{QUIET}" stroke-width="1" stroke-dasharray="3 3"/>'
    if verdict.legs > 1:
        walked = sum(math.dist(a, b) for a, b in pairwise(path))
        yield from _stretch(path, 0.0, walked, 1.0, view, labels)
        return
    marks = marks_of(verdict)
    for begin, end in pairwise(marks):
        if end.at - begin.at > 1e-9:
            rate = (end.before - begin.after) / (end.at - begin.at)
            yield from _stretch(path, begin.at, end.at, rate, view, labels)
    for mark in marks:
        if mark.after - mark.before > 1e-9:
            labels.add(0, _toll(place_on(path, mark.at), mark.after - mark.before, view))


def _toll(place: tuple[float, float], cost: float, view: View) -> Label:
    """What was paid at one place, beside it."""
    x, y = view.at(place)
    shown = reading_number(Fraction(cost).limit_denominator(4))
    return Label((Line(f"+{shown}", _look_of(2.0)[0], bold=True),), below(x + 5, y + 18, "start"))


def _stretch(
    path: list[tuple[float, float]], begin: float, end: float, rate: float, view: View, labels: Labels
) -> Iterator[str]:
    points = _between(path, begin, end)
    colour, width = _look_of(rate)
    style = f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
    yield f'<path d="{_d(points, view, False)}" {style}/>'
    if abs(rate - 1) > 1e-6:
        x, y = view.at(points[len(points) // 2 - 1])
        x1, y1 = view.at(points[len(points) // 2])
        shown = reading_number(Fraction(rate).limit_denominator(4))
        labels.add(0, Label((Line(f"×{shown}", colour, bold=True),), below((x + x1) / 2, (y + y1) / 2 + 18)))


def _look_of(rate: float) -> tuple[str, int]:
    if rate < 1 - 1e-6:
        return "#0969da", 3
    if rate <= 1 + 1e-6:
        return INK, 3
    return ("#bc4c00", 5) if rate < 3 else ("#a40e26", 7)


def _between(path: list[tuple[float, float]], begin: float, end: float) -> list[tuple[float, float]]:
    """The part of the path between two distances."""
    found: list[tuple[float, float]] = []
    walked = 0.0
    for a, b in pairwise(path):
        length = math.dist(a, b)
        if length > 0 and walked + length >= begin - 1e-9 and walked <= end + 1e-9:
            for at in (max(begin, walked), min(end, walked + length)):
                share = (at - walked) / length
                place = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
                if not found or math.dist(found[-1], place) > 1e-9:
                    found.append(place)
        walked += length
    return found if len(found) > 1 else [path[0], path[0]]


def _base(model: Model, at: Sequence[Number], view: View, fill: str) -> Iterator[str]:
    x, y = view.at(at)
    base = model.base
    style = f'fill="{fill}" fill-opacity="0.35" stroke="{INK}" stroke-width="1.5"'
    if isinstance(base, tuple):
        w, h = float(base[0]) * view.scale, float(base[1]) * view.scale
        turn = -float(model.facing)
        yield (
            f'<rect x="{x - w / 2:.1f}" y="{y - h / 2:.1f}" width="{w:.1f}" height="{h:.1f}" '
            f'transform="rotate({turn:.2f} {x:.1f} {y:.1f})" {style}/>'
        )
    else:
        radius = max(float(base or 0) / 2 * view.scale, 4.0)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {style}/>'


def _ends(step: StepResult, verdict: Verdict, view: View, labels: Labels) -> Iterator[str]:
    models = {model.name: model for model in _models(step)}
    for end in verdict.models:
        if end.ends_at is None or end.model not in models:
            continue
        yield from _base(models[end.model], end.ends_at, view, INK)
        x, y = view.at(end.ends_at)
        words = "not legal" if not verdict.legal else ("activation ended" if end.ended else "")
        name = end.model if verdict.unit is not None else ""
        shown = ": ".join(part for part in (name, words) if part)
        if shown:
            labels.add(1, Label((Line(shown, INK, bold=True),), below(x, y + 24)))


def _events(verdict: Verdict, view: View, unit: str, labels: Labels) -> Iterator[str]:
    told: dict[tuple[int, int], list[Line]] = {}
    for event in verdict.events:
        if event.point is None or event.event == "activate":
            continue
        x, y = view.at(event.point)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#ffffff" stroke="{INK}"/>'
        words = f"{event.event} {amount(event.at, unit)}"
        told.setdefault((round(x), round(y)), []).append(Line(words, QUIET, 10))
    for (x, y), lines in told.items():
        labels.add(2, Label(tuple(lines), around(x, y, 11.0 * (len(lines) - 1))))
