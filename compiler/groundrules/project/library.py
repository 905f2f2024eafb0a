"""The files that one compilation reads: each once, each inside its root, all remembered.

A :class:`Library` is the loader behind ``use``. It knows where each of its sources lies,
so that a path in ``use`` is taken from the file that says it, and it keeps the content's
hash of all it read, and of all it looked for in vain: as long as these stay the same, so
does the result.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from groundrules.diagnostics import Diagnostic
from groundrules.project import bundled
from groundrules.project.reading import Text, Unreadable, outside, read
from groundrules.project.roots import PAGE_SUFFIX, SUFFIX, SUFFIXES, Place, nearest, nearest_file, source_name
from groundrules.source import Source

if TYPE_CHECKING:
    from groundrules.project.markdown import Page


@dataclass(frozen=True, slots=True)
class Home:
    """Where a source lies: its absolute path, the root it may not leave, what its names begin with."""

    path: Path
    root: Path
    prefix: str = ""


@dataclass(slots=True)
class Library:
    """All files of one compilation."""

    homes: dict[Source, Home] = field(default_factory=dict)
    #: Texts that stand in for what files hold, by the files' real paths.
    edited: Mapping[str, str] = field(default_factory=dict)
    #: The examples in the opened text, where that is a page: each is a ruleset alone.
    examples: tuple[Source, ...] = ()
    warnings: list[Diagnostic] = field(default_factory=list)
    #: Path -> hash of the content, or the code of the finding where there is no text.
    seen: dict[str, str] = field(default_factory=dict)
    _texts: dict[str, Text | Unreadable] = field(default_factory=dict)
    _pages: dict[str, Page] = field(default_factory=dict)

    def open(self, place: Place) -> Source | Unreadable:
        """The text of the ruleset itself."""
        home = Home(place.path, place.root)
        opened = self._read(home)
        page = self._pages.get(os.fspath(home.path))
        if page is None:
            return opened
        self.examples = page.examples
        if isinstance(opened, Unreadable) and self.examples:
            opened = page.source(())
            self.homes[opened] = home
        self.homes |= dict.fromkeys(self.examples, home)
        return opened

    def load(self, target: str, using: Source) -> Source | Unreadable:
        """The text that ``use "target"`` in ``using`` stands for."""
        if not target.endswith(SUFFIXES):
            return self._bundled(target)
        home = self.homes[using]
        problem = _not_relative(target)
        if problem is not None:
            return problem
        path = Path(os.path.normpath(home.path.parent / target))
        leads_out = outside(path, home.root, target)
        if leads_out is not None:
            return leads_out
        return self._read_exactly(Home(path, home.root, home.prefix), target)

    def _bundled(self, target: str) -> Source | Unreadable:
        names = bundled.names()
        if target in names:
            return self._read(Home(bundled.path(target), bundled.folder(), bundled.PREFIX))
        close = nearest(target, names)
        listed = ", ".join(f"`{name}`" for name in names) or "none"
        hint = f"did you mean `{close}`?" if close else f"bundled are {listed}"
        return Unreadable(
            "GR609",
            f"no bundled ruleset is called `{target}`",
            f'{hint}; a file of your own ends in `.terrain`: `use "{target}{SUFFIX}"`',
            suggestion=close,
        )

    def _read_exactly(self, home: Home, target: str) -> Source | Unreadable:
        """A file whose name must match to the letter, on every file system."""
        found = self._read(home)
        near = nearest_file(home.path)
        if isinstance(found, Source) and (near is None or near == home.path.name):
            return found
        if isinstance(found, Unreadable) and found.code != "GR601":
            return found
        suggestion = None
        if near is not None and near.endswith(SUFFIXES) and near != home.path.name:
            suggestion = str(PurePosixPath(target).with_name(near))
        elif target == home.path.name and os.path.isfile(home.path.parent.parent / target):
            suggestion = f"../{target}"  # from a folder beside the rules, such as that of their scenarios
        return Unreadable(
            "GR601",
            f"there is no file `{target}`",
            f"did you mean `{suggestion}`?"
            if suggestion
            else "the path begins at the folder of the file that it stands in",
            suggestion=suggestion,
        )

    def _read(self, home: Home) -> Source | Unreadable:
        key = os.fspath(home.path)
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = self._text(home, home.prefix + source_name(home.path, home.root))
            self.seen[key] = text.code if isinstance(text, Unreadable) else text.digest
            if isinstance(text, Text):
                self.homes[text.source] = home
                self.homes |= {each.span.source: home for each in text.warnings}
                self.warnings += text.warnings
        return text if isinstance(text, Unreadable) else text.source

    def _text(self, home: Home, name: str) -> Text | Unreadable:
        """A file's text; of a page, what its fences hold."""
        text = read(home.path, name)
        instead = self.edited.get(os.path.realpath(home.path)) if self.edited else None
        if instead is not None:
            text = Text(Source(name, instead), (), "")
        if isinstance(text, Unreadable) or home.path.suffix.lower() != PAGE_SUFFIX:
            return text
        from groundrules.project.markdown import MANY_FENCES, NO_RULES, PART_PAGE, read_page  # only for pages

        page = read_page(name, text.source.text)
        beyond = page.too_many
        if beyond is not None:
            at = text.source.span(beyond.start, beyond.start)
            return Unreadable("GR605", f"`{name}` {MANY_FENCES}", PART_PAGE, at)
        self._pages[os.fspath(home.path)] = page
        rules = page.rules
        if rules is None:
            return Unreadable("GR617", f"`{name}` holds no rules", NO_RULES, text.source.span(0, 0))
        return replace(text, source=rules)


def _not_relative(target: str) -> Unreadable | None:
    """Why a path is not one that means the same on every machine, if it is not."""
    if "\\" in target:
        plain = target.replace("\\", "/")
        return Unreadable("GR608", f"`{target}` has the wrong slashes", f"write `{plain}`", suggestion=plain)
    if PurePosixPath(target).is_absolute() or PureWindowsPath(target).drive:
        return Unreadable(
            "GR608", f"`{target}` leads out of the project", "a path begins at the folder of the file that it stands in"
        )
    return None
