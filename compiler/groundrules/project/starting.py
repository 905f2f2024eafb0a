"""A new project: rules that check clean, scenarios that pass, settings and a page that says what to do.

The files are those of ``starter/``, with the project's own names filled in.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Template

from groundrules.meaning import compile_ruleset
from groundrules.naming import file_name, name_key
from groundrules.project import bundled
from groundrules.project.library import Home, Library
from groundrules.project.roots import PAGE_SUFFIX, SCENARIOS, SETTINGS, SUFFIX, NothingThere, nearest
from groundrules.project.writing import Unwritable, publish
from groundrules.ruleset import NoEffect, Ruleset
from groundrules.scenarios.witness import Witness, Witnesses
from groundrules.source import Source

#: What may lie in a folder that counts as empty: nobody has written it.
LITTER = frozenset({".git", ".DS_Store", "desktop.ini", "Thumbs.db"})

#: What the terrain is called that a project adds to its base; the first name that the base does not have.
_NAMES = ("Old Orchard", "Old Mill", "Crooked Lane", "Piece Of Ours")

_UNTITLED = "Our rules"
_MOVES = f"{SCENARIOS}/moves.yaml"


def start(folder: str, base: str | None = None) -> tuple[str, ...]:
    """Write a new project into a folder, which is made if need be; the paths of its files, sorted.

    ``base``: the bundled ruleset that the project builds on. Raises
    :class:`~groundrules.project.writing.Unwritable` (then nothing is written) and
    :class:`~groundrules.project.roots.NothingThere` for a base that is not bundled.
    """
    if base is not None and base not in bundled.names():
        raise NothingThere(base, nearest(base, bundled.names()))
    path = Path(os.path.abspath(folder))
    _must_be_empty(path, folder)
    made = contents(path.name, base)
    publish(path, made)
    return tuple(sorted(made))


def contents(name: str, base: str | None = None) -> dict[str, bytes]:
    """The files of a new project by their paths in its folder, which is called ``name``."""
    words = {"title": title_of(name), "file": f"{file_name(name)}{SUFFIX}", "unit": "inches", "card": "Woods"}
    rules, moves = "rules.terrain", "moves.yaml"
    if base is not None:
        rules, moves = "based.terrain", "based.yaml"
        words |= _on(base, words)
    texts = {
        SETTINGS: _filled(SETTINGS, words),
        words["file"]: _filled(rules, words),
        _MOVES: _filled(moves, words),
        f"README{PAGE_SUFFIX}": _filled("README.md", words),
    }
    return {path: text.encode() for path, text in texts.items()}


def title_of(name: str) -> str:
    """What a ruleset is called whose folder has this name: ``tuesday-club`` gives ``Tuesday club``."""
    plain = "".join(" " if char in '-_"' or unicodedata.category(char)[0] == "C" else char for char in name)
    words = " ".join(plain.split())
    return words[:1].upper() + words[1:] if words else _UNTITLED


def _must_be_empty(path: Path, shown: str) -> None:
    try:
        there = sorted(set(os.listdir(path)) - LITTER)
    except FileNotFoundError:
        return
    except OSError as problem:
        if os.path.isfile(path):
            raise Unwritable(f"`{shown}` is a file; name a folder that is new or empty") from problem
        raise Unwritable(f"`{shown}`: {(problem.strerror or str(problem)).lower()}") from problem
    if there:
        raise Unwritable(f"`{shown}` is not empty: it holds `{there[0]}`; name a folder that is new or empty")


def _filled(file: str, words: dict[str, str]) -> str:
    text = (files("groundrules.project") / "starter" / file).read_text(encoding="utf-8")
    return Template(text).substitute(words)


def _on(base: str, words: dict[str, str]) -> dict[str, str]:
    """What a project says that builds on ``base``: a terrain that counts as one of it, and a move through that."""
    for name, ground in _additions(_compiled(f'use "{base}"\n', base)):
        filled = {**words, "base": base, "name": name, "ground": ground}
        ruleset = _compiled(_filled("based.terrain", filled), base)
        ready = Witnesses(ruleset).of(name)
        if isinstance(ready, Witness):
            return {**filled, "card": name, "unit": str(ruleset.settings.distance), "scenario": ready.text.rstrip("\n")}
    raise Unwritable(f"`{base}` has no terrain that another could count as; begin without it, and `use` it later")


def _additions(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    taken = {name_key(each.name) for each in ruleset.terrains}
    name = next(each for each in _NAMES if name_key(each) not in taken)
    ruled = {
        subject.term.name
        for rule in ruleset.rules
        if any(not isinstance(effect, NoEffect) for effect in rule.effects)
        for subject in rule.subjects
    }
    for terrain in ruleset.terrains:
        if not terrain.params and terrain.name in ruled:
            yield name, terrain.name


def _compiled(text: str, name: str) -> Ruleset:
    source = Source(f"{name}{SUFFIX}", text)
    library = Library()
    library.homes[source] = Home(bundled.path(name), bundled.folder())
    ruleset = compile_ruleset(source, name, library.load).ruleset
    assert ruleset is not None  # a bundled ruleset has no errors
    return ruleset
