"""The rulesets inside the package: what ``use "NAME"`` without an ending reaches."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from pathlib import Path

from groundrules.project.roots import SUFFIX

#: What stands before the path of a bundled file in messages and compiled rules.
PREFIX = "bundled:"


@cache
def folder() -> Path:
    """The folder of the bundled rulesets, wherever the package is installed."""
    return Path(os.path.realpath(import_module("groundrules.rules_src").__path__[0]))


def names() -> tuple[str, ...]:
    """The names of the bundled rulesets, sorted."""
    try:
        found = sorted(os.listdir(folder()))
    except OSError:
        return ()
    return tuple(name for name in found if path(name).is_file())


def path(name: str) -> Path:
    """The file of a bundled ruleset, whether it exists or not."""
    return folder() / name / f"{name}{SUFFIX}"
