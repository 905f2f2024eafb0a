"""``Jungle: as Woods``: all rules of the one, said of the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from groundrules.diagnostics import Related
from groundrules.limits import NESTING
from groundrules.meaning.conditions import both
from groundrules.meaning.drafts import Draft, origin
from groundrules.meaning.env import Env
from groundrules.meaning.expressions import arguments
from groundrules.meaning.ids import Speller
from groundrules.meaning.names import Spot, resolve
from groundrules.meaning.renaming import substituted
from groundrules.meaning.revising import Left, left_side
from groundrules.meaning.symbols import OF_MODELS, Symbol
from groundrules.ruleset import CellPlace, Expr, Param, Qualifiers, Subject, Term, questions
from groundrules.syntax import ast_rules as ru


@dataclass(slots=True)
class _Heir:
    """One ``as``: who takes over, from whom, on which line."""

    draft: Draft
    subject: Subject
    node: ru.Inherits
    base: Symbol
    args: tuple[Expr, ...]


@dataclass(slots=True)
class _Inheriting:
    env: Env
    without: Collection[Left] = ()
    own: dict[str, list[Draft]] = field(default_factory=dict)
    heirs: dict[str, list[_Heir]] = field(default_factory=dict)
    done: dict[str, list[Draft]] = field(default_factory=dict)

    def rules_of(self, name: str, above: tuple[_Heir, ...] = ()) -> list[Draft]:
        """All rules about a name, those it takes over included."""
        if name in self.done:
            return self.done[name]
        made = {_identity(draft): draft for draft in self.own.get(name, ())}
        for heir in list(self.heirs.get(name, ())):
            if any(each.subject.term.name == heir.base.name for each in (*above, heir)):
                self._say_circle((*above, heir))
                self.heirs[name].remove(heir)
            elif len(above) >= NESTING:
                self.env.report.say("GR230", heir.node.span, f"more than {NESTING} names take over from one another",
                                    help="take over from the first of them")  # fmt: skip
                self.heirs[name].remove(heir)
            else:
                for draft in self.rules_of(heir.base.name, (*above, heir)):
                    if not draft.effects and draft.cell is None:
                        continue  # a line that only says `as` itself
                    copy = _copied(self.env, draft, heir)
                    if copy is not None and self._wanted(name, copy):
                        made.setdefault(_identity(copy), copy)
        self.done[name] = list(made.values())
        return self.done[name]

    def _wanted(self, name: str, copy: Draft) -> bool:
        """Whether a rule is taken over: not removed, and not answered by the heir itself."""
        left = left_side(copy)
        return left not in self.without and not any(_answers(own, copy) for own in self.own.get(name, ()))

    def _say_circle(self, way: tuple[_Heir, ...]) -> None:
        start = next(i for i, each in enumerate(way) if each.subject.term.name == way[-1].base.name)
        names = [each.subject.term.name for each in way[start:]] + [way[-1].base.name]
        self.env.report.say(
            "GR230", way[-1].node.span, "a circle: " + " as ".join(f"`{name}`" for name in names),
            help="write the rules of one of them out",
            related=[Related(each.node.span, f"`{each.subject.term.name}`") for each in way[start:-1]],
        )  # fmt: skip


def _identity(draft: Draft) -> tuple[object, ...]:
    """What two ways of taking over the same rule have in common."""
    return (id(draft.node), left_side(draft), tuple(draft.effects))


def inherit(env: Env, drafts: Sequence[Draft], without: Collection[Left] = ()) -> list[Draft]:
    """The rules with those that ``as`` takes over, right behind the line that says so.

    ``without`` are the left sides of rules that are not taken over, since they were removed.
    """
    work = _Inheriting(env, without)
    for draft in drafts:
        for subject in draft.subjects:
            work.own.setdefault(subject.term.name, []).append(draft)
            for node in dict.fromkeys(draft.inherits):
                heir = _heir(env, draft, subject, node)
                if heir is not None:
                    work.heirs.setdefault(subject.term.name, []).append(heir)
    made: list[Draft] = []
    known, told = {id(draft) for draft in drafts}, set[str]()
    for draft in drafts:
        if draft.effects or draft.cell is not None:
            made.append(draft)
        for subject in draft.subjects if draft.inherits else ():
            name = subject.term.name
            if name not in told:
                told.add(name)
                made += [each for each in work.rules_of(name) if id(each) not in known]
    return made


def _heir(env: Env, draft: Draft, subject: Subject, node: ru.Inherits) -> _Heir | None:
    kind = subject.term.kind
    if kind == "any terrain":
        env.report.say("GR246", node.span, "`Any Terrain` is all ground already and takes over nothing",
                       help="write the rules out")  # fmt: skip
        return None
    kinds = ("terrain",) if kind == "terrain" else tuple(sorted(OF_MODELS))
    inner = env.inside(params=draft.params)
    base = resolve(inner, node.base.name, Spot("after `as`", kinds, groups=False))
    if base is None:
        return None
    args = arguments(inner, node.base, base)
    return None if args is None else _Heir(draft, subject, node, base, args)


def _answers(own: Draft, copy: Draft) -> bool:
    """Whether a rule of the heir itself says otherwise what it would take over."""
    if left_side(own) != left_side(copy):
        return False
    if own.override is not None:
        return True
    asked = {question for effect in own.effects for question in questions(effect)}
    return any(question in asked for effect in copy.effects for question in questions(effect))


def _copied(env: Env, draft: Draft, heir: _Heir) -> Draft | None:
    subject = next((s for s in draft.subjects if s.term.name == heir.base.name), None)
    if subject is None:
        return None
    values = _matched(subject.term, heir.args)
    if values is None:
        return None
    made = substituted(tuple(draft.effects), values)
    own = substituted(draft.qualifiers, values)
    line = heir.draft
    name = heir.subject.term
    speller = Speller(env.table)
    above = (*line.above, *draft.above)
    cell = draft.cell
    text = name.name + (f"({', '.join(_written(arg) for arg in name.args)})" if name.args else "")
    if cell is not None:
        cell = CellPlace(table=cell.table, row=text, column=cell.column, verb=cell.verb)
    return replace(
        draft, subjects=(Subject(term=name),), subject_text=text, qualifiers=_merged(line.qualifiers, own),
        qualifier_text=speller.qualifiers(above), above=above, effects=list(made), cell=cell, inherits=[],
        prose=list(draft.prose), via=(*draft.via, origin(heir.node.span)), unit=line.unit, override=None, answers=False,
        written=draft.written if draft.written is not None else draft.id,
    )  # fmt: skip


def _written(arg: Expr) -> str:
    return str(getattr(arg, "name", getattr(arg, "value", "…")))


def _matched(term: Term, args: tuple[Expr, ...]) -> dict[str, Expr] | None:
    """What the base's parameters are for the heir; ``None`` where its rule is about another number."""
    values: dict[str, Expr] = {}
    for own, given in zip(term.args, args, strict=False):
        if isinstance(own, Param):
            values[own.name] = given
        elif own != given:
            return None
    return values


def _merged(first: Qualifiers, second: Qualifiers) -> Qualifiers:
    on = first.on if not second.on else second.on
    return Qualifiers(
        on=on,
        within=tuple(dict.fromkeys((*first.within, *second.within))),
        during=tuple(dict.fromkeys((*first.during, *second.during))),
        who=tuple(dict.fromkeys((*first.who, *second.who))),
        unit=first.unit or second.unit,
        but=tuple(dict.fromkeys((*first.but, *second.but))),
        but_during=tuple(dict.fromkeys((*first.but_during, *second.but_during))),
        when=both(first.when, second.when),
        once=tuple(dict.fromkeys((*first.once, *second.once))),
        together=first.together or second.together,
    )
