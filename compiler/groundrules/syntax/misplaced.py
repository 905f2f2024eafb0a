"""Lines in the wrong place: without their indent, in a block of another kind, under nothing."""

from __future__ import annotations

from groundrules.diagnostics import Edit, Fix
from groundrules.syntax.blocks import Blocks
from groundrules.syntax.layout import Line, types_of
from groundrules.syntax.rows import TAB, Row
from groundrules.syntax.tokens import Token
from groundrules.syntax.words import ITEMS, quoted

#: Lines that begin with one of these belong under a line of their own kind.
_BELONGS = {
    "VBAR": ("a row of a table", "a line such as `table by Class`"),
    "PROSE": ("prose", "the rule it explains"),
    **dict.fromkeys(
        ("NUMBER", "FROM", "RANGE", "OTHERWISE", "EACH", "NATURAL"),
        ("a band of a roll", "a line such as `roll Test: d6`"),
    ),
}

_ROLL = ("NUMBER", "FROM", "RANGE", "OTHERWISE", "EACH", "NATURAL")


#: A block with nothing of weight in it.
_EMPTY = ("_INDENT", "PROSE", "_NL", "_DEDENT")


class Misplaced(Blocks):
    """Explains lines whose first word cannot stand where it stands."""

    def _misplaced(self, line: Line) -> bool:
        """A line whose first word cannot stand here, explained by what is above it."""
        machine = self.machine
        types = [token.type for token in line.tokens]
        accepted = machine.accepts(machine.states)
        if "_INDENT" in accepted and not self._lost and line.told is None:
            wanted = ("_INDENT", *types, "_NL")
            below = self.layout.following()
            beside = (*_EMPTY, *types, "_NL", *(below if below[:1] == ["_INDENT"] else ()))
            if machine.takes(wanted) and not machine.takes(beside):
                self._outdent(line, types)
                return True
        if self._missing_block():
            self._feed(line)
            return True
        kind = types[0]
        if kind in ITEMS and self._too_far_right(line, types):
            return True
        if kind not in _BELONGS or kind in accepted or types[1:2] == ["WORD"]:
            return False
        depth = len(self.layout.levels)
        if not (self._run or depth in self._told_depths or line.told is not None):
            self._tell_belongs(line)
        self._run = depth == 1
        if depth > 1:
            self._told_depths.add(depth)
        self._skip(line)
        return True

    def _too_far_right(self, line: Line, types: list[str]) -> bool:
        """A declaration that stands in a block: it is read where it fits."""
        levels = self.layout.levels
        for closed in range(1, len(levels)):
            if not self.machine.takes([*["_DEDENT"] * closed, *types, "_NL"]):
                continue
            for _ in range(closed):
                self._leave()
                levels.pop()
            word = self.layout.word(self.layout.rows[line.first])
            self._tell(
                "GR107",
                word,
                f"{quoted(word.text)} begins no line of a block",
                help="start this line farther left",
                fix=Fix("move it left", tuple(self._left(line, levels[-1]))),
            )
            line.told = None
            line.refused = True
            self._feed(line)
            return True
        return False

    def _tell_belongs(self, line: Line) -> None:
        token = line.tokens[0]
        what, where = _BELONGS[token.type]
        header = self._headers[-1] if self._headers else None
        if self._after_lost or (header is not None and header.refused):
            return
        if header is not None and token.type in _ROLL:
            first = header.tokens[0].start_pos
            text = quoted(self.source.text[first : header.tokens[-1].end_pos])
            fix = None
            if header.tokens[0].type == "NAME":
                fix = Fix("write `roll` before it", (Edit(self.source.span(first, first), "roll "),))
            self._tell(
                "GR108",
                self.source.span(first, header.tokens[-1].end_pos),
                f"bands stand under {text}, which is no roll",
                help="a roll with bands begins with the word `roll`",
                fix=fix,
            )
            self._damage(header.tokens)
            self.machine.prune(first)
            self._dead = self._dead or len(self._headers)
            return
        first_prose = token.type == "PROSE" and line.first == 0
        self._tell(
            "GR108",
            self.source.span(token.start_pos, line.tokens[-1].end_pos if token.type != "VBAR" else token.end_pos),
            f"{what} stands under nothing that takes it",
            help=f"{what} stands under {where}, at least two columns farther right"
            + ("; what is said of the whole file may be a comment: `# …`" if first_prose else ""),
            fix=Fix("make it a comment", self._as_comment(line), choice=True) if first_prose else None,
        )

    def _as_comment(self, line: Line) -> tuple[Edit, ...]:
        """Prose that stands before everything else, line by line."""
        edits = []
        for row in self.layout.rows[line.first :]:
            if row.tokens[0].type != "PROSE":
                break
            start = row.tokens[0].start_pos
            edits.append(Edit(self.source.span(start, start + 1), "#"))
        return tuple(edits)

    def _outdent(self, line: Line, types: list[str]) -> None:
        """A line that lost its indent: it and those beside it are read as the block of the line above."""
        layout, machine = self.layout, self.machine
        rows, header = layout.rows, self._header
        column = rows[line.first].column
        end = line.first + line.rows
        wanted = column + TAB
        if (below := layout.next_column() or 0) > column + 1 and not machine.takes(
            ["_INDENT", *types, "_NL", *layout.following()]
        ):
            wanted = below  # only this line lost it
        else:
            while end < len(rows) and (rows[end].column > column or self._is_inside(rows[end], column)):
                end += 1
        place = line.tokens[0].start_pos
        machine.feed((Token("_INDENT", "", place, place),))
        self._headers.append(header)
        self._tell_outdented(line, header, layout.move(line.first, wanted, rows=end - line.first))
        layout.levels.append(wanted)
        self._feed(line)

    def _is_inside(self, row: Row, column: int) -> bool:
        """Whether a row in this column is good in the block that the line above opens, and nowhere else."""
        types = types_of(row)
        if row.column != column or not self.machine.takes(["_INDENT", *types]):
            return False
        return not self.machine.takes(types) and not self.machine.takes([*_EMPTY, *types])

    def _tell_outdented(self, line: Line, header: Line | None, edits: list[Edit]) -> None:
        first, last = line.tokens[0], line.tokens[-1]
        line.refused = True
        above = "the line above"
        if header is not None:
            start, end = header.tokens[0].start_pos, header.tokens[-1].end_pos
            above = f"the line {quoted(self.source.text[start:end])}"
        self._tell(
            "GR105",
            self.source.span(first.start_pos, last.end_pos),
            "this line lost its indent",
            help=f"it belongs under {above}: start it at least two columns farther right",
            fix=Fix("move it under the line above", tuple(edits)),
        )
