"""Files in their canonical form: terrain files whole, of Markdown files only the fences.

A text that does not say the same afterwards, or cannot be read, is left as it is, with the
findings that tell why. A file keeps its line ends and its byte order mark; one in UTF-16
becomes UTF-8.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from groundrules.diagnostics import Diagnostic, finding
from groundrules.limits import FILE_BYTES
from groundrules.project.markdown import MANY_FENCES, PART_PAGE, Fence, Page, content, read_page, replaced
from groundrules.project.reading import Unreadable, decode, outside, read_bytes, too_large
from groundrules.project.roots import PAGE_SUFFIX, NothingThere, nearest_file, root_of, source_name, terrain_files
from groundrules.project.single import write_text
from groundrules.source import Source
from groundrules.syntax import parse
from groundrules.syntax.format import first_change, format_source, not_the_same

_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Formatting:
    """A file and its canonical form, ``after``; ``None`` where the findings leave none.

    ``is_marked`` tells that it begins with a byte order mark, ``is_recoded`` that it is not
    UTF-8 as it stands.
    """

    shown: str
    path: Path
    before: str
    after: str | None
    diagnostics: tuple[Diagnostic, ...] = ()
    is_marked: bool = False
    is_recoded: bool = False

    @property
    def is_changed(self) -> bool:
        """Whether the file is another in its canonical form."""
        return self.after is not None and (self.after != self.before or self.is_recoded)

    def write(self) -> None:
        """Make the canonical form the file's content.

        Raises :class:`~groundrules.project.writing.Unwritable`.
        """
        assert self.after is not None
        write_text(self.path, ("\ufeff" if self.is_marked else "") + self.after)


def format_paths(named: Iterable[str]) -> Iterator[Formatting]:
    """Each file at the paths that a person named, once: in a folder, all terrain files below it.

    Raises :class:`~groundrules.project.roots.NothingThere` when nothing exists at a path.
    """
    seen: set[str] = set()
    for path, shown, root in _files(named):
        real = os.path.realpath(path)
        if real not in seen:
            seen.add(real)
            yield format_file(path, shown, root)


def _files(named: Iterable[str]) -> Iterator[tuple[Path, str, Path | None]]:
    """Each file, with the root that it may not lead out of where nobody named it."""
    for shown in named:
        path = Path(os.path.abspath(shown))
        if not os.path.lexists(path):
            raise NothingThere(shown, nearest_file(path))
        if os.path.isdir(path):
            root = root_of(path)
            yield from ((each, name, root) for each, name in terrain_files(path, shown))
        else:
            yield path, shown, None


def format_file(path: Path, shown: str, root: Path | None = None) -> Formatting:
    """One file, which may not lead out of ``root``."""
    name = source_name(path, root or root_of(path.parent))
    data = (outside(path, root, name) if root is not None else None) or read_bytes(path, name)
    if isinstance(data, Unreadable):
        return Formatting(shown, path, "", None, (data.in_file(name),))
    return format_bytes(data, name, path, shown)


def format_bytes(data: bytes, name: str, path: Path, shown: str) -> Formatting:
    """The content of a file."""
    text = decode(data, name) if len(data) <= FILE_BYTES else too_large(name, len(data))
    if isinstance(text, Unreadable):
        return Formatting(shown, path, "", None, (text.in_file(name),))
    before = text.source.text
    after, found = format_text(name, before, is_page=path.suffix.lower() == PAGE_SUFFIX)
    return Formatting(shown, path, before, after, found, data.startswith(_MARK), bool(text.warnings))


def format_text(name: str, text: str, *, is_page: bool = False) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The canonical form of a text, or of the fences of a Markdown text; or the findings that leave none."""
    if is_page:
        return _format_page(read_page(name, text))
    formatted = format_source(Source(name, text))
    return formatted.text, formatted.diagnostics


def _format_page(page: Page) -> tuple[str | None, tuple[Diagnostic, ...]]:
    if (beyond := page.too_many) is not None:
        span = Source(page.name, page.text).span(beyond.start, beyond.start)
        return None, (finding("GR605", span, f"`{page.name}` {MANY_FENCES}", help=PART_PAGE),)
    before = _sources(page)
    found = tuple(each for source in before for each in parse(source).diagnostics)
    if found:
        return None, found
    contents: dict[Fence, list[str]] = {}
    for fence in page.fences:
        if fence.is_taken or fence.is_example:
            formatted = format_source(Source(page.name, content(page, fence)))
            if any(each.code == "GR618" for each in formatted.diagnostics):
                return None, (not_the_same(Source(page.name, page.text).span(fence.start, fence.end)),)
            # A fence that goes on in what another began cannot be read alone, and stays as it is.
            if formatted.text is not None:
                contents[fence] = formatted.text.split("\n")[:-1]
    after = replaced(page, contents)
    sources = _sources(read_page(page.name, after))
    if len(before) != len(sources):
        return None, (not_the_same(Source(page.name, page.text).span(0, 0)),)
    for old, new in zip(before, sources, strict=True):
        changed = first_change(old, parse(old), parse(new))
        if changed is not None:
            return None, (not_the_same(changed),)
    return after, ()


def _sources(page: Page) -> list[Source]:
    return [*([page.rules] if page.rules is not None else []), *page.examples]
