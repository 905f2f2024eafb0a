"""Pieces and fields of a table file against what a ruleset declares."""

from __future__ import annotations

from collections.abc import Mapping as Map
from fractions import Fraction
from functools import cached_property

from groundrules.diagnostics import finding
from groundrules.engine import Fields, FieldValue, Named, Piece, Table, fields_of
from groundrules.engine.reading import parts
from groundrules.ground.numbers import ShapeError
from groundrules.ground.reading import SHAPE_KEYS, read_shape
from groundrules.naming import name_key
from groundrules.quantity import exact
from groundrules.ruleset import Agreed, FieldSchema, Ruleset
from groundrules.scenarios import shapes
from groundrules.scenarios.documents import unknown_keys
from groundrules.scenarios.shapes import Key
from groundrules.scenarios.values import Values
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar
from groundrules.source import Span

#: What the numbers of a shape are, where people take them for something else.
_MEND = {
    "rect": "write two corners, `[x0, y0, x1, y1]`, not a width and a height",
    "circle": "write `[x, y, radius]`",
    "ellipse": "write `[x, y, half width, half height]`",
}


class Facts:
    """The facts that rules ask the players for; looked for when they are first wanted."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    @cached_property
    def asked(self) -> Map[str, str]:
        """The words of each, by how they are compared."""
        facts = (each.text for each in parts(self._ruleset) if isinstance(each, Agreed))
        return {name_key(text).casefold(): text for text in facts}


class TableReader(Values):
    """Reads tables against one ruleset; findings collect in ``diagnostics``."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__()
        self.ruleset = ruleset
        self.fields = {f"{f.owner} {name_key(f.name)}": f for f in ruleset.fields}
        self.terrains = {name_key(t.name): t.name for t in ruleset.terrains}
        self.traits = {name_key(t.name): t.name for t in ruleset.traits}
        self.states = {name_key(s.name): s.name for s in ruleset.states}
        self.actions = {name_key(a.name): a.name for a in ruleset.actions}
        self.options = {name_key(o.name): o.name for o in ruleset.options}
        #: Whether facts that no rule asks for are told; rules that were changed may ask for fewer.
        self.tells_facts = False
        self.facts = Facts(ruleset)

    def agreed(self, item: Item | None) -> tuple[str, ...]:
        """Facts that hold, in the words of the file."""
        listed = self.scalars(item, "`agreed`")
        if listed and self.tells_facts:
            asked = self.facts.asked
            for each in listed:
                if name_key(each.text).casefold() not in asked:
                    self.unknown(each.span, "fact of these rules", each.text, asked.values())
        return tuple(each.text for each in listed)

    def excluded(self, stated: Mapping, one: str, other: str) -> None:
        """Two keys that say the same thing."""
        item = stated.get(other)
        assert item is not None
        self.diagnostics.append(
            finding(
                "GR407",
                stated.keys.get(other, item.span),
                f"`{one}` and `{other}` exclude each other",
                help="keep one of the two",
            )
        )

    # ---- the table

    def table(self, item: Item | None) -> Table:
        """The pieces of a table, in the order written."""
        listed = self.mapping(item, "`table`")
        pieces = []
        for name in listed or ():
            assert listed is not None
            piece = self.piece(name, listed.items[name], listed.keys[name])
            if piece is not None:
                pieces.append(piece)
        return Table(tuple(pieces))

    def piece(self, name: str, item: Item, key: Span) -> Piece | None:
        """One piece: its kinds, its shape, its heights, its fields."""
        stated = self.mapping(item, f"the piece `{name}`")
        if stated is None:
            self.lacking(key, f"the piece `{name}` states nothing", "write `{terrain: …, rect: [x0, y0, x1, y1]}`")
            return None
        terrains = tuple(t for each in self.scalars(stated.get("terrain"), "`terrain`") if (t := self.terrain(each)))
        if stated.get("terrain") is None:
            self.lacking(key, f"the piece `{name}` does not say what kind of ground it is", "write `terrain: …`")
        given = [each for each in (*SHAPE_KEYS, "cells") if stated.get(each) is not None]
        if len(given) > 1:
            self.excluded(stated, given[0], given[1])
            return None
        if not given:
            self.lacking(
                key, f"the piece `{name}` has no shape", "write one of " + ", ".join(f"`{k}`" for k in SHAPE_KEYS)
            )
            return None
        shape = None
        cells: tuple[tuple[int, int], ...] = ()
        if given[0] == "cells":
            cells = self.cells(stated.get("cells"))
        else:
            holes = stated.get("holes")
            try:
                numbers = self.numbers(stated.items[given[0]])
                shape = read_shape(given[0], numbers, None if holes is None else self.numbers(holes))
                if given[0] == "rect":
                    self.corners(name, numbers, stated.items["rect"].span)
            except ShapeError as error:
                self.wrong(
                    stated.items[given[0]].span,
                    f"the shape of `{name}` cannot be: {error}",
                    _MEND.get(given[0], "mend its numbers"),
                )
                return None
        return Piece(
            name=name,
            terrains=terrains,
            shape=shape,
            cells=cells,
            fields=self.stated_fields("piece", stated, shapes.PIECE),
            bottom=self.number(stated.get("bottom"), "`bottom`"),
            top=self.number(stated.get("top"), "`top`"),
        )

    def corners(self, name: str, numbers: object, span: Span) -> None:
        """Two corners from left to right and upwards; others are most likely a width and a height."""
        x0, y0, x1, y1 = (Fraction(each) for each in numbers)  # type: ignore[attr-defined]  # a shape was made of it
        if x0 <= x1 and y0 <= y1:
            return
        sorted_ = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        two, size = ("[" + ", ".join(map(exact, each)) + "]" for each in (sorted_, (x0, y0, x0 + x1, y0 + y1)))
        sized = f", and `{size}` for a width and a height" if x1 > 0 and y1 > 0 else ""
        self.diagnostics.append(
            finding(
                "GR507",
                span,
                f"the second corner of `{name}` lies {'left of' if x1 < x0 else 'below'} the first",
                help=f"write `{two}` for two corners{sized}",
            )
        )

    def cells(self, item: Item | None) -> tuple[tuple[int, int], ...]:
        listed = self.sequence(item, "`cells`")
        found = []
        for each in listed.items if listed is not None else ():
            pair = self.point(each, "a cell")
            if pair is None:
                continue
            if Fraction(pair[0]).denominator != 1 or Fraction(pair[1]).denominator != 1:
                self.wrong(each.span, "a cell is a pair of whole numbers", "write `[column, row]`")
                continue
            found.append((int(pair[0]), int(pair[1])))
        return tuple(found)

    def terrain(self, item: Scalar) -> Named | None:
        """A declared kind of ground with its brackets; ``Open`` may be undeclared: bare table."""
        named = self.named(item)
        if named is None:
            return None
        declared = self.terrains.get(name_key(named.name))
        if declared is None:
            if name_key(named.name) == "Open":
                return None
            known = ["Open"] if name_key(named.name).casefold() == "open" else self.terrains.values()
            self.unknown(item.span, "terrain", named.name, known)
            return None
        wanted = next(t.params for t in self.ruleset.terrains if t.name == declared)
        if len(wanted) != len(named.args):
            shown = f"{declared}({', '.join(wanted)})" if wanted else declared
            self.wrong(item.span, f"`{item.text}` must be `{shown}`", "give what stands in the brackets of the rules")
            return None
        return Named(declared, named.args)

    # ---- fields

    def stated_fields(self, owner: str, stated: Mapping, keys: Map[str, Key]) -> Fields:
        """The stated fields of the ruleset's schema; every other key is told."""
        schema = {f.name: f for f in self.ruleset.fields if f.owner == owner}
        found: dict[str, FieldValue] = {}
        for key, item in stated.items.items():
            field = self.fields.get(f"{owner} {name_key(key)}")
            if field is not None:
                value = self.field(field, item)
                if value is not None:
                    found[field.name] = value
            elif key not in keys:
                allowed = {**keys, **{name: Key("text", "a field") for name in schema}}
                span = stated.keys[key]
                self.diagnostics.extend(unknown_keys(Mapping({key: item}, {key: span}, span), allowed))
        return fields_of(found)

    def field(self, field: FieldSchema, item: Item) -> FieldValue | None:
        """A field's value as its schema wants it."""
        if field.type == "agreed":
            value = item.boolean() if isinstance(item, Scalar) else None
            return value if value is not None else self.text(item, f"`{field.name}`")
        if field.values:
            text = self.text(item, f"`{field.name}`")
            if text is None:
                return None
            known = {name_key(v.name): v.name for v in field.values}
            if name_key(text) not in known:
                self.unknown(item.span, f"value of `{field.name}`", text, known.values())
                return None
            return known[name_key(text)]
        return self.number(item, f"`{field.name}`")

    def declared(self, what: str, named: Named, span: Span, known: dict[str, str]) -> Named:
        """The declared spelling of a name; told when there is none."""
        found = known.get(name_key(named.name))
        if found is None:
            self.unknown(span, what, named.name, known.values())
            return named
        return Named(found, named.args)
