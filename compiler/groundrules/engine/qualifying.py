"""Which qualifier, if any, keeps a rule, a band, a handler or a branch from acting."""

from __future__ import annotations

from dataclasses import dataclass, replace

from groundrules.engine.conditions import holds, remaining
from groundrules.engine.expressions import Env, Undecided
from groundrules.engine.matching import first_carried
from groundrules.engine.refusal import Refusal
from groundrules.engine.words import condition_words, names_words
from groundrules.ruleset import All, Condition, Is, Not, Qualifiers, Term, is_ground
from groundrules.verdict import WhyNotKind


@dataclass(frozen=True, slots=True)
class Kept:
    """What kept a rule from acting: see :class:`groundrules.verdict.WhyNot`."""

    rule: str
    kind: WhyNotKind
    words: str
    by: str | None = None
    read: tuple[tuple[str, str], ...] = ()


def plain_keeps(qualifiers: Qualifiers, env: Env, rule: str) -> Kept | None:
    """What of the qualifiers that need neither ground nor facts keeps the rule still."""
    if qualifiers.during:
        for actions in qualifiers.during:
            if env.action not in actions:
                return Kept(rule, "during", f"during {' or '.join(actions)}", read=(("action", str(env.action)),))
    if qualifiers.but_during and env.action in qualifiers.but_during:
        return Kept(rule, "except", f"except during {env.action}")
    missed: Refusal | None = None
    for terms in qualifiers.who:
        reads: list[tuple[str, str]] = []
        env.reads = reads
        try:
            found = first_carried(terms, None, env) is not None
        except Refusal as refusal:
            missed, found = missed or refusal, True
        finally:
            env.reads = None
        if not found:
            return Kept(rule, "for", f"for {names_words(terms)}", read=tuple(reads))
    excepted = first_carried(qualifiers.but, None, env)
    if excepted is not None:
        return Kept(rule, "except", f"except {excepted[0].name}")
    if missed is not None:
        raise missed
    return None


def rest_of(qualifiers: Qualifiers, env: Env, rule: str) -> Condition | Kept | None:
    """What must still be asked of the facts: ``None`` for nothing, :class:`Kept` if the condition fails.

    That is what is left of the condition and, where there is no piece yet, the ground that is excepted.
    """
    excepted = tuple(Not(Is(term, "piece")) for term in excepted_ground(qualifiers, env))
    if qualifiers.when is None:
        return All(excepted) if excepted else None
    # What facts say is never taken as settled: the answer is remembered for other moments.
    static = replace(env, facts=None)
    rest = remaining(qualifiers.when, static)
    if rest is False:
        return _failed(qualifiers.when, static, rule)
    if rest is True:
        return All(excepted) if excepted else None
    return All((*excepted, rest)) if excepted else rest


def excepted_ground(qualifiers: Qualifiers, env: Env) -> tuple[Term, ...]:
    """The ground that a rule excepts, where which piece it is asked of is not settled."""
    return tuple(term for term in qualifiers.but if is_ground(term)) if env.spot is None else ()


def ground_keeps(qualifiers: Qualifiers, env: Env, rule: str) -> Kept | None:
    """The excepted ground that the model is in, as a reason."""
    for term in excepted_ground(qualifiers, env):
        if holds(Is(term, "piece"), env):
            return Kept(rule, "except", f"except {term.name}")
    return None


def condition_keeps(condition: Condition, env: Env, rule: str) -> Kept | None:
    """The condition as a reason, with what was read, when it does not hold."""
    reads: list[tuple[str, str]] = []
    env.reads = reads
    try:
        if holds(condition, env):
            return None
    finally:
        env.reads = None
    kind: WhyNotKind = "agreed" if any(what.startswith("agreed") for what, _ in reads) else "condition"
    return Kept(rule, kind, f"when {condition_words(condition)}", read=tuple(reads))


def _failed(condition: Condition, env: Env, rule: str) -> Kept:
    """A condition that fails whatever the facts say, with what was read until then."""
    try:
        kept = condition_keeps(condition, env, rule)
    except (Undecided, Refusal):
        kept = None
    return kept if kept is not None else Kept(rule, "condition", f"when {condition_words(condition)}")


def kept_by(qualifiers: Qualifiers, env: Env, rule: str) -> Kept | None:
    """What keeps a branch from acting here and now, all its qualifiers asked; ``None`` when it acts."""
    kept = plain_keeps(qualifiers, env, rule) or ground_keeps(qualifiers, env, rule)
    if kept is not None:
        return kept
    for terms in qualifiers.within:
        if first_carried(terms, "piece", env) is None:
            return Kept(rule, "in", f"in {names_words(terms)}")
    if qualifiers.when is not None:
        return condition_keeps(qualifiers.when, env, rule)
    return None
