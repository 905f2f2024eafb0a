"""A verdict told as a story: one line for each thing that happened, and for what did not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from groundrules.quantity import GLUED, SINGULAR, reading_number
from groundrules.ruleset import BlockSight, Change, Effect, GiveCover, Ruleset
from groundrules.scenarios.expecting import Mismatch
from groundrules.verdict import Number, OutcomeMade, Point, Reason, RollMade, Sight, TraceLine, Verdict, WhyNot


def amount(value: Number | None, unit: str) -> str:
    """A length as people read it: ``4½″``, ``12cm``, ``3 hexes``; floats with two digits."""
    if value is None:
        return "no limit"
    shown = _coordinate(value)
    glued = "″" if unit == "inches" else GLUED.get(unit)
    if glued is None:
        return f"{shown} {SINGULAR.get(unit, unit) if 0 < value <= 1 else unit}"
    return shown + glued


def place(point: Point | None) -> str:
    """``(4, 1½)``."""
    if point is None:
        return ""
    return f"({', '.join(_coordinate(value) for value in point)})"


def _coordinate(value: Number) -> str:
    """Whole numbers, halves and quarters as people write them, all else with two digits."""
    number = Fraction(value).limit_denominator(10_000)
    if number.denominator in (1, 2, 4):
        return reading_number(number)
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def story(verdict: Verdict, ruleset: Ruleset) -> list[str]:
    """The whole move in lines: the trace, then what it came to, then what kept other rules from acting."""
    unit = ruleset.settings.distance
    return [*trace(verdict, unit), *result(verdict, unit), *kept_from_moving(verdict, ruleset)]


def kept_from_moving(verdict: Verdict, ruleset: Ruleset) -> Iterator[str]:
    """What kept rules from acting on a move; rules of looks, and of upright steps not taken, are left out."""
    looks = {rule.id for rule in ruleset.rules if rule.effects and all(map(_speaks_of_looks, rule.effects))}
    upright = {rule.id for rule in ruleset.rules if rule.qualifiers.on and set(rule.qualifiers.on) <= _UPRIGHT}
    return kept_away(
        each for each in verdict.why_not
        if each.rule not in looks and not (each.rule in upright and each.kind == "event")
    )  # fmt: skip


#: Events of upright steps.
_UPRIGHT = frozenset(["climb", "jump", "drop"])


def _speaks_of_looks(effect: Effect) -> bool:
    return isinstance(effect, (GiveCover, BlockSight)) or (
        isinstance(effect, Change) and effect.owner in ("shooter", "target")
    )


def trace(verdict: Verdict, unit: str) -> list[str]:
    """The trace as aligned columns: distance, model, what met, the effect, the cost so far, the rule."""
    rows = [_row(line, verdict, unit) for line in verdict.trace]
    rows = [row for row in rows if any(row)]
    return list(_aligned(rows))


def _row(line: TraceLine, verdict: Verdict, unit: str) -> tuple[str, ...]:
    at = amount(line.at, unit) if line.at is not None else ""
    leg = f"move {line.leg + 1} " if verdict.legs > 1 else ""
    model = line.model or "" if verdict.unit is not None else ""
    met = " ".join(part for part in (line.event, line.piece) if part)
    cost = f"cost {amount(line.cost, unit)}" if line.cost is not None else ""
    return leg + at, model, met, line.effect, cost, cited(line.rule, line.source)


def cited(rule: str | None, source: str | None) -> str:
    """A rule and its place: ``Difficult [woods.terrain:3]``."""
    if rule is None:
        return ""
    return f"{rule} [{source}]" if source else rule


def _aligned(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if not rows:
        return
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True) if width]
        yield "  " + "  ".join(cells).rstrip()


def result(verdict: Verdict, unit: str) -> Iterator[str]:
    """What the action came to."""
    if verdict.legal:
        yield "legal"
    yield from _reasons(verdict)
    for end in verdict.models:
        who = f"{end.model}: " if verdict.unit is not None else ""
        allowed = [each for each in end.allowance if each is not None]
        of = f" of {' + '.join(amount(each, unit) for each in allowed)}" if allowed else ""
        ends = f", ends at {place(end.ends_at)}" if end.ends_at is not None else ""
        yield f"{who}moved {amount(end.moved, unit)}, cost {amount(end.cost, unit)}{of}{ends}"
    for roll in verdict.rolls:
        yield _rolled(roll, verdict)
    for outcome in verdict.outcomes:
        yield _came(outcome, verdict)
    if verdict.gained:
        yield f"now: {', '.join(verdict.gained)}"
    if verdict.activation == "ended":
        yield "the activation has ended"
    for note in _gathered(verdict.notes):
        yield f"note: {note}"
    for fact in verdict.asks:
        yield f"to be agreed: {fact}"
    if verdict.farthest is not None and verdict.farthest.ended_by is not None:
        yield from _how_far(verdict.farthest.point, verdict.farthest.ended_by)


def _how_far(point: Point, first: Reason) -> Iterator[str]:
    """How far the move is legal: an end that is forbidden is no last point, and some moves are wrong as a whole."""
    here = place(point)
    if first.event == "end":
        yield f"the way is legal as far as {here}, and ending there is not"
    elif first.event == "contact":
        yield f"legal until just before {here}"
    elif first.event != "start" and first.kind != "minimum" and not (first.kind == "action" and not first.at):
        yield f"legal as far as {here}"


def _reasons(verdict: Verdict) -> Iterator[str]:
    """Why the action is not legal."""
    for reason in verdict.why:
        who = f"{reason.model}: " if verdict.unit is not None and reason.model else ""
        yield f"not legal: {who}{reason.words}" + (f" [{reason.source}]" if reason.source else "")


def _gathered(notes: Iterable[str]) -> list[str]:
    """Notes that differ only in the piece they name, as one."""
    pieces: dict[str, list[str]] = {}
    for note in notes:
        head, of, piece = note.rpartition(" of ")
        pieces.setdefault(head + of if of else note, []).append(piece if of else "")
    return [head + ", ".join(each for each in named if each) for head, named in pieces.items()]


def _rolled(roll: RollMade, verdict: Verdict) -> str:
    who = f"{roll.model}: " if verdict.unit is not None and roll.model else ""
    if roll.dice is None:
        return f"{who}{roll.roll} would be rolled" + (f" for {roll.piece}" if roll.piece else "")
    faces = ", ".join(map(str, roll.dice))
    total = f" = {_coordinate(roll.total)}" if roll.total is not None and len(roll.dice) > 1 else ""
    band = f": {roll.outcome}" if roll.outcome else ""
    where = f" for {roll.piece}" if roll.piece else ""
    return f"{who}{roll.roll}{where}: {faces}{total}{band}"


def _came(outcome: OutcomeMade, verdict: Verdict) -> str:
    who = f"{outcome.model}: " if verdict.unit is not None and outcome.model else ""
    return f"{who}{outcome.text}" + (f" [{outcome.source}]" if outcome.source else "")


def looked(sight: Sight) -> list[str]:
    """What a look came to."""
    lines = [f"{sight.viewer} looks at {sight.target}: sight is {sight.sight}"]
    if sight.blocked_by:
        lines[0] += f" by {', '.join(sight.blocked_by)}"
    hidden = Fraction(sight.obscured).limit_denominator(1000)
    lines.append(f"cover: {sight.cover or 'none'}" + (f" from {sight.cover_from}" if sight.cover_from else ""))
    lines.append(f"hidden: {hidden} ({float(hidden):.0%})")
    lines += [f"{change.effect} [{change.source}]" for change in sight.changes]
    lines += [f"note: {note}" for note in sight.notes]
    return [*lines, *kept_away(sight.why_not)]


def kept_away(reasons: Iterable[WhyNot]) -> Iterator[str]:
    """What kept rules from acting, one line a rule, with what was read."""
    told: dict[str, None] = {}
    ignored: dict[str, None] = {}
    for each in reasons:
        read = ", ".join(dict.fromkeys(f"{what} is {value}" for what, value in each.read))
        by = f" by {each.by}" if each.by and f"`{each.by}`" not in each.words else ""
        where = f" at {each.piece}" if each.piece else ""
        acted = f"`{each.rule}` ignores "
        if each.kind == "ignored" and each.words.startswith(acted):  # the rule that acted, and what it did
            ignored[f"  {each.words.removeprefix(acted)}{where}, by {cited(each.rule, each.source)}"] = None
            continue
        told[f"  {cited(each.rule, each.source)}{where}: {each.words}{by}" + (f" ({read})" if read else "")] = None
    if ignored:
        yield "ignored:"
        yield from ignored
    if told:
        yield "did not act:"
        yield from told


def mismatch_lines(found: Iterable[Mismatch]) -> Iterator[str]:
    """Expected against actual, one pair of lines a key."""
    for each in found:
        yield f"  {each.key}: expected {each.expected}"
        yield f"  {' ' * len(each.key)}       got {each.actual}"


#: Which lines of a trace bear on a key of ``expect``.
_BEARS: Mapping[str, Callable[[TraceLine], bool]] = {
    "cost": lambda line: line.cost is not None,
    "rolls": lambda line: line.roll is not None or line.branch is not None or line.event is not None,
    "outcomes": lambda line: line.roll is not None or line.branch is not None or line.event is not None,
    "events": lambda line: line.event is not None,
}


def slice_of(verdict: Verdict, keys: Iterable[str], unit: str) -> list[str]:
    """The lines of the trace that explain the keys (all of them where no key is special)."""
    asked = list(keys)
    tests = [_BEARS[key] for key in asked if key in _BEARS]
    lines = tuple(line for line in verdict.trace if not tests or any(test(line) for test in tests))
    rows = [_row(line, verdict, unit) for line in lines]
    reasons = [f"  {line}" for line in _reasons(verdict)] if "legal" in asked or "why" in asked else []
    return [*_aligned([row for row in rows if any(row)]), *reasons]
