"""Blocks of a text with mistakes: lines that lost their header, their indent or their block.

A block under a lost line is read under a stand-in of the kind of line that fits it best, so
that mistakes in it are found too, and left out of the tree.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from groundrules.diagnostics import Diagnostic, Edit, Fix, choice, finding, line_end, line_start, put_behind, take_lines
from groundrules.naming import name_key
from groundrules.source import Source, Span
from groundrules.syntax.driver import Machine
from groundrules.syntax.layout import Layout, Line
from groundrules.syntax.tokens import Token
from groundrules.syntax.words import ITEMS, Words, quoted

#: Stand-ins for a lost line above a block, and for the lines of a block that are all lost.
_HEADERS: tuple[tuple[str, ...], ...] = (
    ("NAME", "COLON", "_NL"),
    ("ROLL", "NAME", "COLON", "DICE", "_NL"),
    ("TABLE", "BY", "NAME", "_NL"),
    ("MODEL", "_NL"),
    ("WORD_NUMBER", "NAME", "COLON", "NUMBER", "_NL"),
    ("RULESET", "STRING", "_NL"),
    ("NUMBER", "COLON", "_NL"),
    ("FOR", "NAME", "COLON", "_NL"),
)
_LINES: tuple[tuple[str, ...], ...] = (("PROSE", "_NL"), ("VBAR", "VBAR", "_NL"))

_NOTHING = "this line stands farther right than it can"

#: So many lines of a block are looked at to find out what kind of block it is.
_LOOKED_AT = 20


class Blocks(ABC):
    """Goes into blocks and out of them; :class:`~groundrules.syntax.recovery.Reader` reads their lines."""

    def __init__(self, source: Source, layout: Layout, machine: Machine, words: Words) -> None:
        self.source = source
        self.layout = layout
        self.machine = machine
        self.words = words
        self.found: list[Diagnostic] = []
        self.damaged: list[Span] = []
        self.suspects: set[str] = set()
        self._lost = False
        self._after_lost = False
        self._header: Line | None = None
        self._headers: list[Line | None] = []
        self._told_depths: set[int] = set()
        self._run = False
        self._fresh_table = -1
        self._dead = 0

    @abstractmethod
    def _feed(self, line: Line) -> None:
        """Give a line to the machine."""

    # ---- what is lost

    def _skip(self, line: Line) -> None:
        """Lose a line."""
        self._damage(line.tokens)
        self._lost = True
        self._lose_table()

    def _lose_table(self) -> None:
        """Lose a table whose first row is lost: nobody knows its columns."""
        if self._fresh_table >= 0:
            self.machine.prune(self._fresh_table)
            self._fresh_table = -1
            self._dead = self._dead or len(self._headers)

    def _damage(self, tokens: Sequence[Token]) -> None:
        self.damaged.append(self.source.span(tokens[0].start_pos, tokens[-1].end_pos))
        self.suspects |= {name_key(token) for token in tokens if token.type == "NAME"}

    def _tell(self, code: str, span: Span, message: str, *, help: str, fix: Fix | None = None) -> None:
        self.found.append(finding(code, span, message, help=help, fix=fix))

    # ---- blocks

    def _open(self, line: Line) -> bool:
        """Go into a block; whether there is one to go into."""
        indent = Token("_INDENT", "", line.tokens[0].start_pos, line.tokens[0].start_pos)
        header, self._header = self._header, None
        lost, self._lost = self._lost, False
        self._told_depths.discard(len(self.layout.levels))
        if lost:
            stub, _ = self._stub(line)
            if stub is None:
                self._pass_over(line)
                return False
            self._stand_for(stub, indent)
        elif self._stands_beside(line) or not self.machine.feed((indent,)):
            return self._no_block(line, header, indent)
        elif header is not None and header.tokens[0].type == "TABLE":
            self._fresh_table = header.tokens[0].start_pos
        self._headers.append(header)
        return True

    def _stands_beside(self, line: Line) -> bool:
        """Whether a declaration stands in a block where it can only stand beside the line above."""
        if line.tokens[0].type not in ITEMS:
            return False
        types = [*(token.type for token in line.tokens), "_NL"]
        return self.machine.takes(types) and not self.machine.takes(["_INDENT", *types])

    def _stub(self, line: Line) -> tuple[tuple[str, ...] | None, int]:
        """The kind of line under which most of a block's lines are good, and how many are."""
        inside = self._lines_of(line)
        best, most = None, 0
        for stub in _HEADERS:
            taken, stack = self.machine.run(self.machine.states, (*stub, "_INDENT"))
            if taken == len(stub) + 1:
                good = sum(self.machine.run(stack, types)[0] == len(types) for types in inside)
                if good > most:
                    best, most = stub, good
        return best, most

    def _lines_of(self, line: Line) -> list[list[str]]:
        """The types of the first lines of a block, without those of blocks in it."""
        rows = self.layout.rows
        inside: list[list[str]] = []
        for index in range(line.first, min(len(rows), line.first + _LOOKED_AT)):
            row = rows[index]
            if row.column < rows[line.first].column:
                break
            if row.column == rows[line.first].column:
                inside.append([*(token.type for token in row.tokens), "_NL"])
        return inside

    def _no_block(self, line: Line, header: Line | None, indent: Token) -> bool:
        """A block under a line that takes none: it is read where it fits, or passed over."""
        levels = self.layout.levels
        inside = self._lines_of(line)
        beside = sum(self.machine.takes(types) for types in inside)
        stub, most = self._stub(line)
        if stub is None or most <= beside or (line.tokens[0].type in ITEMS and self.machine.takes(inside[0])):
            stub = None
        column = levels[-2]
        alone = (self.layout.next_column() or 0) <= column and stub is None
        fits = stub is None and beside > 0
        if alone and not fits:
            word = self.layout.word(self.layout.rows[line.first])
            fix = Fix("move it left", tuple(self.layout.move(line.first, column)))
            line.told = finding("GR107", word, _NOTHING, fix=fix)
            levels.pop()
            return True
        above = f"nothing can stand under the line with {quoted(header.tokens[0])}" if header is not None else _NOTHING
        line.refused = True
        if line.told is None:
            moves = self._left(line, column) if fits else []
            self._tell(
                "GR107",
                self.layout.word(self.layout.rows[line.first]),
                above,
                help="start this line in the same column as the line above"
                if fits
                else _MISSING.get(stub[0] if stub else "", "write above it the line that it belongs to"),
                fix=Fix("move it left", tuple(moves)) if fits else self._model_above(line, stub),
            )
        if stub is not None:
            self._stand_for(stub, indent)
            self._headers.append(None)
            return True
        if not fits:
            self._pass_over(line)
            return False
        levels.pop()
        return True

    def _model_above(self, line: Line, stub: tuple[str, ...] | None) -> Fix | None:
        """The line `model` above fields that stand under nothing, where the file has no such block."""
        source = self.source
        if stub is None or stub[0] != "MODEL" or _MODEL.search(source.text) is not None:
            return None
        start = line_start(source, self.layout.word(self.layout.rows[line.first]).start)
        return Fix(
            "write `model` above it", (Edit(source.span(start, start), f"model{line_end(source)}"),), choice=True
        )

    def _left(self, line: Line, column: int) -> list[Edit]:
        """Moves a line left: alone, if what stands below it is its block then, else with all that follows."""
        types = [*(token.type for token in line.tokens), "_NL", "_INDENT"]
        header = self.machine.takes([*types, *self.layout.next_types()[:1]])
        return self.layout.move(line.first, column, rows=line.rows if header else None)

    def _stand_for(self, stub: tuple[str, ...], indent: Token) -> None:
        """Put a stand-in where the line above a block is lost, and go into the block."""
        self.machine.prune()
        self.machine.feed([Token(kind, self.words.sample(kind), -1, -1) for kind in stub])
        self.machine.feed((indent,))
        self._dead = self._dead or len(self._headers) + 1

    def _pass_over(self, line: Line) -> None:
        """Lose a block with all that is in it."""
        depth = len(self.layout.levels) - 1
        column = self.layout.levels[depth - 1]
        self._damage(line.tokens)
        while (following := self.layout.next_column()) is not None and following > column:
            inner = self.layout.next()
            if inner is not None:
                self._damage(inner.tokens)
        del self.layout.levels[depth:]

    def _leave(self) -> None:
        """Come out of a block."""
        self._close()
        if self._headers:
            self._headers.pop()
        if len(self._headers) < self._dead:
            self._dead = 0
        self._header = None
        self._run = False

    def _close(self) -> None:
        machine = self.machine
        place = machine_end(machine)
        dedent = Token("_DEDENT", "", place, place)
        if machine.feed((dedent,)):
            return
        if not self._missing_block():
            self._stand_in()
        machine.feed((dedent,))

    def _stand_in(self) -> None:
        """Put a line where all lines of a block were lost."""
        self.machine.prune()
        for types in _LINES:
            if self.machine.run(self.machine.states, types)[0] == len(types):
                self.machine.feed([Token(kind, self.words.sample(kind), -1, -1) for kind in types])
                return

    def _missing_block(self) -> bool:
        """A line that needs lines below it and has none is told, and given an empty block."""
        if self.machine.accepts(self.machine.states) != {"_INDENT"}:
            return False
        header = self._header
        if header is not None and not header.refused and header.told is None:
            end = header.tokens[-1]
            self._tell(
                "GR106",
                self.source.span(end.start_pos, end.end_pos),
                f"nothing stands under {quoted(self.source.text[header.tokens[0].start_pos : end.end_pos])}",
                help=_BELOW.get(header.tokens[0].type, _BELOW["NAME"]),
                fix=choice(self._of_nothing(header)),
            )
            self._damage(header.tokens)
        place = machine_end(self.machine)
        self.machine.feed((Token("_INDENT", "", place, place),))
        self._stand_in()
        self.machine.feed((Token("_DEDENT", "", place, place),))
        return True

    def _of_nothing(self, header: Line) -> Fix | None:
        """What says the same as a line with nothing below it: no such line, or that there is no effect."""
        kind, end = header.tokens[0].type, header.tokens[-1]
        if kind in ("MODEL", "PIECE", "GAME"):
            return take_lines("take the line away", self.source.span(header.tokens[0].start_pos, end.end_pos))
        if kind == "NAME" and end.type == "COLON":
            return put_behind("say that it has no effect", self.source.span(end.start_pos, end.end_pos), " no effect")
        return None


#: A block of what models have.
_MODEL = re.compile(r"^model\b", re.MULTILINE)

#: What to write above lines that stand under nothing that takes them, by the kind they are.
_MISSING = {
    "MODEL": "these are fields: write `model`, `piece` or `game` on the line above them",
    "ROLL": "these are bands: write a line such as `roll Test: d6` above them",
    "TABLE": "these are rows: write a line such as `table by Class` above them",
}

_BELOW = {
    "NAME": "write what it does right of the colon, or on lines below that stand farther right; "
    "where nothing happens, write `no effect`",
    "MODEL": "write its fields on lines below that stand farther right: `Speed: distance`; or leave the line out",
    "PIECE": "write its fields on lines below that stand farther right: `Height: distance`; or leave the line out",
    "GAME": "write its fields on lines below that stand farther right: `Season: Summer, Winter`; or leave the line out",
    "TABLE": "write its rows on lines below that stand farther right: `| terrain | Infantry |`",
}


def machine_end(machine: Machine) -> int:
    """Where the last thing read ends."""
    value = machine.values[-1]
    return value.end_pos if isinstance(value, Token) else 0
