"""Dice, answers, seeds and budgets as a program hands them over: taken, or refused at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from groundrules.api_stated import wrong
from groundrules.engine import Dice, Refusal, ScriptedDice
from groundrules.engine.stage import Answer


def dice_of(dice: Sequence[int] | Dice | None) -> Dice | None:
    """Where faces come from. Raises :class:`~groundrules.engine.Refusal` of kind ``dice`` for what no die can show."""
    if dice is None:
        return None
    if not isinstance(dice, Iterable):
        if callable(getattr(dice, "roll", None)):
            return dice
        raise _no_faces(dice)
    if isinstance(dice, (str, bytes, Mapping)):
        raise _no_faces(dice)
    source = ScriptedDice(dice)
    for index, face in enumerate(source.faces):
        if isinstance(face, bool) or not isinstance(face, int) or face < 1:
            raise Refusal("dice", f"dice[{index}]: no die has a face {face!r}", "faces are whole numbers from 1")
    return source


def _no_faces(dice: object) -> Refusal:
    return wrong("dice", "a list of faces", dice, "write `[3, 5]`, in the order in which they are rolled")


def answers_of(answers: Sequence[Answer] | None) -> Sequence[Answer] | None:
    """The answers so far."""
    if answers is not None and (not isinstance(answers, Sequence) or isinstance(answers, (str, bytes))):
        raise wrong("answers", "a list of answers", answers, "write `[True, 3]`, in the order of the questions")
    return answers


def seed_of(seed: int | str) -> int | str:
    """What faces are rolled by."""
    if not isinstance(seed, (int, str)):
        raise wrong("seed", "a whole number or a text", seed, "write `seed=7`")
    return seed


def budget_of(budget: int) -> int:
    """How much work may be done."""
    if isinstance(budget, bool) or not isinstance(budget, int):
        raise wrong("budget", "a whole number", budget, "write `budget=100_000`")
    return budget
