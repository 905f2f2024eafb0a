"""Rulesets drawn at random from every form of the language, over one fixed vocabulary.

Each line is drawn by itself; lines that the compiler finds fault with are left out, so
that what remains checks clean. Nothing is expected of the answers but that there is one.
"""

from __future__ import annotations

from random import Random

from groundrules.meaning import compile_ruleset
from groundrules.ruleset import Ruleset
from groundrules.source import Source

VOCABULARY = """\
ruleset "drawn"
distance inches
overlap {overlap}
{rounding}{measure}
model
    Speed: distance
    Swim: distance, optional
    Skill: number
    Class: Foot, Horse, Engine
    Height: Low < Tall < Huge
    traits: Flying, Strider(Ground), Tough(N)

piece
    Height: distance
    Depth: number, optional
    Boundary: agreed for Mud

game
    Season: Summer, Winter

{actions}

group Rough: Mud, Bog
outcome Hit(Power)
outcome Lost
state Prone until end of turn: Speed x1/2
state Shaken until end of move: Skill -1
state Marked: cost +1
cover Soft
cover Hard

number Pool by Height: Low 1, Tall 2, Huge 3
    for Horse: +1

roll Risky: 2d6, extra dice keep highest, fewer dice keep lowest
    2-6 Failure
    7-11 Success
    12 Critical, Success

roll Luck: d6
    natural 1 Fumble
    Skill+ Success
    otherwise Failure

roll Many(X): Pool d6
    each 1-X: Hit(X)

roll Slip: d6"
    otherwise: no effect

roll Charged: d6" + d3"
    otherwise: no effect

Open: no effect
Mud: cost x2
Bog: no effect
Wood: no effect
Wall: no effect
Thorns(X): no effect
"""

ACTIONS = (
    "action Move: up to Speed\naction March: 3 moves, each up to Speed\n"
    "action Charge: up to Speed + Charged\nactions Flee",
    "actions Move, March, Charge, Flee",
    'action Move: 2" to Speed + 4"\naction March: 2 moves up to Speed\n'
    "action Charge: up to Speed x2\naction Flee: up to Swim",
)
GRIDS = ("", "", "", 'grid 1" squares diagonals alternate\n', "grid hexes\n")
TERRAINS = ("Mud", "Bog", "Wood", "Wall", "Thorns(2)", "Thorns(X)", "Open", "Any Terrain", "Rough")
GROUNDS = ("Mud", "Bog", "Wood", "Wall", "Open", "Any Terrain", "Rough", "Mud and Bog", "Any Terrain except Open")
MODELS = (
    "Flying",
    "Foot",
    "Horse",
    "Huge",
    "Prone",
    "Shaken",
    "March",
    "Charge",
    "Winter",
    "Tough(N)",
    "Strider(Ground)",
)
EVENTS = ("enter", "leave", "cross", "contact", "start", "end", "activate", "climb", "jump", "drop", "turn start",
          "turn end", "enter and end", "climb, jump")  # fmt: skip
ROLLS = ("Risky", "Luck", "Many(2)", "Slip")


