"""Runs Lark's LALR table: tokens in, a tree out, one line at a time.

:class:`Machine` holds the two stacks of an LR parser, of states and of values. A line that
is refused can be cut out again (:meth:`Machine.cut`), since nothing below the place where it
began can have been reduced inside it. What would be accepted is asked on the states alone
(:meth:`Machine.run`), which copies no tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from groundrules.syntax.grammar import END, LAYOUT, Grammar
from groundrules.syntax.tokens import Token
from groundrules.syntax.tree import Tree


class Machine:
    """An LR parser that is fed line by line."""

    __slots__ = ("_actions", "_end", "_gotos", "_last", "_productions", "states", "values")

    def __init__(self, grammar: Grammar) -> None:
        self._actions = grammar.actions
        self._gotos = grammar.gotos
        self._end = grammar.end
        self._productions = [(p.origin, p.length, p.data, p.include, p.passes) for p in grammar.productions]
        self._last = 0
        #: The states, the start state first.
        self.states: list[int] = [grammar.start]
        #: One value a state; the start state's is never looked at.
        self.values: list[Tree | Token] = [Tree("", [], 0, 0)]

    def feed(self, tokens: Sequence[Token]) -> int:
        """Take tokens until one is refused; the number taken."""
        actions, gotos, productions = self._actions, self._gotos, self._productions
        states, values, last = self.states, self.values, self._last
        taken = 0
        for token in tokens:
            kind = token.type
            while (action := actions[states[-1]].get(kind)) is not None and action < 0:
                origin, length, data, include, passes = productions[~action]
                if passes >= 0:
                    if length > 1:
                        values[-length:] = [values[passes - length]]
                        del states[1 - length :]
                    states[-1] = gotos[states[-2]][origin]
                    continue
                if not length:
                    node = Tree(data or "", [], last, last)
                else:
                    children: list[Tree | Token] | None = None
                    for index, spread in include:
                        child = values[index - length]
                        if not spread:
                            if children is None:
                                children = [child]
                            else:
                                children.append(child)
                        elif children is None:
                            children = child.children  # type: ignore[union-attr]  # a helper is a tree
                        else:
                            children += child.children  # type: ignore[union-attr]
                    node = Tree(data or "", [] if children is None else children, values[-length].start_pos, last)
                    del values[-length:]
                    del states[-length:]
                values.append(node)
                states.append(gotos[states[-1]][origin])
            if action is None:
                break
            states.append(action)
            values.append(token)
            if kind not in LAYOUT:
                last = token.end_pos
            taken += 1
        self._last = last
        return taken

    def cut(self, depth: int) -> None:
        """Forget all states and values above the first ``depth``."""
        del self.states[depth:]
        del self.values[depth:]

    def finish(self) -> Tree | None:
        """The whole tree, if the text may end here; the machine is spent then."""
        if not self.run(self.states, (END,))[0]:
            return None
        self.feed([Token(END, "", self._last, self._last)])
        root = self.values[-1]
        assert isinstance(root, Tree)
        return root

    def run(self, states: Sequence[int], types: Iterable[str]) -> tuple[int, list[int]]:
        """How many tokens of these types are taken from these states on, and the states then."""
        stack = list(states)
        taken = 0
        for kind in types:
            while (action := self._actions[stack[-1]].get(kind)) is not None and action < 0:
                origin, length, *_ = self._productions[~action]
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

    def accepts(self, states: Sequence[int]) -> frozenset[str]:
        """The types of token that may come next."""
        return frozenset(kind for kind in self._actions[states[-1]] if self.run(states, (kind,))[0])
