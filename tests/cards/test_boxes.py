"""A box that is made once for all pages, against one that is made for the page it stands on."""

from __future__ import annotations

import pytest

from groundrules.cards.catalogue import catalogue
from groundrules.cards.desk import Desk
from groundrules.cards.lexicon import Lexicon
from groundrules.cards.model import Findings
from groundrules.cards.rolls import because_of, box
from groundrules.cards.words import Words
from groundrules.ruleset import Ruleset

from .reading import NAMES, bundled
from .samples import EVERYTHING


@pytest.mark.parametrize("ruleset", [EVERYTHING, *map(bundled, NAMES)], ids=lambda ruleset: str(ruleset.name))
def test_reasons_given_afterwards_stand_where_they_would_have_stood(ruleset: Ruleset) -> None:
    desk = Desk(ruleset, Words(catalogue(), Lexicon.of(ruleset)), Findings())
    for roll in ruleset.rolls:
        for because in ((), ("Woods", "Bog"), (f"roll {roll.name}", *(band.id for band in roll.bands[:1]), "Bog")):
            plain = box(desk, roll, desk.saying(repeat=True))
            assert because_of(plain, because) == box(desk, roll, desk.saying(repeat=True, because=because))
