"""What a fix changes of a table: a column more or less, a row less, a cell that becomes a rule."""

from __future__ import annotations

from collections.abc import Sequence

from groundrules.diagnostics import Edit, Fix, indent_of, put_behind, put_below, replace, take_lines
from groundrules.source import Span
from groundrules.syntax import ast, ast_expr as ex


def without_column(node: ast.Table, head: ast.Cell) -> Fix | None:
    """The table without a column in which nothing but `-` stands: it says nothing."""
    index = node.rows[0].cells.index(head)
    index = next((at for at, cell in enumerate(node.rows[0].cells) if cell is head), index)
    if any(len(row.cells) != len(node.rows[0].cells) for row in node.rows):
        return None
    if any(row.cells[index].kind != "dash" for row in node.rows[1:]):
        return None
    cuts = [_with_bar(row, row.cells[index]) for row in node.rows]
    if any(cut is None for cut in cuts):
        return None
    return Fix("take the column away", tuple(Edit(cut, "") for cut in cuts if cut is not None))


def _with_bar(row: ast.Row, cell: ast.Cell) -> Span | None:
    """A cell with the bar in front of it."""
    source = row.span.source
    start = source.text.rfind("|", row.span.start, max(cell.span.start, row.span.start + 1))
    end = source.text.find("|", cell.span.end, row.span.end)
    return None if start < 0 or end < 0 else source.span(start, end)


def without_rest(row: ast.Row, width: int) -> Fix | None:
    """A row without the cells behind its last column, where nothing but `-` stands in them."""
    if any(cell.kind not in ("dash", "empty") for cell in row.cells[width:]):
        return None
    source = row.span.source
    start = source.text.find("|", row.cells[width - 1].span.end, row.span.end)
    end = source.text.rfind("|", row.span.start, row.span.end)
    return None if not 0 <= start < end else replace("take the cells away", source.span(start, end), "")


def more_columns(node: ast.Table, names: Sequence[str]) -> Fix | None:
    """The table with columns in which nothing happens."""
    rows = [row for row in node.rows if row.span.text.rstrip().endswith("|")]
    if len(rows) < len(node.rows) or any(len(row.cells) != len(node.rows[0].cells) for row in rows):
        return None
    head = "".join(f" {name} |" for name in names)
    below = "".join(f" {'-'.ljust(len(name))} |" for name in names)
    ends = [row.span.source.span(row.span.start, row.span.start + len(row.span.text.rstrip())) for row in rows]
    edits = [edit for at, end in enumerate(ends) for edit in put_behind("", end, below if at else head).edits]
    return Fix("add a column" if len(names) == 1 else "add columns", tuple(edits))


def without_row(earlier: Sequence[ast.Row], row: ast.Row) -> Fix | None:
    """The table without a second row about a terrain that says nothing which the first does not say."""
    for first in earlier:
        pairs = list(zip(first.cells, row.cells, strict=False))
        if len(first.cells) == len(row.cells) and all(new.kind == "dash" or new == old for old, new in pairs):
            return take_lines("take the second row away", row.span)
    return None


def of_costs(node: ast.Table) -> Fix | None:
    """``table cost by``, where no number has a unit."""
    numbers = [cell.value for row in node.rows[1:] for cell in row.cells[1:] if cell.value is not None]
    if any(not isinstance(number, ex.Num) or number.quantity.unit is not None for number in numbers):
        return None
    start = node.span.start + len("table")
    word = node.span.source.span(start, start)
    return replace("write `cost`", word, " cost") if node.span.text.startswith("table") else None


def as_rule(node: ast.Table, cell: ast.Cell, rule: str) -> Fix:
    """What a cell says as a rule below the table, and nothing in the cell."""
    said = cell.span.text
    dash = replace("", cell.span, "-".ljust(len(said)))
    line = put_below("", node.span, indent_of(node.span) + rule)
    return Fix("write a rule of its own", (*dash.edits, *line.edits))
