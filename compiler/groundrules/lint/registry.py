"""Every check, once, in the order of the codes.

A check is a module of this room with one function, :class:`Check`. It is imported only
where the rules hold something that it speaks of: a check that nobody needs costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from groundrules.diagnostics import Diagnostic
from groundrules.lint.context import Context


class Check(Protocol):
    """From a ruleset without an error to what is most likely not meant; never raises for what an author wrote."""

    def __call__(self, context: Context, /) -> Iterable[Diagnostic]:
        """The findings, in any order."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A check by its code and its module.

    ``needs``: it is run only where the rules hold one of these
    (:func:`~groundrules.lint.context.words_of`); empty: always. ``whole``: it speaks of what
    is not used; of a file that others use it says nothing, since they may.
    """

    code: str
    module: str
    needs: tuple[str, ...] = ()
    whole: bool = False


CHECKS: tuple[Entry, ...] = (
    Entry("GR310", "passed_rolls", needs=("pass",)),
    Entry("GR320", "unread_fields", needs=("field",), whole=True),
    Entry("GR322", "open_ground", needs=("cost times", "cost plus", "cost to enter", "cost all")),
)
