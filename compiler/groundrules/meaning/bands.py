"""Which bands a roll has: its own, or those of the roll it derives from."""

from __future__ import annotations

from collections.abc import Iterable

from groundrules.limits import NESTING
from groundrules.meaning.symbols import Symbol, SymbolTable
from groundrules.syntax import ast, ast_expr as ex


def base_of(table: SymbolTable, node: ast.Roll) -> Symbol | None:
    """The roll that a derived roll is, with handlers of its own; ``None`` for a roll with dice."""
    if isinstance(node.total, ex.Ref) and node.keep is None and not node.extra:
        symbol = table.get(node.total.name.key)
        if symbol is not None and symbol.kind == "roll":
            return symbol
    return None


def lineage(table: SymbolTable, symbol: Symbol) -> list[ast.Roll]:
    """The roll and those it derives from, nearest first; a circle is walked once."""
    nodes: list[ast.Roll] = []
    at: Symbol | None = symbol
    while at is not None and isinstance(at.node, ast.Roll) and len(nodes) <= NESTING:
        if any(node is at.node for node in nodes):
            break
        nodes.append(at.node)
        at = base_of(table, at.node)
    return nodes


def band_names(table: SymbolTable, symbol: Symbol) -> dict[str, str]:
    """Key to spelling of the names of a roll's bands, inherited ones included."""
    names: dict[str, str] = {}
    for node in lineage(table, symbol):
        for line in node.lines:
            if isinstance(line, ast.Band):
                for name in line.names:
                    names.setdefault(name.key, name.text)
    return names


def of_each_die(table: SymbolTable, symbol: Symbol) -> bool:
    """Whether a roll reads every die by itself and nothing else."""
    bands = [line for node in lineage(table, symbol) for line in node.lines if isinstance(line, ast.Band)]
    return bool(bands) and all(band.mode == "each" for band in bands)


def merged(names: Iterable[dict[str, str]]) -> dict[str, str]:
    """The bands of several rolls in one."""
    return {key: text for each in names for key, text in each.items()}
