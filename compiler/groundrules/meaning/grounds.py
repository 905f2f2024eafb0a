"""Terrains by name: where one is spoken of, and where one is handed on."""

from __future__ import annotations

from collections.abc import Iterable

from groundrules.meaning.env import Env
from groundrules.meaning.expressions import arguments, fitting_count
from groundrules.meaning.names import ANY, Spot, is_any_terrain, resolve, terms_of
from groundrules.ruleset import Ground, Term
from groundrules.syntax import ast_expr as ex, ast_rules as ru


def spoken_of(env: Env, refs: Iterable[ex.Ref], spot: Spot) -> tuple[Term, ...]:
    """Terrains by name, groups expanded; ``Dangerous`` alone stands for every ``Dangerous(X)``."""
    terms: dict[Term, None] = {}
    for ref in refs:
        terms |= dict.fromkeys(_one(env, ref, spot, pattern=True))
    return tuple(terms)


def handed_on(env: Env, refs: Iterable[ex.Ref], spot: Spot) -> tuple[Term, ...]:
    """Terrains that ground becomes or counts as: with everything that stands in their brackets."""
    terms: dict[Term, None] = {}
    for ref in refs:
        if is_any_terrain(ref.name):
            env.report.say(
                "GR204", ref.span, f"ground cannot be `{ref.name.text}`",
                help="name the terrain that it is",
            )  # fmt: skip
            continue
        terms |= dict.fromkeys(_one(env, ref, spot, pattern=False))
    return tuple(terms)


def _one(env: Env, ref: ex.Ref, spot: Spot, *, pattern: bool) -> tuple[Term, ...]:
    if is_any_terrain(ref.name):
        return (ANY,)
    if ref.name.key in env.params and not ref.args:
        return (Term("parameter", env.params[ref.name.key]),)
    symbol = resolve(env, ref.name, spot)
    if symbol is None:
        return ()
    if symbol.kind == "group":
        if ref.args and not fitting_count(env, ref.name, len(ref.args), symbol, ref.span):
            return ()
        return terms_of(env.table.members(symbol))
    args = arguments(env, ref, symbol, pattern=pattern)
    return () if args is None else (Term("terrain", symbol.name, args),)


def ground(env: Env, node: ru.Ground, words: str) -> Ground | None:
    """``Difficult and Dangerous except Open``."""
    spot = Spot(words, ("terrain",))
    terrains = spoken_of(env, node.terrains, spot)
    excepts = spoken_of(env, node.excepts, Spot("after `except`", ("terrain",)))
    return Ground(terrains, excepts) if terrains else None
