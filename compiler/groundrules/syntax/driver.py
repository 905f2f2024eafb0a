"""Runs Lark's LALR table: tokens in, nodes out, one line at a time.

:class:`Machine` holds the two stacks of an LR parser, of states and of values. A line that
is refused can be cut out again (:meth:`Machine.cut`), since nothing below the place where it
began can have been reduced inside it. What would be accepted is asked on the states alone
(:meth:`Machine.run`), which copies no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from groundrules.syntax.grammar import END, Grammar
from groundrules.syntax.tokens import Token

#: Makes the value of a rule from the tokens and values inside; ``None`` leaves the rule out.
Reducer = Callable[[list[Any]], Any]


class Machine:
    """An LR parser that is fed line by line."""

    __slots__ = ("_actions", "_end", "_gotos", "_productions", "_pruned", "_pruning", "states", "values")

    def __init__(self, grammar: Grammar, reducers: Mapping[str, Reducer]) -> None:
        self._actions = grammar.actions
        self._gotos = grammar.gotos
        self._end = grammar.end
        self._productions = [
            (p.origin, p.length, None if p.data is None else reducers.get(p.data), p.spread, p.passes, p.holes)
            for p in grammar.productions
        ]
        self._pruning = False
        self._pruned: set[int] = set()
        #: The states, the start state first.
        self.states: list[int] = [grammar.start]
        #: One value a state; the start state's is never looked at.
        self.values: list[Any] = [None]

    def feed(self, tokens: Sequence[Token]) -> int:
        """Take tokens until one is refused; the number taken."""
        actions, gotos, productions = self._actions, self._gotos, self._productions
        states, values, pruning = self.states, self.values, self._pruning
        taken = 0
        for token in tokens:
            kind = token.type
            while (action := actions[states[-1]].get(kind)) is not None and action < 0:
                origin, length, reducer, spread, passes, holes = productions[~action]
                if passes:
                    states[-1] = gotos[states[-2]][origin]
                    continue
                if not length:
                    values.append(None if reducer is None or origin != "start" else reducer([]))
                    states.append(gotos[states[-1]][origin])
                    continue
                if not spread:
                    children = values[-length:]
                elif spread == (0,):
                    children = values[-length]
                    if length > 1:
                        children += values[1 - length :]
                else:
                    children = []
                    for index, value in enumerate(values[-length:]):
                        if index in spread:
                            children += value
                        else:
                            children.append(value)
                if holes or pruning:
                    children = [child for child in children if child is not None]
                del values[-length:]
                del states[-length:]
                values.append(children if reducer is None else reducer(children))
                states.append(gotos[states[-1]][origin])
            if action is None:
                break
            states.append(action)
            values.append(token)
            taken += 1
        return taken

    def prune(self, start: int = -1) -> None:
        """Leave out from now on whatever begins at this place, or at no place of the text.

        So a line that only stands in for a lost one takes all that lies under it along.
        """
        self._pruned.add(start)
        if self._pruning:
            return
        self._pruning = True
        pruned = self._pruned

        def sparing(reducer: Reducer) -> Reducer:
            def reduce(children: list[Any]) -> Any:
                if not children:
                    return None
                first = children[0]
                begins = first.span.start if hasattr(first, "span") else first.start_pos
                return None if begins in pruned else reducer(children)

            return reduce

        self._productions = [
            (
                origin,
                length,
                reducer if reducer is None or origin == "start" else sparing(reducer),
                spread,
                passes,
                holes,
            )
            for origin, length, reducer, spread, passes, holes in self._productions
        ]

    def cut(self, depth: int) -> None:
        """Forget all states and values above the first ``depth``."""
        del self.states[depth:]
        del self.values[depth:]

    def finish(self, at: int) -> Any:
        """The value of the whole text, if it may end here (``at``); the machine is spent then."""
        if not self.run(self.states, (END,))[0]:
            return None
        self.feed([Token(END, "", at, at)])
        return self.values[-1]

    def run(self, states: Sequence[int], types: Iterable[str]) -> tuple[int, list[int]]:
        """How many tokens of these types are taken from these states on, and the states then."""
        stack = list(states)
        taken = 0
        for kind in types:
            while (action := self._actions[stack[-1]].get(kind)) is not None and action < 0:
                origin, length = self._productions[~action][:2]
                if length:
                    del stack[-length:]
                stack.append(self._gotos[stack[-1]][origin])
                if kind == END and stack[-1] == self._end:
                    return taken + 1, stack
            if action is None:
                break
            stack.append(action)
            taken += 1
        return taken, stack

    def takes(self, types: Sequence[str]) -> bool:
        """Whether tokens of these types may come next, all of them."""
        return self.run(self.states, types)[0] == len(types)

    def accepts(self, states: Sequence[int]) -> frozenset[str]:
        """The types of token that may come next."""
        return frozenset(kind for kind in self._actions[states[-1]] if self.run(states, (kind,))[0])
