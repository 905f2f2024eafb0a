"""The canonical form of a terrain file: the tree printed plainly, comments and blank lines woven in.

What the author chose stays: the order of lines, one line or a block, where a long line goes
on in the next, blank lines (runs become one), comments, and everything between ``# fmt: off``
and ``# fmt: on``. The result is read again and compared before it is handed out: it has the
same tree and the same comments, or there is none.
"""

from __future__ import annotations

from dataclasses import dataclass

from groundrules.diagnostics import Diagnostic, finding
from groundrules.source import Source, Span
from groundrules.syntax import ast
from groundrules.syntax.format_weave import weave
from groundrules.syntax.parser import Parsed, parse
from groundrules.syntax.trivia import comments


@dataclass(frozen=True, slots=True)
class Formatted:
    """The canonical text, or the findings that leave none; a text ends in one line end."""

    text: str | None
    diagnostics: tuple[Diagnostic, ...] = ()


def format_source(source: Source) -> Formatted:
    """The canonical form of a text, with the line ends that most of its lines have.

    A text with a finding about its syntax has none, and neither has one whose form would not
    mean the same (GR618).
    """
    parsed = parse(source)
    if parsed.diagnostics:
        return Formatted(None, parsed.diagnostics)
    lines = weave(source.text, parsed)
    after = parse(Source(source.name, "".join(f"{line}\n" for line in lines)))
    changed = first_change(source, parsed, after)
    if changed is not None:
        return Formatted(None, (not_the_same(changed),))
    end = line_end(source.text)
    return Formatted("".join(line + end for line in lines))


def line_end(text: str) -> str:
    """The line end that most lines of a text have; a line feed where it has none."""
    windows = text.count("\r\n")
    counts = {"\n": text.count("\n") - windows, "\r\n": windows, "\r": text.count("\r") - windows}
    return max(counts, key=lambda end: counts[end])


def first_change(source: Source, before: Parsed, after: Parsed) -> Span | None:
    """Where two texts first differ in what they say or in their comments; ``None`` where they do not."""
    if not after.diagnostics and after.file == before.file and comments(after.tokens) == comments(before.tokens):
        return None
    items: list[ast.Item | None] = [*after.file.items]
    items += [None] * (len(before.file.items) - len(items))
    for old, new in zip(before.file.items, items, strict=False):
        if old != new:
            return old.span
    return source.span(0, 0)


def not_the_same(where: Span) -> Diagnostic:
    """The finding of a text that would not mean the same in its canonical form."""
    return finding(
        "GR618",
        where,
        "this would not mean the same once formatted, so nothing is changed",
        help="put whole rules between `# fmt: off` and `# fmt: on`, not parts of a block; "
        "where there is no such comment, please report it",
    )
