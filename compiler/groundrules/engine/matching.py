"""Whether a name of a rule speaks of this model, this piece, this action, and what its brackets then hold."""

from __future__ import annotations

from collections.abc import Iterable

from groundrules.engine.expressions import Bind, Env, Unstated, Value, evaluate, stated
from groundrules.engine.profile import Profile
from groundrules.engine.refusal import Refusal
from groundrules.engine.situation import Named
from groundrules.naming import name_key
from groundrules.ruleset import Expr, NameArg, Param, Term
from groundrules.verdict import Argument


def brackets(args: tuple[Expr, ...], held: Named, env: Env) -> Bind | None:
    """What the brackets of a rule's name stand for, given those of the thing; ``None`` where they differ.

    A name without brackets speaks of the thing whatever stands in its brackets.
    """
    if not args:
        return ()
    if len(args) != len(held.args):
        return None
    known = dict(env.bind)
    bind: list[tuple[str, Value]] = []
    for arg, value in zip(args, held.args, strict=True):
        free = _free(arg)
        if free is not None and free not in known:
            bind.append((free, value))
            continue
        if not same(evaluate(arg, env), value):
            return None
    return tuple(bind)


def _free(arg: Expr) -> str | None:
    """The parameter that an argument is, if it is one."""
    if isinstance(arg, Param):
        return arg.name
    if isinstance(arg, NameArg) and arg.term.kind == "parameter":
        return arg.term.name
    return None


def same(one: Value, other: Argument) -> bool:
    """Whether two arguments are one."""
    if isinstance(one, Named):
        one = one.name
    if isinstance(one, str) or isinstance(other, str):
        return name_key(str(one)) == name_key(str(other))
    return one == other


def among(term: Term, held: tuple[Named, ...], env: Env) -> Bind | None:
    """Whether one of the things held is what the name says; what its brackets hold then."""
    name = term.name
    if term.kind == "parameter":
        value = dict(env.bind).get(name)
        if value is None:
            return None
        name = value.name if isinstance(value, Named) else str(value)
        keys = {name_key(name)}
        group = env.book.groups.get(name)
        if group is not None:
            keys.update(name_key(member.name) for member in group.members)
        return () if any(name_key(each.name) in keys for each in held) else None
    for each in held:
        if each.name == name:
            bind = brackets(term.args, each, env)
            if bind is not None:
                return bind
    return None


def carries(term: Term, owner: str, env: Env) -> Bind | None:
    """Whether a model, a piece or the game is what a name says; what its brackets hold then."""
    profile: Profile = env.owner(owner)
    match term.kind:
        case "trait":
            return among(term, profile.traits, env)
        case "state":
            return among(term, profile.states, env)
        case "value":
            whose = owner if owner in ("shooter", "target") else (term.owner or owner)
            try:
                value = stated(Env(env.book, env.profile, env.spot, shooter=env.shooter, target=env.target,
                                   rule=env.rule, who=env.who, reads=env.reads), whose, term.field or "")  # fmt: skip
            except Unstated:
                return None
            return () if value == term.name else None
        case "action":
            return () if env.action == term.name else None
        case "option":
            return () if term.name in profile.options else None
        case "terrain" | "parameter":
            return among(term, env.spot.terrains if env.spot is not None else (), env)
        case "any terrain":
            return () if env.spot is not None and env.spot.terrains else None
    raise Refusal("name", f"`{term.name}` is not something that a model can be")


def first_carried(terms: Iterable[Term], owner: str | None, env: Env) -> tuple[Term, Bind] | None:
    """The first of several names that is carried, and what its brackets hold then.

    A field that is missed is missed only where no other name settles it. ``owner``: whose
    it is, where it is not the name's own owner or the model.
    """
    missed: Refusal | None = None
    for term in terms:
        try:
            bind = carries(term, owner or term.owner or "model", env)
        except Refusal as refusal:
            missed = missed or refusal
            continue
        if bind is not None:
            return term, bind
    if missed is not None:
        raise missed
    return None
