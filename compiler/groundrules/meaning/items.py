"""The rules of a text, in its order: lines, tables, options, and what declarations say of themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from groundrules.meaning.blocks import Words, fill
from groundrules.meaning.context import Unit
from groundrules.meaning.drafts import Draft
from groundrules.meaning.env import Env
from groundrules.meaning.ids import Speller
from groundrules.meaning.qualifiers import qualifiers
from groundrules.meaning.subjects import lower_subjects, subject_of
from groundrules.meaning.symbols import Symbol
from groundrules.meaning.tables import lower_table
from groundrules.ruleset import Qualifiers
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru


@dataclass(slots=True)
class Items:
    """What the items of all files came to: rules in the making, and prose of declarations by key."""

    env: Env
    drafts: list[Draft] = field(default_factory=list)
    words: dict[str, Words] = field(default_factory=dict)

    def item(self, unit: Unit, item: ast.Item, override: ast.Override | None = None) -> None:
        """One item of a file."""
        match item:
            case ast.Override(item=inner):
                self.item(unit, inner, item)
            case ast.Rule():
                self._rule(unit, item, override)
            case ast.Table():
                self.drafts += lower_table(self.env, unit, item, override)
            case ast.Option():
                self._option(unit, item, override)
            case ast.Outcome(named=named) | ast.State(named=named):
                self._says(unit, item, [named.name], item.effects, item.block)
            case ast.Cover(name=name):
                self._says(unit, item, [name], item.effects, item.block)
            case ast.Action(names=names):
                self._says(unit, item, [named.name for named in names], (), item.block)

    # ---- rules

    def _rule(self, unit: Unit, node: ast.Rule, override: ast.Override | None) -> None:
        env = self.env
        subjects = lower_subjects(env, node.subjects)
        if subjects is None:
            return
        inner = env.inside(params=subjects.params)
        own = qualifiers(inner, node.qualifiers)
        if own is None:
            return
        speller = Speller(env.table)
        draft = Draft(
            subjects=subjects.subjects, subject_text=speller.subjects(node.subjects), qualifiers=own,
            qualifier_text=speller.qualifiers(node.qualifiers), above=node.qualifiers, params=subjects.params,
            span=node.span, node=node, unit=unit, override=override, answers=override is not None,
        )  # fmt: skip
        self.drafts.append(draft)
        if node.option is not None:
            node = ast.Rule(span=node.span, subjects=node.subjects, qualifiers=node.qualifiers, block=(node.option,))
        fill(inner, draft, node.effects, node.block, self.drafts)

    def _option(self, unit: Unit, node: ast.Option, override: ast.Override | None) -> None:
        """``option Slow: at most 5cm`` at the top: a rule about the option itself."""
        env = self.env
        symbol = env.table.get(node.name.key)
        own = qualifiers(env, node.qualifiers)
        if symbol is None or symbol.kind != "option" or own is None:
            return
        draft = Draft(
            subjects=subject_of(symbol).subjects, subject_text=f"option {symbol.name}", option=symbol.name,
            qualifiers=own, qualifier_text=Speller(env.table).qualifiers(node.qualifiers), above=node.qualifiers,
            span=node.span, node=node, unit=unit, override=override, answers=override is not None,
        )  # fmt: skip
        self.drafts.append(draft)
        fill(env, draft, node.effects, node.block, self.drafts)

    # ---- declarations

    def _says(
        self, unit: Unit, node: ex.Node, names: Sequence[ex.Name], effects: Sequence[ru.Effect],
        block: Sequence[ast.Line],
    ) -> None:  # fmt: skip
        """What an outcome, a state, a grade of cover or an action says of itself."""
        env = self.env
        symbols = [s for name in names if (s := env.table.get(name.key)) is not None and s.node is node]
        if not symbols:
            return
        about = [subject_of(symbol) for symbol in symbols]
        params = {key: text for each in about for key, text in each.params.items()}
        draft = Draft(
            subjects=tuple(subject for each in about for subject in each.subjects),
            subject_text=", ".join(_spelled(symbol) for symbol in symbols), qualifiers=Qualifiers(), params=params,
            span=node.span, node=node, unit=unit,
        )  # fmt: skip
        self.drafts.append(draft)
        inner = env.inside(params=params, event=isinstance(node, ast.Outcome), result=isinstance(node, ast.Outcome))
        fill(inner, draft, effects, block, self.drafts)
        for symbol in symbols:
            self.words[symbol.key] = Words(list(draft.prose), draft.ref)
        draft.prose, draft.ref = [], None


def _spelled(symbol: Symbol) -> str:
    return symbol.name + (f"({', '.join(symbol.params)})" if symbol.params else "")


def ground_words(drafts: Sequence[Draft], words: dict[str, Words], env: Env) -> list[Draft]:
    """The drafts that say something; prose of one that only heads others goes to what it is about."""
    kept = []
    for draft in drafts:
        if draft.effects or draft.inherits or draft.cell is not None:
            kept.append(draft)
            continue
        subject = draft.subjects[0].term.name if len(draft.subjects) == 1 else None
        symbol = None if subject is None else env.table.get(subject)
        if symbol is not None and (draft.prose or draft.ref is not None):
            known = words.setdefault(symbol.key, Words())
            known.prose += draft.prose
            known.ref = known.ref if known.ref is not None else draft.ref
    return kept
