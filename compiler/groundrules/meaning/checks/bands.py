"""Bands against what a roll can come to: nothing left open, nothing taken twice, nothing out of reach."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from groundrules.diagnostics import Diagnostic, Fix, Related, choice, finding, indent_of, put_behind, put_below
from groundrules.meaning.checks.places import as_comment, first_line
from groundrules.meaning.context import Context
from groundrules.meaning.coverage import Coverage, Gap, coverage
from groundrules.meaning.facts import Vocabulary
from groundrules.meaning.logic import Fact, Formula, Names, can_hold
from groundrules.meaning.reach import Reach, Reaches
from groundrules.meaning.traverse import parts
from groundrules.quantity import source_number
from groundrules.ruleset import Band, Dice, Roll, TotalOf
from groundrules.source import Span
from groundrules.syntax import ast


def check(context: Context) -> Iterator[Diagnostic]:
    """A derived roll is looked at only where its total is not that of the roll it derives from."""
    reaches = Reaches(context.ruleset)
    vocabulary = Vocabulary.of(context.ruleset)
    seen: set[tuple[tuple[Band, ...], Reach]] = set()
    for roll in context.ruleset.rolls:
        key = (roll.bands, reaches.roll(roll.name, made=True))
        if not roll.bands or key in seen or _broken(context, roll):
            continue
        seen.add(key)
        modes = {band.mode for band in roll.bands}
        if modes != {"each"}:
            yield from _totals(context, roll, reaches, vocabulary)
        for mode in sorted(modes - {"total"}):
            if not any(isinstance(part, Dice | TotalOf) for part in parts(roll.total)):
                yield from _without_dice(context, roll, mode)
                continue
            part = coverage(roll, mode, reaches, vocabulary)
            if part is not None:
                yield from _unreached(context, roll, part)
                yield from _overlaps(context, part)


def _broken(context: Context, roll: Roll) -> bool:
    return roll.name in context.broken or any(band.id in context.broken for band in roll.bands)


def _without_dice(context: Context, roll: Roll, mode: str) -> Iterator[Diagnostic]:
    band = next(band for band in roll.bands if band.mode == mode)
    yield finding(
        "GR256", _range(context, band), f"`{band.text}` reads dice, and `{roll.name}` has none",
        help=f"write what is rolled behind the name, as in `roll {roll.name}: d6`",
    )  # fmt: skip


def _totals(context: Context, roll: Roll, reaches: Reaches, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    part = coverage(roll, "total", reaches, vocabulary)
    if part is None:
        if not any(band.otherwise for band in roll.bands):
            yield finding(
                "GR254", _head(context, roll),
                f"the bands of `{roll.name}` hang on so many things that totals may be left open",
                help="add a band for all that is left: `otherwise: no effect`", fix=choice(_otherwise(context, roll)),
            )  # fmt: skip
        return
    unreached = list(_unreached(context, roll, part))
    yield from unreached
    yield from _overlaps(context, part)
    gap = next(part.gaps(), None)
    if gap is not None and not unreached:
        yield _open(context, roll, part, gap, reaches, vocabulary)


def _open(
    context: Context, roll: Roll, part: Coverage, gap: Gap, reaches: Reaches, vocabulary: Vocabulary
) -> Diagnostic:
    plain = reaches.plain(roll, made=True)
    whom = _for_whom(gap.fails, vocabulary)
    if not part.clear:
        return finding(
            "GR254", _head(context, roll), f"the bands of `{roll.name}` may leave a total of {_run(gap)} open{whom}",
            help="add a band for all that is left: `otherwise: no effect`", fix=choice(_otherwise(context, roll)),
        )  # fmt: skip
    message = f"no band of `{roll.name}` takes a total of {_run(gap)}{whom}"
    pushes = reaches.pushes(roll.name)
    related = []
    if pushes and not _within(gap, plain):
        who = pushes[0].who
        message += f", which `{who}` makes possible"
        rule = next((rule for rule in context.ruleset.rules if rule.id == who), None)
        if rule is not None:
            related.append(Related(first_line(context.span(rule.origin)), "the total is changed here"))
    help = f"add a band, such as `{_band(gap)}: no effect`, or one for all that is left: `otherwise: no effect`"
    fix = choice(_otherwise(context, roll))
    return finding("GR254", _head(context, roll), message, help=help, related=related, fix=fix)


def _otherwise(context: Context, roll: Roll) -> Fix | None:
    """A band for all that is left, below the last one that the roll itself has."""
    node = context.nodes.get(roll.name)
    bands = [line for line in node.lines if isinstance(line, ast.Band)] if isinstance(node, ast.Roll) else []
    if not bands:
        return None
    line = f"{indent_of(bands[0].span)}otherwise: no effect"
    return put_below("add a band for all that is left", bands[-1].span, line)


def _within(gap: Gap, reach: Reach) -> bool:
    low = reach.low is None or (gap.low is not None and gap.low >= reach.low)
    return low and (reach.high is None or (gap.high is not None and gap.high <= reach.high))


def _run(gap: Gap) -> str:
    if gap.low is None or gap.high is None:
        if gap.low is None and gap.high is None:
            return "any number"
        return f"{_sign(gap.low)} or more" if gap.low is not None else f"{_sign(gap.high)} or less"
    return _sign(gap.low) if gap.low == gap.high else f"{_sign(gap.low)} to {_sign(gap.high)}"


def _band(gap: Gap) -> str:
    """The gap as a band of the language."""
    if gap.low is None and gap.high is None:
        return "otherwise"
    if gap.low is None or gap.high is None:
        if gap.low is not None and gap.low >= 0:
            return f"{_sign(gap.low)}+"
        return f"{_sign(gap.high)} or less" if gap.high is not None else "otherwise"
    if gap.low == gap.high:
        return _sign(gap.low)
    return f"{_sign(gap.low)} to {_sign(gap.high)}" if gap.low < 0 else f"{_sign(gap.low)}-{_sign(gap.high)}"


def _sign(value: Fraction | None) -> str:
    return "" if value is None else source_number(value)


def _for_whom(fails: tuple[Formula, ...], vocabulary: Vocabulary) -> str:
    """`` for `Vehicle```, where only some values of a field are left out."""
    for (owner, name), values in vocabulary.values.items():
        every = frozenset(values)
        facts = [Fact(("value", owner, name), Names(frozenset((value,)), every)) for value in values]
        left = [value for value, fact in zip(values, facts, strict=True) if can_hold((*fails, fact))]
        if left and len(left) < len(values):
            return " for " + " and ".join(f"`{value}`" for value in left)
    return ""


def _overlaps(context: Context, part: Coverage) -> Iterator[Diagnostic]:
    told: set[str] = set()
    for one, other, total in part.overlaps():
        if other.id in told:
            continue
        told.add(other.id)
        what = "take a total of" if other.mode == "total" else "read a die that shows"
        first, second = (each.id.rpartition(" > ")[2] for each in (one, other))
        yield finding(
            "GR255", _range(context, other), f"`{first}` and `{second}` both {what} {_sign(total)}",
            help=_apart(one, other),
            related=[Related(_range(context, one), f"`{first}` stands here")], fix=_excepted(context, one, other),
        )  # fmt: skip


def _general(one: Band, other: Band) -> tuple[Band, str] | None:
    """The band that speaks of all models where the other speaks of some, and the names of those."""
    for special, general in ((one, other), (other, one)):
        if len(special.qualifiers.who) == 1 and not general.qualifiers.who:
            return general, ", ".join(term.name for term in special.qualifiers.who[0])
    return None


def _apart(one: Band, other: Band) -> str:
    """How two bands are told apart: by their numbers, or by `except` where one of them speaks of some models only."""
    found = _general(one, other)
    return "let each total fall into one band" if found is None else (
        f"write `{found[0].text} except {found[1]}` for all others"
    )  # fmt: skip


def _excepted(context: Context, one: Band, other: Band) -> Fix | None:
    """The `except` behind what the band of all models says left of its colon."""
    found = _general(one, other)
    node = None if found is None else context.nodes.get(found[0].id)
    if found is None or not isinstance(node, ast.Band):
        return None
    last = max((node.range, *node.names, *node.qualifiers), key=lambda part: part.span.end)
    return put_behind(f"write `except {found[1]}`", last.span, f" except {found[1]}")


def _unreached(context: Context, roll: Roll, part: Coverage) -> Iterator[Diagnostic]:
    for band in part.unreached():
        if band.otherwise:
            message, help = "the other bands take every total: `otherwise` is never reached", "leave it out"
        else:
            low, high = part.reach.low, part.reach.high
            thing = "its dice show" if band.mode != "total" else f"`{roll.name}` comes to"
            span = f"{thing} {_sign(low)} to {_sign(high)}" if low is not None and high is not None else ""
            message = f"`{band.text}` is never reached" + (f": {span}" if span else "")
            help = "leave the band out, as a comment if you like, or correct its numbers"
        node = context.nodes.get(band.id)
        fix = as_comment(node) if isinstance(node, ast.Band) else None
        fix = fix if band.otherwise else choice(fix)
        yield finding("GR256", _range(context, band), message, help=help, fix=fix)


def _head(context: Context, roll: Roll) -> Span:
    node = context.nodes.get(roll.name)
    return node.named.name.span if isinstance(node, ast.Roll) else first_line(context.span(roll.origin))


def _range(context: Context, band: Band) -> Span:
    node = context.nodes.get(band.id)
    return node.range.span if isinstance(node, ast.Band) else first_line(context.span(band.origin))
