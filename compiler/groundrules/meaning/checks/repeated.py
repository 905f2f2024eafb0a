"""A band with the same name twice; two bands may well share a name."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.meaning.context import Context
from groundrules.syntax import ast


def check(context: Context, band: ast.Band) -> Iterator[Diagnostic]:
    """`12 Critical, Critical`."""
    if len({name.key for name in band.names}) < len(band.names):
        last = band.names[-1]
        yield finding("GR272", last.span, f"this band is called `{last.text}` twice", help="write the name once")
