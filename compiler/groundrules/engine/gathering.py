"""Dice that an expression holds, thrown before it is worked out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from groundrules.engine.dice import Request
from groundrules.engine.expressions import argument, needs
from groundrules.engine.occasion import Context
from groundrules.engine.play import Play, Task
from groundrules.engine.reads import Total
from groundrules.engine.records import Thrown, trace_line
from groundrules.engine.refusal import Refusal
from groundrules.limits import DICE
from groundrules.ruleset import Dice, TotalOf
from groundrules.verdict import Number, Pending, RollMade


class Receiver(Protocol):
    """A task that goes on once the dice for it have been thrown."""

    def with_given(self, given: tuple[Number, ...]) -> Task:
        """The task with their values, in order."""
        ...


def dice_wanted(need: Dice, context: Context, play: Play) -> int:
    """How many dice a pool of a rule has; refused where that is no number of dice."""
    count = context.numeric(play, need.count)
    if count != int(count) or not 0 <= count <= DICE:
        raise Refusal("dice", f"`{context.standing.rule.id}` asks for {count} dice")
    return int(count)


def pending_dice(context: Context, play: Play, name: str, count: int, sides: int) -> Pending:
    """What is asked for."""
    rule = context.standing.rule
    return Pending(
        kind="dice", name=name, dice=count, sides=sides, rule=rule.id, source=rule.origin.place,
        model=context.name(play), piece=context.occasion.piece,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Gather:
    """Throws what ``wanted`` says, one after the other, and hands it to ``receiver``; ``thing`` is what it is for."""

    context: Context
    wanted: tuple[Dice | TotalOf, ...]
    thing: str
    receiver: Receiver
    given: tuple[Number, ...] = ()
    rolling: bool = False
    #: Dice in the brackets of the roll that comes next.
    inner: tuple[Number, ...] | None = None
    #: Whether the thing is noted by itself as well.
    beside: bool = False

    def run(self, play: Play) -> Request | None:
        """The next of them."""
        from groundrules.engine.performing import MakeRoll

        if self.rolling:
            total = play.last_total if play.last_total is not None else Fraction(0)
            play.last_total = None
            play.agenda.append(replace(self, given=(*self.given, total), rolling=False, inner=None))
            return None
        if len(self.given) == len(self.wanted):
            play.agenda.append(self.receiver.with_given(self.given))
            return None
        need = self.wanted[len(self.given)]
        if isinstance(need, TotalOf):
            inside = tuple(each for arg in need.args for each in needs(arg))
            if inside and self.inner is None:
                play.agenda.append(Gather(self.context, inside, need.roll, _Inside(self), beside=True))
                return None
            env = self.context.env(play, self.inner or ())
            play.agenda.append(replace(self, rolling=True))
            play.agenda.append(MakeRoll(self.context, need.roll, tuple(argument(arg, env) for arg in need.args), ()))
            return None
        count = dice_wanted(need, self.context, play)
        if not count:
            self._none(play)
            play.agenda.append(replace(self, given=(*self.given, Fraction(0))))
            return None
        if play.mode == "preview":
            self._made(play, need, None)
            play.agenda.append(replace(self, given=(*self.given, Fraction(0))))
            return None
        return Request(count, need.sides, pending_dice(self.context, play, self.thing, count, need.sides), Total)

    def answer(self, play: Play, faces: tuple[int, ...]) -> None:
        """Takes the faces in."""
        need = self.wanted[len(self.given)]
        assert isinstance(need, Dice)
        self._made(play, need, faces)
        play.agenda.append(replace(self, given=(*self.given, Fraction(sum(faces)))))

    def _none(self, play: Play) -> None:
        """Says that there is no die to throw."""
        context = self.context
        trace_line(
            play, context.actor, f"{self.thing}: no die is rolled", meeting=context.occasion.meeting,
            event=context.occasion.event, by=context.standing, branch=context.branch,
        )  # fmt: skip

    def _made(self, play: Play, need: Dice, faces: tuple[int, ...] | None) -> None:
        rule = self.context.standing.rule
        made = RollMade(
            roll=self.thing, model=self.context.name(play), piece=self.context.occasion.piece, rule=rule.id,
            source=rule.origin.place, sides=need.sides, dice=faces, kept=faces,
            total=None if faces is None else Fraction(sum(faces)),
        )  # fmt: skip
        play.note(Thrown(made) if self.beside or self.thing in play.stage.book.states else made)


@dataclass(frozen=True, slots=True)
class _Inside:
    """Takes in the dice that stand in the brackets of a roll."""

    gathering: Gather

    def with_given(self, given: tuple[Number, ...]) -> Gather:
        """The gathering, which now makes that roll."""
        return replace(self.gathering, inner=given)
