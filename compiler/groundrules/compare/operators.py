"""The operators of mutation: what may be changed in rules, one thing at a time, declared as a table.

An operator takes a node of the tree and makes variants of it. A variant that is no valid
ruleset any more is no mutant: the compiler says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from groundrules.compare import leaving_out, numbers, words
from groundrules.compare.variants import Names, Variant
from groundrules.syntax.ast_expr import Node

Make = Callable[[Node, Names], Iterator[Variant]]


@dataclass(frozen=True, slots=True)
class Operator:
    """One kind of change. ``before`` and ``after`` show it in a line; :attr:`says` tells it."""

    name: str
    make: Make
    before: str
    after: str

    @property
    def says(self) -> str:
        """What the operator does, in a sentence."""
        return (self.make.__doc__ or "").strip()


OPERATORS: tuple[Operator, ...] = (
    Operator("more", numbers.more, "Mud: cost x2", "Mud: cost x3"),
    Operator("less", numbers.less, 'Mud: at most 6"', 'Mud: at most 5"'),
    Operator("edge", numbers.edges, "2-6 Failure", "2-5 Failure"),
    Operator("dice", numbers.dice, "roll Bog Test: 2d6", "roll Bog Test: 3d6"),
    Operator("keep", words.keep, "roll Bog Test: 3d6 keep 2 highest", "roll Bog Test: 3d6 keep 2 lowest"),
    Operator("comparison", words.comparison, 'Mud when moved over 4": stop', 'Mud when moved at least 4": stop'),
    Operator("fact", words.fact, "Mud when whole move: stop", "Mud when part of move: stop"),
    Operator("and or", words.connective, "Mud when Wet and Cold: stop", "Mud when Wet or Cold: stop"),
    Operator("event", words.event, "Mud on enter: stop", "Mud on leave: stop"),
    Operator("scope", words.scope, "Mud on enter once per move: Bog Test", "Mud on enter once per turn: Bog Test"),
    Operator("verb", words.verb, "Mud: forbid enter", "Mud: allow enter"),
    Operator("stop", words.halt, "Mud on enter: stop", "Mud on enter: end activation"),
    Operator("sign", words.sign, 'Mud: Speed +1"', 'Mud: Speed -1"'),
    Operator("steps", words.steps, 'Mud: cost 1" per full 2" of rise', 'Mud: cost 1" per 2" or part of rise'),
    Operator("grade", words.grade, "Mud when inside: cover Hard", "Mud when inside: cover Soft"),
    Operator("cell", words.cell, "| Mud | x2 |", "| Mud | - |"),
    Operator("setting", words.setting, "overlap worst", "overlap add"),
    Operator("qualifier", leaving_out.qualifier, "Mud for Infantry: cost x2", "Mud: cost x2"),
    Operator("one of several", leaving_out.one_of_several, "Mud on enter, start: stop", "Mud on enter: stop"),
    Operator("word", leaving_out.words, "Flying: ignore Mud while moving", "Flying: ignore Mud"),
    Operator("effect", leaving_out.effect, "Mud on enter: Hit, stop", "Mud on enter: Hit"),
    Operator("remove", leaving_out.removal, "remove Mud on enter", ""),
)
