"""The kinds of situations that a roll tells apart: by values, traits, states, options, the day and the action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from groundrules.engine import Fields, Model, Named, fields_of
from groundrules.odds.reading import held_of, needs_of, reads_action
from groundrules.odds.rolls import Roller
from groundrules.ruleset import FieldSchema, Roll, Ruleset
from groundrules.verdict import Memory, StateHeld

#: A roll that tells more kinds apart than this is not worked out for each.
MOST_KINDS = 64


@dataclass(frozen=True, slots=True)
class Kind:
    """One combination of all that is told apart; ``words`` say which, and are none where all are alike."""

    words: tuple[str, ...]
    model: Model
    game: Fields = ()
    action: str | None = None
    states: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def roller(self) -> Roller:
        """Who makes the roll."""
        memory = Memory(states=tuple(StateHeld(model=self.model.name, state=each) for each in self.states))
        return Roller(self.model, options=self.options, memory=memory, game=self.game, action=self.action)


def kinds_of(ruleset: Ruleset, roll: Roll) -> list[Kind]:
    """One kind for each combination of what the roll tells apart; none for too many."""
    kinds = list(islice(_kinds(ruleset, roll), MOST_KINDS + 1))
    return kinds if len(kinds) <= MOST_KINDS else []


def _kinds(ruleset: Ruleset, roll: Roll) -> Iterator[Kind]:
    read = [each.what for each in needs_of(ruleset, roll) if isinstance(each.what, FieldSchema)]
    schemas = [each for each in ruleset.fields if each in read and each.owner in ("model", "game") and each.values]
    actions: list[str | None] = [each.name for each in ruleset.actions] if reads_action(ruleset, roll) else [None]
    held = held_of(ruleset, roll)
    for action, chosen in product(actions, product(*(schema.values for schema in schemas))):
        model, game = (
            fields_of({s.name: value.name for s, value in zip(schemas, chosen, strict=True) if s.owner == owner})
            for owner in ("model", "game")
        )
        for has in product((False, True), repeat=len(held)):
            now = [term for term, holds in zip(held, has, strict=True) if holds]
            traits, states, options = (
                tuple(term.name for term in now if term.kind == kind) for kind in ("trait", "state", "option")
            )
            words = (*(value.shown for value in chosen), *(t.name for t in now), *([] if action is None else [action]))
            yield Kind(words, Model(fields=model, traits=tuple(map(Named, traits))), game, action, states, options)
