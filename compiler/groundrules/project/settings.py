"""A project's own settings: the file ``groundrules.toml`` at its root.

::

    [project]
    sources = ["rules"]          # what commands work on when nothing is named; the root unless said
    scenarios = ["scenarios"]    # where `test` and `run` look; the root unless said
    tables = ["tables"]          # where `table` looks; the root unless said
    documents = ["README.md"]    # what `embed` keeps up to date
    output = "cards"             # what `build` writes to
    languages = ["en"]           # catalogues of phrases, by name or path

    [lint]
    select = ["GR3"]             # codes, or beginnings of codes
    ignore = ["GR265"]
    strict = true                # a warning fails, too
    severity = { GR205 = "error", GR274 = "off" }

    [cards]
    phrases = "phrases.yaml"     # overrides single phrases of the cards
    templates = "templates"      # overrides single templates of the cards; this folder unless said
    ascii = true                 # plain signs instead of ″ × –
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from groundrules.diagnostics import Diagnostic
from groundrules.project.choosing import Choice
from groundrules.project.reading import Unreadable, read_inside
from groundrules.project.roots import SETTINGS
from groundrules.project.settings_reading import Reader
from groundrules.source import Source

#: Every setting: its table, its name, what its value must be.
KNOWN: dict[str, dict[str, str]] = {
    "project": {
        "sources": "texts",
        "scenarios": "texts",
        "tables": "texts",
        "documents": "texts",
        "output": "text",
        "languages": "texts",
    },
    "lint": {"select": "texts", "ignore": "texts", "severity": "weights", "strict": "flag"},
    "cards": {"phrases": "text", "templates": "text", "ascii": "flag"},
}

_YAML = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a project sets; paths are absolute and lie inside its root.

    ``languages`` are catalogues that come with the program, by name, or files of the project.
    """

    phrases: Path | None = None
    templates: Path | None = None
    ascii: bool = False
    sources: tuple[Path, ...] = ()
    scenarios: tuple[Path, ...] = ()
    tables: tuple[Path, ...] = ()
    documents: tuple[Path, ...] = ()
    output: Path | None = None
    languages: tuple[str | Path, ...] = ()
    choice: Choice = field(default_factory=Choice)
    diagnostics: tuple[Diagnostic, ...] = ()


def settings_of(root: Path, instead: str | None = None) -> Settings:
    """The settings at a root; where there are none, what holds without them.

    ``instead`` is a text that stands in for what their file holds.
    """
    path = root / SETTINGS
    if instead is not None:
        return _parse(Reader(Source(SETTINGS, instead), root))
    if not os.path.lexists(path):
        return Settings(templates=_own_templates(root))
    text = read_inside(path, root, SETTINGS)
    if isinstance(text, Unreadable):
        return Settings(diagnostics=(text.in_file(SETTINGS),))
    return _parse(Reader(text.source, root, list(text.warnings)))


def _parse(reader: Reader) -> Settings:
    tables = reader.tables()
    if tables is None:
        return Settings(diagnostics=tuple(reader.found))
    values: dict[str, Any] = {}
    for table, content in tables.items():
        if reader.is_table(table, content, KNOWN):
            values |= reader.values(table, content, KNOWN[table])
    return Settings(
        phrases=_one(reader, "phrases", values),
        templates=_one(reader, "templates", values) or _own_templates(reader.root),
        ascii=bool(values.get("ascii", False)),
        sources=_several(reader, "sources", values),
        scenarios=_several(reader, "scenarios", values),
        tables=_several(reader, "tables", values),
        documents=_several(reader, "documents", values),
        output=_output(reader, values),
        languages=_languages(reader, values),
        choice=_choice(reader, values),
        diagnostics=tuple(reader.found),
    )


def _one(reader: Reader, key: str, values: Mapping[str, Any]) -> Path | None:
    return reader.path(key, values[key]) if key in values else None


def _several(reader: Reader, key: str, values: Mapping[str, Any]) -> tuple[Path, ...]:
    paths = (reader.path(key, each) for each in values.get(key, ()))
    return tuple(path for path in paths if path is not None)


def _output(reader: Reader, values: Mapping[str, Any]) -> Path | None:
    return reader.path("output", values["output"], must_exist=False) if "output" in values else None


def _languages(reader: Reader, values: Mapping[str, Any]) -> tuple[str | Path, ...]:
    from groundrules.project.languages import names

    found: list[str | Path] = []
    for each in values.get("languages", ()):
        if each.endswith(_YAML):
            path = reader.path("languages", each)
            found += [path] if path is not None else []
        elif each in names():
            found.append(each)
        else:
            reader.unknown_language(each, names())
    return tuple(found)


def _choice(reader: Reader, values: Mapping[str, Any]) -> Choice:
    codes = {key: reader.codes(key, values.get(key, ())) for key in ("select", "ignore")}
    weights = values.get("severity", {})
    known = reader.codes("severity", weights)
    return Choice(
        codes["select"],
        codes["ignore"],
        {code: weights[code] for code in known},
        bool(values.get("strict", False)),
    )


def _own_templates(root: Path) -> Path | None:
    folder = root / "templates"
    return folder if folder.is_dir() else None
