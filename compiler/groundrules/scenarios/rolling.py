"""Who makes a roll and when, from a few words: what stands in its brackets, the model, the moment of the move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping as Map
from dataclasses import replace
from fractions import Fraction

from groundrules.diagnostics import Diagnostic
from groundrules.engine import FieldValue, Model, fields_of
from groundrules.engine.stated import GROUND, Stated, stated_key
from groundrules.naming import name_key
from groundrules.odds.reading import Need, may_be_stated
from groundrules.odds.rolls import Roller
from groundrules.ruleset import FieldSchema, Roll, Ruleset
from groundrules.scenarios.situations import SituationReader
from groundrules.scenarios.sketch import sketch
from groundrules.scenarios.yaml_items import Item, Scalar, Sequence
from groundrules.source import Source, Span
from groundrules.verdict import Argument, Number

#: Kinds of needs that are stated of the moment, not of the model, the day or the action.
_OF_MOMENT = ("piece", "ground", "measure", "fact")
_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
#: Ground that is bare table, where no terrain is called so.
_BARE = ("open", "none")


def moment_needs(ruleset: Ruleset, roll: Roll) -> dict[str, Need]:
    """What may be stated of the moment at which a roll is made, by :func:`~groundrules.engine.stated.stated_key`."""
    return {stated_key(each.name): each for each in may_be_stated(ruleset, roll) if each.kind in _OF_MOMENT}


def roller_of(ruleset: Ruleset, roll: Roll, words: Iterable[str]) -> tuple[Roller | None, tuple[Diagnostic, ...]]:
    """The maker of a roll, or what is wrong with the words.

    ``X=2`` fills a bracket of the roll where that is called so; ``fall=4``, ``inside=yes``,
    ``ground=Woods``, ``"piece Height=2"`` state what it reads of the moment; every other word
    says something of the model, as in :func:`~groundrules.scenarios.sketch.sketch`.
    """
    args: dict[str, Argument] = {}
    others: list[str] = []
    needs = moment_needs(ruleset, roll)
    moment: dict[str, Item] = {}
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        parameter = next((each for each in roll.params if name_key(each) == name_key(name)), None)
        if not equals:
            others.append(word)
        elif parameter is not None:
            args[parameter] = _argument(value)
        elif stated_key(name) in needs:
            moment[name] = _scalar(value, word)
        else:
            others.append(value if stated_key(name) == "action" else word)
    given = tuple(args[each] for each in roll.params if each in args)
    reader = SituationReader(ruleset)
    stated = stated_of(reader, needs, moment)
    if reader.diagnostics:
        return None, tuple(reader.diagnostics)
    if not others:
        return Roller(args=given, stated=stated), ()
    scenario, found = sketch(ruleset, "1 Open", others, None)
    played = reader.scenario(scenario) if scenario is not None else None
    if played is None or played.situation is None or scenario is None:
        return None, tuple(found or reader.diagnostics)
    mover = played.situation.mover
    assert isinstance(mover, Model)
    action = played.situation.action if scenario.stated.get("action") is not None else None
    return Roller(mover, given, played.situation.options, played.memory, stated, action, played.situation.game), ()


def _argument(value: str) -> Argument:
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return value


def stated_of(reader: SituationReader, needs: Map[str, Need], items: Map[str, Item]) -> Stated:
    """What is stated of a moment, by name; findings collect in the reader. Every name is one of the needs."""
    measures: dict[str, Number] = {}
    facts: dict[str, bool] = {}
    ground = None
    piece: dict[str, FieldValue] = {}
    for name, item in items.items():
        need = needs[stated_key(name)]
        if need.kind == "measure":
            value = reader.number(item, f"`{need.name}`")
            if value is not None and value < 0:
                reader.wrong(item.span, f"`{need.name}` cannot be less than nothing", "give 0 or more")
            elif value is not None:
                measures[stated_key(need.name)] = value
        elif need.kind == "fact":
            truth = _truth(item)
            if truth is None:
                reader.wrong(item.span, f"`{need.name}` holds or does not", f"write `{need.name}=yes` or `=no`")
            else:
                facts[stated_key(need.name)] = truth
        elif need.kind == "ground":
            ground = tuple(found for each in _kinds(reader, item) if (found := reader.terrain(each)) is not None)
        elif isinstance(need.what, FieldSchema) and (known := reader.field(need.what, item)) is not None:
            piece[need.what.name] = known
    return Stated(measures, facts, ground, fields_of(piece))


def _truth(item: Item) -> bool | None:
    if not isinstance(item, Scalar):
        return None
    known = item.boolean()
    return known if known is not None else _TRUTHS.get(item.text.strip().casefold())


def _kinds(reader: SituationReader, item: Item) -> list[Scalar]:
    """The terrains that ground is: a list, or words parted by commas; none for bare table."""
    if isinstance(item, Sequence):
        return list(reader.scalars(item, f"`{GROUND}`"))
    text = reader.text(item, f"`{GROUND}`") or ""
    found = [replace(each, text=each.text.strip()) for each in _parted(text, item.span)]
    known = set(map(str.casefold, reader.terrains))
    return [each for each in found if each.text.casefold() not in _BARE or each.text.casefold() in known]


def _parted(text: str, span: Span) -> list[Scalar]:
    """Words between commas that stand in no brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [Scalar(part, span) for part in parts]


def _scalar(text: str, word: str) -> Scalar:
    source = Source(f"`{word}`", text)
    return Scalar(text, Span(source, 0, len(text)))
