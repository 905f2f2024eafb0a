"""Reads a text line by line and goes on after every mistake.

A line that is refused is cut out of the parser's stacks (nothing below its beginning can
have been reduced inside it), explained, and read with the smallest change that makes it
good; where none does, it is lost. A block under a lost line is read under a stand-in of the
kind of line that fits it best, so that mistakes in it are found too, and left out of the
tree. What is told, is told once: a line has one finding at most, and what follows only from
a mistake above is not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from groundrules.diagnostics import Diagnostic, Edit, Fix, finding
from groundrules.limits import NESTING
from groundrules.source import Source
from groundrules.syntax.blocks import machine_end
from groundrules.syntax.driver import Machine
from groundrules.syntax.grammar import END
from groundrules.syntax.layout import Layout, Line
from groundrules.syntax.misplaced import Misplaced
from groundrules.syntax.tokens import Lexer, Token
from groundrules.syntax.words import Words

if TYPE_CHECKING:
    from groundrules.syntax.explain import Explained, Explainer
    from groundrules.syntax.trial import Trial
    from groundrules.syntax.written import WrittenNames


class Reader(Misplaced):
    """Feeds the lines of one text to a parser."""

    def __init__(self, source: Source, layout: Layout, machine: Machine, lexer: Lexer, raw: Sequence[Token]) -> None:
        super().__init__(source, layout, machine, Words(lexer.words))
        self._lexer = lexer
        self._raw = raw

    @cached_property
    def _explainer(self) -> Explainer:
        # All that explains is read with the first mistake: most texts have none.
        from groundrules.syntax.explain import Explainer

        return Explainer(self.words)

    @cached_property
    def _written(self) -> WrittenNames:
        from groundrules.syntax.written import WrittenNames

        return WrittenNames(self._raw)

    def read(self) -> Any:
        """The value of the whole text."""
        while (line := self.layout.next()) is not None:
            self._take(line)
        return self._end()

    # ---- one line

    def _take(self, line: Line) -> None:
        for _ in range(line.dedents):
            self._leave()
        if line.beyond:
            self._damage(line.tokens)
            self._lost = True
            if self._header is not None:
                self._header.refused = True
        elif not line.indent or self._open(line):
            self._after_lost, self._lost = self._lost, False
            self._feed(line)
            if self._dead:
                self._damage(line.tokens)
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
        explained = self._explained(line, at)
        renamed = self._written.renamed
        if explained.renames in renamed and explained.tokens is not None:
            explained = replace(explained, sure=True)  # told where the name stood first
            if line.told is not None:
                self.found.append(line.told)
        elif not line.refused:
            self.found.append(_with_layout(explained.finding, line.told))
            renamed |= {explained.renames} - {""}
        line.refused = True
        line.told = None
        tokens = explained.tokens
        if tokens is not None and machine.feed(tokens) == len(tokens) and machine.feed((line.end,)):
            if not explained.sure:
                self._damage(line.tokens)
                self._lose_table()
            self._accept(line)
            return
        self._skip(line)

    def _explained(self, line: Line, at: int) -> Explained:
        """The finding for a refused line, and how to read on; what follows it may be wrong too."""
        following = self.layout.following()
        above = self._header.tokens if self._header is not None and line.tokens[0].type == "VBAR" else []
        bars = sum(token.type == "VBAR" for token in above)
        explained = self._explainer.explain(self._trial(line, at, following, bars))
        if explained.tokens is None and following[:1] == ["_INDENT"]:
            again = self._explainer.explain(self._trial(line, at, following[:1], bars))
            explained = again if again.tokens is not None else explained
        if explained.tokens is None and len(line.tokens) > 1 and following[-1:] not in ([], ["$END"]) and not bars:
            # Nothing fits the line below: it is wrong itself.
            again = self._explainer.explain(self._trial(line, at, following[:-1], bars))
            explained = again if again.tokens is not None and again.sure else explained
        if explained.tokens is None and bars:
            again = self._explainer.explain(self._trial(line, at, following))
            explained = replace(again, finding=replace(again.finding, fix=None), sure=False)
        return explained

    def _trial(self, line: Line, at: int, following: Sequence[str], bars: int = 0) -> Trial:
        from groundrules.syntax.trial import Trial

        return Trial(
            self.source,
            self._lexer,
            self.machine,
            line.tokens,
            at,
            self.machine.states,
            following,
            line.marks,
            self._written,
            bars,
        )

    def _tell_depth(self, line: Line, deep: int) -> None:
        token = line.tokens[deep]
        self._tell(
            "GR104",
            self.source.span(token.start_pos, token.end_pos),
            f"brackets and words lie more than {NESTING} deep in each other",
            help="give a part of it a name of its own, with `number` or `group`",
            fix=_flat(self.source, line.tokens),
        )
        self._skip(line)

    # ---- a comma too many at the end of a line

    def _ends_in_comma(self, line: Line, at: int) -> bool:
        """Whether a line goes on in the next only because of its last sign; then it is laid out again."""
        joints = [index for index, joint in enumerate(line.joints) if joint <= at + 1]
        if not joints:
            return False
        index = joints[-1]
        joint = line.joints[index]
        types = [token.type for token in line.tokens]
        rows = self.layout.rows
        inside = rows[line.first + index + 1].column > rows[line.first].column
        wanted = [*types[: joint - 1], "_NL"]
        taken, stack = self.machine.run(self.machine.states, wanted)
        good = joint > 1 and taken == len(wanted)
        alone = self.machine.run(stack, [*types[joint:], "_NL"])[0]
        below = self.machine.run(stack, ["_INDENT", *types[joint:], "_NL"])[0] - 1
        farther = max(alone, below) > at - joint
        if inside and not (good and farther):
            return False
        sign = line.tokens[joint - 1]
        if good:
            cut = self.source.span(line.tokens[joint - 2].end_pos, sign.end_pos)
            told = finding(
                "GR143",
                self.source.span(sign.start_pos, sign.end_pos),
                f"this line ends in `{sign}`, so it goes on in the next",
                help=f"take the `{sign}` away, or write what else belongs to it",
                fix=Fix(f"take the `{sign}` away", (Edit(cut, ""),), choice=True),
            )
            self.found.append(_with_layout(told, line.told))
            line.told = None
        self.layout.end_early(line, line.first + index)
        return True

    # ---- the end

    def _end(self) -> Any:
        for _ in self.layout.levels[1:]:
            self._leave()
        if END not in self.machine.accepts(self.machine.states):
            self._missing_block()
        return self.machine.finish(machine_end(self.machine))


def _with_layout(told: Diagnostic, layout: Diagnostic | None) -> Diagnostic:
    """One finding for a line that is wrong in itself and stands in an odd column.

    A lost first word leaves its blank: the word is what is told, and its fix moves the line too.
    """
    if layout is None or told.fix is None:
        return told
    if told.fix.edits[0].span.start > layout.span.start:
        return replace(told, fix=None)
    edits = (*(layout.fix.edits if layout.fix is not None else ()), *told.fix.edits)
    return replace(told, fix=Fix(told.fix.title, edits, told.fix.choice))


def _flat(source: Source, tokens: Sequence[Token]) -> Fix | None:
    """A line without brackets right inside brackets and without `not not`, if it is flat enough then."""
    opened: list[int] = []
    closes: dict[int, int] = {}
    for index, token in enumerate(tokens):
        if token.type == "LPAR":
            opened.append(index)
        elif token.type == "RPAR" and opened:
            closes[opened.pop()] = index
    gone = {at for start, end in closes.items() if closes.get(start - 1) == end + 1 for at in (start, end)}
    index = 0
    while index + 1 < len(tokens):
        twice = tokens[index].type == tokens[index + 1].type == "NOT"
        gone |= {index, index + 1} if twice else set()
        index += 2 if twice else 1
    if not gone or _too_deep([token for index, token in enumerate(tokens) if index not in gone]) is not None:
        return None
    edits = []
    for index in sorted(gone):
        blank = tokens[index].type == "NOT" and index + 1 < len(tokens)
        end = tokens[index + 1].start_pos if blank else tokens[index].end_pos
        edits.append(Edit(source.span(tokens[index].start_pos, end), ""))
    return Fix("take away what changes nothing", tuple(edits))


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
