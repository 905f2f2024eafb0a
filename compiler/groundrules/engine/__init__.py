"""The evaluator: compiled rules and a situation make a verdict, whose every line cites its rule.

``adjudicate(ruleset, situation, dice=None, *, answers=None, preview=False, on_missing="error", …) -> Verdict``
    judges one action. ``dice``: a :class:`Dice` source, a list of answers in the order in
    which they are asked for (faces; with ``on_missing="ask"`` also ``True`` or ``False``
    for choices and facts), or ``None``. ``answers``: the same where ``dice`` is a source of
    its own, for what it does not answer; surplus ones are refused. ``preview``: the same without dice; rolls are
    listed and not made. ``on_missing="ask"``: what is missing is asked for
    (``Verdict.pending``); calling again with the longer list goes on. ``"error"``: too
    few faces raise :class:`MissingAnswer`; options are taken as not chosen, facts as not
    agreed. ``memory``: what an earlier verdict's ``after`` holds, or what is given.
    ``trace=False`` leaves the story out. ``budget``: the most steps that it may take.

``look(ruleset, table, viewer, target, *, agreed=(), options=(), game=(), memory=None, trace=True) -> Sight``
    judges a look from one model to another.

``decide(ruleset, profile, action, terrains) -> Decision``
    what the rules say of a kind of model, in an action, on a set of terrain: remembered,
    one look-up in a dict. :func:`profile_for` and :func:`ground_for` make its keys.

``every_way(ruleset, situation, *, memory=None) -> Iterator[(Fraction, Verdict)]``
    exact dice: every way that an action may go, with its probability.

Whatever cannot be judged as it is stated raises :class:`Refusal`.
"""

from groundrules.engine.adjudicating import adjudicate
from groundrules.engine.book import Rulebook, book_of
from groundrules.engine.decide import Decision, decide, ground_for, profile_for
from groundrules.engine.dice import Dice, Request, ScriptedDice, SeededDice
from groundrules.engine.exact import every_way
from groundrules.engine.looks import look
from groundrules.engine.refusal import MissingAnswer, Refusal
from groundrules.engine.situation import (
    Fields,
    FieldValue,
    Model,
    Named,
    Path,
    Piece,
    Situation,
    Step,
    Table,
    Unit,
    Upright,
    fields_of,
)

__all__ = [
    "Decision",
    "Dice",
    "FieldValue",
    "Fields",
    "MissingAnswer",
    "Model",
    "Named",
    "Path",
    "Piece",
    "Refusal",
    "Request",
    "Rulebook",
    "ScriptedDice",
    "SeededDice",
    "Situation",
    "Step",
    "Table",
    "Unit",
    "Upright",
    "adjudicate",
    "book_of",
    "decide",
    "every_way",
    "fields_of",
    "ground_for",
    "look",
    "profile_for",
]
