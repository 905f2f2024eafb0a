"""``override`` and ``remove``: what a ruleset changes of the one that it uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from groundrules.diagnostics import Related, listed, replace, take_lines
from groundrules.meaning.context import Unit
from groundrules.meaning.declaring import declared_name, override_word
from groundrules.meaning.drafts import Draft
from groundrules.meaning.env import Env
from groundrules.meaning.ids import Speller
from groundrules.meaning.qualifiers import qualifiers
from groundrules.meaning.subjects import lower_subjects
from groundrules.meaning.unknown import similar
from groundrules.naming import name_key
from groundrules.ruleset import All, Condition, Qualifiers, Revision, Subject, questions
from groundrules.source import Span
from groundrules.syntax import ast

Left = tuple[object, ...]
Inherit = Callable[[Env, Sequence[Draft], set[Left]], list[Draft]]

#: How many rules of the base are listed where none matched.
_LISTED = 4
_LEAVE_OUT = "leave this line out: the base says nothing of it"


def left_side(draft: Draft) -> Left:
    """What two rules have in common when one can override the other: subjects, qualifiers, option."""
    return _left(draft.subjects, draft.qualifiers, draft.option)


def _left(subjects: Sequence[Subject], own: Qualifiers, option: str | None) -> Left:
    return (
        frozenset(subject.term for subject in subjects), frozenset(own.on),
        frozenset(frozenset(group) for group in own.within), frozenset(frozenset(group) for group in own.during),
        frozenset(frozenset(group) for group in own.who), own.unit, frozenset(own.but), frozenset(own.but_during),
        _conditions(own.when), frozenset(own.once), own.together, option,
    )  # fmt: skip


def _conditions(when: Condition | None) -> frozenset[Condition]:
    if when is None:
        return frozenset()
    return frozenset(when.terms) if isinstance(when, All) else frozenset((when,))


@dataclass(slots=True)
class Revised:
    """The rules after all changes, and the changes."""

    drafts: list[Draft]
    #: Each change with the rule of the base that it replaces or takes away.
    revisions: list[tuple[Revision, Draft | None]] = field(default_factory=list)
    #: Left sides of rules that are taken over by ``as`` and were removed.
    without: set[Left] = field(default_factory=set)


def revise(
    env: Env, units: Sequence[Unit], drafts: Sequence[Draft], titles: dict[str, str], inherit: Inherit
) -> Revised:
    """Apply each file's ``override`` and ``remove`` to the rules of the files before it.

    ``titles`` gives the name of a ruleset by the name of its source; ``inherit`` adds the
    rules that ``as`` takes over: an ``override`` may answer, and ``remove`` take away, one of them.
    """
    revised = Revised([])
    for unit in units:
        base = inherit(env, revised.drafts, revised.without) if revised.drafts else []
        base += [draft for draft in revised.drafts if draft.inherits and not draft.effects and draft.cell is None]
        for draft in (each for each in drafts if each.unit is unit):
            _take(env, revised, base, draft, titles)
        for item in unit.file.items:
            if isinstance(item, ast.Remove):
                _remove(env, revised, base, item, titles)
            elif isinstance(item, ast.Override):
                _declared(env, revised, unit, item)
    return revised


def _take(env: Env, revised: Revised, base: list[Draft], draft: Draft, titles: dict[str, str]) -> None:
    found: list[Draft] = []
    if draft.override is not None:
        found = _matching(base, draft)
        if draft.answers and len(found) != 1:
            _say_none_or_several(env, draft, found, base)
    if len(found) == 1:
        if found[0] in revised.drafts:
            revised.drafts[revised.drafts.index(found[0])] = draft
        else:
            revised.drafts.append(draft)
        revised.revisions.append(_revision("override", draft.id, found[0], titles))
        return
    revised.drafts.append(draft)
    if base and not draft.broken:
        revised.revisions.append((Revision(change="add", id=draft.id), None))


def _revision(
    change: Literal["override", "remove"], id: str, base: Draft, titles: dict[str, str]
) -> tuple[Revision, Draft]:
    return Revision(change=change, id=id, base_name=titles.get(base.unit.source.name)), base


def _matching(base: Sequence[Draft], draft: Draft) -> list[Draft]:
    found = _read_alike(base, left_side(draft), of_as=bool(draft.inherits) and not draft.effects)
    if len(found) > 1:
        asked = {question for effect in draft.effects for question in questions(effect)}
        same = [e for e in found if any(q in asked for effect in e.effects for q in questions(effect))]
        return same if len(same) == 1 else found
    return found


def _read_alike(base: Sequence[Draft], left: Left, *, of_as: bool) -> list[Draft]:
    """The rules with this left side; ``of_as``: the lines that only say ``as``."""
    alike = [each for each in base if left_side(each) == left]
    return [each for each in alike if (not each.effects and each.cell is None) == of_as]


def _say_none_or_several(env: Env, draft: Draft, found: Sequence[Draft], base: Sequence[Draft]) -> None:
    assert draft.override is not None
    span = draft.span if draft.cell is not None else draft.override.span.source.span(
        draft.override.span.start, draft.span.end
    )  # fmt: skip
    if found:
        env.report.say("GR218", span, f"{len(found)} rules of the base read `{draft.id}`: which one is meant?",
                       help="an `override` matches exactly one; `remove` takes all of them away",
                       related=[Related(each.span, "one of them") for each in found[:_LISTED]])  # fmt: skip
        return
    near = _near(draft.subjects, base)
    close = similar(draft.id, [each.id for each in near or base])
    env.report.suspects.update(name_key(subject.term.name) for subject in draft.subjects)
    fix = None
    if close is not None:
        help = f"did you mean `override {close}`?"
        if isinstance(draft.node, ast.Rule) and any(each.id == close and each.cell is None for each in base):
            fix = replace(f"write `{close}`", _left_span(draft.node), close)
    elif near:
        help = f"the base has {listed([each.id for each in near], _LISTED)}"
    else:
        help = "leave `override` out: nothing of the base is in the way"
        if draft.cell is None:
            fix = replace("leave `override` out", override_word(draft.override), "")
    env.report.say("GR218", span, f"no rule of the base reads `{draft.id}`", help=help,
                   related=[Related(each.span, f"`{each.id}`") for each in near[:_LISTED]], fix=fix)  # fmt: skip


def _left_span(node: ast.Rule | ast.Remove) -> Span:
    """The subjects and qualifiers of a rule."""
    last = node.qualifiers[-1].span if node.qualifiers else node.subjects[-1].span
    return node.subjects[0].span.to(last)


def _near(subjects: Sequence[Subject], base: Sequence[Draft]) -> list[Draft]:
    names = {subject.term.name for subject in subjects}
    return [each for each in base if names & {subject.term.name for subject in each.subjects}]


# ---- remove


def _remove(env: Env, revised: Revised, base: list[Draft], item: ast.Remove, titles: dict[str, str]) -> None:
    before = env.report.count
    subjects = lower_subjects(env, item.subjects)
    if subjects is None:
        # A name that no rule declares is no terrain yet, and no base speaks of it.
        if env.report.count == before and not any(s.name.key in env.report.suspects for s in item.subjects):
            env.report.say("GR219", item.span, f"no rule of the base reads `{item.subjects[0].name.text}`",
                           help=_LEAVE_OUT, fix=take_lines("take the line away", item.span))  # fmt: skip
        return
    own = qualifiers(env.inside(params=subjects.params), item.qualifiers)
    if own is None:
        return
    left = _left(subjects.subjects, own, None)
    found = _read_alike(base, left, of_as=False) or _read_alike(base, left, of_as=True)
    speller = Speller(env.table)
    text = speller.subjects(item.subjects) + speller.qualifiers(item.qualifiers)
    if not found:
        near = _near(subjects.subjects, base)
        close = similar(text, [each.id for each in near])
        has = listed([each.id for each in near], _LISTED)
        if close is None and len({each.id for each in near}) == 1 and near[0].cell is None:
            close = near[0].id
            help = f"the base has {has} alone: write `remove {close}`"
        else:
            help = f"did you mean `remove {close}`?" if close else f"the base has {has}" if near else _LEAVE_OUT
        fix = None if near else take_lines("take the line away", item.span)
        if any(each.id == close and each.cell is None for each in near):
            fix = replace(f"write `{close}`", _left_span(item), close or "")
        env.report.say("GR219", item.span, f"no rule of the base reads `{text}`", help=help, fix=fix,
                       related=[Related(each.span, f"`{each.id}`") for each in near[:_LISTED]])  # fmt: skip
    for each in found:
        if each in revised.drafts:
            revised.drafts.remove(each)
        else:
            revised.without.add(left)
        revised.revisions.append(_revision("remove", each.id, each, titles))


def _declared(env: Env, revised: Revised, unit: Unit, item: ast.Override) -> None:
    """An ``override`` of a roll, a number, an action … is a change too, without a rule."""
    name = declared_name(item.item)
    symbol = None if name is None else env.table.get(name.key)
    if name is not None and symbol is not None and symbol.span.source is unit.source:
        revised.revisions.append((Revision(change="override", id=symbol.name), None))
