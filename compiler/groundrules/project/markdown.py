"""Markdown as source: what stands in the ``terrain`` fences of a page is a ruleset, in order.

A page becomes a :class:`~groundrules.source.Source` of the same length, blank outside its
fences, so that every place in it is a place of the page. What stands before the lines of a
fence (the indent of a list, the ``>`` of a quotation) is moved before their line ends: so
the lines begin at the left edge, and no offset changes.

A fence ``terrain example`` is a ruleset by itself and no part of the page's; a fence with
any other word behind ``terrain`` is neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from groundrules.diagnostics import Edit
from groundrules.limits import FENCES
from groundrules.source import Source

#: The help for a page from which rules are wanted, and which has none.
NO_RULES = "put the rules between a line of three backticks and `terrain`, and a line of three backticks"

#: What is said of a page with more fences than it may have, and the help for it.
MANY_FENCES = f"has more than {FENCES} fences of examples and scenarios"
PART_PAGE = "part the page into several"

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a fence: where it begins in the page, how much before it is not its own.

    ``pad`` columns are its own and stand in the page only as part of a tab.
    """

    start: int
    cut: int
    pad: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Fence:
    """A fence of a page: the words behind its opening, its lines by their numbers from 0.

    ``start`` is the offset of its first own character, ``end`` that of the line that closes
    it; ``prefix`` is what stands before each of its lines.
    """

    words: tuple[str, ...]
    rows: Mapping[int, Row]
    start: int
    end: int
    prefix: str

    @property
    def is_taken(self) -> bool:
        """Whether it is a part of the page's ruleset."""
        return self.words == ("terrain",)

    @property
    def is_scenarios(self) -> bool:
        """Whether it holds scenarios that play by the page's ruleset."""
        return self.words == ("yaml", "scenarios")

    @property
    def is_example(self) -> bool:
        """Whether it is a ruleset by itself."""
        return self.words[:2] == ("terrain", "example")


@dataclass(frozen=True, slots=True)
class Page:
    """A Markdown file: all its fences, its ruleset, and its examples with the fences they stand in."""

    name: str
    text: str
    fences: tuple[Fence, ...]

    @property
    def too_many(self) -> Fence | None:
        """The first fence beyond those that a page may have, each of which is made a text as long as the page."""
        beyond = [each for each in self.fences if each.is_example or each.is_scenarios][FENCES : FENCES + 1]
        return beyond[0] if beyond else None

    @property
    def rules(self) -> Source | None:
        """What the page's own fences hold, made anew each time; ``None`` where it has none."""
        taken = [fence for fence in self.fences if fence.is_taken]
        return self.source(taken) if taken else None

    @property
    def examples(self) -> tuple[Source, ...]:
        """Each example, alone, made anew each time."""
        return tuple(self.source([fence]) for fence in self.fences if fence.is_example)

    def source(self, fences: Iterable[Fence]) -> Source:
        """The page with nothing but the lines of some fences."""
        rows = {number: row for fence in fences for number, row in fence.rows.items()}
        parts: list[str] = []
        end = ""
        for number, (line, line_end) in enumerate(_lines(self.text)):
            row = rows.get(number)
            if row is None:
                parts += (end, " " * len(line))
            else:
                parts += (" " * (row.cut - row.pad), end, " " * row.pad, line[row.cut :])
            end = line_end
        return Source(self.name, "".join((*parts, end)), page=self.text)


def read_page(name: str, text: str) -> Page:
    """The fences of a Markdown file, those in lists and quotations among them."""
    from markdown_it import MarkdownIt  # only where there is a page to read

    lines = _lines(text)
    starts = [0]
    for line, end in lines:
        starts.append(starts[-1] + len(line) + len(end))
    fences = [
        _fence(tuple(token.info.split()), token.content, token.map[0] + 1, lines, starts)
        for token in MarkdownIt("commonmark").parse(text)
        if token.type == "fence" and token.map is not None
    ]
    return Page(name, text, tuple(fences))


def _lines(text: str) -> list[tuple[str, str]]:
    """The lines of a text with their line ends; a final line end opens no further line."""
    lines = [(found[1], found[2]) for found in _LINE.finditer(text)]
    return lines[:-1] if len(lines) > 1 and lines[-1] == ("", "") else lines


def _fence(
    words: tuple[str, ...], content: str, first: int, lines: Sequence[tuple[str, str]], starts: Sequence[int]
) -> Fence:
    rows: dict[int, Row] = {}
    prefix: str | None = None
    for number, own in enumerate(content.removesuffix("\n").split("\n") if content else (), first):
        line = lines[number][0]
        row = rows[number] = _row(line, own, starts[number])
        if prefix is None and own.strip():
            prefix = line[: row.cut] if not row.pad else line[: row.cut].expandtabs(4)[: -row.pad]
    after = first + len(rows)
    start = starts[first] + rows[first].cut - rows[first].pad if rows else starts[min(first, len(lines))]
    return Fence(words, rows, start, starts[min(after, len(lines))], prefix or "")


def _row(line: str, own: str, start: int) -> Row:
    if line.endswith(own):
        return Row(start, len(line) - len(own))
    bare = own.lstrip(" ")
    cut = len(line) - len(bare)
    return Row(start, cut, min(cut, len(own) - len(bare)))


def content(page: Page, fence: Fence) -> str:
    """The text of a fence, with line feeds."""
    text = page.source([fence]).text[fence.start : fence.end]
    return "".join(f"{line}\n" for line in _own_lines(text, fence))


def replaced(page: Page, contents: Mapping[Fence, Sequence[str]]) -> str:
    """The page with other lines in some of its fences, and nothing else changed."""
    line_end = _most_common_end(page.text)
    parts: list[str] = []
    at = 0
    for fence in page.fences:
        if fence not in contents or not fence.rows:
            continue
        begin = min(row.start for row in fence.rows.values())
        parts.append(page.text[at:begin])
        for line in contents[fence]:
            parts.append((fence.prefix + line if line else fence.prefix.rstrip()) + line_end)
        at = fence.end
    return "".join((*parts, page.text[at:]))


def edited(page: Page, edits: Iterable[Edit]) -> str | None:
    """The page with edits made in its fences; ``None`` when one of them lies in no fence."""
    by_fence: dict[Fence, list[tuple[int, int, str]]] = {}
    for edit in edits:
        start, end = edit.span.start, edit.span.end
        fence = next((f for f in page.fences if f.start <= start and end <= f.end and f.rows), None)
        if fence is None:
            return None
        by_fence.setdefault(fence, []).append((start - fence.start, end - fence.start, edit.text))
    contents = {}
    for fence, changes in by_fence.items():
        text = page.source([fence]).text[fence.start : fence.end]
        for start, end, new in sorted(changes, reverse=True):
            text = text[:start] + new + text[end:]
        contents[fence] = _own_lines(text, fence)
    return replaced(page, contents)


def _own_lines(text: str, fence: Fence) -> list[str]:
    """The lines of a fence's text, without the blanks that stand for the prefix of the next one."""
    lines = _LINE_END.split(text)
    if not lines[-1].strip():
        lines.pop()
    return [line.rstrip(" ") for line in lines] if any(row.cut for row in fence.rows.values()) else lines


def _most_common_end(text: str) -> str:
    ends = _LINE_END.findall(text)
    return max(("\n", "\r\n", "\r"), key=ends.count)
