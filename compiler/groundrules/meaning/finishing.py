"""Rules in the making to rules: ids made different, scopes resolved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from groundrules.meaning.drafts import Draft
from groundrules.meaning.ids import numbered
from groundrules.meaning.renaming import renamed_effects
from groundrules.meaning.scopes import Setting, scoped
from groundrules.meaning.subjects import of_ground
from groundrules.meaning.traverse import inside, parts
from groundrules.ruleset import Action, Effect, FieldOf, Limit, Number, NumberOf, Roll, Rule, TotalOf


def finish(
    drafts: Sequence[Draft], actions: Iterable[Action], numbers: Iterable[Number], rolls: Iterable[Roll]
) -> list[tuple[Rule, Draft]]:
    """Each rule with the draft it came from."""
    fields, names = _used_by_actions(drafts, actions, numbers, rolls)
    made = []
    for draft, id in zip(drafts, numbered(draft.id for draft in drafts), strict=True):
        setting = Setting(
            of_ground=of_ground(draft.subjects[0].term), qualifiers=draft.qualifiers,
            branch=draft.subjects[0].term.kind == "outcome", action_fields=fields, action_numbers=names,
        )  # fmt: skip
        effects = renamed_effects(_written_id(draft), id, scoped(draft.effects, setting))
        made.append((replace(draft.rule(), id=id, effects=effects), draft))
    return made


def _written_id(draft: Draft) -> str:
    """The id below which the branches of a draft were written: of a copy, its original's."""
    return draft.written if draft.written is not None else draft.id


def _used_by_actions(
    drafts: Sequence[Draft], actions: Iterable[Action], numbers: Iterable[Number], rolls: Iterable[Roll]
) -> tuple[frozenset[str], frozenset[str]]:
    """The model's fields, and the numbers, that how far an action goes hangs on."""
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
    return frozenset(fields), frozenset(names)


def _allowances(effects: Iterable[Effect]) -> list[Limit]:
    return [each for effect in effects for each in inside(effect, Limit) if each.limit == "allowance"]
