"""Rules that tie: both shown, with the `except` that would settle it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from groundrules.diagnostics import Diagnostic, Related, choice, finding, put_before
from groundrules.meaning.checks.places import left_side, shown
from groundrules.meaning.context import Context
from groundrules.meaning.precedence import Conflict
from groundrules.ruleset import EVENTS, All, Condition, Is, Question, Rule
from groundrules.syntax import ast

#: Of the rules that one rule ties with, so many are shown.
SHOWN = 4


def ties(context: Context, conflicts: Iterable[Conflict]) -> Iterator[Diagnostic]:
    """One finding for each rule that is in the way of others, not one for each pair."""
    base = {unit.source.name for unit in context.units if unit.base}
    open_pairs = []
    for conflict in conflicts:
        if conflict.question == ("too many",):
            yield _too_many(context, conflict)
        elif conflict.first.id in context.broken or conflict.second.id in context.broken:
            continue
        elif conflict.first is conflict.second or conflict.first.id == conflict.second.id:
            yield _contradiction(context, conflict)
        else:
            open_pairs.append(conflict)
    while open_pairs:
        count = Counter(rule.id for conflict in open_pairs for rule in (conflict.first, conflict.second))
        # Of two rules that tie only with each other, the later one is the news.
        worst = max(open_pairs, key=lambda c: max((count[c.second.id], 1), (count[c.first.id], 0)))
        second_is_worst = count[worst.second.id] >= count[worst.first.id]
        culprit = worst.second if second_is_worst else worst.first
        group = [c for c in open_pairs if culprit.id in (c.first.id, c.second.id)]
        open_pairs = [c for c in open_pairs if c not in group]
        yield _tie(context, culprit, group, base)


def _tie(context: Context, culprit: Rule, group: list[Conflict], base: set[str]) -> Diagnostic:
    rivals = [c.first if c.second.id == culprit.id else c.second for c in group]
    rival, conflict = rivals[0], group[0]
    related = [Related(left_side(context, each), f"`{shown(each)}` says it otherwise") for each in rivals[:SHOWN]]
    built_on = (culprit.origin.file in base) != (rival.origin.file in base)
    if conflict.same and built_on:
        own = rival if culprit.origin.file in base else culprit
        node = context.nodes.get(own.id)
        return finding(
            "GR251", left_side(context, own),
            f"the ruleset that this one uses says already {_words(conflict.question)}",
            help=f"write `override {shown(own)}: …` to answer in its place, or add a qualifier",
            related=[Related(left_side(context, rival if own is culprit else culprit), "the answer of the base")],
            fix=choice(put_before("write `override`", node.span, "override ")) if isinstance(node, ast.Rule) else None,
        )  # fmt: skip
    one, other = shown(culprit), shown(rival)
    if one == other:
        message = f"two rules `{one}` do not agree on {_words(conflict.question)}"
    else:
        message = f"`{one}` and `{other}` do not agree on {_words(conflict.question)}, and neither is more qualified"
    if len(rivals) > SHOWN:
        message += f"; {len(rivals) - SHOWN} more rules say it otherwise too"
    help = "; or ".join(_ways(culprit, rival)) or "take one of them away, or tell them apart by a qualifier"
    return finding("GR250", left_side(context, culprit), message, help=help, related=related)


def _ways(one: Rule, other: Rule) -> Iterator[str]:
    """The `except` that takes each of two rules out of the way of the other."""
    for rule, rival in ((one, other), (other, one)):
        way = _except(rule, rival)
        if way is not None:
            yield f"write `{shown(rule)} {way}: …` where `{shown(rival)}` is to win"


def _except(rule: Rule, rival: Rule) -> str | None:
    own = {term for group in rule.qualifiers.who for term in group} | {subject.term for subject in rule.subjects}
    for group in rival.qualifiers.who:
        if not own.intersection(group):
            return f"except {', '.join(term.name for term in group)}"
    terms = [subject.term for subject in rival.subjects]
    if not own.intersection(terms) and all(term.kind in ("trait", "value", "state", "option") for term in terms):
        return f"except {', '.join(term.name for term in terms)}"
    for fact in _facts(rival.qualifiers.when):
        if fact.term.kind in ("trait", "value", "state", "option") and fact.term not in own:
            return f"except {fact.term.name}"
    for actions in rival.qualifiers.during:
        if not any(set(actions) & set(mine) for mine in rule.qualifiers.during):
            return f"except during {', '.join(actions)}"
    if all(term.kind == "action" for term in terms) and not own.intersection(terms):
        return f"except during {', '.join(term.name for term in terms)}"
    if any(t.kind == "any terrain" for t in own) and all(term.kind == "terrain" for term in terms):
        return f"except {', '.join(term.name for term in terms)}"
    return None


def _facts(condition: Condition | None) -> Iterator[Is]:
    """What a model must be for a condition to hold: each by itself keeps the rule out of the way."""
    for term in condition.terms if isinstance(condition, All) else (condition,):
        if isinstance(term, Is) and term.owner == "model":
            yield term


def _contradiction(context: Context, conflict: Conflict) -> Diagnostic:
    return finding(
        "GR252", left_side(context, conflict.first),
        f"`{shown(conflict.first)}` says twice, and differently, {_words(conflict.question)}",
        help="keep one of the two, or give each a line of its own with its qualifier",
    )  # fmt: skip


def _too_many(context: Context, conflict: Conflict) -> Diagnostic:
    return finding(
        "GR278", left_side(context, conflict.second),
        "so many rules answer one question that who wins cannot be worked out",
        help="name the terrains that a trait speaks of, or split the ruleset",
        related=[Related(left_side(context, conflict.first), "another of them")],
    )  # fmt: skip


def _words(question: Question) -> str:
    """A question, as the end of a sentence."""
    match question:
        case ("factor", *_):
            return "what a stretch costs"
        case ("permit", what):
            return f"whether a model may {what}" if what in EVENTS else f"whether `{what}` is allowed"
        case ("allowance",):
            return "how far the action goes"
        case ("set", _, field):
            return f"what `{field}` becomes"
        case ("own", _, field):
            return f"what `{field}` is"
        case ("set number", name):
            return f"what `{name}` becomes"
        case ("treated as",):
            return "what the ground is treated as"
    return "the same question"
