"""``# groundrules: ignore GR265 because …``: findings that an author has seen and lets stand.

Behind a line the comment speaks of that line; on a line of its own it speaks of the next
line that holds a rule. It takes codes that a project may choose
(:func:`~groundrules.project.choosing.choosable`), and a reason. One that ignores nothing is
itself a finding: so none outlives what it was written for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from groundrules.codes import CODES
from groundrules.diagnostics import Diagnostic, Fix, finding, replace, take_away, take_from_list, take_lines
from groundrules.project.choosing import choosable
from groundrules.project.library import Library
from groundrules.project.roots import PAGE_SUFFIX, SUFFIX, nearest
from groundrules.source import Source, Span

_MARK = "groundrules:"
_COMMENT = re.compile(r"#[^\r\n]*")
_DIRECTIVE = re.compile(r"#[ \t]*groundrules:[ \t]*(\w+)\b([^\r\n]*)")
_BECAUSE = re.compile(r"\bbecause\b")
_CODE = re.compile(r"[^\s,]+")


@dataclass(slots=True)
class _Ignore:
    """A comment: its place, the codes with theirs, the line it speaks of (none: the text ends), whether it is alone."""

    span: Span
    codes: tuple[Span, ...]
    reason: str
    line: int | None
    is_alone: bool
    used: set[str] = field(default_factory=set)


Findings = tuple[Diagnostic, ...]


def heard(library: Library, opened: Source, diagnostics: Findings, lint: Findings) -> tuple[Findings, Findings]:
    """What is left of the findings of a compilation once its comments are heard, and what is to say of these.

    Where there is an error, not all checks were run, and no comment is told to ignore nothing.
    """
    ignores = {source: _ignores(source) for source in _texts(library)}
    is_whole = not any(each.is_error for each in diagnostics)
    left = tuple(each for each in diagnostics if not _is_ignored(each, ignores.get(each.span.source, ())))
    left_of_lint = tuple(each for each in lint if not _is_ignored(each, ignores.get(each.span.source, ())))
    about = [
        each
        for source, several in ignores.items()
        for ignore in several
        for each in _about(ignore, _judged(library, source, opened) if is_whole else ())
    ]
    return left, (*left_of_lint, *about)


def _texts(library: Library) -> Iterator[Source]:
    """The texts of rules that an author can change."""
    for source, home in library.homes.items():
        is_page = home.path.suffix.lower() == PAGE_SUFFIX
        if not home.prefix and (source.page is not None or not is_page) and _MARK in source.text:
            yield source


def _judged(library: Library, source: Source, opened: Source) -> tuple[str, ...]:
    """What the codes begin with of which a comment in this text can be told to ignore nothing.

    An example is not looked at by the later checks. A file that is a ruleset of its own is
    judged when it is checked itself: there is more to say of it then.
    """
    if source is opened:
        return ("GR",)
    if source in library.examples:
        return ("GR1", "GR2")
    return () if _is_ruleset(library.homes[source].path) else ("GR",)


def _is_ruleset(path: Path) -> bool:
    own = path.with_name(f"{path.parent.name}{SUFFIX}")
    return path.suffix != SUFFIX or path == own or not own.is_file()


# ---- comments


def _ignores(source: Source) -> list[_Ignore]:
    from groundrules.syntax import lexer  # only where there is such a comment

    found: list[_Ignore] = []
    waiting: list[_Ignore] = []
    last: int | None = None
    for token in lexer().tokens(source.text):
        if token.type != "_NL":
            line = source.line_column(token.start_pos)[0]
            for each in waiting:
                each.line = line
            waiting = []
            last = source.line_column(max(token.start_pos, token.end_pos - 1))[0]
            continue
        for comment in _COMMENT.finditer(token):
            start = token.start_pos + comment.start()
            ignore = _read(source.span(start, start + len(comment[0].rstrip())), last)
            if ignore is not None:
                found.append(ignore)
                waiting += [ignore] if ignore.is_alone else []
    return found


def _read(comment: Span, last: int | None) -> _Ignore | None:
    """The comment, if it is one for us; ``last`` is the line of the word before it."""
    directive = _DIRECTIVE.match(comment.text)
    if directive is None or not _means_ignore(directive[1]):
        return None
    source, at = comment.source, comment.start + directive.start(2)
    because = _BECAUSE.search(directive[2])
    listed = directive[2] if because is None else directive[2][: because.start()]
    codes = tuple(
        source.span(at + code.start(), at + code.end()) for code in _CODE.finditer(listed) if code[0] != "and"
    )
    reason = "" if because is None else directive[2][because.end() :].strip()
    is_alone = comment.line != last
    return _Ignore(comment, codes, reason, None if is_alone else comment.line, is_alone)


def _means_ignore(word: str) -> bool:
    return word == "ignore" or nearest(word, ("ignore",)) is not None


def _is_ignored(each: Diagnostic, ignores: Sequence[_Ignore]) -> bool:
    """Whether a comment ignores a finding; the comment then has its use."""
    if not choosable(each.code):
        return False
    line = each.span.line
    for ignore in ignores:
        if ignore.line == line and any(code.text == each.code for code in ignore.codes):
            ignore.used.add(each.code)
            return True
    return False


# ---- what is said of them


def _about(ignore: _Ignore, judged: tuple[str, ...]) -> Iterator[Diagnostic]:
    word = _DIRECTIVE.match(ignore.span.text)
    assert word is not None
    if word[1] != "ignore":
        span = ignore.span.source.span(ignore.span.start + word.start(1), ignore.span.start + word.end(1))
        fix = replace("write `ignore`", span, "ignore")
        yield finding("GR625", span, f"`{word[1]}` says nothing here", help="did you mean `ignore`?", fix=fix)
        return
    if not ignore.codes:
        help_text = "write it so: `# groundrules: ignore GR265 because the players know`"
        yield finding("GR625", ignore.span, "this comment names no code to ignore", help=help_text)
        return
    wrong = [_wrong(code) for code in ignore.codes]
    yield from (each for each in wrong if each is not None)
    if not any(char.isalpha() for char in ignore.reason):
        help_text = "write behind the codes why it may stay: `because the players know`"
        yield finding("GR624", ignore.span, "this comment does not say why", help=help_text)
    for number, code in enumerate(ignore.codes):
        if wrong[number] is None and code.text.startswith(judged) and _is_idle(ignore, number):
            yield _idle(ignore, number)


def _is_idle(ignore: _Ignore, number: int) -> bool:
    """Whether a code ignores nothing, or stands there before."""
    text = ignore.codes[number].text
    return text not in ignore.used or any(code.text == text for code in ignore.codes[:number])


def _wrong(code: Span) -> Diagnostic | None:
    if choosable(code.text):
        return None
    if code.text in CODES:
        help_text = "only warnings about rules can be; mend what it is about, or take the code away"
        return finding("GR625", code, f"`{code.text}` cannot be ignored", help=help_text)
    close = nearest(code.text, (each for each in CODES if choosable(each)))
    return finding(
        "GR625",
        code,
        f"no finding has the code `{code.text}`",
        help=f"did you mean `{close}`?" if close else "`groundrules explain` lists all codes",
    )


def _idle(ignore: _Ignore, number: int) -> Diagnostic:
    code = ignore.codes[number]
    where = "in the line below" if ignore.is_alone else "in this line"
    return finding(
        "GR623",
        code if len(ignore.codes) > 1 else ignore.span,
        f"{where} there is nothing for `{code.text}` to ignore",
        help="take it away",
        fix=_without(ignore, number),
    )


def _without(ignore: _Ignore, number: int) -> Fix | None:
    """A comment without one of its codes, and none where that was the only one."""
    title = f"take `{ignore.codes[number].text}` away"
    if len(ignore.codes) > 1:
        return take_from_list(title, ignore.codes, number)
    return take_lines(title, ignore.span) if ignore.is_alone else take_away(title, ignore.span)
