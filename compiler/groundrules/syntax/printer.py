"""The AST back to text, in the plain form of the language.

``parse(to_text(file))`` is equal to ``file``. Comments are no part of the tree: a formatter
takes :func:`lines_of`, item by item, and weaves them in. The helpers print parts of rules
for messages, fixes and the ids of rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from groundrules.syntax import ast
from groundrules.syntax.printer_expr import expr_text, names_text, quoted, ref_text, refs_text
from groundrules.syntax.printer_lines import TextLine, cell_text, lines_of, named_text, range_text, text_width
from groundrules.syntax.printer_rules import (
    condition_text,
    effect_text,
    effects_text,
    left_text,
    qualifier_text,
    qualifiers_text,
    subjects_text,
)

__all__ = [
    "TextLine",
    "cell_text",
    "condition_text",
    "effect_text",
    "effects_text",
    "expr_text",
    "left_text",
    "lines_of",
    "named_text",
    "names_text",
    "node_text",
    "qualifier_text",
    "qualifiers_text",
    "quoted",
    "range_text",
    "ref_text",
    "refs_text",
    "subjects_text",
    "text_width",
    "to_text",
]

INDENT = "    "


def to_text(file: ast.File) -> str:
    """The whole file; a blank line parts items of which either has lines below it."""
    result: list[str] = []
    long = False
    for item in file.items:
        lines = list(lines_of(item))
        if result and (long or len(lines) > 1):
            result.append("")
        long = len(lines) > 1
        result.extend(_written(lines))
    return "".join(f"{line}\n" for line in result)


def node_text(node: ast.Item | ast.Line, depth: int = 0) -> str:
    """An item or a line of a block with all that stands below it, without a last line end."""
    return "\n".join(_written(list(lines_of(node, depth))))


def _written(lines: Sequence[TextLine]) -> list[str]:
    return [INDENT * line.depth + line.text for line in lines]
