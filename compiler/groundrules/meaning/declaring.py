"""The first pass over the tree: every name that the text declares, and what it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundrules.diagnostics import Fix, Related, choice, put_behind, replace
from groundrules.meaning.context import Unit
from groundrules.meaning.reporting import Report
from groundrules.meaning.symbols import ANY_TERRAIN, Place, Symbol, SymbolKind, SymbolTable
from groundrules.source import Source, Span
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru

_NO_PARAMS = {"action": "an action", "value": "a value"}

#: Names that people write for the language's own `Any Terrain`.
_ALL_TERRAIN = frozenset({"AllTerrain", "AllTerrains", "EveryTerrain", "AnyTerrains", "AllGround", "AnyGround"})


@dataclass(slots=True)
class _Declaring:
    table: SymbolTable
    report: Report
    unit: Unit
    home: Span
    override: bool = False

    def name(
        self,
        kind: SymbolKind,
        name: ex.Name,
        node: ex.Node,
        params: Sequence[ex.Name] = (),
        display: str | None = None,
        place: Place | None = None,
    ) -> None:
        """Enter a name; a clash is reported with both places."""
        symbol = Symbol(
            kind, name.text, name.span, node, tuple(p.text for p in params), display,
            [place] if place is not None else [], base=self.unit.base, home=self.home,
        )  # fmt: skip
        self._params(params)
        if params and kind in ("action", "value"):
            self.report.say(
                "GR211", params[0].span, f"`{name.text}` is {_NO_PARAMS[kind]} and takes nothing in brackets",
                help=f"write `{name.text}` alone", fix=_without_brackets(name, params[-1]),
            )  # fmt: skip
        if name.key == ANY_TERRAIN:
            self.report.say("GR228", name.span, f"`{name.text}` is a name of the language itself",
                            help="it stands for all terrain that is declared; choose another name")  # fmt: skip
            return
        known = self.table.symbols.get(name.key)
        if known is None:
            self.table.symbols[name.key] = symbol
        elif self._same(known, symbol):
            known.places += symbol.places
        elif self.override and known.kind == kind and known.span.source is not name.span.source:
            self.table.symbols[name.key] = symbol
        else:
            self._clash(known, symbol)

    def _same(self, known: Symbol, new: Symbol) -> bool:
        """Whether two declarations are of one name: a field of two owners, the values of both, an option."""
        if known.kind != new.kind:
            return False
        if new.kind == "option":
            return True
        if new.kind not in ("field", "value") or not new.places:
            return False
        if any((p.owner, p.field) == (new.places[0].owner, new.places[0].field) for p in known.places):
            return False
        return all(p.field == new.places[0].field and p.owner != new.places[0].owner for p in known.places)

    def _clash(self, known: Symbol, new: Symbol) -> None:
        self.report.suspects.add(new.key)
        same = known.kind == new.kind
        other = known.span.source is not new.span.source
        what = "is declared twice" if same else f"is {known.described} and {new.described}"
        if same and other and new.kind in ("roll", "number", "action", "outcome", "state", "cover", "group"):
            help = f"to replace the one of the base, write `override {new.kind} {new.name}`"
        else:
            help = "give one of them another name; all names of a ruleset share one list"
        self.report.say("GR201", new.span, f"`{new.name}` {what}", help=help,
                        related=[Related(known.span, "the first one is here")])  # fmt: skip

    def _params(self, params: Sequence[ex.Name]) -> None:
        seen: dict[str, ex.Name] = {}
        for param in params:
            if param.key in seen:
                self.report.say("GR233", param.span, f"`{param.text}` stands in these brackets twice",
                                help=f"give each parameter a name of its own, such as `Other {param.text}`",
                                related=[Related(seen[param.key].span, "the first one is here")],
                                fix=self._other_name(param, params))  # fmt: skip
            seen.setdefault(param.key, param)

    def _other_name(self, param: ex.Name, params: Sequence[ex.Name]) -> Fix | None:
        """Another name for a parameter that nothing in its declaration speaks of."""
        other = f"Other {param.text}"
        key = ex.name_key(other)
        spoken = self.home.text.count(param.text) > sum(each.key == param.key for each in params)
        if spoken or key in self.table.symbols or any(each.key == key for each in params):
            return None
        return replace(f"call it `{other}`", param.span, other)

    # ---- items

    def item(self, item: ast.Item) -> None:
        match item:
            case ast.Override(item=inner):
                self.override = True
                self._need_base(item, inner)
                self.item(inner)
                self.override = False
            case ast.Schema(owner=owner, members=members):
                for member in members:
                    self.member(owner, member)
            case ast.Action(names=names):
                for named in names:
                    self.name("action", named.name, item, named.params, named.display)
            case ast.Group(name=name, display=display):
                self.name("group", name, item, (), display)
            case ast.Outcome(named=named):
                self.name("outcome", named.name, item, named.params, named.display)
            case ast.State(named=named):
                self.name("state", named.name, item, named.params, named.display)
            case ast.Roll(named=named):
                self.name("roll", named.name, item, named.params, named.display)
            case ast.Number(name=name, display=display):
                self.name("number", name, item, (), display)
            case ast.Cover(name=name, display=display):
                self.name("cover", name, item, (), display)
        for option in options(item):
            self.name("option", option.name, option, (), option.display)

    def _need_base(self, override: ast.Override, inner: ast.Item) -> None:
        name = declared_name(inner)
        if name is None:
            return
        known = self.table.symbols.get(name.key)
        if known is not None and known.span.source is not name.span.source:
            return
        self.report.say("GR218", name.span, f"no base declares `{name.text}`, so there is nothing to override",
                        help="leave `override` out to declare it",
                        fix=replace("leave `override` out", override_word(override), ""))  # fmt: skip

    def member(self, owner: str, member: ast.Field | ast.Traits | ast.Prose) -> None:
        if isinstance(member, ast.Traits):
            for named in member.names:
                self.name("trait", named.name, named, named.params, named.display)
        elif isinstance(member, ast.Field):
            place = Place(owner, member.name.text, member)  # type: ignore[arg-type]  # one of the three blocks
            self.name("field", member.name, member, (), member.display, place)
            for value in member.type.values:
                self.name("value", value.name, value, value.params, value.display, place)


def _without_brackets(name: ex.Name, last: ex.Name) -> Fix | None:
    """Take the brackets behind a declared name away."""
    source = name.span.source
    end = source.text.find(")", last.span.end, source.line_bounds(last.span.line)[1])
    return None if end < 0 else replace("take the brackets away", source.span(name.span.end, end + 1), "")


def override_word(override: ast.Override) -> Span:
    """The word ``override`` with the blanks behind it."""
    source = override.span.source
    return source.span(override.span.start, override.item.span.start)


def declared_name(item: ast.Item) -> ex.Name | None:
    """The one name that a declaration declares."""
    match item:
        case ast.Outcome(named=named) | ast.State(named=named) | ast.Roll(named=named):
            return named.name
        case ast.Number(name=name) | ast.Cover(name=name) | ast.Group(name=name):
            return name
        case ast.Action(names=(named, *_)):
            return named.name
    return None


def options(item: ast.Item) -> Iterator[ast.Option]:
    """Every option in an item, wherever it stands."""
    todo: list[object] = [item]
    while todo:
        node = todo.pop(0)
        if isinstance(node, ast.Option):
            yield node
        for name in ("option", "block", "lines"):
            below = getattr(node, name, None)
            if isinstance(below, tuple):
                todo += below
            elif isinstance(below, ast.Option):
                todo.append(below)


def declare(units: Sequence[Unit], report: Report) -> SymbolTable:
    """All names of all files; terrain last, since a subject that nothing else declares is terrain."""
    table = SymbolTable()
    for unit in units:
        declaring = _Declaring(table, report, unit, unit.source.span(0, 0))
        for item in unit.file.items:
            declaring.home = item.span
            declaring.item(item)
    for unit in units:
        for item in unit.file.items:
            _terrains(table, report, unit, item.item if isinstance(item, ast.Override) else item, item.span)
    return table


# ---- terrain


def _terrains(table: SymbolTable, report: Report, unit: Unit, item: ast.Item, home: Span) -> None:
    if isinstance(item, ast.Rule):
        for subject in item.subjects:
            _terrain(table, report, unit, subject.name, subject.args, subject.display, subject, home)
    elif isinstance(item, ast.Table):
        for row in item.rows[1:]:
            ref, display = first_cell(row)
            if ref is not None:
                _terrain(table, report, unit, ref.name, ref.args, display, row, row.span)


def first_cell(row: ast.Row) -> tuple[ex.Ref | None, str | None]:
    """The terrain that a row is about, with the name it is shown under."""
    cell = row.cells[0]
    if cell.kind == "titled":
        return cell.ref, cell.display
    if cell.kind == "effects" and len(cell.effects) == 1 and isinstance(cell.effects[0], ru.Perform):
        return (None, None) if cell.effects[0].without else (cell.effects[0].ref, None)
    return None, None


def _terrain(
    table: SymbolTable, report: Report, unit: Unit, name: ex.Name, args: Sequence[ex.Expr], display: str | None,
    node: ex.Node, home: Span,
) -> None:  # fmt: skip
    if name.key == ANY_TERRAIN:
        return
    known = table.symbols.get(name.key)
    if known is None:
        if name.key in _ALL_TERRAIN:
            fix = replace("write `Any Terrain`", name.span, "Any Terrain")
            report.say("GR228", name.span, f"`{name.text}` is not what the language calls all terrain",
                       help="write `Any Terrain`", fix=fix)  # fmt: skip
        known = Symbol("terrain", name.text, name.span, node, _parameters(table, args), base=unit.base, home=home)
        table.symbols[name.key] = known
    elif known.kind == "terrain" and args:
        known.params = _better_named(known.params, _parameters(table, args))
    if display is None:
        return
    if known.kind != "terrain":
        where = _display_where_declared(known, name, display, node)
        report.say("GR238", node.span, f"`{name.text}` is {known.described}, and its display name stands elsewhere",
                   help=f'write `{known.name} "{display}"` where it is declared',
                   related=[Related(known.span, "declared here")], fix=where)  # fmt: skip
    elif known.display is None:
        known.display = display
    elif known.display != display:
        report.say("GR238", node.span, f"`{name.text}` has the display name `{known.display}` already",
                   help="keep one of them; this one can go, the other stands first",
                   related=[Related(known.span, "declared here")],
                   fix=choice(_without_display(name, node)))  # fmt: skip


def _display_where_declared(known: Symbol, name: ex.Name, display: str, node: ex.Node) -> Fix | None:
    """The display name taken from a subject to the declaration, if that has none."""
    taken = _without_display(name, node)
    if taken is None or known.display is not None or known.params or known.span.source is not name.span.source:
        return None
    known.display = display
    written = put_behind("", known.span, f' "{display}"')
    return Fix("write it where the name is declared", (*written.edits, *taken.edits))


def _without_display(name: ex.Name, node: ex.Node) -> Fix | None:
    """Take the display name of a subject away; that of a row stays, its cell being aligned."""
    source, tail = name.span.source, _DISPLAY.search(node.span.text)
    if not isinstance(node, ast.Subject) or tail is None:
        return None
    return replace("take the display name away", source.span(node.span.start + tail.start(), node.span.end), "")


#: A display name at the end of a subject.
_DISPLAY = re.compile(r'[ \t]*"[^"]*"\Z')


_LETTERS = ("X", "Y", "Z", "U", "V", "W")


def _parameters(table: SymbolTable, args: Sequence[ex.Expr]) -> tuple[str, ...]:
    """The parameters that a terrain's brackets show: names of its own, or letters for numbers."""
    taken: list[str] = []
    for index, arg in enumerate(args):
        if isinstance(arg, ex.Ref) and not arg.args and table.get(arg.name.key) is None:
            taken.append(arg.name.text)
        else:
            taken.append(_LETTERS[index % len(_LETTERS)])
    return tuple(taken)


def _better_named(known: tuple[str, ...], found: tuple[str, ...]) -> tuple[str, ...]:
    """Parameters as they are known, with a name for each that had a letter only because a number stood there."""
    if len(known) != len(found):
        return known or found
    return tuple(new if old in _LETTERS else old for old, new in zip(known, found, strict=True))


def imply_move(table: SymbolTable, root: Source) -> None:
    """With no action declared there is one, ``Move``, which rules may name."""
    if any(table.of_kind("action")) or table.get("Move") is not None:
        return
    span = root.span(0, 0)
    name = ex.Name(text="Move", span=span)
    node = ast.Action(names=(ast.Named(name=name, span=span),), span=span)
    table.symbols[name.key] = Symbol("action", "Move", span, node, implied=True)
