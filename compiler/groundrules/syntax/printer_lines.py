"""Items and lines back to lines of text.

Every printer takes a node and the depth it stands at and gives :class:`TextLine` after
:class:`TextLine`, each with the node that begins there: a formatter puts comments and blank
lines back by the places of those nodes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from groundrules.quantity import plain
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.ast_expr import Node
from groundrules.syntax.printer_expr import (
    expr_text,
    factor_text,
    names_text,
    quoted,
    ref_text,
    signed_text,
)
from groundrules.syntax.printer_rules import effects_text, joined, qualifiers_text, subjects_text


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of a file: how deep it stands, its text, the node that begins there."""

    depth: int
    text: str
    node: Node


def lines_of(node: Any, depth: int = 0) -> Iterator[TextLine]:
    """All lines of an item, a line of a block, a field, a band, an adjustment or a table."""
    yield from _PRINTERS[type(node)](node, depth)


def _below(nodes: Iterable[Node], depth: int) -> Iterator[TextLine]:
    for node in nodes:
        yield from lines_of(node, depth + 1)


def _body(node: Node, left: str, effects: Sequence[ru.Effect], block: Sequence[Node], depth: int) -> Iterator[TextLine]:
    """``left: effects`` and the block below; a left side with neither stands alone."""
    right = effects_text(effects)
    if not left:
        text = right
    elif right:
        text = f"{left}: {right}"
    else:
        text = f"{left}:" if block else left
    yield TextLine(depth, text, node)
    yield from _below(block, depth)


def _display(display: str | None) -> str:
    return "" if display is None else quoted(display)


def named_text(named: ast.Named) -> str:
    """A declared name with its parameters and the name it is shown under."""
    params = f"({names_text(named.params)})" if named.params else ""
    return joined(named.name.text + params, _display(named.display))


def _nameds(names: Sequence[ast.Named], joint: str = ", ") -> str:
    return joint.join(map(named_text, names))


# ---- lines of a block and rules


def _prose(node: ast.Prose, depth: int) -> Iterator[TextLine]:
    yield TextLine(depth, f"> {node.text}".rstrip(), node)


def _cite(node: ast.Cite, depth: int) -> Iterator[TextLine]:
    yield TextLine(depth, f"ref {quoted(node.text)}", node)


def _clause(node: ast.Clause, depth: int) -> Iterator[TextLine]:
    return _body(node, qualifiers_text(node.qualifiers), node.effects, node.block, depth)


def _handler(node: ast.Handler, depth: int) -> Iterator[TextLine]:
    name = ref_text(ex.Ref(span=node.span, name=node.name, args=node.args))
    return _body(node, joined(name, qualifiers_text(node.qualifiers)), node.effects, node.block, depth)


def _option(node: ast.Option, depth: int) -> Iterator[TextLine]:
    left = joined("option", node.name.text, _display(node.display), qualifiers_text(node.qualifiers))
    return _body(node, left, node.effects, node.block, depth)


def _rule(node: ast.Rule, depth: int) -> Iterator[TextLine]:
    left = joined(subjects_text(node.subjects), qualifiers_text(node.qualifiers))
    if node.option is None:
        yield from _body(node, left, node.effects, node.block, depth)
        return
    first, *rest = _option(node.option, depth)
    yield TextLine(depth, f"{left}: {first.text}", node)
    yield from rest
    yield from _below(node.block, depth)


# ---- header and settings


def _header(node: ast.Header, depth: int) -> Iterator[TextLine]:
    yield TextLine(depth, f"ruleset {quoted(node.title)}", node)
    yield from _below(node.prose, depth)


def _one_line(text: Callable[[Any], str]) -> Callable[[Any, int], Iterator[TextLine]]:
    def lines(node: Any, depth: int) -> Iterator[TextLine]:
        yield TextLine(depth, text(node), node)

    return lines


def _grid(node: ast.Grid) -> str:
    size = "" if node.size is None else plain(node.size.value, node.size.unit)
    return joined("grid", size, node.cell, f"diagonals {node.diagonals}" if node.diagonals else "")


def _override(node: ast.Override, depth: int) -> Iterator[TextLine]:
    first, *rest = lines_of(node.item, depth)
    yield TextLine(depth, f"override {first.text}", node)
    yield from rest