class Drawer:
    """Draws rules; the same seed draws the same."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def maybe(self, text: str, chance: float = 0.3) -> str:
        return f" {text}" if self.random.random() < chance else ""

    def number(self) -> str:
        return self.one("1", "2", "3", "1/2", "half Skill", "Skill", "Pool", "Skill + 1", "2 x Skill")

    def length(self) -> str:
        return self.one('1"', '2"', '3"', '6"', '1/2"', "half Speed", "Speed x1/2", 'Speed - 1"', "Swim")

    def operand(self) -> str:
        return self.one("Skill", "model Skill", "Pool", "piece Depth", "2", "3")

    def condition(self, depth: int = 0) -> str:
        roll = self.random.random()
        if depth < 2 and roll < 0.25:
            joint = self.one(" and ", " or ")
            parts = [self.condition(depth + 1) for _ in range(2)]
            return joint.join(f"({part})" if " and " in part or " or " in part else part for part in parts)
        if roll < 0.3:
            return f"not {self.one('Flying', 'Prone', 'inside', 'touching')}"
        compare = self.one("at least", "at most", "over", "under", "is")
        return self.one(
            "Flying", "Prone", "Foot", "Careful", "Season is Winter", f"Height {compare} Tall",
            f"{self.operand()} {compare} {self.operand()}", f'piece Height {compare} 1"', f'moved {compare} 2"',
            f'rise {compare} 2"', f'fall {compare} 2"', f'gap {compare} 2"', f'width {compare} base', "covered is 1",
            "covered over 1/2", "inside", "behind", "between", "touching", "obscured over 1/2", "partly obscured",
            "wholly obscured", "whole move", "part of move", 'agreed "it is so"', "over 1/2 of unit inside",
            "none of base inside", "all of unit touching", "any of unit outside", "at least 2 of unit inside",
            "all of facing obscured by Wood", "over 1/2 of facing obscured by Any Terrain", 'distance over 3"',
            "target Skill over shooter Skill",
        )  # fmt: skip

    def effect(self, event: bool) -> str:
        held = (
            f"cost x{self.one('2', '3', '1/2', '3/2')}", f"cost {self.one('+1', '+1/2', '-1/2')}",
            f"cost at least {self.one('1', '2')}", f"cost {self.length()} to enter", "cost all",
            f'cost {self.length()} per {self.one("", "full ")}1"{self.one("", " or part")} of '
            f"{self.one('rise', 'fall', 'gap', 'distance', 'width')}",
            f"{self.one('forbid', 'allow')} "
            f"{self.one('enter', 'cross', 'leave', 'start', 'end', 'March', 'enter and end')}"
            f"{self.maybe('always', 0.15)}",
            f"{self.one('at most', 'at least', 'up to')} {self.length()}",
            f"Speed {self.one('+', '-')}{self.one('1', '2')}\"",
            "Speed x1/2", "half Speed", 'Speed becomes 4"', 'Speed -2" down to 1"', 'Speed +2" up to 7"', "Skill +1",
            "Skill becomes 5", "Pool +1", "target Skill -1", "shooter Skill -1", f"cover {self.one('Soft', 'Hard')}",
            f"block sight{self.maybe('beyond ' + self.length())}",
            f"counts as {self.one('Mud', 'Thorns(1)', 'Bog and Wood')}",
            f"treat {self.one(*GROUNDS)} as {self.one('Mud', 'Bog', 'Thorns(1)')}",
            f"ignore {self.one(*GROUNDS)}{self.one('', ' while moving', ' on enter', ' on climb and jump')}",
            f"pass {self.one('Risky', 'Luck', 'Many', 'Risky and Luck')}{self.one('', '', ' as Failure')}",
            f"reroll {self.one('1', '1-2', 'Failure')} in {self.one('Risky', 'Luck')}",
            f"{self.one('Risky', 'Many')} {self.one('+1 die', '-1 die')}",
            f"{self.one('Risky', 'Luck')} {self.one('+1', '-1')}",
            f"replaces {self.one('Wood', 'Mud and Bog')}", "no effect",
        )  # fmt: skip
        happens = (
            "stop", "may stop", "end move", "end activation", "end move beyond", f"stop after {self.length()}",
            self.one(*ROLLS), self.one(*ROLLS), self.one(*ROLLS), "Hit(2)", "Hit(d6)", "Hit(Skill)", "Lost",
            "Hit(1) without Lost", "gain Prone", "lose Prone", "gain Shaken", "gain Marked", "becomes Bog",
            "Hit(1 per full 1\" of fall)", "Hit(moved / 1\")",
        )  # fmt: skip
        return self.one(*held, *(happens * 3 if event else ()))

    def rule(self) -> str:
        event = self.random.random() < 0.65
        subject = self.one(*TERRAINS, *TERRAINS, *MODELS)
        line = subject
        line += f" on {self.one(*EVENTS)}" if event else ""
        line += self.maybe(
            f"in {self.one('Mud', 'Bog', 'Wood', 'Any Terrain', 'Ground', 'Rough')}", 0.3 if subject in MODELS else 0.1
        )
        line += self.maybe(f"during {self.one('Move', 'March', 'Charge, Flee')}", 0.08)
        line += self.maybe(f"for {self.one('Foot', 'Flying', 'Horse, Engine', 'unit', 'Tall')}", 0.12)
        line += self.maybe(f"except {self.one('Flying', 'Engine', 'Prone', 'during Flee')}", 0.08)
        line += self.maybe(f"when {self.condition()}", 0.25)
        if event:
            line += self.maybe(
                f"once per {self.one('move', 'feature', 'activation', 'turn', 'game', 'feature per move')}", 0.25
            )
            line += self.maybe("together", 0.1)
        effects = [self.effect(event) for _ in range(self.random.choice((1, 1, 1, 2)))]
        line += ": " + ", ".join(effects)
        if effects == ["Risky"] and self.random.random() < 0.5:
            line += f"\n    {self.one('Failure', 'Success', 'Critical')}: {self.effect(True)}"
        return line

    def option(self) -> str:
        return f"option {self.one('Careful', 'Reckless')}{self.maybe('for Foot')}: {self.effect(False)}"

    def text(self) -> str:
        head = VOCABULARY.format(
            overlap=self.one("worst", "multiply", "add"),
            rounding=self.one("", "", "round up per move\n", "round nearest per activation\n"),
            measure=self.one("", "", "measure centre\n") + self.one(*GRIDS),
            actions=self.one(*ACTIONS),
        )
        lines = [self.rule() for _ in range(self.random.randint(5, 16))]
        lines.append('option Careful: at most 8"')
        if self.random.random() < 0.5:
            lines.append(self.option())
        return head + "\n".join(lines) + "\n"


def clean_ruleset(seed: int) -> tuple[str, Ruleset | None]:
    """A drawn text of which the lines in error were left out, and what it compiles to."""
    text = Drawer(seed).text()
    for _ in range(12):
        compiled = compile_ruleset(Source("drawn.terrain", text), "drawn", _nothing)
        if compiled.ruleset is not None:
            return text, compiled.ruleset
        bad = {each.span.line for each in compiled.diagnostics if each.is_error}
        bad |= {related.span.line for each in compiled.diagnostics if each.is_error for related in each.related[:1]}
        lines = text.split("\n")
        first = next(number for number, line in enumerate(lines, 1) if line.startswith("Thorns(X): no effect"))
        bad = {line for line in bad if line > first} or bad
        kept = [
            line for number, line in enumerate(lines, 1)
            if number not in bad and not (line.startswith("    ") and number > first and number - 1 in bad)
        ]  # fmt: skip
        if len(kept) == len(lines):
            return text, None
        text = "\n".join(kept)
    return text, None


def _nothing(name: str, source: Source) -> Source:
    raise AssertionError(f"{name} is used, and nothing can be")
