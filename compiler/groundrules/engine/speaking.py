"""Rules that wait for an event, when it comes: conditions, ``once``, ``together``, and stops afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from groundrules.engine.acting import Do
from groundrules.engine.dice import Request
from groundrules.engine.here import Here
from groundrules.engine.matching import carries
from groundrules.engine.moving import advance, cut_short
from groundrules.engine.occasion import Context, Occasion
from groundrules.engine.play import ACTION, ACTIVATION, LEG, Cut, PendingHalt, Play
from groundrules.engine.qualifying import Kept
from groundrules.engine.records import trace_line, why_not
from groundrules.engine.standing import Standing, asked, heard, miss, why_kept
from groundrules.engine.trail import Meeting, Trail, exact_number
from groundrules.ground import EPSILON
from groundrules.ruleset import Effect, NoEffect, Rule, questions
from groundrules.verdict import Number, Used

#: Events of a piece of which a model's own rules speak too, without naming the ground.
OF_PIECES = frozenset(("enter", "leave", "cross", "contact"))


def rules_on(play: Play, occasion: Occasion, ground: Here | None) -> list[Speak]:
    """The rules that wait for what happens, those that are silenced or ignored there left out."""
    actor, happening = occasion.actor, occasion.happening
    meeting, event = happening.meeting, happening.event
    standings: list[Standing] = []
    if ground is not None and event in ground.events:
        for standing in ground.events[event]:
            if standing.passing and event == "contact" and not _at_an_end(play, occasion):
                kept = Kept(standing.rule.id, "ignored", "it is ignored while moving", standing.passed_by)
                why_not(play, actor, kept, meeting, happening.at)
            else:
                standings.append(standing)
    if meeting is None or event in OF_PIECES:
        of = play.settled_bearing(actor) or play.bearing(actor, occasion.moment(play))
        standings += of.events.get(event, ())
    if meeting is not None and meeting.inner:
        standings = [each for each in standings if each.ground is not None]
    if not standings:
        return []
    effects = _competing(play, occasion, standings)
    return [Speak(standing, occasion, effects.get(number)) for number, standing in enumerate(standings)]


def _at_an_end(play: Play, occasion: Occasion) -> bool:
    trail = play.trails[occasion.actor]
    return trail is None or occasion.at <= EPSILON or occasion.at >= trail.length - EPSILON


def _competing(play: Play, occasion: Occasion, standings: Sequence[Standing]) -> dict[int, tuple[Effect, ...]]:
    """What is heard of rules on one event that answer one question; nothing where none do."""
    if len(standings) < 2 or not any(
        questions(effect) or isinstance(effect, NoEffect) for each in standings for effect in each.rule.effects
    ):
        return {}
    meeting = occasion.meeting
    moment = occasion.moment(play)
    book = play.stage.book
    if meeting is not None:
        env = play.here(occasion.actor, meeting, moment).env(book, moment, play.who(occasion.actor))
    else:
        env = play.bearing(occasion.actor, moment).env(book, moment, play.who(occasion.actor))
    active = [each for each in standings if asked(each, env)]
    spoken, kept = heard(active, env, book)
    for each in kept:
        why_not(play, occasion.actor, each, meeting, occasion.at)
    return {
        number: tuple(s.effect for s in spoken if s.by is standing)
        for number, standing in enumerate(standings)
        if standing in active
    }


@dataclass(frozen=True, slots=True)
class Speak:
    """A rule on an occasion; ``effects``: what is heard of it, where others compete with it."""

    standing: Standing
    occasion: Occasion
    effects: tuple[Effect, ...] | None = None

    def run(self, play: Play) -> Request | None:
        """Asks whether the rule acts, and lets it."""
        standing, occasion = self.standing, self.occasion
        rule, actor = standing.rule, occasion.actor
        if play.out[actor] == ACTIVATION:
            return None
        # A move ends wherever it ends, be it that it was cut short there.
        if occasion.event != "end" and not play.happens(actor, occasion.at, occasion.event, occasion.key):
            return None
        unit = rule.qualifiers.unit
        # A unit enters each piece, but starts, ends and is activated once, wherever its models stand.
        piece = None if unit and occasion.event not in OF_PIECES else occasion.piece
        mark = (rule.id, standing.bind, None if unit else actor, piece, occasion.event, play.leg)
        together = rule.qualifiers.together
        if (unit or together) and mark in play.done:
            return None
        kept = self._keeps(play)
        if kept is not None:
            why_not(play, actor, kept, occasion.meeting, occasion.at)
            return None
        if unit:
            play.done = play.done | {mark}
        contexts = [self._context(play, unit)]
        if unit or together:
            for each in range(len(play.stage.actors)):
                if play.trails[each] is not None and play.out[each] <= LEG:
                    advance(play, each, occasion.at)
        if together:
            contexts = list(self._together(play))
            play.done = play.done | {
                (rule.id, c.standing.bind, c.actor, occasion.piece, occasion.event, play.leg) for c in contexts
            }
        for context in contexts:
            _use(play, context)
        effects = rule.effects if self.effects is None else self.effects
        play.agenda.append(Settle())
        play.agenda.extend(Do(context, effects) for context in reversed(contexts))
        return None

    def answer(self, play: Play, faces: tuple[int, ...]) -> None:
        """Never asks."""
        raise AssertionError("a rule asks for no faces itself")

    def _keeps(self, play: Play) -> Kept | None:
        occasion = self.occasion
        context = self._context(play, self.standing.rule.qualifiers.unit)
        grounds = [term for term in self.standing.rule.qualifiers.but if term.kind == "terrain"]
        if grounds or self.standing.rest is not None:
            env = context.plain_env(play)
            if not asked(self.standing, env):
                return why_kept(self.standing, env)
            for term in grounds:
                if carries(term, "piece", env) is not None:
                    return Kept(self.standing.rule.id, "except", f"except {term.name}")
        if _is_used(play, self.standing.rule, context):
            scopes = " ".join(f"per {scope}" for scope in self.standing.rule.qualifiers.once)
            return Kept(self.standing.rule.id, "once", f"once {scopes}", read=(("event", occasion.event),))
        if self.standing.missed is not None:
            miss(self.standing, context.plain_env(play))
        return None

    def _context(self, play: Play, unit: bool) -> Context:
        actors = tuple(range(len(play.stage.actors))) if unit else (self.occasion.actor,)
        return Context(self.standing, self.occasion, actors, unit=unit)

    def _together(self, play: Play) -> Iterable[Context]:
        """Every model of the unit to which the same will happen at this piece on the announced path."""
        rule, occasion = self.standing.rule, self.occasion
        for actor, trail in enumerate(play.trails):
            if trail is None or play.out[actor] > LEG:
                continue
            if actor == occasion.actor:
                found, standing = occasion, self.standing
            else:
                later = next(
                    (h for h in trail.happenings() if h.event == occasion.event and h.meeting is not None
                     and h.meeting.piece == occasion.piece
                     and play.happens(actor, exact_number(h.at), h.event)
                     and h.at >= play.at[actor] - EPSILON),
                    None,
                )  # fmt: skip
                if later is None or later.meeting is None:
                    continue
                found = Occasion(actor, later)
                ground = play.here(actor, later.meeting, found.moment(play))
                same = [s for s in ground.events.get(occasion.event, ()) if s.rule.id == rule.id]
                if not same:
                    continue
                standing = same[0]
                context = Context(standing, found, (actor,))
                if not asked(standing, context.plain_env(play)) or _is_used(play, rule, context):
                    continue
                miss(standing, context.plain_env(play))
            stood = trail.point_at(play.at[actor])
            yield Context(standing, found, (actor,), stood=stood)


def _is_used(play: Play, rule: Rule, context: Context) -> bool:
    scopes = rule.qualifiers.once
    if not scopes:
        return False
    name, piece = context.name(play), context.occasion.piece
    for used in play.used:
        if used.rule != rule.id or used.model not in (None, name):
            continue
        if "feature" in scopes and used.piece not in (None, piece):
            continue
        if "turn" in scopes and used.turn not in (None, play.turn):
            continue
        if ("activation" in scopes or "move" in scopes) and used.activation not in (None, play.activation):
            continue
        if "move" in scopes and used.leg not in (None, play.leg):
            continue
        return True
    return False


def _use(play: Play, context: Context) -> None:
    rule = context.standing.rule
    if rule.qualifiers.once:
        used = Used(rule.id, context.name(play), context.occasion.piece, play.turn, play.activation, play.leg)
        play.used = (*play.used, used)


@dataclass(frozen=True, slots=True)
class Settle:
    """A rule has said all it has to say: stops and ends take hold."""

    def run(self, play: Play) -> Request | None:
        """Lets them."""
        halts, play.halts = play.halts, ()
        for halt in halts:
            _take_hold(play, halt)
        return None

    def answer(self, play: Play, faces: tuple[int, ...]) -> None:
        """Never asks."""
        raise AssertionError("stops ask for no faces")


def _take_hold(play: Play, halt: PendingHalt) -> None:
    actor = halt.actor
    here, trail = play.at[actor], play.trails[actor]
    if halt.kind == "end move beyond":
        _cut(play, actor, cut_short(trail, _far_edge(trail, halt.meeting, here), halt.key))
        play.out[actor] = max(play.out[actor], LEG)
        return
    if halt.kind == "stop after":
        rest = here + max(halt.distance, 0 * here)
        if halt.distance <= EPSILON:
            play.out[actor] = max(play.out[actor], ACTION)
        _cut(play, actor, cut_short(trail, rest if trail is None else trail.whole_steps(rest), halt.key))
        before = play.rest[actor]
        play.rest[actor] = rest if before is None else min(before, rest)
        return
    if trail is not None and halt.key[0] in OF_PIECES:
        # On a grid what happens on the way into a cell, or out of one, has brought the model there.
        here = trail.step_end(here)
        advance(play, actor, here)
        here = min(here, play.at[actor])
    _cut(play, actor, Cut(here, frozenset(), halt.key))
    level = {"end move": LEG, "stop": ACTION, "end activation": ACTIVATION}[halt.kind]
    play.out[actor] = max(play.out[actor], level)
    trace_line(play, actor, {LEG: "the move ends here", ACTION: "it goes no farther",
                             ACTIVATION: "the activation ends here"}[level], meeting=halt.meeting)  # fmt: skip


def _cut(play: Play, actor: int, cut: Cut) -> None:
    before = play.cuts[actor]
    if before is None or cut.at < before.at - EPSILON or (cut.at <= before.at + EPSILON and not cut.events):
        play.cuts[actor] = cut


def _far_edge(trail: Trail | None, meeting: Meeting | None, at: Number) -> Number:
    """Where the stretch in the piece ends that one is in or comes into; on a grid in the cell behind it."""
    span = meeting.stretch(at) if meeting is not None else None
    if span is None:
        return at
    edge = exact_number(span.end.at)
    return trail.step_end(edge) if trail is not None and span.leaves else edge
