"""A project's own settings: the file ``groundrules.toml`` at its root.

::

    [cards]
    phrases = "phrases.yaml"     # overrides single phrases of the cards
    templates = "templates"      # overrides single templates of the cards; this folder unless said
    ascii = true                 # plain signs instead of ″ × –
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundrules.diagnostics import Diagnostic, finding, replace
from groundrules.project.reading import Unreadable, read
from groundrules.project.roots import SETTINGS, nearest
from groundrules.source import Source, Span

#: Every setting: its table, its name, what its value must be.
KNOWN: dict[str, dict[str, type]] = {"cards": {"phrases": str, "templates": str, "ascii": bool}}

_WORDS = {str: "a text in quotes", bool: "`true` or `false`"}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project sets; paths are absolute and lie inside its root."""

    phrases: Path | None = None
    templates: Path | None = None
    ascii: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()


def settings_of(root: Path, instead: str | None = None) -> Settings:
    """The settings at a root; where there are none, what holds without them.

    ``instead`` is a text that stands in for what their file holds.
    """
    path = root / SETTINGS
    if instead is not None:
        return _parse(Source(SETTINGS, instead), root, [])
    if not os.path.lexists(path):
        return Settings(templates=_own_templates(root))
    text = read(path, SETTINGS)
    if isinstance(text, Unreadable):
        return Settings(diagnostics=(text.in_file(SETTINGS),))
    return _parse(text.source, root, list(text.warnings))


def _parse(source: Source, root: Path, found: list[Diagnostic]) -> Settings:
    import tomllib  # only where there is a file to read

    try:
        tables = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as problem:
        found.append(_broken(source, str(problem)))
        return Settings(diagnostics=tuple(found))
    values: dict[str, Any] = {}
    for table, content in tables.items():
        if table not in KNOWN:
            found.append(_unknown(source, table, KNOWN))
        elif not isinstance(content, dict):
            found.append(
                finding(
                    "GR612",
                    _key(source, table),
                    f"`{table}` is no table",
                    help=f"write `[{table}]` on a line of its own",
                )
            )
        else:
            values |= _read_table(source, table, content, found)
    paths = {name: _path(source, root, name, values, found) for name in ("phrases", "templates")}
    templates = paths["templates"] or _own_templates(root)
    return Settings(paths["phrases"], templates, bool(values.get("ascii", False)), tuple(found))


def _read_table(source: Source, table: str, content: dict[str, Any], found: list[Diagnostic]) -> dict[str, Any]:
    values = {}
    for name, value in content.items():
        wanted = KNOWN[table].get(name)
        if wanted is None:
            found.append(_unknown(source, name, KNOWN[table]))
        elif not isinstance(value, wanted):
            message = f"`{name}` is something else than {_WORDS[wanted]}"
            found.append(
                finding("GR612", _key(source, name), message, help=f"write {_WORDS[wanted]} behind `{name} =`")
            )
        else:
            values[name] = value
    return values


def _path(source: Source, root: Path, name: str, values: dict[str, Any], found: list[Diagnostic]) -> Path | None:
    if name not in values:
        return None
    path = Path(os.path.realpath(root / values[name]))
    if not path.is_relative_to(root):
        message = f"`{values[name]}` leads out of the project"
        found.append(finding("GR608", _key(source, name), message, help=f"put it below `{root.name}`"))
        return None
    if not path.exists():
        message = f"there is no file `{values[name]}`"
        found.append(finding("GR601", _key(source, name), message, help="the path begins at the root of the project"))
        return None
    return path


def _own_templates(root: Path) -> Path | None:
    folder = root / "templates"
    return folder if folder.is_dir() else None


def _unknown(source: Source, name: str, known: dict[str, Any]) -> Diagnostic:
    span = _key(source, name)
    close = nearest(name, known)
    listed = ", ".join(f"`{each}`" for each in known)
    return finding(
        "GR611",
        span,
        f"there is no setting `{name}`",
        help=f"did you mean `{close}`?" if close else f"known here: {listed}",
        fix=replace(f"write `{close}`", span, close) if close and span.text == name else None,
    )


def _key(source: Source, name: str) -> Span:
    """Where a key or a table of this name is written, as well as a plain search can tell."""
    written = re.search(rf"^[ \t]*\[?[ \t\"']*({re.escape(name)})(?=[\"' \t]*[\].=])", source.text, re.MULTILINE)
    return source.span(*written.span(1)) if written else source.span(0, 0)


def _broken(source: Source, problem: str) -> Diagnostic:
    place = re.search(r" \(at line (\d+), column (\d+)\)", problem)
    offset = len(source.text)
    if place is not None:
        line = min(int(place[1]), source.line_count())
        offset = min(source.line_bounds(line)[0] + int(place[2]) - 1, len(source.text))
    words = re.sub(r" \(at .*\)$", "", problem)
    return finding(
        "GR612",
        source.span(offset, min(offset + 1, len(source.text))),
        f"`{SETTINGS}` cannot be read: {words[:1].lower()}{words[1:]}",
        help="settings are written `name = value` under a table such as `[cards]`",
    )
