"""A card that would not fit its size: it goes on over card after card, or a part of it fits on none."""

from __future__ import annotations

from collections.abc import Iterator

from groundrules.diagnostics import Diagnostic, finding
from groundrules.lint.context import Context

#: Printed cards that one card may take: two sides and one more.
MOST = 3


def check(context: Context) -> Iterator[Diagnostic]:
    """By the widths of the bundled font, in the smallest type; chances of rolls, which `build` adds, left out."""
    from groundrules.cards import build_deck
    from groundrules.cards.printing import fit

    for card in build_deck(context.ruleset).cards:
        fitting = fit(card)
        symbol = context.meaning.table.get(card.key.partition(" ")[2])
        if symbol is None or 0 < fitting.cards <= MOST:
            continue
        how = "a part of it fits on none" if fitting.cards == 0 else f"it takes {fitting.cards} of them"
        yield finding(
            "GR324", symbol.span, f"the card of `{symbol.name}` does not fit on {MOST} printed cards: {how}",
            help="say it in fewer words, or part it into grounds, rolls or states with cards of their own",
        )  # fmt: skip
