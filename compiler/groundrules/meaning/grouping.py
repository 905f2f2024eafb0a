"""Groups in full: members of members, and that all of them are of one kind."""

from __future__ import annotations

from groundrules.diagnostics import Related, take_from_list
from groundrules.limits import NESTING
from groundrules.meaning.env import Env
from groundrules.meaning.names import declared_at, is_any_terrain
from groundrules.meaning.symbols import Symbol
from groundrules.meaning.unknown import say_unknown
from groundrules.syntax import ast

#: What a group may hold; what a model is or has may stand together.
MEMBERS = ("terrain", "action", "value", "trait", "state", "outcome", "cover", "option")
_OF_MODEL = frozenset({"trait", "value", "state"})


def expand_groups(env: Env) -> None:
    """Fill in ``members`` and ``kinds`` of every group; circles and mixed kinds are reported."""
    done: set[str] = set()
    for symbol in list(env.table.of_kind("group")):
        _expand(env, symbol, done, [])


def _expand(env: Env, group: Symbol, done: set[str], above: list[Symbol]) -> None:
    if group.key in done:
        return
    done.add(group.key)
    node = group.node
    assert isinstance(node, ast.Group)
    members: dict[str, None] = {}
    kinds: set[str] = set()
    for index, name in enumerate(node.members):
        if is_any_terrain(name):
            env.report.say("GR234", name.span, f"`{name.text}` holds all terrain already",
                           help="list the terrains that you mean, or leave the group out")  # fmt: skip
            continue
        symbol = env.table.get(name.key)
        if symbol is None:
            say_unknown(env, name, ("terrain", "action", "value", "trait"), parted=", ")
            continue
        env.table.use(symbol.key, name.span)
        if symbol.kind not in MEMBERS and symbol.kind != "group":
            env.report.say("GR234", name.span, f"`{name.text}` is {symbol.described}, which no group can hold",
                           help="a group holds terrains, actions, classes or traits",
                           related=declared_at(symbol))  # fmt: skip
            continue
        if symbol.kind == "group":
            if symbol is group or symbol in above:
                env.report.say("GR234", name.span, f"`{name.text}` would hold itself",
                               help="take it out of this list", related=declared_at(symbol),
                               fix=take_from_list("take it out", [m.span for m in node.members], index))  # fmt: skip
                continue
            if len(above) >= NESTING:
                env.report.say("GR234", name.span, f"more than {NESTING} groups hold one another here",
                               help="list the members themselves")  # fmt: skip
                continue
            _expand(env, symbol, done, [*above, group])
            new_kinds, new_members = set(symbol.kinds), symbol.members
        else:
            new_kinds, new_members = {symbol.kind}, (symbol.key,)
        if kinds and new_kinds and kinds != new_kinds and not (kinds | new_kinds) <= _OF_MODEL:
            first = env.table.symbols[next(iter(members))]
            env.report.say(
                "GR234", name.span, f"`{name.text}` is {symbol.described}, and `{first.name}` is {first.described}",
                help="make a group for each kind", related=[Related(first.span, f"`{first.name}`")],
            )  # fmt: skip
            continue
        kinds |= new_kinds
        members |= dict.fromkeys(new_members)
    group.members = tuple(members)
    group.kinds = frozenset(kinds)
