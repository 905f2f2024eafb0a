"""Header, credits and settings: each once, and what the base says kept where nothing else does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from groundrules.diagnostics import Fix, Related, choice, line_end, replace as edit, take_lines, whole_lines
from groundrules.meaning.context import Unit
from groundrules.meaning.declaring import override_word
from groundrules.meaning.quantities import LENGTHS
from groundrules.meaning.reporting import Report
from groundrules.meaning.restating import below_header
from groundrules.ruleset import GridSetting, Header, Revision, Rounding, Settings
from groundrules.syntax import ast, ast_expr as ex

_HEADER = (ast.Header, ast.Credit, ast.Use, ast.Distance, ast.Grid, ast.Overlap, ast.Round, ast.MeasureFrom)
_SETTINGS = (ast.Distance, ast.Grid, ast.Overlap, ast.Round, ast.MeasureFrom)
_WORDS = {
    ast.Distance: "distance", ast.Grid: "grid", ast.Overlap: "overlap", ast.Round: "round", ast.MeasureFrom: "measure",
}  # fmt: skip


@dataclass(slots=True)
class Merged:
    """The settings of all files in one."""

    header: Header = field(default_factory=Header)
    settings: Settings = field(default_factory=Settings)
    revisions: list[Revision] = field(default_factory=list)
    #: The setting's word to the line that stated it.
    lines: dict[str, ex.Node] = field(default_factory=dict)


def merge_settings(units: Sequence[Unit], report: Report) -> Merged:
    """Header and settings of the ruleset; a base's settings hold until they are overridden."""
    merged = Merged()
    for unit in units:
        _header(merged, unit, report)
        _settings(merged, unit, report)
    _units_of_grid(merged, report)
    return merged


# ---- header


def _header(merged: Merged, unit: Unit, report: Report) -> None:
    own: dict[str, ast.Header | ast.Credit] = {}
    first_rule: ast.Item | None = None
    for item in unit.file.items:
        if not isinstance(item, ast.Header | ast.Credit):
            if first_rule is None and not isinstance(item, _HEADER):
                first_rule = item
            continue
        word = "ruleset" if isinstance(item, ast.Header) else item.kind
        if word in own:
            report.say("GR215", item.span, f"`{word}` stands here a second time", help="keep one of the two lines",
                       related=[Related(own[word].span, "the first one is here")],
                       fix=_one_of(own[word], item))  # fmt: skip
            continue
        own[word] = item
        if first_rule is not None:
            report.say("GR216", item.span, f"`{word}` belongs to the header of the file",
                       help="move this line to the top",
                       related=[Related(first_rule.span, "the rules begin here")],
                       fix=_moved(item, unit))  # fmt: skip
    # Of a base its source, notice and licence go on to hold; title, version and author are one's own.
    kept = {} if unit.base else {w: getattr(merged.header, w) for w in ("source", "notice", "licence")}
    words = {w: item.text for w, item in own.items() if isinstance(item, ast.Credit)}
    title = own.get("ruleset")
    header = Header(**{**kept, **words})
    if isinstance(title, ast.Header):
        header = replace(header, title=title.title, prose=tuple(line.text for line in title.prose))
    merged.header = header


def _one_of(first: ex.Node, second: ex.Node) -> Fix | None:
    """Of two lines that say the same the first one, of two versions the greater; which of others is not ours to say."""
    if first == second:
        return take_lines("take the second line away", second.span)
    if isinstance(first, ast.Credit) and isinstance(second, ast.Credit) and first.kind == "version":
        numbers = [re.fullmatch(r"\d{1,6}(\.\d{1,6})*", each.text) for each in (first, second)]
        one, other = ([int(n) for n in found[0].split(".")] if found else None for found in numbers)
        if one is not None and other is not None and one != other:
            older = first if one < other else second
            return choice(take_lines(f"take version {older.text} away", older.span))
    return None


def _moved(item: ex.Node, unit: Unit) -> Fix:
    """The line behind the last one of the header."""
    taken = whole_lines(item.span)
    line = taken.text if taken.text.endswith(("\n", "\r")) else taken.text + line_end(unit.source)
    put = edit("", below_header(unit.source, unit.file), line)
    return Fix("move the line to the top", (*put.edits, *edit("", taken, "").edits))


# ---- settings


def _settings(merged: Merged, unit: Unit, report: Report) -> None:
    for item in unit.file.items:
        override = item if isinstance(item, ast.Override) else None
        inner = item.item if isinstance(item, ast.Override) else item
        if not isinstance(inner, _SETTINGS):
            continue
        word = _WORDS[type(inner)]
        earlier = merged.lines.get(word)
        if earlier is not None and earlier.span.source is inner.span.source:
            report.say("GR215", inner.span, f"`{word}` is set a second time", help="keep one of the two lines",
                       related=[Related(earlier.span, "the first one is here")],
                       fix=_one_of(earlier, inner))  # fmt: skip
            continue
        if override is not None and earlier is None:
            report.say("GR218", inner.span, f"no base sets `{word}`, so there is nothing to override",
                       help="leave `override` out",
                       fix=edit("leave `override` out", override_word(override), ""))  # fmt: skip
        elif override is None and earlier is not None and earlier != inner:
            start = inner.span.source.span(inner.span.start, inner.span.start)
            report.say("GR217", inner.span, f"the base sets `{word}` already",
                       help=f"to change it, write `override {inner.span.text}`",
                       related=[Related(earlier.span, "here")],
                       fix=edit("write `override`", start, "override "))  # fmt: skip
        if override is not None and earlier is not None:
            merged.revisions.append(Revision(change="override", id=word, setting=word))
        merged.lines[word] = inner
        merged.settings = _set(merged.settings, inner, report)


def _set(settings: Settings, item: ast.Setting, report: Report) -> Settings:
    match item:
        case ast.Distance(unit=unit):
            return replace(settings, distance=unit)
        case ast.Overlap(policy=policy):
            return replace(settings, overlap=policy)
        case ast.Round(direction=direction, scope=scope):
            return replace(settings, rounding=Rounding(direction=direction, scope=scope))
        case ast.MeasureFrom(part=part):
            return replace(settings, measure=part)
        case ast.Grid(cell=cell, size=size, diagonals=diagonals):
            if cell not in ("squares", "hexes", "spaces"):
                report.say("GR247", item.span, f"a grid has no cells called {cell}",
                           help="write `grid squares`, `grid hexes` or `grid spaces`")  # fmt: skip
                return settings
            if size is not None and size.value <= 0:
                report.say("GR214", item.span, "a cell has a size", help="write its size, as in `grid 5ft squares`")
                size = None
            length = Fraction(1) if size is None else size.value
            grid = GridSetting(cell=cell, size=length, diagonals=diagonals or "equal")  # type: ignore[arg-type]  # see above
            return replace(settings, grid=grid)


def _units_of_grid(merged: Merged, report: Report) -> None:
    """Without `distance`, lengths count in the grid's cells, or in the unit of their size."""
    grid = merged.lines.get("grid")
    if not isinstance(grid, ast.Grid) or merged.settings.grid is None:
        return
    unit = grid.cell if grid.size is None else grid.size.unit
    if unit not in LENGTHS:
        return
    if "distance" not in merged.lines:
        merged.settings = replace(merged.settings, distance=unit)
    elif grid.size is not None and unit != merged.settings.distance:
        report.say("GR213", grid.span, f"this is in {unit}, and lengths of this ruleset are in "
                   f"{merged.settings.distance}", help=f"write the size in {merged.settings.distance}",
                   related=[Related(merged.lines["distance"].span, "declared here")])  # fmt: skip
