"""Different costs where two terrains may lie on one another, and no `overlap` that says what then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from groundrules.diagnostics import Diagnostic, Related, choice, finding
from groundrules.meaning.checks.places import effect_place, shown
from groundrules.meaning.context import Context
from groundrules.meaning.facts import Vocabulary
from groundrules.meaning.regions import Region, regions, together
from groundrules.meaning.restating import new_setting
from groundrules.ruleset import CostPlus, CostTimes, Expr, Num, Rule
from groundrules.syntax import ast_rules as ru

#: Pairs that are looked at before costs count as never meeting.
PAIRS = 20_000


@dataclass(frozen=True, slots=True)
class _Cost:
    region: Region
    ground: str
    price: tuple[str, Expr]


def check(context: Context) -> Iterator[Diagnostic]:
    """Two terrains with different costs need the policy; any two may lie on one another."""
    if context.ruleset.settings.overlap is not None:
        return
    pair = _meeting(list(_costs(context)))
    if pair is None:
        return
    one, other = pair
    fix = choice(new_setting(context.units, "overlap worst", "let the worst of them count"))
    yield finding(
        "GR253", effect_place(context, other, ru.CostTimes, ru.CostPlus),
        f"`{shown(one)}` and `{shown(other)}` cost differently, and nothing says what counts where both lie",
        help="write one of these lines at the top: `overlap worst`, `overlap multiply` or `overlap add`",
        related=[Related(effect_place(context, one, ru.CostTimes, ru.CostPlus), "the other cost")],
        fix=fix,
    )  # fmt: skip


def _costs(context: Context) -> Iterator[_Cost]:
    vocabulary = Vocabulary.of(context.ruleset)
    for index, rule in enumerate(context.ruleset.rules):
        prices = [price for effect in rule.effects for price in _price(effect)]
        # A rule that says two factors is reported for that.
        if not prices or len({price for price in prices if price[0] == "times"}) > 1 or rule.id in context.broken:
            continue
        for region in regions(index, rule, vocabulary):
            # A model's factor that names no terrain counts as one terrain more; what it adds, it adds to each.
            for price in prices:
                for ground in region.names or ({region.subject} if price[0] == "times" else set()):
                    yield _Cost(region, ground, price)


def _price(effect: object) -> Iterator[tuple[str, Expr]]:
    """A factor or an extra; a factor of 1 changes nothing, and `cost all` is more than any other."""
    if isinstance(effect, CostTimes) and effect.factor != Num(Fraction(1)):
        yield "times", effect.factor
    elif isinstance(effect, CostPlus):
        yield "plus", effect.amount


def _meeting(costs: list[_Cost]) -> tuple[Rule, Rule] | None:
    """The first two rules, by the later one's place, whose different costs can meet."""
    by_price: dict[tuple[str, Expr], list[_Cost]] = defaultdict(list)
    left = PAIRS
    for cost in costs:
        for price, before in by_price.items():
            if price == cost.price:
                continue
            for other in before:
                left -= 1
                if left < 0:
                    return None
                if other.ground != cost.ground and together(other.region, cost.region):
                    return other.region.rule, cost.region.rule
        by_price[cost.price].append(cost)
    return None
