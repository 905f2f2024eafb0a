"""Which rule, roll, number or action asks for which field: a field is asked for only then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from groundrules.meaning.traverse import parts
from groundrules.ruleset import FieldOf, Number, Ruleset, Term, ValueOf


def ask(ruleset: Ruleset) -> Ruleset:
    """The ruleset with ``asked_by`` of every field filled in."""
    askers: dict[tuple[str, str], dict[str, None]] = {}
    for name, thing in _things(ruleset):
        for owner, field in _fields(thing):
            askers.setdefault((owner, field), {})[name] = None
    fields = ((field, askers.get((field.owner, field.name), ())) for field in ruleset.fields)
    return replace(ruleset, fields=tuple(replace(field, asked_by=tuple(names)) for field, names in fields))


def _things(ruleset: Ruleset) -> Iterator[tuple[str, object]]:
    for rule in ruleset.rules:
        yield rule.id, rule
    for each in (*ruleset.rolls, *ruleset.numbers, *ruleset.actions):
        yield each.name, each


def _fields(thing: object) -> Iterator[tuple[str, str]]:
    for part in parts(thing):
        if isinstance(part, FieldOf | ValueOf | Term) and part.owner is not None and part.field is not None:
            yield _owner(part.owner), part.field
        elif isinstance(part, Number) and part.by is not None:
            yield "model", part.by


def _owner(owner: str) -> str:
    return "model" if owner in ("shooter", "target") else owner
