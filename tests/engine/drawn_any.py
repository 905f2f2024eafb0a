"""Tables, models and moves drawn for any ruleset, from what it declares."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from groundrules.engine import Model, Named, Piece, Situation, Table, Unit, fields_of
from groundrules.ground import Circle, Line, Rect
from groundrules.ruleset import Ruleset

from .drawn_paths import drawn_leg


class AnySetter:
    """The same seed sets the same table."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.ruleset = ruleset
        self.random = Random(seed)
        self.grid = ruleset.settings.grid is not None

    def fields(self, owner: str) -> Any:
        stated: dict[str, Any] = {}
        for schema in self.ruleset.fields:
            if schema.owner != owner or (schema.optional and self.random.random() < 0.3):
                continue
            if schema.type in ("one of", "ordered"):
                stated[schema.name] = self.random.choice(schema.values).name
            elif schema.type != "agreed":
                stated[schema.name] = Fraction(self.random.choice((0, 1, 2, 3, 6, 60)))
        return fields_of(stated)

    def args(self, params: tuple[str, ...]) -> tuple[Any, ...]:
        names = [terrain.name for terrain in self.ruleset.terrains]
        return tuple(self.random.choice((Fraction(1), Fraction(2), self.random.choice(names))) for _ in params)

    def coordinate(self) -> Fraction:
        return Fraction(self.random.randint(0, 12)) if self.grid else Fraction(self.random.randint(0, 48), 4)

    def point(self) -> tuple[Fraction, Fraction]:
        return self.coordinate(), self.coordinate()

    def piece(self, number: int) -> Piece:
        (x, y), size = self.point(), Fraction(self.random.randint(4, 16), 2)
        shape: Any = self.random.choice(
            (Rect(x, y, x + size, y + 3), Circle(x, y, size / 2), Line(((x, y), (x + size, y + 2))))
        )
        kinds = self.random.sample(self.ruleset.terrains, min(len(self.ruleset.terrains), self.random.randint(1, 2)))
        terrains = tuple(Named(kind.name, self.numbers(kind.params)) for kind in kinds)
        return Piece(name=f"p{number}", terrains=terrains, shape=shape, fields=self.fields("piece"))

    def numbers(self, params: tuple[str, ...]) -> tuple[Fraction, ...]:
        return tuple(Fraction(self.random.randint(1, 3)) for _ in params)

    def table(self) -> Table:
        return Table(tuple(self.piece(number) for number in range(self.random.randint(1, 6))))

    def model(self, name: str, at: Any = None) -> Model:
        traits = tuple(
            Named(trait.name, self.args(trait.params)) for trait in self.ruleset.traits if self.random.random() < 0.3
        )
        base = self.random.choice((None, Fraction(1), (Fraction(1), Fraction(2))))
        return Model(name=name, fields=self.fields("model"), traits=traits, base=base, at=at)

    def leg(self, start: Any) -> tuple[Any, ...]:
        return drawn_leg(self.random, start, self.random.randint(1, 3), 0.25, self.grid, self.point)

    def situation(self, action: str) -> Situation:
        start = self.point()
        mover: Model | Unit = self.model("model", start)
        if self.random.random() < 0.3:
            places = [start, *(self.point() for _ in range(2))]
            mover = Unit(models=tuple(self.model(f"m{n}", place) for n, place in enumerate(places)))
        options = tuple(o.name for o in self.ruleset.options if self.random.random() < 0.3)
        return Situation(
            mover=mover, table=self.table(), action=action, moves=(self.leg(start),), options=(*options, "may stop"),
            game=self.fields("game"), turn="next" if self.random.random() < 0.2 else None,
        )  # fmt: skip
