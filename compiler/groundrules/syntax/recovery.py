"""Reads a text line by line and goes on after every mistake.

A line that is refused is cut out of the parser's stacks (nothing below its beginning can
have been reduced inside it), explained, and read with the smallest change that makes it
good; where none does, it is lost. A block under a lost line is read under a stand-in of the
kind of line that fits it best, so that mistakes in it are found too, and left out of the
tree. What is told, is told once: a line has one finding at most, and what follows only from
a mistake above is not told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from groundrules.diagnostics import Diagnostic, Edit, Fix, finding
from groundrules.limits import NESTING
from groundrules.naming import name_key
from groundrules.source import Source, Span
from groundrules.syntax.driver import Machine
from groundrules.syntax.explain import Explainer
from groundrules.syntax.grammar import END
from groundrules.syntax.layout import Layout, Line
from groundrules.syntax.tokens import Lexer, Token
from groundrules.syntax.trial import Trial
from groundrules.syntax.words import quoted

#: Lines that begin with one of these belong under a line of their own kind.
_BELONGS = {
    "VBAR": ("a row of a table", "a line such as `table by Class`"),
    "PROSE": ("prose", "the rule it explains"),
    **dict.fromkeys(
        ("NUMBER", "FROM", "RANGE", "OTHERWISE", "EACH", "NATURAL"), ("a band of a roll", "a line such as `roll Test: d6`")
    ),
}

_ROLL = ("NUMBER", "FROM", "RANGE", "OTHERWISE", "EACH", "NATURAL")

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

#: So many lines of a block are looked at to find out what kind of block it is.
_LOOKED_AT = 20


class Reader:
    """Feeds the lines of one text to a parser."""

    def __init__(self, source: Source, layout: Layout, machine: Machine, lexer: Lexer, raw: Sequence[Token]) -> None:
        self.source = source
        self.layout = layout
        self.machine = machine
        self.lexer = lexer
        self.found: list[Diagnostic] = []
        self.damaged: list[Span] = []
        self.suspects: set[str] = set()
        self._raw = raw
        self._explainer = Explainer(lexer)
        self._names: Counter[str] | None = None
        self._lost = False
        self._header: Line | None = None
        self._headers: list[Line | None] = []
        self._told_depths: set[int] = set()
        self._run = False
        self._outdented: _Outdented | None = None
        self._fresh_table = -1

    def read(self) -> Any:
        """The value of the whole text."""
        while (line := self.layout.next()) is not None:
            self._take(line)
        return self._end()

    # ---- one line

    def _take(self, line: Line) -> None:
        levels = len(self.layout.levels)
        depth = levels + line.dedents - line.indent
        for _ in range(line.dedents):
            self._leave(depth)
            depth -= 1
        if line.beyond:
            self._damage(line.tokens)
            self._lost = True
            if self._header is not None:
                self._header.refused = True
        elif not line.indent or self._open(line):
            if self._outdented is not None and self._outdented.depth == len(self.layout.levels):
                self._stay_outdented(line)
            self._lost = False
            self._feed(line)
        if line.told is not None:
            self.found.append(line.told)

    def _feed(self, line: Line) -> None:
        if len(line.tokens) > NESTING and (deep := _too_deep(line.tokens)) is not None:
            self._tell_depth(line, deep)
            return
        machine = self.machine
        before = machine.states.copy()
        taken = machine.feed(line.tokens)
        if taken == len(line.tokens) and machine.feed((line.end,)):
            self._accept(line)
        else:
            self._refused(line, before, taken)

    def _accept(self, line: Line) -> None:
        self._header = line
        self._run = False
        self._fresh_table = -1

    def _refused(self, line: Line, before: list[int], at: int) -> None:
        machine = self.machine
        first, stack = machine.run(before, (line.tokens[0].type,))
        if first:
            machine.cut(len(stack) - 1)
        elif self._misplaced(line):
            return
        if line.joints and self._ends_in_comma(line, at):
            return
        explained = self._explainer.explain(self._trial(line, at, self.layout.following()))
        if explained.tokens is None and (following := self.layout.following())[:1] == ["_INDENT"]:
            again = self._explainer.explain(self._trial(line, at, following[:1]))
            explained = again if again.tokens is not None else explained
        self.found.append(_with_layout(explained.finding, line.told))
        line.refused = True
        line.told = None
        tokens = explained.tokens
        if tokens is not None and machine.feed(tokens) == len(tokens) and machine.feed((line.end,)):
            self._accept(line)
            if not explained.sure:
                self._damage(line.tokens)
            return
        self._skip(line)

    def _trial(self, line: Line, at: int, following: Sequence[str]) -> Trial:
        if self._names is None:
            self._names = Counter(name_key(token) for token in self._raw if token.type == "NAME")
        return Trial(
            self.source, self.lexer, self.machine, line.tokens, at, self.machine.states, following, line.marks, self._names
        )

    def _skip(self, line: Line) -> None:
        """Lose a line."""
        self._damage(line.tokens)
        self._lost = True
        if self._fresh_table >= 0:
            self.machine.prune(self._fresh_table)

    def _damage(self, tokens: Sequence[Token]) -> None:
        self.damaged.append(self.source.span(tokens[0].start_pos, tokens[-1].end_pos))
        self.suspects |= {name_key(token) for token in tokens if token.type == "NAME"}

    def _tell_depth(self, line: Line, deep: int) -> None:
        token = line.tokens[deep]
        self._tell(
            "GR104",
            self.source.span(token.start_pos, token.end_pos),
            f"brackets and words lie more than {NESTING} deep in each other",
            help="give a part of it a name of its own, with `number` or `group`",
        )
        self._skip(line)

    def _tell(self, code: str, span: Span, message: str, *, help: str, fix: Fix | None = None) -> None:
        self.found.append(finding(code, span, message, help=help, fix=fix))

    # ---- a comma too many at the end of a line

    def _ends_in_comma(self, line: Line, at: int) -> bool:
        """Whether a line goes on in the next only because of its last sign; then it is laid out again."""
        joints = [index for index, joint in enumerate(line.joints) if joint <= at]
        if not joints:
            return False
        index = joints[-1]
        joint = line.joints[index]
        types = [token.type for token in line.tokens]
        rows = self.layout.rows
        inside = rows[line.first + index + 1].column > rows[line.first].column
        wanted = [*types[: joint - 1], "_NL"]
        taken, stack = self.machine.run(self.machine.states, wanted)
        good = taken == len(wanted)
        alone = self.machine.run(stack, [*types[joint:], "_NL"])[0]
        below = self.machine.run(stack, ["_INDENT", *types[joint:], "_NL"])[0] - 1
        farther = max(alone, below) > at - joint
        if inside and not (good and farther):
            return False
        sign = line.tokens[joint - 1]
        if good:
            span = self.source.span(sign.start_pos, sign.end_pos)
            before = line.tokens[joint - 2]
            self._tell(
                "GR143",
                span,
                f"this line ends in `{sign}`, so it goes on in the next",
                help=f"take the `{sign}` away, or write what else belongs to it",
                fix=Fix(
                    f"take the `{sign}` away", (Edit(self.source.span(before.end_pos, sign.end_pos), ""),)
                ),
            )
        self.layout.end_early(line.first + index)
        self.layout.at = line.first
        return True

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
        elif not self.machine.feed((indent,)):
            return self._no_block(line, header, indent)
        elif header is not None and header.tokens[0].type == "TABLE":
            self._fresh_table = header.tokens[0].start_pos
        self._headers.append(header)
        return True

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
        """The types of the lines of a block, without those of blocks in it."""
        rows = self.layout.rows[line.first :]
        inside: list[list[str]] = []
        for row in rows:
            if row.column < rows[0].column or len(inside) == _LOOKED_AT:
                break
            if row.column == rows[0].column:
                inside.append([*(token.type for token in row.tokens), "_NL"])
        return inside

    def _no_block(self, line: Line, header: Line | None, indent: Token) -> bool:
        """A block under a line that takes none: it is read where it fits, or passed over."""
        levels = self.layout.levels
        beside = sum(self.machine.takes(types) for types in self._lines_of(line))
        stub, most = self._stub(line)
        if stub is None or most <= beside:
            stub = None
        column = levels[-2].column
        alone = (self.layout.next_column() or 0) <= column and stub is None
        fits = stub is None and beside > 0
        if alone and not fits:
            word = self.layout.word(self.layout.rows[line.first])
            fix = Fix("move it left", tuple(self.layout.moves(line.first, column)))
            line.told = finding("GR107", word, "nothing can stand under the line above", fix=fix)
            levels.pop()
            levels[-1].also(self.layout.rows[line.first].column)
            return True
        above = f"the line with {quoted(header.tokens[0])}" if header is not None else "the line above"
        if line.told is None:
            moves = self.layout.moves(line.first, column)
            self._tell(
                "GR107",
                self.layout.word(self.layout.rows[line.first]),
                f"nothing can stand under {above}",
                help="start this line in the same column as the line above"
                if fits
                else _MISSING.get(stub[0] if stub else "", "write above it the line that it belongs to"),
                fix=Fix("move it left", tuple(moves)) if fits else None,
            )
        if stub is not None:
            self._stand_for(stub, indent)
            self._headers.append(None)
            return True
        if not fits:
            self._pass_over(line)
            return False
        levels.pop()
        levels[-1].also(self.layout.rows[line.first].column)
        return True

    def _stand_for(self, stub: tuple[str, ...], indent: Token) -> None:
        """Put a stand-in where the line above a block is lost, and go into the block."""
        self.machine.prune()
        self.machine.feed([Token(kind, self._explainer.words.sample(kind), -1, -1) for kind in stub])
        self.machine.feed((indent,))

    def _pass_over(self, line: Line) -> None:
        """Lose a block with all that is in it."""
        depth = len(self.layout.levels) - 1
        column = self.layout.levels[depth - 1].column
        self._damage(line.tokens)
        while (following := self.layout.next_column()) is not None and following > column:
            inner = self.layout.next()
            if inner is not None:
                self._damage(inner.tokens)
        del self.layout.levels[depth:]

    def _leave(self, depth: int) -> None:
        """Come out of the block that is this deep."""
        if self._outdented is not None and self._outdented.depth == depth:
            self._end_outdented()
        self._close()
        if self._headers:
            self._headers.pop()
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
                self.machine.feed([Token(kind, self._explainer.words.sample(kind), -1, -1) for kind in types])
                return

    def _missing_block(self) -> bool:
        """A line that needs lines below it and has none is told, and given an empty block."""
        if self.machine.accepts(self.machine.states) != {"_INDENT"}:
            return False
        header = self._header
        if header is not None and not header.refused:
            end = header.tokens[-1]
            self._tell(
                "GR106",
                self.source.span(end.start_pos, end.end_pos),
                f"nothing stands under {quoted(self.source.text[header.tokens[0].start_pos : end.end_pos])}",
                help=_BELOW.get(header.tokens[0].type, _BELOW["NAME"]),
            )
            self._damage(header.tokens)
        place = machine_end(self.machine)
        self.machine.feed((Token("_INDENT", "", place, place),))
        self._stand_in()
        self.machine.feed((Token("_DEDENT", "", place, place),))
        return True

    # ---- lines in the wrong place

    def _misplaced(self, line: Line) -> bool:
        """A line whose first word cannot stand here, explained by what is above it."""
        machine = self.machine
        types = [token.type for token in line.tokens]
        accepted = machine.accepts(machine.states)
        if "_INDENT" in accepted and not self._lost and line.told is None:
            wanted = ("_INDENT", *types, "_NL")
            beside = ("_INDENT", "PROSE", "_NL", "_DEDENT", *types, "_NL")
            if machine.takes(wanted) and not machine.takes(beside):
                self._outdent(line)
                return True
        if self._missing_block():
            self._feed(line)
            return True
        kind = types[0]
        if kind not in _BELONGS or kind in accepted or types[1:2] == ["WORD"]:
            return False
        depth = len(self.layout.levels)
        if not (self._run or depth in self._told_depths):
            self._tell_belongs(line)
        self._run = depth == 1
        if depth > 1:
            self._told_depths.add(depth)
        self._skip(line)
        return True

    def _tell_belongs(self, line: Line) -> None:
        token = line.tokens[0]
        what, where = _BELONGS[token.type]
        header = self._headers[-1] if self._headers else None
        if header is not None and header.refused:
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
            return
        self._tell(
            "GR108",
            self.source.span(token.start_pos, line.tokens[-1].end_pos if token.type != "VBAR" else token.end_pos),
            f"{what} stands under nothing that takes it",
            help=f"{what} stands under {where}, at least two columns farther right",
        )

    def _outdent(self, line: Line) -> None:
        """A line that lost its indent: it is read as a line of the block that the line above opens."""
        place = line.tokens[0].start_pos
        self.machine.feed((Token("_INDENT", "", place, place),))
        self._outdented = _Outdented(len(self.layout.levels), line, self._header)
        self._outdented.edits += self.layout.moves(line.first, self.layout.levels[-1].column + 4, rows=line.rows)
        self._headers.append(self._header)
        self._feed(line)

    def _stay_outdented(self, line: Line) -> None:
        """Go on in the block whose lines lost their indent, or come out of it."""
        block = self._outdented
        assert block is not None
        types = [token.type for token in line.tokens]
        wanted = (*types, "_NL")
        inside = self.machine.run(self.machine.states, wanted)[0] == len(wanted)
        outside = self.machine.run(self.machine.states, ("_DEDENT", *wanted))[0] == len(wanted) + 1
        if inside and not outside:
            block.edits += self.layout.moves(line.first, self.layout.levels[-1].column + 4, rows=line.rows)
        else:
            self._end_outdented()

    def _end_outdented(self) -> None:
        block, self._outdented = self._outdented, None
        assert block is not None
        self._close()
        self._headers.pop()
        first, last = block.line.tokens[0], block.line.tokens[-1]
        above = ""
        if block.header is not None:
            start, end = block.header.tokens[0].start_pos, block.header.tokens[-1].end_pos
            above = f" {quoted(self.source.text[start:end])}"
        self._tell(
            "GR105",
            self.source.span(first.start_pos, last.end_pos),
            "this line lost its indent",
            help=f"it belongs under the line{above or ' above'}: start it at least two columns farther right",
            fix=Fix("indent by four columns", tuple(block.edits)),
        )

    # ---- the end

    def _end(self) -> Any:
        depth = len(self.layout.levels)
        while depth > 1:
            self._leave(depth)
            depth -= 1
        if self._outdented is not None:
            self._end_outdented()
        if END not in self.machine.accepts(self.machine.states):
            self._missing_block()
        return self.machine.finish(machine_end(self.machine))


class _Outdented:
    """A block whose lines stand in the column of the line above it."""

    def __init__(self, depth: int, line: Line, header: Line | None) -> None:
        self.depth = depth
        self.line = line
        self.header = header
        self.edits: list[Edit] = []


#: What to write above lines that stand under nothing that takes them, by the kind they are.
_MISSING = {
    "MODEL": "these are fields: write `model`, `piece` or `game` on the line above them",
    "ROLL": "these are bands: write a line such as `roll Test: d6` above them",
    "TABLE": "these are rows: write a line such as `table by Class` above them",
}

_BELOW = {
    "NAME": "write what it does right of the colon, or on lines below that stand farther right",
    "MODEL": "write its fields on lines below that stand farther right: `Speed: distance`",
    "PIECE": "write its fields on lines below that stand farther right: `Height: distance`",
    "GAME": "write its fields on lines below that stand farther right: `Season: Summer, Winter`",
    "TABLE": "write its rows on lines below that stand farther right: `| terrain | Infantry |`",
}


def machine_end(machine: Machine) -> int:
    """Where the last thing read ends."""
    value = machine.values[-1]
    return value.end_pos if isinstance(value, Token) else 0


def _with_layout(told: Diagnostic, layout: Diagnostic | None) -> Diagnostic:
    """One finding for a line that is wrong in itself and stands in an odd column.

    A lost first word leaves its blank: the word is what is told, and its fix moves the line too.
    """
    if layout is None or told.fix is None:
        return told
    if told.fix.edits[0].span.start > layout.span.start:
        return replace(told, fix=None)
    edits = (*(layout.fix.edits if layout.fix is not None else ()), *told.fix.edits)
    return replace(told, fix=Fix(told.fix.title, edits))


def _too_deep(tokens: Sequence[Token]) -> int | None:
    """The token at which brackets, `not` and `half` lie too deep in each other, if they do."""
    brackets = words = 0
    for index, token in enumerate(tokens):
        kind = token.type
        if kind == "LPAR":
            brackets += 1
        elif kind == "RPAR":
            brackets -= 1
        words = words + 1 if kind in ("NOT", "HALF") else 0 if kind not in ("LPAR",) else words
        if max(brackets, words, brackets + words) > NESTING:
            return index
    return None
