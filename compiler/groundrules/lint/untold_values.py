"""Values of a field that no rule tells apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context
from groundrules.lint.situations import told_apart
from groundrules.meaning.facts import formula, qualified, value_is
from groundrules.meaning.logic import Formula
from groundrules.meaning.traverse import inside, parts
from groundrules.ruleset import Compare, FieldOf, FieldSchema, Is, Number, Qualifiers, Term, ValueOf

_OWNERS = ("model", "shooter", "target")


def check(context: Context) -> Iterator[Diagnostic]:
    """Classes that all rules treat alike are one class, or a rule was forgotten; values in order may be finer."""
    formulas: list[Formula] | None = None
    for field in context.ruleset.fields:
        if field.type != "one of" or len(field.values) < 3 or not field.asked_by or _taken_whole(context, field):
            continue
        formulas = list(_formulas(context)) if formulas is None else formulas
        for group in _alike(field, formulas):
            symbol = context.meaning.table.get(group[-1])
            if symbol is None or symbol.base:
                continue
            listed = ", ".join(f"`{name}`" for name in group[:-1]) + f" and `{group[-1]}`"
            yield finding(
                "GR317", symbol.span, f"no rule tells {listed} apart",
                help=f"say what differs between them, or make them one value of `{field.name}`",
            )  # fmt: skip


def _alike(field: FieldSchema, formulas: Sequence[Formula]) -> list[list[str]]:
    """Groups of several values that no formula of any owner tells apart."""
    groups = [[value.name for value in field.values]]
    for owner in _OWNERS if field.owner == "model" else (field.owner,):
        key = ("value", owner, field.name)
        groups = [part for group in groups for part in told_apart(group, key, formulas)]
    return [group for group in groups if len(group) > 1]


def _formulas(context: Context) -> Iterator[Formula]:
    """Everything that rules, bands and numbers ask, and every value that they speak of by itself."""
    ruleset, vocabulary = context.ruleset, context.vocabulary
    for part in parts((ruleset.rules, ruleset.rolls, ruleset.numbers)):
        if isinstance(part, Qualifiers):
            yield from qualified(vocabulary, part)
        elif isinstance(part, Is | Compare):
            yield formula(vocabulary, part)
        elif isinstance(part, Term) and part.kind == "value" and part.owner is not None and part.field is not None:
            yield value_is(vocabulary, part.owner, part.field, (part.name,))
        elif isinstance(part, Number) and part.by is not None:
            yield from (value_is(vocabulary, "model", part.by, (pair.key,)) for pair in part.pairs if pair.key)


def _taken_whole(context: Context, field: FieldSchema) -> bool:
    """Whether the field is compared with something else than a value of its own: then every value differs."""
    for compare in inside((context.ruleset.rules, context.ruleset.rolls, context.ruleset.numbers), Compare):
        sides = (compare.left, compare.right)
        for one, other in (sides, sides[::-1]):
            if isinstance(one, FieldOf) and one.field == field.name and not isinstance(other, ValueOf):
                return True
    return False
