"""Exact dice: every way an action may go, with its probability. Nothing is merged here."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from groundrules.engine.adjudicating import announce, begun, opened
from groundrules.engine.book import Rulebook, book_of
from groundrules.engine.play import Play
from groundrules.engine.refusal import Refusal
from groundrules.engine.situation import Situation
from groundrules.engine.telling import told
from groundrules.limits import WAYS
from groundrules.ruleset import Ruleset
from groundrules.verdict import Memory, Verdict


def every_way(
    ruleset: Ruleset | Rulebook,
    situation: Situation,
    *,
    memory: Memory | None = None,
    trace: bool = False,
    most: int = WAYS,
) -> Iterator[tuple[Fraction, Verdict]]:
    """Every verdict that the dice may bring, with its probability; these add up to 1.

    The same evaluator runs; where it asks for faces it is copied and goes on with each
    throw. Raises :class:`Refusal` once there are more ways than ``most``.
    """
    stage = begun(book_of(ruleset), situation, memory)
    announced = announce(stage, trace)
    if announced.reasons:
        yield Fraction(1), told(stage, announced, None, False)
        return
    ways = 1
    todo: list[tuple[int, Play]] = [(1, opened(stage, "resolve", trace))]
    while todo:
        weight, play = todo.pop()
        request = play.advance()
        if request is None:
            yield Fraction(1, weight), told(stage, announced, play, False)
            continue
        throws = request.sides**request.count
        ways += throws - 1
        if ways > most:
            raise Refusal(
                "branches",
                f"the dice may fall in more than {most:,} ways, and `{request.asks.name}` asks for more",
                "odds that merge what goes on alike need no such limit",
            )
        faces = range(1, request.sides + 1)
        for throw in reversed(list(product(faces, repeat=request.count))):
            other = play.copy()
            other.answer(throw)
            todo.append((weight * throws, other))
