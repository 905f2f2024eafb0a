"""From a situation to a verdict: announce, then resolve, then tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from groundrules.engine.book import Rulebook, book_of
from groundrules.engine.dice import Dice, ScriptedDice
from groundrules.engine.limits import judge_legs
from groundrules.engine.play import Mode, Play
from groundrules.engine.recalling import recalled
from groundrules.engine.refusal import MissingAnswer, Refusal
from groundrules.engine.situation import Situation
from groundrules.engine.stage import Answer, Asked, Asking, Stage, stage_of
from groundrules.engine.telling import told
from groundrules.engine.turns import Begin
from groundrules.limits import ROLLS
from groundrules.ruleset import Ruleset
from groundrules.verdict import Memory, Pending, Verdict


def adjudicate(
    ruleset: Ruleset | Rulebook,
    situation: Situation,
    dice: Dice | Sequence[Answer] | None = None,
    *,
    answers: Sequence[Answer] | None = None,
    preview: bool = False,
    on_missing: str = "error",
    trace: bool = True,
    memory: Memory | None = None,
    budget: int | None = None,
) -> Verdict:
    """Judges one action; see the package for what the arguments mean.

    ``budget`` bounds the work (in steps of the evaluator) that rules from elsewhere may
    cause. Raises :class:`Refusal` for whatever cannot be judged as it is stated, and
    :class:`MissingAnswer` where the dice run out and nobody wants to be asked.
    """
    interactive = on_missing == "ask"
    source, asking = _sources(dice, answers, interactive)
    stage = begun(book_of(ruleset), situation, memory, asking)
    if budget is not None:
        stage.budget = budget
    announced: Play | None = None
    play: Play | None = None
    try:
        _choose_options(stage)
        announced = announce(stage, trace)
        if announced.reasons or announced.quiet:
            asking.surplus()
            return told(stage, announced, None if announced.reasons else announced, preview)
        play = opened(stage, "preview" if preview else "resolve", trace)
        pending = _resolve(play, source, asking, interactive)
        if pending is None:
            asking.surplus()
    except Asked as asked:
        pending = asked.pending
    return told(stage, announced, play, preview, pending)


def begun(book: Rulebook, situation: Situation, memory: Memory | None, asking: Asking | None = None) -> Stage:
    """The situation made ready to be played."""
    stage = stage_of(book, situation, memory if memory is not None else Memory(), asking or Asking())
    stage.memory = recalled(book, stage.table.pieces, stage.memory)
    return stage


def announce(stage: Stage, trace: bool = True) -> Play:
    """The announced path judged, no die thrown: its reasons are why it is not legal."""
    play = opened(stage, "announce", trace)
    judge_legs(play)
    play.advance()
    return play


def opened(stage: Stage, mode: Mode, trace: bool = True) -> Play:
    """A play at its beginning."""
    play = Play(stage, mode, trace)
    play.agenda.append(Begin())
    return play


def _sources(
    dice: Dice | Sequence[Answer] | None, answers: Sequence[Answer] | None, interactive: bool
) -> tuple[Dice | None, Asking]:
    """Where faces come from (``None``: from the answers) and what is answered so far."""
    if answers is not None and not interactive:
        raise Refusal("option", "answers are given, and nobody asks", 'say `on_missing="ask"`')
    if dice is None or isinstance(dice, Sequence):
        if interactive and answers is None:
            return None, Asking(True, tuple(dice or ()))
        if dice is None and interactive:
            return None, Asking(True, tuple(answers or ()))
        return ScriptedDice(dice or ()), Asking(interactive, tuple(answers or ()))
    return dice, Asking(interactive, tuple(answers or ()))


def _choose_options(stage: Stage) -> None:
    """Asks, where somebody wants to be asked, for the options that a rule opens from the start."""
    if not stage.asking.interactive:
        return
    chosen = list(stage.actors[0].profile.options)
    for rule in stage.book.ruleset.rules:
        option = rule.option
        if option is None or option in chosen or _out_of_reach(stage, rule.qualifiers.during):
            continue
        pending = Pending(
            kind="option", name=option, choices=("yes", "no"), rule=rule.id, source=rule.origin.place,
        )  # fmt: skip
        if stage.asking.question(pending):
            chosen.append(option)
    options = tuple(sorted(chosen))
    stage.actors = tuple(replace(each, profile=replace(each.profile, options=options)) for each in stage.actors)


def _out_of_reach(stage: Stage, during: tuple[tuple[str, ...], ...]) -> bool:
    return any(stage.action.name not in actions for actions in during)


def _resolve(play: Play, source: Dice | None, asking: Asking, interactive: bool) -> Pending | None:
    """Plays to the end; what is missing, where the faces run out and somebody wants to be asked."""
    for _ in range(ROLLS):
        request = play.advance()
        if request is None:
            return None
        if source is None:
            faces = asking.faces(request.asks, request.count, request.sides)
        else:
            faces = source.roll(request)
        if faces is None:
            if interactive:
                return request.asks
            raise MissingAnswer(
                f"{request.asks.name} asks for {request.count} {'die' if request.count == 1 else 'dice'} of "
                f"{request.sides} sides, and there are not as many left",
                request.asks,
            )
        if len(faces) != request.count or not all(1 <= face <= request.sides for face in faces):
            raise Refusal("dice", f"{list(faces)} is no throw of {request.count}d{request.sides}")
        play.answer(tuple(faces))
    raise Refusal("budget", f"the action asks for more than {ROLLS} rolls")
