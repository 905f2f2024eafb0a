"""Tables: every cell an ordinary rule, every gap a finding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from groundrules import ruleset as rs
from groundrules.diagnostics import Related, choice, replace
from groundrules.meaning.changes import changed
from groundrules.meaning.context import Unit
from groundrules.meaning.declaring import first_cell
from groundrules.meaning.drafts import Draft
from groundrules.meaning.effects import cover, lower_effects
from groundrules.meaning.env import Env
from groundrules.meaning.expressions import expression, negative
from groundrules.meaning.ids import Speller
from groundrules.meaning.names import Spot, declared_at, resolve
from groundrules.meaning.retabling import as_rule, more_columns, of_costs, without_column, without_rest, without_row
from groundrules.meaning.subjects import Subjects, lower_subjects
from groundrules.meaning.symbols import Place, Symbol
from groundrules.ruleset import CellPlace, Effect, Qualifiers, Term
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru

_NEED_VERB = frozenset({"all", "times", "plus", "minus", "value"})


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the value or group that heads it, and its values in full."""

    symbol: Symbol
    terms: tuple[Term, ...]
    name: ex.Name


@dataclass(slots=True)
class _Table:
    env: Env
    unit: Unit
    node: ast.Table
    about: Symbol
    place: Place
    override: ast.Override | None
    headless: bool = False
    rows: dict[str, ex.Ref] = field(default_factory=dict)

    # ---- columns

    def columns(self) -> list[Column | None]:
        """The columns that the first row names; ``None`` for one that was reported."""
        head = self.node.rows[0]
        corner, *cells = head.cells
        if corner.kind != "corner":
            shown = f"`{corner.span.text}`" if corner.span.text.strip() else "empty"
            fix = replace("write `terrain`", corner.span, "terrain") if corner.span.text.strip() else None
            self.env.report.say("GR227", corner.span, f"the first cell of a table is `terrain`, here {shown}",
                                help="write `| terrain | …`", fix=fix)  # fmt: skip
        taken: dict[str, ex.Name] = {}
        return [self._column(cell, taken) for cell in cells]

    def _column(self, cell: ast.Cell, taken: dict[str, ex.Name]) -> Column | None:
        effect = cell.effects[0] if cell.kind == "effects" and len(cell.effects) == 1 else None
        if not isinstance(effect, ru.Perform) or effect.ref.args or effect.without:
            self.env.report.say("GR227", cell.span, "a column is headed by a name",
                                help=f"write a value of `{self.about.name}`: {self._listed()}")  # fmt: skip
            return None
        name = effect.ref.name
        spot = Spot("at the head of a column", ("value",), list=" | ")
        symbol = resolve(self.env, name, spot)
        if symbol is None:
            return None
        members = self.env.table.members(symbol)
        values = {value.name.key for value in self.place.node.type.values}
        if not all(member.key in values for member in members):
            self.env.report.say("GR224", name.span, f"`{name.text}` is no value of `{self.about.name}`",
                                help=f"its values are {self._listed()}", related=declared_at(self.about),
                                fix=choice(without_column(self.node, cell)))  # fmt: skip
            return None
        for member in members:
            if member.key in taken:
                self.env.report.say("GR224", name.span, f"`{member.name}` has a column already",
                                    help="keep one of the two columns",
                                    related=[Related(taken[member.key].span, "the first one is here")],
                                    fix=choice(without_column(self.node, cell)))  # fmt: skip
                return None
            taken[member.key] = name
        terms = tuple(self._term(member) for member in members)
        return Column(symbol, terms, name)

    def _term(self, symbol: Symbol) -> Term:
        return Term("value", symbol.name, (), self.place.owner, self.place.field)

    def _listed(self) -> str:
        return ", ".join(f"`{value.name.text}`" for value in self.place.node.type.values)

    def complete(self, columns: Sequence[Column | None]) -> None:
        """Report the values that no column speaks of."""
        if any(column is None for column in columns):
            return
        shown = {term.name for column in columns if column is not None for term in column.terms}
        names = [symbol.name for v in self.place.node.type.values if (symbol := self.env.table.get(v.name.key))]
        missing = [name for name in names if name not in shown]
        if missing:
            listed = " and ".join(f"`{name}`" for name in missing)
            verb = "has" if len(missing) == 1 else "have"
            self.env.report.say("GR223", self.node.rows[0].span, f"{listed} {verb} no column in this table",
                                help="add a column; `-` in a cell means that nothing happens",
                                related=[Related(self.place.node.span, "the values are declared here")],
                                fix=choice(more_columns(self.node, missing)))  # fmt: skip

    # ---- rows

    def row(self, row: ast.Row, columns: Sequence[Column | None]) -> list[Draft]:
        """The rules of a row."""
        env, width = self.env, len(self.node.rows[0].cells)
        if len(row.cells) != width:
            self._say_width(row, width)
            return []
        ref, _ = first_cell(row)
        if ref is None:
            shown = "is empty" if row.cells[0].kind == "empty" else f"is `{row.cells[0].span.text}`"
            env.report.say("GR227", row.cells[0].span, f"a row begins with the name of a terrain, and this {shown}",
                           help="write the terrain that the row is about")  # fmt: skip
            return []
        subject = ast.Subject(span=ref.span, name=ref.name, args=ref.args)
        subjects = lower_subjects(env, (subject,))
        if subjects is None:
            return []
        key = Speller(env.table).subjects((subject,))
        if key in self.rows:
            env.report.say("GR224", ref.span, f"`{key}` has a row already", help="keep one of the two rows",
                           related=[Related(self.rows[key].span, "the first one is here")],
                           fix=choice(without_row([r for r in self.node.rows[1:] if first_cell(r)[0] is self.rows[key]],
                                                  row)))  # fmt: skip
            return []
        self.rows[key] = ref
        drafts = []
        for cell, column in zip(row.cells[1:], columns, strict=True):
            draft = None if column is None else self._cell(cell, column, subjects, key)
            if draft is not None:
                drafts.append(draft)
        return drafts

    def _say_width(self, row: ast.Row, width: int) -> None:
        if self.headless:
            self._forgive(row)
            return
        has, help, fix = len(row.cells), "every row has a cell for each column, parted by `|`", None
        for cell in row.cells:
            effect = cell.effects[0] if cell.kind == "effects" and len(cell.effects) == 1 else None
            if has < width and isinstance(effect, ru.Perform) and self.env.table.get(effect.ref.name.key) is None:
                words = effect.ref.name.text.split(" ")
                for count in range(1, len(words)):
                    parts = " ".join(words[:count]), " ".join(words[count:])
                    if all(self.env.table.get(part) is not None for part in parts):
                        help = f"a `|` is missing: `{parts[0]} | {parts[1]}`"
                        fix = replace("put the `|` in", effect.ref.name.span, " | ".join(parts))
                        break
        if has > width:
            fix = without_rest(row, width)
            help += "; what stands in one too many can go" if fix is not None else ""
        self.env.report.say(
            "GR221", row.span, f"this row has {has} cells, and the first one has {width}", help=help, fix=fix,
            related=[Related(self.node.rows[0].span, "the columns are named here")],
        )  # fmt: skip
        self._forgive(row)

    def _forgive(self, row: ast.Row) -> None:
        """Names of a row that cannot be read are no further mistakes."""
        for cell in row.cells:
            for effect in cell.effects:
                if isinstance(effect, ru.Perform):
                    self.env.report.suspects.add(effect.ref.name.key)
                    self.env.table.use(effect.ref.name.key, effect.ref.span)

    def _cell(self, cell: ast.Cell, column: Column, subjects: Subjects, row: str) -> Draft | None:
        env = self.env.inside(params=subjects.params)
        before = env.report.count
        effects = self._effects(env, cell, row, column)
        inherits: list[ru.Inherits] = []
        if effects is None or env.report.count != before:
            return None
        verb = self.node.verb
        word = verb if isinstance(verb, str) or verb is None else Speller(env.table).name(verb)
        owner = Qualifiers(who=(column.terms,))
        place = CellPlace(table=self.about.name, row=row, column=column.symbol.name, verb=word)
        node = ru.For(span=column.name.span, names=(column.name,))
        return Draft(
            subjects=subjects.subjects, subject_text=row, qualifiers=owner, effects=effects, cell=place,
            qualifier_text=Speller(env.table).qualifiers((node,)), above=(node,), inherits=inherits,
            span=cell.span, node=cell, unit=self.unit, override=self.override, answers=self.override is not None,
        )  # fmt: skip

    def _effects(self, env: Env, cell: ast.Cell, row: str, column: Column) -> list[Effect] | None:
        """What a cell says; ``None`` after a finding."""
        verb = self.node.verb
        where = f"`{row}` for `{column.symbol.name}`"
        if cell.kind == "empty":
            env.report.say("GR222", cell.span, f"the cell of {where} is empty",
                           help="write `-` where nothing happens, or what does",
                           fix=choice(replace("write `-`", cell.span,
                                              " -".ljust(len(cell.span.text) - 1) + " ")))  # fmt: skip
            return None
        if cell.kind in ("corner", "titled"):
            env.report.say("GR227", cell.span, f"`{cell.span.text}` cannot stand in the cell of {where}",
                           help="write `-`, `no`, a terrain to count as, or an effect")  # fmt: skip
            return None
        if cell.kind in _NEED_VERB and verb is None:
            if not env.report.first("verb", str(self.node.span.start), self.node.span.source.name):
                return None
            env.report.say("GR225", cell.span, f"the cell of {where} does not say what it is a number of",
                           help=f"say it once: `table cost by {self.about.name}`",
                           fix=of_costs(self.node))  # fmt: skip
            return None
        if verb == "cover" and cell.kind == "effects":
            return self._grades(env, cell)
        effects = self._value(env, cell)
        made = lower_effects(env, cell.effects, cell=True)
        for each in made.inherits:
            env.report.say("GR246", each.span, "`as` takes over all rules of something, for good",
                           help="write it as a rule of its own")  # fmt: skip
        for effect in (*effects, *made.effects):
            if isinstance(effect, rs.Perform | rs.Deliver | rs.GainLose | rs.Halt | rs.StopAfter | rs.Becomes):
                said = cell.span.text.strip()
                env.report.say("GR226", cell.span, "a cell says what ground is, not what happens on an event",
                               help=f"write a rule: `{row} on enter for {column.symbol.name}: {said}`",
                               fix=None if self.override is not None else as_rule(
                                   self.node, cell, f"{row} on enter for {column.symbol.name}: {said}"))  # fmt: skip
                return None
        return [*effects, *made.effects]

    def _grades(self, env: Env, cell: ast.Cell) -> list[Effect] | None:
        made: list[Effect] = []
        for index, node in enumerate(cell.effects):
            if isinstance(node, ru.Perform) and not node.without:
                symbol = env.table.get(node.ref.name.key)
                if symbol is None or symbol.kind == "cover":
                    grade = cover(env, node.ref)
                    made += [] if grade is None else [grade]
                    continue
            made += lower_effects(env, cell.effects[index : index + 1], cell=True).effects
        return made

    def _value(self, env: Env, cell: ast.Cell) -> list[Effect]:
        if cell.kind == "no":
            return [rs.Permit("forbid", ("enter",))]
        if cell.kind == "all":
            return [rs.CostAll()]
        if cell.kind not in _NEED_VERB or cell.value is None:
            return []
        if isinstance(self.node.verb, ex.Name):
            op = {"times": "times", "plus": "plus", "minus": "minus", "value": "set"}[cell.kind]
            node = ru.Change(span=cell.span, target=self.node.verb, op=op, value=cell.value)  # type: ignore[arg-type]  # see above
            effect = changed(env, node)
            return [] if effect is None else [effect]
        if self.node.verb == "cover":
            env.report.say("GR225", cell.span, f"`{cell.span.text}` is no grade of cover",
                           help="write the name of a grade")  # fmt: skip
            return []
        value = expression(env, cell.value)
        if value is None:
            return []
        if cell.kind == "value" and isinstance(value, rs.Num) and value.unit == env.settings.distance:
            env.report.say("GR225", cell.span, "a length is no factor of a cost",
                           help=f"write `cost {cell.span.text} to enter`, or a number without a unit",
                           fix=choice(replace("write a cost to enter", cell.span,
                                              f"cost {cell.span.text} to enter")))  # fmt: skip
            return []
        if cell.kind in ("times", "value"):
            return [rs.CostTimes(value)]
        return [rs.CostPlus(negative(value) if cell.kind == "minus" else value)]


def lower_table(env: Env, unit: Unit, node: ast.Table, override: ast.Override | None) -> list[Draft]:
    """The rules of a table."""
    symbol = resolve(env, node.by, Spot("after `by`", ("field",), groups=False))
    if symbol is None:
        return []
    places = [place for place in symbol.places if place.node.type.values]
    if not places:
        env.report.say("GR204", node.by.span, f"`{symbol.name}` has no values that columns could stand for",
                       help=f"list its values, as in `{symbol.name}: Infantry, Vehicle`",
                       related=declared_at(symbol))  # fmt: skip
        return []
    place = next((each for each in places if each.owner == "model"), places[0])
    if not node.rows or not node.rows[0].cells:
        return []  # its first row could not be read, and was reported
    table = _Table(env, unit, node, symbol, place, override)
    before = env.report.count
    columns = table.columns()
    table.headless = env.report.count != before
    table.complete(columns)
    return [draft for row in node.rows[1:] for draft in table.row(row, columns)]
