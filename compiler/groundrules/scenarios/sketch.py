"""A scenario from a few words: a track of strips and what the model is.

For people without coordinates: ``"2 Open, 4 Difficult"`` with ``Speed=6`` and ``Flying``.
"""

from __future__ import annotations

from collections.abc import Sequence as Seq
from difflib import get_close_matches

from groundrules.diagnostics import Diagnostic, finding
from groundrules.naming import name_key
from groundrules.ruleset import Ruleset
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence
from groundrules.source import Source, Span


def sketch(
    ruleset: Ruleset, track: str, words: Seq[str], dice: Seq[int] | None = None
) -> tuple[Scenario | None, tuple[Diagnostic, ...]]:
    """The scenario that a track and some words stand for.

    Each word is a field (``Speed=6``), a value (``Infantry``), a trait, a state, an
    action or an option; fields and values of the day (``Storm``) count for the game. A
    finding tells which is none of these.
    """
    found: list[Diagnostic] = []
    model: dict[str, Item] = {}
    game: dict[str, Item] = {}
    lists: dict[str, list[Item]] = {"traits": [], "states": [], "options": []}
    stated: dict[str, Item] = {"track": _scalar(track, "track")}
    for word in words:
        name, equals, value = word.partition("=")
        if equals:
            (game if _is_of_game(ruleset, name) else model)[name.strip()] = _scalar(value.strip(), word)
            continue
        kind = _kind(ruleset, word)
        day = _field_with(ruleset, "game", word)
        if kind is None and day is not None:
            game[day] = _scalar(word, word)
        elif kind is None:
            found.append(
                finding(
                    "GR405",
                    _scalar(word, word).span,
                    f"nothing of a model is called `{word}`",
                    help=_meant(ruleset, word),
                )
            )
        elif kind == "action":
            stated["action"] = _scalar(word, word)
        elif kind in lists:
            lists[kind].append(_scalar(word, word))
        else:
            model[kind] = _scalar(word, word)
    if found:
        return None, tuple(found)
    span = _scalar(track, "track").span
    if lists["traits"]:
        model["traits"] = Sequence(tuple(lists["traits"]), span)
    if lists["options"]:
        stated["options"] = Sequence(tuple(lists["options"]), span)
    given: dict[str, Item] = {}
    if lists["states"]:
        given["states"] = Sequence(tuple(lists["states"]), span)
    if game:
        given["game"] = _mapping(game, span)
    if given:
        stated["given"] = _mapping(given, span)
    if dice is not None:
        stated["dice"] = Sequence(tuple(_scalar(str(face), "dice") for face in dice), span)
    stated["model"] = _mapping(model, span)
    return Scenario(track, span, _mapping(stated, span)), ()


def _meant(ruleset: Ruleset, word: str) -> str:
    """The name of the ruleset that a word is near; else what a word can say."""
    things = (*ruleset.traits, *ruleset.states, *ruleset.actions, *ruleset.options)
    values = [value.name for field in ruleset.fields if field.owner == "model" for value in field.values]
    names = {name.casefold(): name for name in (*(thing.name for thing in things), *values)}
    near = get_close_matches(word.casefold(), names, 1, 0.6)
    if near:
        return f"did you mean `{names[near[0]]}`?"
    numbers = [field.name for field in ruleset.fields if field.owner == "model" and not field.values]
    return f"write `{(numbers or ['Speed'])[0]}=6` for a field, or the name of a value, trait, state, action or option"


def _kind(ruleset: Ruleset, word: str) -> str | None:
    """``traits``, ``states``, ``options``, ``action``, or the field that holds such a value."""
    key = name_key(word.split("(")[0])
    declared = (
        ("traits", ruleset.traits),
        ("states", ruleset.states),
        ("action", ruleset.actions),
        ("options", ruleset.options),
    )
    for kind, things in declared:
        if any(name_key(thing.name) == key for thing in things):
            return kind
    return "options" if word == "may stop" else _field_with(ruleset, "model", word)


def _field_with(ruleset: Ruleset, owner: str, word: str) -> str | None:
    """The field of the model or the game that such a value is one of."""
    key = name_key(word)
    for field in ruleset.fields:
        if field.owner == owner and any(name_key(value.name) == key for value in field.values):
            return field.name
    return None


def _is_of_game(ruleset: Ruleset, name: str) -> bool:
    """Whether only the game states a field of this name."""
    owners = {field.owner for field in ruleset.fields if name_key(field.name) == name_key(name.strip())}
    return "game" in owners and "model" not in owners


def _scalar(text: str, name: str) -> Scalar:
    source = Source(f"`{name}`" if name != text else "the command line", text)
    return Scalar(text, Span(source, 0, len(text)))


def _mapping(items: dict[str, Item], span: Span) -> Mapping:
    return Mapping(items, {key: Span(Source("the command line", key), 0, len(key)) for key in items}, span)
