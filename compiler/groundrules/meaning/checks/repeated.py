"""Settings of a roll, and names of a band, that are said twice."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.meaning.context import Context
from groundrules.syntax import ast
from groundrules.syntax.walk import find


def settings(context: Context) -> Iterator[Diagnostic]:
    """`extra dice keep …` and `fewer dice keep …`, each at most once."""
    for unit in context.units:
        for roll in find(unit.file, ast.Roll):
            seen: dict[str, ast.ExtraDice] = {}
            for extra in roll.extra:
                first = seen.setdefault(extra.which, extra)
                if first is not extra:
                    yield finding(
                        "GR268", extra.span, f"`{roll.named.name.text}` says twice what `{extra.which} dice` do",
                        help="keep one of the two", related=[Related(first.span, "said here first")],
                    )  # fmt: skip


def names(context: Context) -> Iterator[Diagnostic]:
    """A band with the same name twice; two bands may well share a name."""
    for unit in context.units:
        for band in find(unit.file, ast.Band):
            if len(band.names) > 1 and len({name.key for name in band.names}) < len(band.names):
                yield finding(
                    "GR272", band.names[-1].span, f"this band is called `{band.names[-1].text}` twice",
                    help="write the name once",
                )  # fmt: skip
