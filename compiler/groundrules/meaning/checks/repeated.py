"""A band with the same name twice; two bands may well share a name."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding, take_from_list
from groundrules.meaning.context import Context
from groundrules.syntax import ast


def check(context: Context, band: ast.Band) -> Iterator[Diagnostic]:
    """`12 Critical, Critical`."""
    if len({name.key for name in band.names}) < len(band.names):
        last, places = band.names[-1], [name.span for name in band.names]
        yield finding("GR272", last.span, f"this band is called `{last.text}` twice", help="write the name once",
                      fix=take_from_list("take the second one away", places, len(places) - 1))  # fmt: skip
