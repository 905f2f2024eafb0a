"""What cover does, said where it is given: a card gives no name without its effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from groundrules.cards.desk import Desk, rules_about
from groundrules.cards.lexicon import capital, shown
from groundrules.cards.model import Bullet, Statement
from groundrules.cards.sentences import bullet
from groundrules.ruleset import Choose, Conditional, Effect, GiveCover, Perform


def given(effects: Iterable[Effect], branches: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The grades of cover that effects give, each with the ids of the branches that it stands in."""
    for effect in effects:
        if isinstance(effect, GiveCover):
            yield effect.grade, branches
        elif isinstance(effect, Perform):
            for handler in effect.handlers:
                yield from given(handler.effects, (*branches, handler.id))
        elif isinstance(effect, Choose | Conditional):
            yield from given(effect.effects, (*branches, effect.id))


def cover_lines(
    desk: Desk, said: Iterable[tuple[tuple[str, ...], Iterable[Effect]]]
) -> list[tuple[tuple[int, bool], Bullet]]:
    """A bullet for each grade of cover that is given, with its place in the turn, where rules say what it does.

    ``said``: the effects on the card, each with the ids of the rules by which they stand there.
    """
    because: dict[str, list[str]] = {}
    for ids, effects in said:
        for grade, branches in given(effects):
            because.setdefault(grade, []).extend((*ids, *branches))
    lines = []
    for grade, by in because.items():
        sentences: list[Statement] = []
        saying = desk.saying(repeat=True, because=tuple(dict.fromkeys(by)))
        rules = rules_about(desk, "cover", grade)
        for rule in rules:
            for one in bullet(saying, rule, full=False).sentences:
                sentences.append(replace(one, text=capital(one.text)) if sentences else one)
        declared = desk.lexicon.covers.get(grade)
        if sentences and declared is not None:
            lines.append((desk.place(rules[0]), Bullet(f"cover {grade}", tuple(sentences), capital(shown(declared)))))
    return lines
