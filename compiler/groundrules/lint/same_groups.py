"""Two groups of the same things."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.ruleset import Group, Term


def check(context: Context) -> Iterator[Diagnostic]:
    """`group Rough: Woods, Marsh` and `group Wet: Marsh, Woods`: copied, and one of them never changed."""
    first: dict[frozenset[Term], Group] = {}
    for group in context.ruleset.groups:
        other = first.setdefault(frozenset(group.members), group)
        here, there = context.meaning.table.get(group.name), context.meaning.table.get(other.name)
        if other is not group and here is not None and there is not None:
            yield finding(
                "GR364", here.span, f"`{group.name}` holds the same as `{other.name}`",
                help="change what one of them holds, or use one name for both",
                related=(Related(there.span, f"`{other.name}` is declared here"),),
            )  # fmt: skip
