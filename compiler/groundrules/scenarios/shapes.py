"""Which keys a scenario file has, and what may stand under each.

One table serves three readers: the check for unknown keys, the JSON Schema for editors,
and the documentation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what kind of value it takes and what it says, in a few words.

    ``kind`` is one of :data:`KINDS` (see :mod:`groundrules.scenarios.schema`).
    """

    kind: str
    says: str


FILE: Mapping[str, Key] = {
    "rules": Key("text", "a bundled ruleset's name, a path to a .terrain file, or the rules themselves"),
    "table": Key("table", "the pieces on the table, by name"),
    "models": Key("models", "models by name, with the fields they state"),
    "agreed": Key("texts", "facts that the players have agreed for this table, in the rules' words"),
    "given": Key("given", "what holds before every scenario, such as the day"),
    "scenarios": Key("scenarios", "the scenarios, in order"),
}

_PLAY: Mapping[str, Key] = {
    "action": Key("name", "the action; the first one declared if left out"),
    "path": Key("path", "points and upright steps of the move"),
    "moves": Key("paths", "several paths, one a leg of the action"),
    "options": Key("names", "options the player chooses, and `may stop`"),
    "agreed": Key("texts", "facts that the players have agreed, in the rules' words"),
    "given": Key("given", "what has happened before: states, used rules, the day"),
    "dice": Key("faces", "faces in the order in which they are rolled"),
    "sight": Key("sight", "who looks at whom"),
    "expect": Key("expect", "what must come of it"),
    "odds": Key("odds", "exact chances"),
}

SCENARIO: Mapping[str, Key] = {
    "name": Key("text", "what the scenario shows, as a sentence"),
    "table": Key("table", "pieces laid over those of the file"),
    "models": Key("models", "models laid over those of the file"),
    "model": Key("model", "who acts: a name, or the fields themselves"),
    "unit": Key("unit", "the models that act as one"),
    "track": Key("track", "strips of ground, one after the other, instead of table and path"),
    **_PLAY,
    "cases": Key("cases", "variants, each laid over the scenario"),
    "then": Key("steps", "what happens next on the same table"),
    "example": Key("boolean", "whether cards show this scenario"),
}

CASE: Mapping[str, Key] = {key: value for key, value in SCENARIO.items() if key not in ("cases", "example")}

STEP: Mapping[str, Key] = {
    "name": Key("text", "what the step shows"),
    "model": Key("model", "who acts, if somebody else"),
    "turn": Key("turn", "`next` begins a turn before the step"),
    **_PLAY,
}

PIECE: Mapping[str, Key] = {
    "terrain": Key("terrains", "the kind of ground, or a list of kinds"),
    "rect": Key("numbers", "x0, y0, x1, y1"),
    "circle": Key("numbers", "x, y, radius"),
    "ellipse": Key("numbers", "x, y, half width, half height"),
    "polygon": Key("points", "corners in order"),
    "holes": Key("rings", "corners of each hole"),
    "line": Key("points", "a wall or a river of no width"),
    "geometry": Key("geojson", "a GeoJSON geometry"),
    "cells": Key("points", "the cells it covers, on a grid"),
    "bottom": Key("number", "where it begins above the table"),
    "top": Key("number", "where it ends above the table"),
}

MODEL: Mapping[str, Key] = {
    "at": Key("point", "where it stands"),
    "base": Key("base", "diameter of a round base, or [width, height]"),
    "facing": Key("number", "degrees by which a rectangular base is turned"),
    "traits": Key("names", "its traits"),
    "states": Key("names", "the states it is in"),
    "path": Key("path", "a path of its own in the unit's move"),
    "bottom": Key("number", "where it begins above the table"),
    "top": Key("number", "where it ends above the table"),
}

UNIT: Mapping[str, Key] = {
    "models": Key("models", "its models by name"),
}

SIGHT: Mapping[str, Key] = {
    "from": Key("name", "who looks"),
    "to": Key("name", "who is looked at"),
}

GIVEN: Mapping[str, Key] = {
    "states": Key("states", "states by model, or a list for the one model"),
    "already": Key("already", "rules used up: {rule: ID, piece: NAME}"),
    "game": Key("fields", "what the day states"),
}

EXPECT: Mapping[str, Key] = {
    "legal": Key("boolean", "whether the move is legal"),
    "why": Key("text", "a reason: a piece, a rule's id, `allowance`, `minimum` or `action`"),
    "cost": Key("number or by model", "what the move cost"),
    "allowance": Key("number or list", "what the action allows; a list with `moves`"),
    "moved": Key("number or by model", "how far the model went"),
    "left": Key("number", "allowance less cost"),
    "ends_at": Key("point or by model", "where it ends"),
    "activation": Key("text", "`continues` or `ended`"),
    "rolls": Key("rolls", "the rolls made, in order, each by its stated keys"),
    "outcomes": Key("outcomes", "all outcomes, in order"),
    "states": Key("texts or by model", "the states that each model is in at the end"),
    "events": Key("texts", "all events, in order: `enter PIECE`"),
    "sight": Key("text", "`clear` or `blocked`"),
    "cover": Key("text", "a grade, or `none`"),
    "obscured": Key("number", "the share of the target that is hidden"),
    "changes": Key("texts", "all that a look changes, in the rules' words: `target Armour -1`"),
    "notes": Key("texts", "notes of the verdict"),
}

ROLL: Mapping[str, Key] = {
    "roll": Key("name", "which roll"),
    "model": Key("name", "who rolled"),
    "piece": Key("name", "the piece it was rolled for"),
    "dice": Key("faces", "the faces"),
    "outcome": Key("text", "the band it fell into"),
}

OUTCOME: Mapping[str, Key] = {
    "model": Key("name", "whose outcome"),
    "outcome": Key("text", "the outcome, with its arguments"),
}

ALREADY: Mapping[str, Key] = {
    "rule": Key("text", "the rule's id"),
    "piece": Key("name", "the piece"),
    "model": Key("name", "the model"),
}

STEPS: tuple[str, ...] = ("climb", "jump", "drop")
