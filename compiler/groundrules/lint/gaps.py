"""A class that no rule of some ground speaks of, though others of its kind are told apart; ground without a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.lint.ground import counted_as, of_ground
from groundrules.lint.situations import possible
from groundrules.lint.witnessing import Holds, of_needs
from groundrules.meaning.checks.places import left_side
from groundrules.meaning.facts import value_is
from groundrules.meaning.regions import EVERY, Region
from groundrules.meaning.traverse import parts
from groundrules.ruleset import FieldSchema, Ignore, Term, Treat

if TYPE_CHECKING:
    from groundrules.scenarios.running import Result

#: Fields of fewer values have one that is the rest.
FEWEST = 3


def check(context: Context) -> Iterator[Diagnostic]:
    """`Woods for Infantry: …` and `Woods for Vehicle: …`, and nothing for War Engine: was it forgotten?"""
    grounds, counts = of_ground(context), counted_as(context)
    yield from _kinds(context, grounds)
    for field in context.ruleset.fields:
        if field.owner != "model" or len(field.values) < FEWEST:
            continue
        left = [
            (name, *gap)
            for name, rules in grounds.items()
            if (gap := _gap(context, field, name, rules, counts, grounds))
        ]
        for value in dict.fromkeys(value for _, _, values in left for value in values):
            where = [(name, rules) for name, rules, values in left if value in values]
            made = _finding(context, field, value, where)
            if made is not None:
                yield made


def _kinds(context: Context, grounds: dict[str, list[Region]]) -> Iterator[Diagnostic]:
    """Ground that has a card and of which no rule says or asks anything, not even `no effect`."""
    ruleset = context.ruleset
    spoken = {name for name, rules in grounds.items() if any(each.rule.effects or each.rule.cell for each in rules)}
    silent = [terrain for terrain in ruleset.terrains if terrain.name not in spoken]
    if not silent or EVERY in spoken:
        return
    asked = {name for field in ruleset.fields for name in field.agreed_for}
    for thing in (*ruleset.rolls, *(each for rule in ruleset.rules for each in (rule.qualifiers, *rule.effects))):
        asked.update(part.name for part in parts(thing) if isinstance(part, Term) and part.kind == "terrain")
    for terrain in silent:
        symbol = context.meaning.table.get(terrain.name)
        if terrain.name in asked or symbol is None:
            continue
        text = _nothing_there(context, terrain.name)
        if text is not None:
            yield finding(
                "GR300", symbol.span, f"no rule speaks of `{terrain.name}`",
                help=f"say what it does, if only `{terrain.name}: no effect`", witness=text,
            )  # fmt: skip


def _nothing_there(context: Context, ground: str) -> str | None:
    from groundrules.scenarios.needs import Need

    params = next(len(each.params) for each in context.ruleset.terrains if each.name == ground)

    def holds(result: Result) -> bool:
        verdict = result.steps[0].verdict
        return verdict is not None and any(each.piece is not None for each in verdict.events) and not verdict.trace

    return of_needs(context, f"nothing in {ground}", [Need(kinds=((ground, ("1",) * params),))], holds)


def _gap(
    context: Context, field: FieldSchema, name: str, rules: Sequence[Region],
    counts: dict[str, frozenset[str]], grounds: dict[str, list[Region]],
) -> tuple[list[Region], list[str]] | None:  # fmt: skip
    """The rules of a ground that tell values of a field apart, and the values that none of all rules speaks of."""
    if name == EVERY:
        return None
    heard = [
        *rules,
        *grounds.get(EVERY, ()),
        *(each for other in counts.get(name, ()) for each in grounds.get(other, ())),
    ]
    speaking = {
        value.name: [each for each in heard if _speaks(context, field, value.name, each)] for value in field.values
    }
    # The least of ordered values is the one of which nothing needs to be said.
    left = [value for value in speaking if field.type != "ordered" or value != field.values[0].name]
    silent = [value for value in left if not speaking[value] and not _of_models(context, field, value, name)]
    apart = {tuple(id(each) for each in some) for some in speaking.values() if some}
    return (list(rules), silent) if silent and len(apart) > 1 else None


def _speaks(context: Context, field: FieldSchema, value: str, region: Region) -> bool:
    return possible((*region.parts, value_is(context.vocabulary, "model", field.name, (value,))))


def _of_models(context: Context, field: FieldSchema, value: str, ground: str) -> bool:
    """Whether a rule of the models themselves speaks of the ground: in it, ignoring it, treating it as other."""
    for index, rule in enumerate(context.ruleset.rules):
        for region in context.regions(index):
            if region.side != "model" or not _speaks(context, field, value, region):
                continue
            names = set(region.names)
            for effect in rule.effects:
                if isinstance(effect, Ignore | Treat):
                    names |= {term.name if term.kind == "terrain" else EVERY for term in effect.ground.terrains}
            if ground in names and region.subject == f"value {value}":
                return True
    return False


def _finding(
    context: Context, field: FieldSchema, value: str, where: list[tuple[str, list[Region]]]
) -> Diagnostic | None:
    name, rules = where[0]
    text = _witness(context, field, value, name, rules)
    if text is None:
        return None
    first, *others = dict.fromkeys(each.rule.id for each in rules)
    known = [left_side(context.meaning, context.rules[each]) for each in (first, *others[:2])]
    more = (
        f", nor of {len(where) - 1} other grounds"
        if len(where) > 2
        else f", nor of `{where[1][0]}`"
        if where[1:]
        else ""
    )
    return finding(
        "GR300", known[0],
        f"no rule of `{name}`{more} speaks of `{value}`, and other values of `{field.name}` are told apart",
        help=f"say what holds, if only `{name} for {value}: no effect`",
        related=[Related(place, "another of its rules") for place in known[1:]],
        witness=text,
    )  # fmt: skip


def _witness(context: Context, field: FieldSchema, value: str, ground: str, rules: list[Region]) -> str | None:
    from groundrules.scenarios.needs import Need

    params = next(len(each.params) for each in context.ruleset.terrains if each.name == ground)
    need = Need(kinds=((ground, ("1",) * params),), values=((("model", field.name), value),))
    ids = frozenset(region.rule.id for region in rules)
    return of_needs(context, f"nothing for {value}", [need], _unheard(ids))


def _unheard(ids: frozenset[str]) -> Holds:
    """The ground is met, and its trace has none of its rules: each stands among those that did not act."""

    def holds(result: Result) -> bool:
        verdict = result.steps[0].verdict
        if verdict is None or not verdict.legal or any(line.rule in ids for line in verdict.trace):
            return False
        return {each.rule for each in verdict.why_not if each.piece is not None} >= ids

    return holds
