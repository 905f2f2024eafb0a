"""A better grade of cover that does no more than a lesser one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.ruleset import Change, Num

#: What a grade does: by whose field and which, how much is added.
Doing = dict[tuple[str, str], Fraction]


def check(context: Context) -> Iterator[Diagnostic]:
    """`cover Soft: shooter Aim -2`, then `cover Hard: shooter Aim -1`: later grades count as the better ones."""
    covers = context.ruleset.covers
    doing = {cover.name: _doing(context, cover.name) for cover in covers}
    for number, better in enumerate(covers):
        for lesser in covers[:number]:
            much, less = doing[better.name], doing[lesser.name]
            here, there = context.meaning.table.get(better.name), context.meaning.table.get(lesser.name)
            if not much or not less or not _no_more(much, less) or here is None or there is None:
                continue
            does = "the same as" if much == less else "less than"
            yield finding(
                "GR356", here.span, f"`{better.name}` counts as better cover than `{lesser.name}` and does {does} it",
                help="write the grades from the least to the best, or say what this one does more",
                related=(Related(there.span, f"`{lesser.name}` is the lesser grade"),),
            )  # fmt: skip
            break


def _no_more(much: Doing, less: Doing) -> bool:
    """Whether every change of the one goes as far in the other, and in the same direction."""
    return much.keys() == less.keys() and all(
        much[key] * less[key] > 0 and abs(much[key]) <= abs(less[key]) for key in much
    )


def _doing(context: Context, name: str) -> Doing | None:
    """What a grade changes, by plain numbers; ``None`` where it does anything else."""
    found: Doing = {}
    for rule in context.ruleset.rules:
        if not any(subject.term.kind == "cover" and subject.term.name == name for subject in rule.subjects):
            continue
        for effect in rule.effects:
            if (
                not isinstance(effect, Change)
                or effect.op not in ("plus", "minus")
                or not isinstance(effect.value, Num)
            ):
                return None
            sign = 1 if effect.op == "plus" else -1
            found[effect.owner, effect.field] = sign * effect.value.value
    return found
