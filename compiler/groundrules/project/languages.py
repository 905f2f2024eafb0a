"""The languages of the cards: catalogues that come with the program, and those of a project."""

from __future__ import annotations

import os
from importlib import import_module

_ENDING = ".yaml"


def names() -> tuple[str, ...]:
    """The catalogues that come with the program, by name, sorted."""
    folder = os.path.join(import_module("groundrules").__path__[0], "cards", "phrases")
    try:
        found = sorted(os.listdir(folder))
    except OSError:
        return ()
    return tuple(name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING))
