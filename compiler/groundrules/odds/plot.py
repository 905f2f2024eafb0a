"""Panels of chances as a bar plot in SVG: a bar for each row, its length the chance, the chance beside it in words.

Nothing hangs on colour alone: in a comparison every bar carries the name of its ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from xml.sax.saxutils import escape

from groundrules.odds.panels import Panel
from groundrules.odds.wording import shown

#: Widths in pixels: of the labels, of a certain bar, of the words behind it.
LABELS, BARS, WORDS = 250, 360, 250
_EDGE, _ROW, _BAR, _TITLE, _GAP = 20, 24, 16, 30, 22
_INK, _QUIET, _LINE, _FILLS = "#24292f", "#57606a", "#d0d7de", ("#2f6fb0", "#d98a2b")
_STYLE = (
    f"<style>text{{font:13px system-ui,sans-serif;fill:{_INK}}}.head{{font-weight:700;font-size:17px}}"
    f".title{{font-weight:700;font-size:14px}}.quiet{{fill:{_QUIET}}}.scale{{fill:{_QUIET};font-size:11px}}</style>"
)
#: About so wide is a letter of a label; longer labels are cut and stand whole in their tooltip.
_LETTER = 7.3


def plot(panels: Sequence[Panel], heading: str, remark: str | None = None) -> str:
    """The drawing; ``heading`` says of what the chances are, ``remark`` how they were had."""
    lines: list[str] = []
    y = _EDGE + 14.0
    lines.append(f'<text x="{_EDGE}" y="{y:g}" class="head">{escape(heading)}</text>')
    y += 20
    lines.append(f'<text x="{_EDGE}" y="{y:g}" class="quiet">{escape(remark or _meaning(panels))}</text>')
    y += _GAP
    for panel in panels:
        found = list(_panel(panel, y))
        lines += found[:-1]
        y = float(found[-1]) + _GAP
    width, height = 2 * _EDGE + LABELS + BARS + WORDS, y
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-label="{escape(heading, {chr(34): "&quot;"})}">'
    )
    white = f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>'
    return "\n".join([head, _STYLE, white, *lines, "</svg>"]) + "\n"


def _meaning(panels: Sequence[Panel]) -> str:
    if any(panel.compared for panel in panels):
        return "Exact chances in two rulesets. A full bar is certain."
    columns = {panel.columns[0] for panel in panels}
    if columns == {"one model"}:
        return "The exact chance of each result when one model rolls. A full bar is certain."
    return "The exact chance that each thing happens at least once. A full bar is certain."


def _panel(panel: Panel, y: float) -> Iterator[str]:
    """The drawing of a panel, and last of all where it ends."""
    y += 14
    yield f'<text x="{_EDGE}" y="{y:g}" class="title">{escape(panel.title)}</text>'
    y += _TITLE - 18
    if panel.note is not None:
        y += 16
        yield f'<text x="{_EDGE}" y="{y:g}" class="quiet">{escape(panel.note)}</text>'
    if panel.rows:
        left, top = _EDGE + LABELS, y + 14
        per_row = len(panel.columns) if panel.compared else 1
        bottom = top + len(panel.rows) * (_ROW * per_row + (8 if per_row > 1 else 0))
        for share in range(0, 101, 25):
            x = left + BARS * share / 100
            yield f'<line x1="{x:g}" y1="{top:g}" x2="{x:g}" y2="{bottom:g}" stroke="{_LINE}"/>'
            yield f'<text x="{x:g}" y="{top - 4:g}" class="scale" text-anchor="middle">{share} %</text>'
        y = top
        for row in panel.rows:
            yield _label(row.label, y + _BAR)
            for number in range(per_row):
                yield from _bar(row.chances[number], y, number, panel.columns[number] if panel.compared else None)
                y += _ROW
            y += 8 if per_row > 1 else 0
    yield f"{y:g}"


def _label(text: str, y: float) -> str:
    most = int(LABELS / _LETTER)
    short = text if len(text) <= most else text[: most - 1] + "…"
    title = f"<title>{escape(text)}</title>" if short != text else ""
    return f'<text x="{_EDGE + LABELS - 10}" y="{y:g}" text-anchor="end">{escape(short)}{title}</text>'


def _bar(chance: Fraction | None, y: float, number: int, name: str | None) -> Iterator[str]:
    left = _EDGE + LABELS
    words = "not there" if chance is None else shown(chance)
    length = float(chance or 0) * BARS
    if length:
        yield (
            f'<rect x="{left:g}" y="{y + 4:g}" width="{max(length, 1):.2f}" height="{_BAR}" fill="{_FILLS[number]}"/>'
        )
    text = f"{name}: {words}" if name is not None else words
    yield f'<text x="{left + BARS + 10:g}" y="{y + _BAR:g}">{escape(text)}</text>'
