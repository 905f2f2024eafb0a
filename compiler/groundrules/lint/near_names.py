"""Names of one kind that are one letter apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.lint.context import Context
from groundrules.meaning.suggest import near_pairs
from groundrules.meaning.symbols import Symbol, kind_words

#: Shorter names lie close to one another by nature.
SHORTEST = 5


def check(context: Context) -> Iterator[Diagnostic]:
    """`Stuck Roll` and `Stuck Rolls`: who reads one for the other plays by another rule."""
    kinds: dict[str, dict[str, Symbol]] = defaultdict(dict)
    for symbol in context.meaning.table.symbols.values():
        if not symbol.base and not any(sign.isdigit() for sign in symbol.key):
            kinds[symbol.kind].setdefault(symbol.key.casefold(), symbol)
    for kind, names in kinds.items():
        told: set[str] = set()
        for one, other in near_pairs(names):
            grown = one[:-1] == other or other[:-1] == one
            if (not grown and max(len(one), len(other)) < SHORTEST) or _counted(names[one].name, names[other].name):
                continue
            first, second = sorted((names[one], names[other]), key=lambda each: each.span.start)
            if second.key in told:
                continue  # one finding for a name, however many it is close to
            told.add(second.key)
            what = kind_words([kind]).split(" ", 1)[1]
            yield finding(
                "GR321", second.span,
                f"`{first.name}` and `{second.name}` are one letter apart, and each is a name of its own",
                help=f"if they are one {what}, write one name; if they are two, call one of them otherwise",
                related=[Related(first.span, f"`{first.name}` stands here")],
            )  # fmt: skip


def _counted(one: str, other: str) -> bool:
    """`Hill A` and `Hill B`, `Type I` and `Type II`: told apart on purpose, by a word of a letter or two."""
    differing = [pair for pair in zip(one.split(), other.split(), strict=False) if pair[0] != pair[1]]
    return any(max(len(word) for word in pair) < 3 for pair in differing)
