"""Small rulesets with dice, drawn from a seed, and tables on which they are played."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from groundrules.engine import Model, Named, Piece, Situation, Table, Unit, fields_of
from groundrules.ground import Rect
from groundrules.meaning import compile_ruleset
from groundrules.ruleset import Ruleset
from groundrules.source import Source

_HEAD = """model
    Skill: number
    Speed: distance
    traits: Lucky, Stubborn, Nimble, Clumsy, Blessed
outcome Hit
outcome Hurt(Number)
state Shaken until end of move
"""


def compiled(text: str) -> Ruleset:
    """The ruleset of a text that must compile."""
    found = _tried(text)
    assert found is not None, text
    return found


def _tried(text: str) -> Ruleset | None:
    def nothing(name: str, source: Source) -> Any:
        raise AssertionError(name)

    return compile_ruleset(Source("test.terrain", text), "test", nothing).ruleset


class Drawing:
    """One seed draws one text and one situation."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def ruleset(self) -> Ruleset:
        """The rules of the first text drawn that can be compiled: others have bands that no total reaches."""
        while True:
            found = _tried(self.text())
            if found is not None:
                return found

    def text(self) -> str:
        """A ruleset whose rolls read totals, single dice or faces, are kept, changed and made again."""
        lines = [_HEAD.rstrip(), *self._injury(), *self._test(), *self._exceptions()]
        once = self.random.choice(("", "", " once per move"))
        lines.append(f"Mud on enter{once}: Test")
        if "Failure" in "".join(lines) and self.random.random() < 0.4:
            lines.append("    Failure: " + self.random.choice(("Injury", "Hit", "end move", "Injury, Hit")))
        if self.random.random() < 0.3:
            lines.append("Mud when whole move: cost x2")
        if self.random.random() < 0.3:
            lines.append("Shaken: cost x2")
        return "\n".join(lines) + "\n"

    def _injury(self) -> list[str]:
        kind = self.random.choice(("d3", "d2 + d2", "2d3 keep 1 lowest"))
        effect = self.random.choice(("Hit", "Hurt(result)", "Hurt(d2)", "no effect"))
        return [f"roll Injury: {kind}", f"    1-2 Minor: {effect}", "    3+ Major: Hit, stop"]

    def _test(self) -> list[str]:
        if self.random.random() < 0.35:
            return self._one_by_one()
        dice, keep = self.random.choice(
            (("2d4", ""), ("d6", ""), ("3d3", " keep 2 highest"), ("3d3", " keep 1 lowest"))
        )
        flags = ", extra dice keep highest, fewer dice keep lowest" if self.random.random() < 0.6 and not keep else ""
        self.extra = bool(flags)
        total = self.random.choice((dice, dice, f"{dice} + Skill", f"{dice} - 1")) if not keep else dice
        if not keep and not flags and self.random.random() < 0.25:
            total = self.random.choice(("d3 + Injury", "2d3 + d2", "Skill + Injury"))
        cut = self.random.randint(3, 5)
        lines = [f"roll Test: {total}{keep}{flags}"]
        if self.random.random() < 0.25:
            lines.append(f"    natural {self.random.choice((2, 3))} Triumph: {self._effect()}")
        lines.append(f"    {cut} or less Failure: {self._effect()}")
        if self.random.random() < 0.4:
            lines += [f"    {cut + 1} Draw: {self._effect()}", f"    {cut + 2}+ Success: {self._effect()}"]
        else:
            lines.append(f"    {cut + 1}+ Success: {self._effect()}")
        return lines

    def _one_by_one(self) -> list[str]:
        self.extra = True
        lines = [f"roll Test: {self.random.choice((1, 2, 3))}d{self.random.choice((3, 4))}"]
        lines.append(f"    each 1 Failure: {self._effect()}")
        if self.random.random() < 0.5:
            lines.append(f"    each 3+: {self._effect()}")
        return lines

    def _effect(self) -> str:
        choices = ("no effect", "Hit", "Hurt(result)", "Hurt(natural)", "stop", "gain Shaken", "Injury", "Hit, Injury",
                   "end move", "end activation", "stop after 1/2\"")  # fmt: skip
        weights = (6, 6, 1, 1, 3, 3, 3, 1, 1, 1, 1)
        return self.random.choices(choices, weights)[0]

    def _exceptions(self) -> list[str]:
        possible = [
            "Lucky: reroll 1 in Test",
            "Stubborn: reroll Failure in Test",
            "Shaken: Test -1",
            "Blessed: pass Injury as Minor",
            "Nimble: Test +1 die",
            "Clumsy: Test -1 die",
        ]
        if not self.extra:
            possible = possible[:4]
        if "Test -1" in possible[2] and self.random.random() < 0.5:
            del possible[2]
        return [each for each in possible if self.random.random() < 0.5]

    def situation(self) -> Situation:
        """One or two models and pieces in their way."""
        pieces = []
        for number in range(self.random.choice((1, 1, 2))):
            left = Fraction(self.random.randint(1, 20), 2)
            pieces.append(
                Piece(
                    name=f"p{number}", terrains=(Named("Mud"),), shape=Rect(left, Fraction(-9), left + 2, Fraction(9))
                )
            )
        path = ((Fraction(0), Fraction(0)), (Fraction(13), Fraction(0)))
        count = self.random.choice((1, 1, 2))
        models = tuple(self._model(f"m{number}", number) for number in range(count))
        mover: Model | Unit = models[0] if count == 1 else Unit(models=models, name="unit")
        return Situation(mover=mover, table=Table(tuple(pieces)), moves=(path,))

    def _model(self, name: str, row: int) -> Model:
        traits = ("Lucky", "Stubborn", "Nimble", "Clumsy", "Blessed")
        held = tuple(Named(trait) for trait in traits if self.random.random() < 0.35)
        stated = fields_of(
            {"Skill": Fraction(self.random.randint(0, 2)), "Speed": Fraction(self.random.randint(6, 20))}
        )
        return Model(name=name, at=(Fraction(0), Fraction(row)), fields=stated, traits=held)
