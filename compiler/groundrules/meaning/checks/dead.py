"""Rules whose qualifiers exclude one another."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.meaning.checks.places import left_side, shown
from groundrules.meaning.context import Context
from groundrules.meaning.facts import Vocabulary
from groundrules.meaning.regions import regions
from groundrules.ruleset import Qualifiers


def check(context: Context) -> Iterator[Diagnostic]:
    """`for Infantry except Infantry`: the rule would stand on the card and never hold."""
    vocabulary = Vocabulary.of(context.ruleset)
    for index, rule in enumerate(context.ruleset.rules):
        if rule.id in context.broken or not rule.effects or rule.qualifiers == Qualifiers():
            continue
        if not any(region.possible for region in regions(index, rule, vocabulary)):
            yield finding(
                "GR274", left_side(context, rule),
                f"`{shown(rule)}` can never hold, since its qualifiers exclude one another",
                help="leave one of the qualifiers out",
            )  # fmt: skip
