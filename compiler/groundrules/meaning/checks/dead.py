"""Rules whose qualifiers exclude one another."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Fix, finding, replace
from groundrules.meaning.checks.places import left_side, shown
from groundrules.meaning.context import Context
from groundrules.meaning.facts import Vocabulary
from groundrules.meaning.regions import regions
from groundrules.ruleset import Qualifiers, Rule
from groundrules.syntax import ast_expr as ex, ast_rules as ru


def check(context: Context) -> Iterator[Diagnostic]:
    """`for Infantry except Infantry`: the rule would stand on the card and never hold."""
    vocabulary = Vocabulary.of(context.ruleset)
    for index, rule in enumerate(context.ruleset.rules):
        if rule.id in context.broken or not rule.effects or rule.qualifiers == Qualifiers():
            continue
        if not any(region.possible for region in regions(index, rule, vocabulary)):
            beyond = _beyond_the_last(context, rule)
            yield finding(
                "GR274", left_side(context, rule),
                f"`{shown(rule)}` can never hold, since its qualifiers exclude one another",
                help="leave one of the qualifiers out" if beyond is None else f"nothing is beyond: {beyond.title}",
                fix=beyond,
            )  # fmt: skip


def _beyond_the_last(context: Context, rule: Rule) -> Fix | None:
    """``at least`` for ``over`` before the greatest of ordered values, ``at most`` for ``under`` before the least."""
    words = {"gt": ("over", "at least", -1), "lt": ("under", "at most", 0)}
    node = context.nodes.get(rule.id)
    for asked in (each for each in getattr(node, "qualifiers", ()) if isinstance(each, ru.When)):
        compare = asked.condition
        if not isinstance(compare, ru.Compare) or compare.op not in words or not isinstance(compare.right, ex.Ref):
            continue
        word, better, end = words[compare.op]
        symbol = context.table.get(compare.right.name.key)
        if symbol is None or symbol.kind != "value":
            continue  # a field or a number has no end to be beyond
        source = compare.span.source
        at = source.text.find(word, compare.left.span.end, compare.right.span.start)
        ordered = [place.node.type.values[end].name.key for place in symbol.places]
        if at >= 0 and ordered == [compare.right.name.key]:
            return replace(f"write `{better}`", source.span(at, at + len(word)), better)
    return None
