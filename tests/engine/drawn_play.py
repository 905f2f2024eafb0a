"""Tables, models and moves drawn for the drawn rulesets."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from groundrules.engine import Model, Named, Piece, Situation, Table, Unit, fields_of
from groundrules.ground import Circle, Line, Polygon, Rect
from groundrules.ruleset import Ruleset

from .drawn_paths import drawn_leg

KINDS = ("Mud", "Bog", "Wood", "Wall", "Open", "Thorns")


class Setter:
    """Sets tables for one ruleset; the same seed sets the same."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.random = Random(seed)
        self.ruleset = ruleset
        self.grid = ruleset.settings.grid is not None

    def coordinate(self) -> Fraction:
        return Fraction(self.random.randint(0, 12)) if self.grid else Fraction(self.random.randint(0, 48), 4)

    def point(self) -> tuple[Fraction, Fraction]:
        return self.coordinate(), self.coordinate()

    def shape(self) -> Any:
        (x, y), size = self.point(), Fraction(self.random.randint(4, 16), 2)
        kind = self.random.choice(("rect", "rect", "circle", "polygon", "line"))
        if kind == "rect":
            return Rect(x, y, x + size, y + Fraction(self.random.randint(4, 16), 2))
        if kind == "circle":
            return Circle(x, y, size / 2)
        if kind == "polygon":
            return Polygon(((x, y), (x + size, y), (x, y + size)))
        return Line(((x, y), (x + size, y + size)))

    def kind(self) -> Named:
        name = self.random.choice(KINDS)
        return Named(name, (Fraction(self.random.randint(1, 3)),) if name == "Thorns" else ())

    def table(self) -> Table:
        pieces = []
        for number in range(self.random.randint(1, 7)):
            stated: dict[str, Any] = {"Height": Fraction(self.random.randint(0, 4))}
            if self.random.random() < 0.5:
                stated["Depth"] = Fraction(self.random.randint(0, 3))
            kinds = tuple({each.name: each for each in (self.kind(), self.kind())}.values())
            band = (Fraction(0), Fraction(2)) if self.random.random() < 0.2 else (None, None)
            pieces.append(
                Piece(name=f"p{number}", terrains=kinds[: self.random.randint(1, 2)], shape=self.shape(),
                      fields=fields_of(stated), bottom=band[0], top=band[1])
            )  # fmt: skip
        return Table(tuple(pieces))

    def model(self, name: str, at: Any = None) -> Model:
        stated: dict[str, Any] = {
            "Speed": Fraction(self.random.choice((8, 60, 200))),
            "Skill": Fraction(self.random.randint(2, 5)),
            "Class": self.random.choice(("Foot", "Horse", "Engine")),
            "Height": self.random.choice(("Low", "Tall", "Huge")),
        }
        if self.random.random() < 0.8:
            stated["Swim"] = Fraction(self.random.randint(1, 6))
        traits = [Named("Flying"), Named("Strider", ("Mud",)), Named("Tough", (Fraction(2),))]
        return Model(
            name=name,
            fields=fields_of(stated),
            traits=tuple(each for each in traits if self.random.random() < 0.3),
            base=self.random.choice((None, None, Fraction(1), (Fraction(1), Fraction(2)))),
            at=at,
        )

    def leg(self, start: Any) -> tuple[Any, ...]:
        return drawn_leg(self.random, start, self.random.randint(0, 3), 0.2, self.grid, self.point)

    def situation(self, action: str, table: Table | None = None) -> Situation:
        start = self.point()
        legs = [self.leg(start)]
        while self.random.random() < 0.3 and len(legs) < 3:
            legs.append(self.leg(next(step for step in reversed(legs[-1]) if isinstance(step, tuple))))
        mover: Model | Unit
        if self.random.random() < 0.35:
            places = [start, *(self.point() for _ in range(self.random.randint(1, 3)))]
            mover = Unit(models=tuple(self.model(f"m{n}", place) for n, place in enumerate(places)))
        else:
            mover = self.model("model", start)
        chosen = tuple(
            option for option in ("Careful", "Reckless", "may stop")
            if self.random.random() < 0.3 and (option == "may stop" or option in {o.name for o in self.ruleset.options})
        )  # fmt: skip
        return Situation(
            mover=mover,
            table=table if table is not None else self.table(),
            action=action,
            moves=tuple(legs) if self.random.random() < 0.9 else (),
            options=chosen,
            agreed=("it is so",) if self.random.random() < 0.5 else (),
            game=fields_of({"Season": self.random.choice(("Summer", "Winter"))}),
            turn="next" if self.random.random() < 0.2 else None,
        )
