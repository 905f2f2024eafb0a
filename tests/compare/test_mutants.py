"""Mutants are rulesets that an author could have written, told by place and words, and never the rules themselves."""

from __future__ import annotations

from functools import partial

import pytest

from groundrules.compare.mutants import Mutant, made, mutants_of
from groundrules.meaning import Compiled, compile_ruleset, compile_units
from groundrules.project import bundled
from groundrules.project.library import Library
from groundrules.project.roots import Place
from groundrules.ruleset import content_hash
from groundrules.source import Source
from groundrules.syntax import parse, printer
from groundrules.syntax.ast import File
from groundrules.syntax.ast_expr import Node
from groundrules.syntax.walk import transform

#: So many mutants of each bundled ruleset are read again, spread over all of them.
TRIED = 30


def compiled(text: str, name: str = "rules") -> Compiled:
    return compile_ruleset(Source(f"{name}.terrain", text), name, Library().load)


def all_of(rules: Compiled) -> tuple[Mutant, ...]:
    return mutants_of(rules, lambda source: True)


def swapped(old: Node, new: Node, each: Node) -> Node:
    return new if each is old else each


def changes(text: str) -> set[tuple[str, str, str]]:
    rules = compiled(text)
    assert rules.ruleset is not None, rules.diagnostics
    return {(each.operator, each.id, each.change) for each in all_of(rules) if made(rules, each) is not None}


@pytest.mark.parametrize("name", bundled.names())
def test_a_mutant_is_what_its_text_says(name: str) -> None:
    """Printed and read again, the changed tree is the same tree: a mutant is a text of the language."""
    library = Library()
    source = library.open(Place(bundled.path(name), bundled.folder(), name, name))
    assert isinstance(source, Source)
    rules = compile_ruleset(source, name, library.load)
    mutants = mutants_of(rules, lambda each: each is source)
    for mutant in mutants[:: len(mutants) // TRIED]:
        file = transform(rules.context.units[mutant.unit].file, partial(swapped, mutant.old, mutant.new))
        assert isinstance(file, File)
        again = parse(Source(source.name, printer.to_text(file)))
        if made(rules, mutant) is not None:
            assert again.file == file, mutant.change


@pytest.mark.parametrize("name", bundled.names())
def test_a_mutant_is_named_by_its_id_and_its_change(name: str) -> None:
    library = Library()
    source = library.open(Place(bundled.path(name), bundled.folder(), name, name))
    assert isinstance(source, Source)
    rules = compile_ruleset(source, name, library.load)
    mutants = all_of(rules)
    assert len({(each.id, each.change) for each in mutants}) == len(mutants) > 0
    for each in mutants:
        assert each.span.source in library.homes and each.span.text


def test_reading_the_units_again_gives_the_same_rules() -> None:
    rules = compiled("Mud: cost x2\nWire on enter: stop\n")
    units = rules.context.units
    again = compile_units(units[-1].source, "rules", units)
    assert again.ruleset == rules.ruleset


def test_one_thing_at_a_time() -> None:
    assert changes("Mud: cost x2\n") == {
        ("more", "Mud", "`cost x2` becomes `cost x3`"),
        ("less", "Mud", "`cost x2` becomes `cost x1`"),
        ("effect", "Mud", "`cost x2` is left out"),
    }


def test_bands_move_together() -> None:
    text = "roll Bog Test: d6\n    1-3: stop\n    4+: no effect\nMud on enter: Bog Test\n"
    edges = {change for operator, _, change in changes(text) if operator == "edge"}
    assert edges == {
        "`1-3: stop`, `4+: no effect` becomes `1-4: stop`, `5+: no effect`",
        "`1-3: stop`, `4+: no effect` becomes `1-2: stop`, `3+: no effect`",
    }


def test_what_does_not_compile_is_no_mutant() -> None:
    """Without its event a stop is an error, so the event is never left out."""
    assert not any(operator == "qualifier" for operator, _, _ in changes("Mud on enter: stop\n"))


def test_cells_are_emptied_and_filled() -> None:
    text = "model\n    Class: Foot, Wheels\ntable cost by Class\n    | terrain | Foot | Wheels |\n    |---|---|---|\n"
    text += "    | Sand | x2 | - |\n"
    found = {(id_, change) for operator, id_, change in changes(text) if operator == "cell"}
    assert found == {("Class/Sand/Foot", "`x2` becomes `-`"), ("Class/Sand/Wheels", "`-` becomes `x2`")}


def test_rules_of_a_base_are_left_alone() -> None:
    rules = compiled('use "epic"\nMud: cost x2\n')
    own = mutants_of(rules, lambda source: source.name == "rules.terrain")
    assert {each.id for each in own} == {"Mud"}
    mutant = next(each for each in own if each.operator == "more")
    assert rules.ruleset is not None
    changed = made(rules, mutant)
    assert changed is not None and content_hash(changed) != content_hash(rules.ruleset)
    assert len(changed.rules) == len(rules.ruleset.rules)
