"""A terrain that nothing else speaks of, one letter away from another: most likely a slip."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from groundrules.diagnostics import Diagnostic, Related, choice, finding, replace
from groundrules.meaning.checks.mentions import mentioned_elsewhere
from groundrules.meaning.context import Context
from groundrules.meaning.suggest import near_pairs
from groundrules.meaning.symbols import Symbol

#: Shorter names lie close to one another by nature: bog and fog, wall and hall. One letter more at
#: the end is a slip in a name of any length.
SHORTEST = 5


def check(context: Context) -> Iterator[Diagnostic]:
    """Of two names that are nearly alike, the later one that only its own line declares."""
    alike: dict[str, list[Symbol]] = {}
    for symbol in context.table.of_kind("terrain"):
        # `Hill 1` and `Hill 2` are told apart on purpose.
        if not symbol.key[-1:].isdigit():
            alike.setdefault(symbol.key.casefold(), []).append(symbol)
    # Only a name that nothing else speaks of can be the slip.
    unsaid = {key for key, same in alike.items() if not all(mentioned_elsewhere(context, one) for one in same)}
    reported: set[str] = set()
    for one, other in _pairs(alike, unsaid) if unsaid else ():
        lonely = _lonely(context, other, one)
        if lonely is None or lonely.key in reported:
            continue
        reported.add(lonely.key)
        known = one if lonely is other else other
        yield finding(
            "GR266", lonely.span, f"only this line knows `{lonely.name}`, and there is `{known.name}`",
            help=f"did you mean `{known.name}`? If not, a rule that names `{lonely.name}` once more settles it",
            related=[Related(known.span, f"`{known.name}` stands here")],
            fix=choice(replace(f"write `{known.name}`", lonely.span, known.name)),
        )  # fmt: skip


def _pairs(alike: dict[str, list[Symbol]], unsaid: set[str]) -> Iterator[tuple[Symbol, Symbol]]:
    """Names that differ in capitals alone, and names one letter apart; one of them at least is ``unsaid``."""
    for same in alike.values():
        yield from pairwise(same)
    for one, other in near_pairs(alike, unsaid):
        if _wordy(one) == _wordy(other):
            continue  # `T34 Wreck` and `T35 Wreck`
        if max(len(one), len(other)) >= SHORTEST or one[:-1] == other or other[:-1] == one:
            yield alike[one][0], alike[other][0]


def _wordy(name: str) -> str:
    """A name without its digits."""
    return "".join(sign for sign in name if not sign.isdigit())


def _lonely(context: Context, later: Symbol, earlier: Symbol) -> Symbol | None:
    for symbol, other in ((later, earlier), (earlier, later)):
        if symbol.base or symbol.key in context.suspects or symbol.key in context.broken:
            continue
        if not mentioned_elsewhere(context, symbol) and (symbol is later or mentioned_elsewhere(context, other)):
            return symbol
    return None
