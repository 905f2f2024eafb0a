"""Rules in the making."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from groundrules.meaning.context import Unit
from groundrules.meaning.ids import Speller
from groundrules.ruleset import CellPlace, Effect, Origin, Qualifiers, Rule, Subject
from groundrules.source import Span
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru


@dataclass(slots=True, kw_only=True)
class Draft:
    """One rule before ``as``, ``override`` and numbering: what it says and how its id reads.

    ``subject_text``, ``qualifier_text`` and ``tail`` are the three parts of its id; a cell's
    id is its place. ``override`` is the line that asked for it; ``answers`` says that this
    rule, of all that stand below that line, is the one that must find its base. ``above``
    are all qualifiers, those of the lines above included. ``written`` is, of a copy, the id
    below which the branches of its effects were written.
    """

    subjects: tuple[Subject, ...]
    subject_text: str
    qualifiers: Qualifiers
    qualifier_text: str = ""
    tail: str = ""
    effects: list[Effect] = field(default_factory=list)
    option: str | None = None
    prose: list[str] = field(default_factory=list)
    ref: str | None = None
    cell: CellPlace | None = None
    span: Span
    node: ex.Node
    unit: Unit
    inherits: list[ru.Inherits] = field(default_factory=list)
    override: ast.Override | None = None
    answers: bool = False
    above: tuple[ru.Qualifier, ...] = ()
    params: Mapping[str, str] = field(default_factory=dict)
    broken: bool = False
    via: tuple[Origin, ...] = ()
    written: str | None = None

    def reworded(self, speller: Speller) -> Draft:
        """The same with the text of its qualifiers written anew."""
        self.qualifier_text = speller.qualifiers(self.above)
        return self

    @property
    def id(self) -> str:
        """The id, before the second of the same gets its number."""
        if self.cell is not None:
            return f"{self.cell.table}/{self.cell.row}/{self.cell.column}"
        return self.subject_text + self.qualifier_text + self.tail

    @property
    def origin(self) -> Origin:
        """Where the rule was written."""
        return origin(self.span, self.via)

    def rule(self) -> Rule:
        """The rule as it stands."""
        return Rule(
            id=self.id,
            subjects=self.subjects,
            qualifiers=self.qualifiers,
            effects=tuple(self.effects),
            option=self.option,
            prose=tuple(self.prose),
            ref=self.ref,
            cell=self.cell,
            origin=self.origin,
        )


def origin(span: Span, via: tuple[Origin, ...] = ()) -> Origin:
    """The compiled form of a place."""
    return Origin(span.source.name, span.start, span.end, span.line, via)
