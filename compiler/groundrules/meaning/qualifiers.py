"""What stands left of the colon: resolved, merged with what stands above."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from groundrules.diagnostics import take_away
from groundrules.meaning.conditions import both, condition
from groundrules.meaning.env import Env
from groundrules.meaning.grounds import spoken_of
from groundrules.meaning.names import Spot, names_to_terms
from groundrules.ruleset import EVENTS, OnceScope, Qualifiers
from groundrules.source import Span
from groundrules.syntax import ast_expr as ex, ast_rules as ru

#: Whom `for` and `except` may name: what a model is or has.
WHO = ("trait", "value", "state")
T = TypeVar("T")
ONCE: tuple[OnceScope, ...] = ("move", "feature", "activation", "turn", "game")


def qualifiers(env: Env, nodes: Sequence[ru.Qualifier], above: Qualifiers | None = None) -> Qualifiers | None:
    """The qualifiers of a line, joined to those of the line above; ``None`` after a finding."""
    before = env.report.count
    made = above if above is not None else Qualifiers()
    for index, node in enumerate(nodes):
        if node in nodes[:index]:
            env.report.say("GR215", node.span, f"`{node.span.text}` stands here a second time", help="write it once",
                           fix=take_away("take the second one away", node.span))  # fmt: skip
        made = _add(env, made, node)
    return None if env.report.count != before else made


def _add(env: Env, made: Qualifiers, node: ru.Qualifier) -> Qualifiers:
    match node:
        case ru.On():
            return _on(env, made, node)
        case ru.In(terrains=terrains):
            spot = Spot("after `in`", ("terrain",), keyword=keyword(node, terrains[0].span), list=", ")
            ground = spoken_of(env, terrains, spot)
            return replace(made, within=_with(made.within, ground))
        case ru.During(actions=names):
            acts = _actions(env, names, "during", keyword(node, names[0].span))
            return replace(made, during=_with(made.during, acts))
        case ru.For(names=names):
            spot = Spot("after `for`", WHO, keyword=keyword(node, names[0].span), list=", ")
            return replace(made, who=_with(made.who, names_to_terms(env, names, spot)))
        case ru.ForUnit():
            return replace(made, unit=True)
        case ru.Except(names=names):
            spot = Spot("after `except`", (*WHO, "option", "terrain"), keyword=keyword(node, names[0].span), list=", ")
            return replace(made, but=_union(made.but, names_to_terms(env, names, spot)))
        case ru.ExceptDuring(actions=names):
            acts = _actions(env, names, "except during", keyword(node, names[0].span))
            return replace(made, but_during=_union(made.but_during, acts))
        case ru.When(condition=asked):
            return replace(made, when=both(made.when, condition(env, asked)))
        case ru.Once(scopes=scopes):
            return replace(made, once=tuple(s for s in ONCE if s in scopes or s in made.once))
        case ru.Together():
            return replace(made, together=True)


def _on(env: Env, made: Qualifiers, node: ru.On) -> Qualifiers:
    events = tuple(event for event in EVENTS if event in node.events)
    if made.on and made.on != events:
        common = tuple(event for event in made.on if event in events)
        if not common:
            env.report.say(
                "GR237", node.span, f"this is `on {' and '.join(made.on)}` already",
                help="write a rule of its own for the other event",
            )  # fmt: skip
        return replace(made, on=common)
    return replace(made, on=events)


def _actions(env: Env, names: Iterable[ex.Name], word: str, span: Span) -> tuple[str, ...]:
    spot = Spot(f"after `{word}`", ("action",), keyword=span, list=", ")
    return tuple(term.name for term in names_to_terms(env, names, spot))


def keyword(node: ru.Qualifier, first: Span) -> Span:
    """The word or words of the language before the first name of a qualifier."""
    text = node.span.source.text[node.span.start : first.start]
    return node.span.source.span(node.span.start, node.span.start + len(text.rstrip()))


def _with(groups: tuple[tuple[T, ...], ...], group: tuple[T, ...]) -> tuple[tuple[T, ...], ...]:
    return groups if not group or group in groups else (*groups, group)


def _union(names: tuple[T, ...], more: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*names, *more)))
