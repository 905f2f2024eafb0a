"""Dice for a situation: faces tried until what is wanted happens, few and plain ones first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from groundrules.engine import MissingAnswer
from groundrules.ruleset import Ruleset
from groundrules.scenarios.layouts import Data
from groundrules.scenarios.paste import scenario_of
from groundrules.scenarios.running import Result, run_scenario
from groundrules.verdict import Pending

#: Totals of one throw that are tried.
_TOTALS = 24
#: What a tried scenario is, what came of it.
Tried = tuple[dict[str, Data], Result]


def plays(ruleset: Ruleset, data: dict[str, Data], most: int) -> Iterator[Tried]:
    """A scenario played with every plain throw of the dice it asks for; at most ``most`` plays.

    The plays with the fewest dice come first. Each result is either a whole one or a refusal
    for another reason than missing dice.
    """
    waiting: deque[dict[str, Data]] = deque([data])
    while waiting and most > 0:
        most -= 1
        stated = waiting.popleft()
        result = run_scenario(ruleset, scenario_of(stated))
        missing = result.refusal
        if isinstance(missing, MissingAnswer) and isinstance(missing.pending, Pending):
            step = len(result.steps)
            for faces in throws(missing.pending.dice, missing.pending.sides):
                waiting.append(with_dice(stated, step, faces))
            yield stated, result
        else:
            yield stated, result


def with_dice(data: dict[str, Data], step: int, faces: Sequence[int]) -> dict[str, Data]:
    """The scenario with more faces at the end of the dice of a step."""
    if step == 0:
        return {**data, "dice": [*_list(data.get("dice")), *faces]}
    steps = _list(data.get("then"))
    further = steps[step - 1]
    assert isinstance(further, dict)
    longer: Data = {**further, "dice": [*_list(further.get("dice")), *faces]}
    return {**data, "then": [*steps[: step - 1], longer, *steps[step:]]}


def _list(data: Data | None) -> list[Data]:
    return data if isinstance(data, list) else []


def throws(count: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Throws of dice as nearly equal as their total allows; every total, or a few spread over all of them."""
    low, high = count, count * sides
    totals = range(low, high + 1)
    if len(totals) > _TOTALS:
        step = Fraction(high - low, _TOTALS - 1)
        totals_list = [low + round(step * number) for number in range(_TOTALS)]
    else:
        totals_list = list(totals)
    for total in totals_list:
        each, more = divmod(total, count) if count else (0, 0)
        yield (each + 1,) * more + (each,) * (count - more)


Holds = Callable[[Result], bool]
