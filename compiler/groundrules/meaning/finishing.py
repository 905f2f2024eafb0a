"""Rules in the making to rules: ids made different, scopes resolved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from groundrules.meaning.drafts import Draft
from groundrules.meaning.ids import numbered
from groundrules.meaning.renaming import renamed_effects
from groundrules.meaning.scopes import Setting, scoped
from groundrules.meaning.subjects import of_ground
from groundrules.meaning.traverse import inside, parts
from groundrules.ruleset import Action, Effect, FieldOf, Limit, Number, NumberOf, Roll, Rule, TotalOf


@dataclass(frozen=True, slots=True)
class Used:
    """The model's fields, and the numbers, that how far an action goes hangs on."""

    fields: frozenset[str]
    numbers: frozenset[str]


def finish(drafts: Sequence[Draft], used: Used) -> list[tuple[Rule, Draft]]:
    """Each rule with the draft it came from."""
    ids = numbered(draft.id for draft in drafts)
    return [(finished(draft, id, used), draft) for draft, id in zip(drafts, ids, strict=True)]


def finished(draft: Draft, id: str, used: Used) -> Rule:
    """The rule of a draft, under this id."""
    setting = Setting(
        of_ground=of_ground(draft.subjects[0].term), qualifiers=draft.qualifiers,
        branch=draft.subjects[0].term.kind == "outcome",
        action_fields=used.fields, action_numbers=used.numbers,
    )  # fmt: skip
    effects = renamed_effects(_written_id(draft), id, scoped(draft.effects, setting))
    return replace(draft.rule(), id=id, effects=effects)


def _written_id(draft: Draft) -> str:
    """The id below which the branches of a draft were written: of a copy, its original's."""
    return draft.written if draft.written is not None else draft.id


def used_by_actions(
    drafts: Sequence[Draft], actions: Iterable[Action], numbers: Iterable[Number], rolls: Iterable[Roll]
) -> Used:
    """What how far an action goes hangs on, numbers and rolls gone through."""
    known: dict[str, object] = {number.name: number for number in numbers}
    known |= {f"roll {roll.name}": roll.total for roll in rolls}
    todo: list[object] = [action.allowance for action in actions if action.allowance is not None]
    todo += [limit.value for draft in drafts for limit in _allowances(draft.effects)]
    fields: set[str] = set()
    names: set[str] = set()
    while todo:
        for part in parts(todo.pop()):
            if isinstance(part, FieldOf) and part.owner == "model":
                fields.add(part.field)
            elif isinstance(part, Number) and part.by is not None:
                fields.add(part.by)
            elif isinstance(part, NumberOf) and part.name not in names:
                names.add(part.name)
                todo.append(known.get(part.name))
            elif isinstance(part, TotalOf) and f"roll {part.roll}" in known:
                todo.append(known.pop(f"roll {part.roll}"))
    return Used(frozenset(fields), frozenset(names))


def _allowances(effects: Iterable[Effect]) -> list[Limit]:
    return [each for effect in effects for each in inside(effect, Limit) if each.limit == "allowance"]
