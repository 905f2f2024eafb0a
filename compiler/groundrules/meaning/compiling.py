"""Text to compiled rules: the passes and their order."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from groundrules.diagnostics import Diagnostic, in_order
from groundrules.meaning.afterwards import give_fixes
from groundrules.meaning.asking import ask
from groundrules.meaning.braces import check_braces
from groundrules.meaning.checks import run_checks
from groundrules.meaning.context import Context, Unit
from groundrules.meaning.declared import Declared, Fields
from groundrules.meaning.declaring import declare, imply_move
from groundrules.meaning.doubled import check_doubled
from groundrules.meaning.drafts import Draft
from groundrules.meaning.env import Env
from groundrules.meaning.facts import Vocabulary, qualified
from groundrules.meaning.finishing import finish, finished, used_by_actions
from groundrules.meaning.grouping import expand_groups
from groundrules.meaning.inheriting import inherit
from groundrules.meaning.items import Items, ground_words
from groundrules.meaning.loading import Loader, load_units
from groundrules.meaning.logic import can_hold
from groundrules.meaning.numbers import Numbers
from groundrules.meaning.options import options_of
from groundrules.meaning.precedence import Conflict, resolve
from groundrules.meaning.quantities import LENGTHS
from groundrules.meaning.reporting import Report
from groundrules.meaning.restating import other_unit
from groundrules.meaning.revising import revise
from groundrules.meaning.rolls import Rolls
from groundrules.meaning.settings import Merged, merge_settings
from groundrules.meaning.symbols import SymbolTable
from groundrules.ruleset import Revision, Ruleset, Settings
from groundrules.source import Source
from groundrules.syntax import ast, ast_expr as ex, without_collections
from groundrules.syntax.walk import find


@dataclass(frozen=True, slots=True)
class Compiled:
    """What became of a ruleset.

    ``ruleset`` is ``None`` when there are errors; ``partial`` holds what could be
    understood nevertheless. ``sources`` are all files that were read, the root last.
    """

    ruleset: Ruleset | None
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    partial: Ruleset
    context: Context


@dataclass(slots=True)
class Work:
    """What the passes fill in one after the other."""

    root: Source
    name: str
    units: tuple[Unit, ...]
    report: Report
    env: Env
    merged: Merged = field(default_factory=Merged)
    items: Items | None = None
    drafts: list[Draft] = field(default_factory=list)
    changes: list[tuple[Revision, Draft | None]] = field(default_factory=list)
    ruleset: Ruleset = field(default_factory=lambda: Ruleset(name=""))
    nodes: dict[str, ex.Node] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    conflicts: tuple[Conflict, ...] = ()


_WORD_OF_UNIT = re.compile(r"\s*(override\s+)?(distance|grid)\b")


def _settings(work: Work) -> None:
    work.merged = merge_settings(work.units, work.report)
    work.env = replace(
        work.env, settings=work.merged.settings, stated_unit=not {"distance", "grid"}.isdisjoint(work.merged.lines),
        restate=lambda unit: other_unit(work.units, unit, LENGTHS),
    )  # fmt: skip
    if any(_WORD_OF_UNIT.match(damage.text) for unit in work.units for damage in unit.file.damaged):
        # The line that states the unit is lost: no length is held against another.
        work.report.suspects.update(f"unit\0{unit}" for unit in LENGTHS)
        work.env = replace(work.env, stated_unit=False)


def _names(work: Work) -> None:
    table = declare(work.units, work.report)
    check_braces(work.units, work.report)
    imply_move(table, work.root)
    resolved = any(symbol.kind in ("roll", "outcome") for symbol in table.symbols.values())
    work.env = replace(work.env, table=table, implied=not resolved)
    expand_groups(work.env)


def _rules(work: Work) -> None:
    items = work.items = Items(work.env)
    for unit in work.units:
        for item in unit.file.items:
            items.item(unit, item)
    work.broken |= {draft.id for draft in items.drafts if draft.broken}
    work.drafts = ground_words(items.drafts, items.words, work.env)


def _revisions(work: Work) -> None:
    titles = {unit.source.name: title_of(unit) for unit in work.units}
    revised = revise(work.env, work.units, work.drafts, titles, inherit)
    work.drafts = inherit(work.env, revised.drafts, revised.without)
    work.changes = revised.revisions


def _declarations(work: Work) -> None:
    assert work.items is not None
    rolls, numbers = Rolls(work.env), Numbers(work.env)
    fields = Fields(work.env)
    schemas = [item for unit in work.units for item in unit.file.items if isinstance(item, ast.Schema)]
    made_rolls = rolls.all()
    numbers.read_prose()
    declared = Declared(work.env, {**work.items.words, **numbers.words})
    work.ruleset = replace(
        work.ruleset,
        name=work.name,
        header=work.merged.header,
        settings=work.merged.settings,
        fields=tuple(made for schema in schemas for made in fields.of(schema)),
        terrains=declared.terrains(),
        traits=declared.traits(),
        actions=declared.actions(work.root),
        groups=declared.groups(),
        outcomes=declared.outcomes(),
        states=declared.states(),
        covers=declared.covers(),
        numbers=tuple(numbers.number(symbol, declared.common(symbol)) for symbol in declared.of("number")),
        rolls=made_rolls,
    )
    work.broken |= rolls.broken | numbers.broken
    for nodes in (declared.nodes, fields.nodes, rolls.nodes, numbers.nodes):
        work.nodes |= nodes


def _finished(work: Work) -> None:
    ruleset = work.ruleset
    used = used_by_actions(work.drafts, ruleset.actions, ruleset.numbers, ruleset.rolls)
    made = finish(work.drafts, used)
    work.nodes |= {rule.id: draft.node for rule, draft in made}
    work.broken |= {rule.id for rule, draft in made if draft.broken}
    vocabulary = Vocabulary.of(replace(ruleset, rules=tuple(rule for rule, _ in made)))
    rules = tuple(rule for rule, draft in made if not draft.via or can_hold(qualified(vocabulary, rule.qualifiers)))
    options = options_of(work.env, rules, ruleset.rolls)
    changes = tuple(
        change if base is None else replace(change, base=finished(base, base.id, used)) for change, base in work.changes
    )
    revisions = (*work.merged.revisions, *changes)
    work.ruleset = ask(replace(ruleset, rules=rules, options=options, revisions=revisions))


def _winners(work: Work) -> None:
    work.ruleset, work.conflicts = resolve(work.ruleset)


#: The passes over the parsed files, in their order.
PASSES: tuple[Callable[[Work], None], ...] = (
    _settings, _names, _rules, _revisions, _declarations, _finished, _winners,
)  # fmt: skip


def compile_ruleset(root: Source, name: str, load: Loader) -> Compiled:
    """Compile a ruleset and all that it uses; never raises for what an author wrote.

    ``name`` is what the ruleset is called by others, ``load`` finds the texts of ``use``.
    """
    units, found = load_units(root, load)
    return compile_units(root, name, units, found)


@without_collections()
def compile_units(root: Source, name: str, units: tuple[Unit, ...], found: Sequence[Diagnostic] = ()) -> Compiled:
    """The same of files that have been read: bases before those that use them, the root last.

    ``found`` is what reading them told.
    """
    report = Report({key for unit in units for key in unit.file.suspects}, list(found))
    work = Work(root, name, units, report, Env(SymbolTable(), report, Settings()))
    for each in PASSES:
        each(work)
    check_doubled(units, report)
    if any(each.is_error for each in report.found):
        mention_all(work)
    context = Context(
        work.ruleset, work.env.table, units, work.nodes, frozenset(work.broken | lost(work)), frozenset(report.suspects)
    )
    give_fixes(report, units, work.ruleset)
    report.found += run_checks(context, work.conflicts)
    diagnostics = in_order((*found, *_readable(units, report.found[len(found) :])))
    whole = None if any(each.is_error for each in diagnostics) else work.ruleset
    return Compiled(whole, diagnostics, tuple(unit.source for unit in units), work.ruleset, context)


def _readable(units: Sequence[Unit], found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings outside the lines that could not be read: those have one already."""
    lost = {
        (unit.source, line)
        for unit in units
        for damage in unit.file.damaged
        for line in range(damage.line, unit.source.line_column(damage.end)[0] + 1)
    }
    return [each for each in found if (each.span.source, each.span.line) not in lost]


def mention_all(work: Work) -> None:
    """Count every name of the text as used: after an error, lines may have been left out whole."""
    for unit in work.units:
        for name in find(unit.file, ex.Name):
            work.env.table.use(name.key, name.span)


def title_of(unit: Unit) -> str:
    """The title of a file, or its name without folder and ending."""
    for item in unit.file.items:
        if isinstance(item, ast.Header):
            return item.title
    return unit.source.name.rsplit("/", 1)[-1].rsplit(":", 1)[-1].removesuffix(".terrain")


def lost(work: Work) -> set[str]:
    """Ids and names of items in whose lines something could not be read."""
    names: set[str] = set()
    for unit in work.units:
        starts = [item.span.start for item in unit.file.items]
        for damage in unit.file.damaged:
            at = bisect_right(starts, damage.start) - 1
            begin = starts[at] if at >= 0 else 0
            end = starts[at + 1] if at + 1 < len(starts) else len(unit.source.text)
            for id, node in work.nodes.items():
                if node.span.source is unit.source and begin <= node.span.start < end:
                    names.add(id)
    return names
