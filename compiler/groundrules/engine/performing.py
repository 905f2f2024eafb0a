"""Making a roll: the pool, rerolls, the total, the bands it falls into, and what they do.

A pool rolls all its dice, then come rerolls, then the effects of its bands, then the
handlers of the roll and of the rule that made it; rolls that bands make come in their
place, depth first. A roll whose dice come to none is not made, and nothing follows from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from groundrules.engine.dice import Request
from groundrules.engine.expressions import argument, needs, numeric
from groundrules.engine.falling import fallen_into, is_each, keeping, modifiers, rerolling, total_of
from groundrules.engine.gathering import Gather, dice_wanted, pending_dice
from groundrules.engine.occasion import Context
from groundrules.engine.play import Play, Task
from groundrules.engine.qualifying import kept_by
from groundrules.engine.reading import reads_of
from groundrules.engine.records import trace_line
from groundrules.engine.refusal import Refusal
from groundrules.engine.standing import Spoken
from groundrules.limits import DICE, ROLLS_DEEP
from groundrules.ruleset import Band, Dice, Effect, Handler, MoreDice, Pass, Reroll, Roll, TotalOf
from groundrules.verdict import Argument, Number, OutcomeMade, RollMade


@dataclass(frozen=True, slots=True)
class MakeRoll:
    """A roll on its way: ``pools`` are the faces of the pools (or totals of other rolls) so far.

    ``again``: dice of the first pool that are to be rerolled; ``rerolled``: the faces they
    showed; ``dice_done`` and ``band_done``: that kind of reroll has been used.
    """

    context: Context
    roll: str
    args: tuple[Argument, ...]
    handlers: tuple[Handler, ...]
    pools: tuple[tuple[int, ...] | Number, ...] = ()
    again: tuple[int, ...] = ()
    rerolled: tuple[int, ...] = ()
    dice_done: bool = False
    band_done: bool = False

    def run(self, play: Play) -> Request | None:
        """The next step of the roll."""
        roll = play.stage.book.roll(self.roll)
        if roll is None:
            self._as_outcome(play)
            return None
        if self._depth() > ROLLS_DEEP:
            raise Refusal("dice", f"`{self.roll}` makes rolls that never come to an end")
        context = self._inner(roll)
        if not self.pools and not self.band_done and not self.dice_done and self._without_dice(play, roll, context):
            return None
        wanted = tuple(needs(roll.total))
        if self.again:
            first = wanted[0]
            assert isinstance(first, Dice)
            return self._request(play, context, roll, len(self.again), first)
        if len(self.pools) < len(wanted):
            need = wanted[len(self.pools)]
            if isinstance(need, TotalOf):
                play.agenda.append(Gather(context, (need,), self.roll, self))
                return None
            count = _thrown(play, roll, context, need, first=not self.pools)
            return self._request(play, context, roll, count, need)
        self._read(play, roll, context)
        return None

    def answer(self, play: Play, faces: tuple[int, ...]) -> None:
        """Takes the faces in."""
        if not self.again:
            play.agenda.append(self.with_given((faces,)))
            return
        pool = self.pools[0]
        assert isinstance(pool, tuple)
        now = list(pool)
        for index, face in zip(self.again, faces, strict=True):
            now[index] = face
        before = tuple(pool[index] for index in self.again)
        play.agenda.append(
            replace(self, pools=(tuple(now), *self.pools[1:]), again=(), rerolled=(*self.rerolled, *before))
        )

    def with_given(self, given: tuple[tuple[int, ...] | Number, ...]) -> Task:
        """Takes in faces, or the total of a roll that this one adds up."""
        return MakeRoll(
            self.context, self.roll, self.args, self.handlers, (*self.pools, *given), self.again, self.rerolled,
            self.dice_done, self.band_done,
        )  # fmt: skip

    # ---- before the dice

    def _depth(self) -> int:
        return self.context.branch.count(">") if self.context.branch is not None else 0

    def _inner(self, roll: Roll) -> Context:
        return self.context.making(roll.name, tuple(zip(roll.params, self.args, strict=False)))

    def _as_outcome(self, play: Play) -> None:
        context = self.context
        rule = context.standing.rule
        play.note(
            OutcomeMade(
                outcome=self.roll, args=self.args, model=context.name(play), piece=context.occasion.piece,
                rule=rule.id, source=rule.origin.place,
            )
        )  # fmt: skip

    def _without_dice(self, play: Play, roll: Roll, context: Context) -> bool:
        """Whether the roll needs none: it is passed, it has none, or this is a preview."""
        for each in modifiers(play, roll, context):
            effect = each.effect
            if isinstance(effect, Pass):
                _trace(play, context, f"passes {roll.name}" + (f" as {effect.band}" if effect.band else ""), each)
                if effect.band is not None:
                    bands = tuple(b for b in roll.bands if effect.band in b.names and b.mode != "each")
                    env = context.env(play)
                    taken = [b for b in bands if kept_by(b.qualifiers, env, b.id) is None][:1]
                    names = taken[0].names if taken else (effect.band,)
                    self._follow(play, roll, context, [(band, context) for band in taken], names)
                play.last_total = None
                return True
        if _rolls_nothing(play, roll, context):
            _trace(play, context, f"{roll.name}: no die is rolled")
            wanted = any(isinstance(task, Gather) and task.rolling for task in play.agenda)
            play.last_total = _beside_dice(play, roll, context) if wanted else None
            return True
        if play.mode == "preview":
            play.note(RollMade(
                roll=roll.name, model=context.name(play), piece=context.occasion.piece,
                rule=context.standing.rule.id, source=context.standing.rule.origin.place, base=roll.base,
            ))  # fmt: skip
            _trace(play, context, f"{roll.name} would be rolled")
            play.last_total = None
            return True
        return False

    def _request(self, play: Play, context: Context, roll: Roll, count: int, need: Dice) -> Request | None:
        if count == 0:
            self.answer(play, ())
            return None
        pending = pending_dice(context, play, roll.name, count, need.sides)
        return Request(count, need.sides, pending, lambda: reads_of(play, roll, context, self, need, count))

    # ---- after the dice

    def _read(self, play: Play, roll: Roll, context: Context) -> None:
        changing = modifiers(play, roll, context)
        first = next((pool for pool in self.pools if isinstance(pool, tuple)), ())
        if not self.dice_done:
            ranges = rerolling(changing)
            again = tuple(index for index, face in enumerate(first) if any(face in each for each in ranges))
            if again and isinstance(self.pools[0], tuple):
                play.agenda.append(replace(self, again=again, dice_done=True))
                return
        kept = self._kept(play, roll, context, first, changing)
        given = [Fraction(sum(kept if pool is first else pool)) if isinstance(pool, tuple) else pool
                 for pool in self.pools]  # fmt: skip
        context = context.having(kept, context.result)
        total = total_of(play, roll, context, changing, tuple(given))
        context = context.having(kept, total)
        fallen = list(fallen_into(roll, context, play, kept, total))
        names = tuple(dict.fromkeys(name for band, _ in fallen for name in band.names))
        if not self.band_done and any(
            isinstance(e.effect, Reroll) and e.effect.band is not None and e.effect.band in names for e in changing
        ):
            play.agenda.append(
                replace(self, pools=(), rerolled=(*self.rerolled, *first), band_done=True, dice_done=True)
            )
            return
        if any(isinstance(task, Gather) and task.rolling for task in play.agenda):
            play.last_total = total
        self._note(play, roll, context, kept, total, [band for band, _ in fallen], names)
        self._follow(play, roll, context, fallen, names)

    def _kept(
        self, play: Play, roll: Roll, context: Context, pool: tuple[int, ...], changing: Sequence[Spoken]
    ) -> tuple[int, ...]:
        """The dice that count, in the order in which they lie."""
        need = next((each for each in needs(roll.total) if isinstance(each, Dice)), None)
        if need is None or is_each(roll):
            return pool
        kept = keeping(roll, dice_wanted(need, context, play), len(pool), _more(changing))
        if kept is None:
            return pool
        keep, which = kept
        order = sorted(range(len(pool)), key=lambda i: (pool[i], -i), reverse=which == "highest")
        return tuple(pool[i] for i in sorted(order[:keep]))

    def _note(
        self, play: Play, roll: Roll, context: Context, kept: tuple[int, ...], total: Number, bands: Sequence[Band],
        names: tuple[str, ...],
    ) -> None:  # fmt: skip
        dice = tuple(face for pool in self.pools if isinstance(pool, tuple) for face in pool)
        sides = next((need.sides for need in needs(roll.total) if isinstance(need, Dice)), None)
        rule = context.standing.rule
        play.note(
            RollMade(
                roll=roll.name, model=context.name(play), piece=context.occasion.piece, rule=rule.id,
                source=rule.origin.place, base=roll.base, sides=sides, dice=dice, kept=kept,
                rerolled=self.rerolled, total=total, bands=names,
                band_ids=tuple(band.id for band in bands), stood=context.stood,
            )
        )  # fmt: skip
        if play.trace:
            faces = ", ".join(map(str, dice))
            _trace(play, context, f"{roll.name}: {faces}" + (f", {' and '.join(names)}" if names else ""))

    def _follow(
        self,
        play: Play,
        roll: Roll,
        context: Context,
        fallen: Sequence[tuple[Band, Context]],
        names: tuple[str, ...],
    ) -> None:
        """Puts what the bands do and then what the handlers do on the agenda."""
        from groundrules.engine.acting import Do

        following: list[Task] = [Do(_below(inner, band.id), band.effects) for band, inner in fallen if band.effects]
        for handler in (*roll.handlers, *self.handlers):
            times = [inner for band, inner in fallen if handler.band in band.names]
            if not times and handler.band in names:
                times = [context]
            for inner in times:
                branch = _below(inner, handler.id)
                following.append(Handled(branch, handler))
        play.agenda.extend(reversed(following))


@dataclass(frozen=True, slots=True)
class Handled:
    """A handler whose band was fallen into."""

    context: Context
    handler: Handler

    def run(self, play: Play) -> Request | None:
        """Acts, if its qualifiers hold by now."""
        from groundrules.engine.acting import Do

        if kept_by(self.handler.qualifiers, self.context.plain_env(play), self.handler.id) is None:
            effects: tuple[Effect, ...] = self.handler.effects
            play.agenda.append(Do(self.context, effects))
        return None

    def answer(self, play: Play, faces: tuple[int, ...]) -> None:
        """Never asks."""
        raise AssertionError("a handler asks for no faces")


def _thrown(play: Play, roll: Roll, context: Context, need: Dice, *, first: bool) -> int:
    """How many dice of a pool are thrown; what is said of more or fewer is about the ``first`` of a roll.

    To no dice a summed roll adds none: there would be nothing to choose among.
    """
    count = dice_wanted(need, context, play)
    if not first:
        return count
    if is_each(roll):
        return max(0, min(count + _more(modifiers(play, roll, context)), DICE))
    return count + abs(_more(modifiers(play, roll, context))) if count else 0


def _rolls_nothing(play: Play, roll: Roll, context: Context, depth: int = 0) -> bool:
    """Whether a roll has dice, by itself or in rolls that it adds up, and all of them come to none."""
    wanted = tuple(needs(roll.total))
    for number, need in enumerate(wanted):
        if isinstance(need, Dice):
            if _thrown(play, roll, context, need, first=not number):
                return False
            continue
        inner = play.stage.book.roll(need.roll)
        if inner is None or depth > ROLLS_DEEP or any(any(needs(arg)) for arg in need.args):
            return False
        below = _within(play, need, inner, context)
        passed = any(isinstance(each.effect, Pass) for each in modifiers(play, inner, below))
        if passed or not _rolls_nothing(play, inner, below, depth + 1):
            return False
    return bool(wanted)


def _beside_dice(play: Play, roll: Roll, context: Context) -> Number:
    """What a roll without any dice to throw comes to where its total is wanted: what stands beside the dice."""
    given: list[Number] = []
    for need in needs(roll.total):
        inner = play.stage.book.roll(need.roll) if isinstance(need, TotalOf) else None
        given.append(Fraction(0) if inner is None else _beside_dice(play, inner, _within(play, need, inner, context)))
    return numeric(roll.total, context.env(play, tuple(given)))


def _within(play: Play, need: Dice | TotalOf, roll: Roll, context: Context) -> Context:
    """The surroundings of a roll that another one adds up."""
    assert isinstance(need, TotalOf)
    env = context.env(play)
    args = tuple(argument(arg, env) for arg in need.args)
    return context.making(roll.name, tuple(zip(roll.params, args, strict=False)))


def _more(changing: Sequence[Spoken]) -> int:
    """How many more dice are thrown, or fewer if negative."""
    return sum(each.effect.count for each in changing if isinstance(each.effect, MoreDice))


def _below(context: Context, branch: str) -> Context:
    return context.below(branch if context.branch is None else f"{context.branch} >> {branch}")


def _trace(play: Play, context: Context, words: str, by: Spoken | None = None) -> None:
    if not play.trace:
        return
    occasion = context.occasion
    trace_line(
        play, context.actor, words, meeting=occasion.meeting, event=occasion.event,
        by=context.standing if by is None else by.by, roll=-1 if by is None else None,
        branch=context.branch,
    )  # fmt: skip
