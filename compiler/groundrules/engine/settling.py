"""A situation against a ruleset: declared names, checked fields, shapes made ready.

What is stated wrongly is refused here, by name, before anything is judged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from groundrules.engine.book import Rulebook
from groundrules.engine.profile import Profile, Spot
from groundrules.engine.refusal import Refusal
from groundrules.engine.situation import Fields, FieldValue, Model, Named, Piece, Table
from groundrules.ground import (
    ALL_HEIGHTS,
    Band,
    Cell,
    Footprint,
    Grid,
    Lies,
    Number,
    Piece as GroundPiece,
    Point,
    Scene,
    Shape,
    ShapeError,
    base_of_cell,
    is_line,
    length,
    no_base,
    rect_base,
    round_base,
    scaled,
    shape_of_cells,
)
from groundrules.limits import COORDINATE, PIECES
from groundrules.naming import name_key
from groundrules.ruleset import FieldSchema

_KEPT_TABLES = 16


@dataclass(frozen=True, eq=False)
class ReadyTable:
    """A table made ready: ``spots`` is what each piece is, ``cells`` which it covers on a grid of cells of ``size``."""

    table: Table
    pieces: dict[str, Piece]
    spots: dict[str, Spot]
    grid: Grid | None
    cells: dict[str, frozenset[Cell]]
    size: Fraction

    @cached_property
    def scene(self) -> Scene:
        """Where each piece lies, in the ruleset's unit; on a grid only looks ask for it.

        Raises :class:`Refusal` for cells whose outline is no shape.
        """
        shaped = []
        for piece in self.pieces.values():
            try:
                shaped.append(GroundPiece(piece.name, self._shape(piece), _band(piece)))
            except ShapeError as error:
                raise Refusal("table", f"`{piece.name}`: {error}") from None
        return Scene(shaped)

    def _shape(self, piece: Piece) -> Shape:
        if self.grid is not None and self.cells[piece.name]:
            return shape_of_cells(self.grid, self.cells[piece.name], self.size)
        if piece.shape is None:
            raise Refusal("table", f"`{piece.name}` has no shape")
        return piece.shape if self.grid is None else scaled(piece.shape, self.size)

    def standing(self, cell: Point) -> Point:
        """Where a model in this cell of the grid stands; without a grid the place itself.

        Raises :class:`~groundrules.ground.ShapeError` for what is no cell.
        """
        if self.grid is None:
            return cell
        x, y = self.grid.centre(self.grid.cell(cell))
        return x * self.size, y * self.size

    def distance(self, start: Point, end: Point) -> Number:
        """How far two models stand apart: on a grid so many cells, each of its size."""
        if self.grid is None:
            return length(end[0] - start[0], end[1] - start[1])
        return self.grid.distance(self.grid.cell(start), self.grid.cell(end)) * self.size

    def touched(self, at: Point, base: Footprint) -> dict[str, Lies]:
        """The pieces that a model there is in or touches; on a grid it fills its cell."""
        whole = base_of_cell(self.grid, self.size) if self.grid is not None and base.is_point else base
        return self.scene.at(at, whole)


def ready_table(book: Rulebook, table: Table) -> ReadyTable:
    """The table, made ready once for this book, from whichever thread.

    Raises :class:`Refusal` for an unknown kind of terrain, a field that is none, two
    pieces of one name, a piece without a shape.
    """
    found: ReadyTable | None = book.tables.get(id(table))
    if found is not None and found.table is table:
        return found
    ready = _ready(book, table)
    with book.lock:
        while len(book.tables) >= _KEPT_TABLES:
            del book.tables[next(iter(book.tables))]
        book.tables[id(table)] = ready
    return ready


def _ready(book: Rulebook, table: Table) -> ReadyTable:
    if len(table.pieces) > PIECES:
        raise Refusal("table", f"the table has more than {PIECES:,} pieces")
    pieces: dict[str, Piece] = {}
    for piece in table.pieces:
        if piece.name in pieces:
            raise Refusal("table", f"two pieces are called `{piece.name}`")
        pieces[piece.name] = piece
    spots = {name: spot_of(book, piece) for name, piece in pieces.items()}
    setting = book.settings.grid
    grid: Grid | None = None
    cells: dict[str, frozenset[Cell]] = {}
    if setting is not None:
        if setting.size > COORDINATE:
            raise Refusal("grid", f"the cells of the rules are longer than {COORDINATE:,}")
        grid = Grid("hexes", "equal") if setting.cell == "hexes" else Grid("squares", setting.diagonals)
        cells = {name: _cells(grid, piece) for name, piece in pieces.items()}
    ready = ReadyTable(table, pieces, spots, grid, cells, Fraction(1) if setting is None else setting.size)
    if grid is None:
        ready.scene  # noqa: B018  # what is no shape is refused now
    for piece in pieces.values():
        _band(piece)
    return ready


def _cells(grid: Grid, piece: Piece) -> frozenset[Cell]:
    try:
        if piece.cells:
            return frozenset(grid.cell(cell) for cell in piece.cells)
        if piece.shape is None:
            raise Refusal("table", f"`{piece.name}` has neither a shape nor cells")
        return frozenset() if is_line(piece.shape) else grid.covered(piece.shape)
    except ShapeError as error:
        raise Refusal("table", f"`{piece.name}`: {error}") from None


def _band(piece: Piece) -> Band:
    return band_of(piece.name, piece.bottom, piece.top)


def band_of(name: str, bottom: Fraction | None, top: Fraction | None) -> Band:
    """A band of heights; :class:`Refusal` names the piece or model where it cannot be."""
    if bottom is None and top is None:
        return ALL_HEIGHTS
    try:
        return Band(bottom, top)
    except ShapeError as error:
        raise Refusal("table", f"`{name}`: {error}") from None


def spot_of(book: Rulebook, piece: Piece) -> Spot:
    """What a piece is, in declared names."""
    terrains = tuple(dict.fromkeys(named_terrain(book, each, piece.name) for each in piece.terrains))
    return Spot(terrains, _fields(book, "piece", piece.fields, f"`{piece.name}`"))


def named_terrain(book: Rulebook, named: Named, whose: str) -> Named:
    """A terrain with what stands in its brackets; refused where that is too little or too much."""
    declared = book.terrain(named.name)
    bracketed(declared.name, declared.params, named, f"`{whose}`")
    return Named(declared.name, named.args)


def bracketed(name: str, params: tuple[str, ...], named: Named, whose: str) -> None:
    """Refuses a name with too little or too much in its brackets."""
    if len(named.args) == len(params):
        return
    wanted = f"{name}({', '.join(params)})" if params else name
    raise Refusal("name", f"{whose} is `{name}`, which is written `{wanted}`")


def _fields(book: Rulebook, owner: str, stated: Fields, whose: str) -> Fields:
    found: list[tuple[str, FieldValue]] = []
    for name, value in stated:
        schema = book.schema(owner, name)
        found.append((schema.name, _value(book, schema, value, whose)))
    return tuple(sorted(found, key=lambda each: each[0]))


def _value(book: Rulebook, schema: FieldSchema, value: FieldValue, whose: str) -> FieldValue:
    if schema.type in ("one of", "ordered"):
        return book.value(schema, str(value))
    if schema.type == "agreed":
        return value
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, float)):
        raise Refusal("field", f"`{schema.name}` of {whose} is a number, not `{value}`")
    return Fraction(value)


def profile_of(book: Rulebook, model: Model, options: Iterable[str], game: Fields) -> Profile:
    """What rules can ask of a model, in declared names, without any state."""
    traits = []
    for named in model.traits:
        declared = book.trait(named.name)
        bracketed(declared.name, declared.params, named, f"`{model.name}`")
        traits.append(Named(declared.name, tuple(_declared(book, arg) for arg in named.args)))
    chosen = tuple(sorted(book.option(name).name for name in options if name_key(name) != "maystop"))
    return Profile(
        fields=_fields(book, "model", model.fields, f"`{model.name}`"),
        traits=tuple(dict.fromkeys(traits)),
        options=chosen,
        game=_fields(book, "game", game, "the game"),
    )


def _declared(book: Rulebook, arg: Fraction | str) -> Fraction | str:
    """A name in brackets as it was declared, whatever it names."""
    if not isinstance(arg, str):
        return arg
    key = name_key(arg)
    for names in (book.terrains, book.groups, book.actions, book.traits, book.states):
        for name in names:
            if name_key(name) == key:
                return name
    return arg


def base_of(book: Rulebook, model: Model) -> Footprint:
    """What of a model touches ground: its base, or a point where the rules measure from the centre."""
    body = body_of(model)
    return no_base() if book.settings.measure == "centre" else body


def body_of(model: Model) -> Footprint:
    """The base of a model, however the rules measure; a point for a model without."""
    try:
        if model.base is None:
            return no_base()
        if isinstance(model.base, tuple):
            return rect_base(model.base[0], model.base[1], model.facing)
        return round_base(model.base)
    except ShapeError as error:
        raise Refusal("table", f"`{model.name}`: {error}") from None


def in_states(profile: Profile, states: Iterable[Named]) -> Profile:
    """The profile with these states and no others."""
    return replace(profile, states=tuple(sorted(set(states), key=lambda each: (each.name, repr(each.args)))))