def _remove(node: ast.Remove) -> str:
    return joined("remove", subjects_text(node.subjects), qualifiers_text(node.qualifiers))


# ---- declarations


def _schema(node: ast.Schema, depth: int) -> Iterator[TextLine]:
    yield TextLine(depth, node.owner, node)
    yield from _below(node.members, depth)


def _field(node: ast.Field) -> str:
    return f"{joined(node.name.text, _display(node.display))}: {_type(node.type)}"


def _type(node: ast.FieldType) -> str:
    if node.kind == "agreed":
        text = joined("agreed", f"for {names_text(node.agreed_for)}" if node.agreed_for else "")
    elif node.kind == "unit":
        text = node.unit or ""
    elif node.kind in ("one of", "ordered"):
        text = _nameds(node.values, ", " if node.kind == "one of" else " < ")
    else:
        text = node.kind
    return f"{text}, optional" if node.optional else text


def _allowance(node: ast.Allowance) -> str:
    moves = "" if node.moves is None else f"{node.moves} moves, each"
    least = "up" if node.minimum is None else expr_text(node.minimum)
    return joined(moves, least, "to", expr_text(node.maximum))


def _action(node: ast.Action, depth: int) -> Iterator[TextLine]:
    text = f"{'action' if len(node.names) == 1 else 'actions'} {_nameds(node.names)}"
    if node.allowance is not None:
        text = f"{text}: {_allowance(node.allowance)}"
    yield TextLine(depth, text, node)
    yield from _below(node.block, depth)


def _group(node: ast.Group) -> str:
    return f"{joined('group', node.name.text, _display(node.display))}: {names_text(node.members)}"


def _declared(node: Node, left: str, effects: Sequence[ru.Effect], block: Sequence[Node], depth: int) -> Any:
    """A declaration with effects or without: no colon where nothing follows it."""
    right = effects_text(effects)
    yield TextLine(depth, f"{left}: {right}" if right else left, node)
    yield from _below(block, depth)


def _outcome(node: ast.Outcome, depth: int) -> Iterator[TextLine]:
    yield from _declared(node, f"outcome {named_text(node.named)}", node.effects, node.block, depth)


def _state(node: ast.State, depth: int) -> Iterator[TextLine]:
    until = f"until end of {node.until}" if node.until else ""
    left = joined("state", named_text(node.named), until)
    yield from _declared(node, left, node.effects, node.block, depth)


def _cover(node: ast.Cover, depth: int) -> Iterator[TextLine]:
    left = joined("cover", node.name.text, _display(node.display))
    yield from _declared(node, left, node.effects, node.block, depth)


def _number(node: ast.Number, depth: int) -> Iterator[TextLine]:
    by = "" if node.by is None else f"by {node.by.text}"
    right = ", ".join(map(_pair, node.pairs)) if node.value is None else expr_text(node.value)
    yield TextLine(depth, f"{joined('number', node.name.text, _display(node.display), by)}: {right}", node)
    yield from _below(node.lines, depth)


def _pair(pair: ast.Pair) -> str:
    """A value that begins with a name is bracketed: behind the key it would go on with it."""
    value = expr_text(pair.value)
    if isinstance(pair.key, ast.Range):
        return f"{range_text(pair.key)} {value}"
    bare = value[0].isalpha() and not value[0].islower()
    return f"{pair.key.text} ({value})" if bare else f"{pair.key.text} {value}"


def _adjust(node: ast.Adjust) -> str:
    if node.op == "times":
        change = factor_text(node.value)
    elif node.op == "set":
        change = f"becomes {expr_text(node.value)}"
    else:
        change = signed_text("+" if node.op == "plus" else "-", node.value)
    return f"{qualifiers_text(node.qualifiers)}: {change}"


# ---- rolls


def range_text(where: ast.Range) -> str:
    """``2-6``, ``-9 to -1``, ``7+``, ``1``, ``1 or less``, ``otherwise``."""
    low = "" if where.low is None else expr_text(where.low)
    high = "" if where.high is None else expr_text(where.high)
    if where.kind == "span":
        if isinstance(where.low, ex.Neg):
            return f"{low} to {high}"
        return f"{low}-{high.replace(' ', '')}"
    texts = {"from": f"{low}+", "exact": low, "upto": f"{high} or less", "otherwise": "otherwise"}
    return texts[where.kind]


