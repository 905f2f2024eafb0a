"""Circles in a graph of names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def circles(steps: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """One circle for each step that leads back, each from its first name in the order of the graph.

    Walked without recursion, so that a chain of any length is fine.
    """
    done: set[str] = set()
    for start in steps:
        if start in done:
            continue
        path: list[str] = []
        at: dict[str, int] = {}
        stack: list[tuple[str, int]] = [(start, 0)]
        while stack:
            name, index = stack.pop()
            if index == 0:
                at[name] = len(path)
                path.append(name)
            following = steps.get(name, ())
            if index == len(following):
                path.pop()
                del at[name]
                done.add(name)
                continue
            stack.append((name, index + 1))
            target = following[index]
            if target in at:
                yield tuple(path[at[target] :])
            elif target not in done:
                stack.append((target, 0))
