"""The cards of one compiled ruleset, as its project's settings want them."""

from __future__ import annotations

from groundrules.project.compiling import Outcome
from groundrules.project.settings import settings_of


def card_texts(outcome: Outcome) -> dict[str, str]:
    """Every card and sheet, by its path in the ruleset's folder."""
    from groundrules.cards import render

    ruleset = outcome.ruleset
    if ruleset is None:
        return {}
    settings = settings_of(outcome.place.root)
    return render(ruleset, settings)