def _roll(node: ast.Roll, depth: int) -> Iterator[TextLine]:
    keep = "" if node.keep is None else f"keep {node.keep.count} {node.keep.which}"
    extra = "".join(f", {each.which} dice keep {each.keep}" for each in node.extra)
    text = f"roll {named_text(node.named)}: {joined(expr_text(node.total), keep)}{extra}"
    yield TextLine(depth, text, node)
    yield from _below(node.lines, depth)


def _band(node: ast.Band, depth: int) -> Iterator[TextLine]:
    mode = "" if node.mode == "total" else node.mode
    left = joined(mode, range_text(node.range), names_text(node.names), qualifiers_text(node.qualifiers))
    return _body(node, left, node.effects, node.block, depth)


# ---- tables


def _table(node: ast.Table, depth: int) -> Iterator[TextLine]:
    verb = "" if node.verb is None else node.verb.text if isinstance(node.verb, ex.Name) else node.verb
    yield TextLine(depth, joined("table", verb, "by", node.by.text), node)
    rows = [[cell_text(cell) for cell in row.cells] for row in node.rows]
    widths = [max(text_width(row[at]) for row in rows if at < len(row)) for at in range(max(map(len, rows), default=0))]
    for number, (row, texts) in enumerate(zip(node.rows, rows, strict=True)):
        cells = (text + " " * (width - text_width(text)) for text, width in zip(texts, widths, strict=False))
        yield TextLine(depth + 1, f"| {' | '.join(cells)} |", row)
        if number == 0:
            yield TextLine(depth + 1, f"|{'|'.join('-' * (width + 2) for width in widths)}|", row)


def text_width(text: str) -> int:
    """The columns a text takes on a screen, where a wide sign takes two."""
    return sum((unicodedata.east_asian_width(sign) in "WF") + 1 for sign in text if not unicodedata.combining(sign))


def cell_text(cell: ast.Cell) -> str:
    """One cell of a table, without the blanks around it."""
    texts = {"empty": "", "dash": "-", "corner": "terrain", "no": "no", "all": "all"}
    if cell.kind == "titled" and cell.ref is not None:
        return joined(ref_text(cell.ref), _display(cell.display))
    if cell.kind == "effects":
        return effects_text(cell.effects)
    first = texts.get(cell.kind, "")
    if cell.value is not None:
        sign = {"times": "x", "plus": "+", "minus": "-"}.get(cell.kind, "")
        first = sign + expr_text(cell.value)
    return ", ".join(filter(None, (first, effects_text(cell.effects))))


_PRINTERS: dict[type, Callable[[Any, int], Iterator[TextLine]]] = {
    ast.Prose: _prose,
    ast.Cite: _cite,
    ast.Clause: _clause,
    ast.Handler: _handler,
    ast.Option: _option,
    ast.Rule: _rule,
    ast.Header: _header,
    ast.Credit: _one_line(lambda node: f"{node.kind} {quoted(node.text)}"),
    ast.Distance: _one_line(lambda node: f"distance {node.unit}"),
    ast.Grid: _one_line(_grid),
    ast.Overlap: _one_line(lambda node: f"overlap {node.policy}"),
    ast.Round: _one_line(lambda node: f"round {node.direction} per {node.scope}"),
    ast.MeasureFrom: _one_line(lambda node: f"measure {node.part}"),
    ast.Use: _one_line(lambda node: f"use {quoted(node.path)}"),
    ast.Override: _override,
    ast.Remove: _one_line(_remove),
    ast.Schema: _schema,
    ast.Field: _one_line(_field),
    ast.Traits: _one_line(lambda node: f"traits: {_nameds(node.names)}"),
    ast.Action: _action,
    ast.Group: _one_line(_group),
    ast.Outcome: _outcome,
    ast.State: _state,
    ast.Cover: _cover,
    ast.Number: _number,
    ast.Adjust: _one_line(_adjust),
    ast.Roll: _roll,
    ast.Band: _band,
    ast.Table: _table,
}
