"""``groundrules cheatsheet``: the language on one page.

``cheatsheet.md`` is a ruleset that uses every construct. What else could stand in a place is
filled in from the tree itself, so that no word can be forgotten.
"""

from __future__ import annotations

import typing
from importlib.resources import files
from string import Template
from types import ModuleType

import click

from groundrules.cli import entry
from groundrules.cli.terminal import standard_output
from groundrules.quantity import UNITS
from groundrules.syntax import ast, ast_expr, ast_rules

#: Where comments begin.
_COLUMN = 38


@click.command(short_help="Show the language on one page.")
def cheatsheet() -> int:
    """Show the language on one page, as Markdown. What stands on it is a
    ruleset that checks clean.

    \b
    Examples:
        groundrules cheatsheet
        groundrules cheatsheet > cheatsheet.md
    """
    standard_output().write(sheet())
    return entry.WELL


def sheet() -> str:
    """The page."""
    text = (files("groundrules.cli") / "cheatsheet.md").read_text(encoding="utf-8")
    return _aligned(Template(text).substitute(_Words(units=_units())))


def _aligned(text: str) -> str:
    """Comments behind short lines begin in one column, so that the eye finds them."""
    lines = []
    for line in text.splitlines():
        code, mark, comment = line.partition("  # ")
        lines.append(f"{code:{_COLUMN - 2}}  # {comment}" if mark else line)
    return "\n".join(lines) + "\n"


def _units() -> str:
    """The units of ``distance``, each once, by its full name."""
    return ", ".join(unit for unit in dict.fromkeys(UNITS.values()) if unit not in ("points", "moves"))


class _Words(dict[str, str]):
    """What can stand in a place: ``Halt_kind`` are the words of a field of the tree, ``Event`` is a kind of word."""

    def __missing__(self, place: str) -> str:
        kind, _, field = place.partition("_")
        (found,) = (getattr(module, kind) for module in (ast, ast_rules, ast_expr) if _declares(module, kind))
        hint = typing.get_type_hints(found)[field] if field else found
        return ", ".join(_literals(hint))


def _declares(module: ModuleType, kind: str) -> bool:
    found = vars(module).get(kind)
    return found is not None and getattr(found, "__module__", module.__name__) in (module.__name__, "typing")


def _literals(hint: object) -> list[str]:
    """The words of a ``Literal``, alone or beside ``None``."""
    parts = typing.get_args(hint)
    return [part for each in parts for part in ([each] if isinstance(each, str) else _literals(each))]
