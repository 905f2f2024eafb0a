"""Answers that are worked out once: a tree that asks the facts only what an answer hung on.

For rulesets without facts in their conditions the tree is one leaf, and an answer is one
look-up in a dict.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from groundrules.engine.standing import Ask, Standing

Answer = TypeVar("Answer")

#: When so many answers are remembered, all are forgotten: they can be worked out again.
MOST_REMEMBERED = 200_000


@dataclass(slots=True)
class _Leaf:
    answer: Any


@dataclass(slots=True)
class _Fork:
    asks: Standing
    ways: dict[bool, _Leaf | _Fork] = field(default_factory=dict)


def known(memory: dict[Any, Any], key: Hashable) -> Any:
    """The answer to ``key`` if it hangs on no facts and was worked out before; else ``None``."""
    node = memory.get(key)
    return node.answer if type(node) is _Leaf else None


def remembered(
    memory: dict[Any, Any], key: Hashable, ask: Callable[[Standing], bool], compute: Callable[[Ask], Answer]
) -> Answer:
    """The answer to ``key``: known already, or computed, what it asked being remembered with it.

    ``compute`` gets a function to ask with; it must ask the same for the same answers.
    """
    node: _Leaf | _Fork | None = memory.get(key)
    known: list[tuple[Standing, bool]] = []
    while isinstance(node, _Fork):
        truth = ask(node.asks)
        known.append((node.asks, truth))
        node = node.ways.get(truth)
    if node is not None:
        return node.answer  # type: ignore[no-any-return]  # whatever was remembered under this key
    given = iter(list(known))
    trail: list[tuple[Standing, bool]] = []

    def asking(standing: Standing) -> bool:
        if standing.rest is None:
            return True
        before = next(given, None)
        truth = before[1] if before is not None else ask(standing)
        trail.append((standing, truth))
        return truth

    answer = compute(asking)
    if len(memory) > MOST_REMEMBERED:
        memory.clear()
    _grow(memory, key, trail, _Leaf(answer))
    return answer


def _grow(memory: dict[Any, Any], key: Hashable, trail: list[tuple[Standing, bool]], leaf: _Leaf) -> None:
    node: _Leaf | _Fork = leaf
    known = memory.get(key)
    if not isinstance(known, _Fork):
        for standing, truth in reversed(trail):
            node = _Fork(standing, {truth: node})
        memory[key] = node
        return
    for depth, (_, truth) in enumerate(trail):
        following = known.ways.get(truth)
        if not isinstance(following, _Fork):
            node = leaf
            for standing, later in reversed(trail[depth + 1 :]):
                node = _Fork(standing, {later: node})
            known.ways[truth] = node
            return
        known = following
