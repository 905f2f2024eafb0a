"""One ruleset by what a person calls it: a file, a folder with one, or a bundled name."""

from __future__ import annotations

import os

from groundrules.project import bundled
from groundrules.project.compiling import Outcome, compile_place
from groundrules.project.roots import SUFFIX, NoRuleset, NothingThere, Place, find, nearest


def ruleset_named(named: str) -> Outcome:
    """The compiled ruleset of a path, or of a bundled name where no such path exists.

    Raises :class:`~groundrules.project.roots.NothingThere` when there is neither, or when
    a folder holds no ruleset or more than one.
    """
    if not os.path.lexists(named) and not named.endswith(SUFFIX) and not {"/", os.sep} & set(named):
        names = bundled.names()
        if named in names:
            path = bundled.path(named)
            return compile_place(Place(path, bundled.folder(), named, named))
        raise NothingThere(named, nearest(named, names))
    places = find(named)
    if isinstance(places, NoRuleset) or len(places) != 1:
        raise NothingThere(f"{named}/*{SUFFIX}", None)
    return compile_place(places[0])
