"""The kinds of models that a roll tells apart: by classes and other values, and by traits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from groundrules.engine import Model, Named, fields_of
from groundrules.engine.reading import parts
from groundrules.odds.rolls import depends_on
from groundrules.ruleset import NumberOf, Roll, Ruleset, Term

#: A roll that tells more kinds of models apart than this is not worked out for each.
MOST_KINDS = 64


@dataclass(frozen=True, slots=True)
class Kind:
    """One combination of values and traits; ``words`` say which, and are none where all models are alike."""

    words: tuple[str, ...]
    model: Model


def kinds_of(ruleset: Ruleset, roll: Roll) -> list[Kind]:
    """A model for each combination of values and traits that the roll reads; none for too many."""
    kinds = list(islice(_kinds(ruleset, roll), MOST_KINDS + 1))
    return kinds if len(kinds) <= MOST_KINDS else []


def _kinds(ruleset: Ruleset, roll: Roll) -> Iterator[Kind]:
    wanted = set(depends_on(ruleset, roll))
    schemas = [each for each in ruleset.fields if each.owner == "model" and each.shown in wanted and each.values]
    traits = _traits(ruleset, roll)
    for chosen in product(*([value for value in schema.values] for schema in schemas)):
        fields = fields_of({schema.name: value.name for schema, value in zip(schemas, chosen, strict=True)})
        for carried in product((False, True), repeat=len(traits)):
            held = tuple(name for name, carries in zip(traits, carried, strict=True) if carries)
            words = (*(value.shown for value in chosen), *held)
            yield Kind(words, Model(fields=fields, traits=tuple(map(Named, held))))


def _traits(ruleset: Ruleset, roll: Roll) -> list[str]:
    """The traits without brackets that a roll reads, or a number in it."""
    plain = {trait.name for trait in ruleset.traits if not trait.params}
    numbers = {number.name: number for number in ruleset.numbers}
    found: dict[str, None] = {}
    todo: list[object] = [roll.total, *((band.low, band.high, band.qualifiers) for band in roll.bands)]
    seen: set[str] = set()
    while todo:
        for each in parts(todo.pop()):
            if isinstance(each, Term) and each.kind == "trait" and each.name in plain:
                found[each.name] = None
            elif isinstance(each, NumberOf) and each.name not in seen:
                seen.add(each.name)
                todo.append(numbers[each.name])
    return list(found)
