"""What stands in columns: the names of a roll's bands, and comments that stood below each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from groundrules.syntax import ast
from groundrules.syntax.printer import TextLine, range_text, text_width

#: Blanks between a band and its name, and between a line and the comment behind it.
GAP = "  "


@dataclass(frozen=True, slots=True)
class Output:
    """A line of the result: its text, the comment behind it, the column in which that stood."""

    text: str
    behind: str = ""
    column: int = -1


def padded_bands(file: ast.File, lines: Sequence[TextLine], kept: Sequence[bool]) -> list[str]:
    """The texts of lines, those of bands with their names in one column.

    Only in rolls whose bands have names; lines that are ``kept`` as they are do not count.
    """
    texts = [line.text for line in lines]
    at = {id(line.node): number for number, line in enumerate(lines)}
    items = [item.item if isinstance(item, ast.Override) else item for item in file.items]
    for roll in (item for item in items if isinstance(item, ast.Roll)):
        bands = [each for each in roll.lines if isinstance(each, ast.Band) and not kept[at[id(each)]]]
        followed = {at[id(each)]: _head(each) for each in bands if each.names or each.qualifiers}
        if any(band.names for band in bands):
            width = max(map(text_width, followed.values()))
            for number, head in followed.items():
                rest = texts[number].removeprefix(head).lstrip()
                texts[number] = head + " " * (width - text_width(head)) + GAP + rest
    return texts


def _head(band: ast.Band) -> str:
    """``2-6``, ``each 1``: what stands before a band's name."""
    return range_text(band.range) if band.mode == "total" else f"{band.mode} {range_text(band.range)}"


def with_comments(lines: Iterable[Output]) -> list[str]:
    """The lines with the comments behind them; those that stood in one column do so again."""
    result: list[str] = []
    for column, group in groupby(lines, key=lambda line: line.column):
        same = list(group)
        width = max(text_width(line.text) for line in same) if column >= 0 else 0
        for line in same:
            pad = " " * (width - text_width(line.text)) + GAP if line.behind else ""
            result.append(line.text + pad + line.behind)
    return result
