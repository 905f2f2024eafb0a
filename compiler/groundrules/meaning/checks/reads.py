"""What actions read: the fields and numbers that decide how far a model goes."""

from __future__ import annotations

from groundrules.meaning.traverse import inside
from groundrules.ruleset import FieldOf, NumberOf, Ruleset, TotalOf


def action_reads(ruleset: Ruleset) -> tuple[frozenset[str], frozenset[str]]:
    """The model's fields and the numbers in the allowances of all actions, through numbers and rolls."""
    numbers = {number.name: number for number in ruleset.numbers}
    rolls = {roll.name: roll for roll in ruleset.rolls}
    fields: set[str] = set()
    seen: set[str] = set()
    open_ends: list[object] = [action.allowance for action in ruleset.actions if action.allowance is not None]
    while open_ends:
        part = open_ends.pop()
        fields.update(each.field for each in inside(part, FieldOf) if each.owner == "model")
        for each in inside(part, NumberOf):
            if each.name not in seen and each.name in numbers:
                seen.add(each.name)
                number = numbers[each.name]
                if number.by is not None:
                    fields.add(number.by)
                open_ends.extend(part for part in (number.value, number.pairs, number.adjusts) if part is not None)
        for total in inside(part, TotalOf):
            if total.roll not in seen and total.roll in rolls:
                seen.add(total.roll)
                open_ends.append(rolls[total.roll].total)
    return frozenset(fields), frozenset(seen & numbers.keys())
