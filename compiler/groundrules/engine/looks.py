"""Looks: whether sight is clear, which cover the target has, and what else a look changes.

Rules are asked as the target's: ``model`` is the target, ``shooter`` the viewer. Ground
that the viewer is in neither blocks nor obscures; the target's own does not block.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from groundrules.engine.bearing import Bearing, bearing_of
from groundrules.engine.book import Rulebook, book_of
from groundrules.engine.conditions import asks_where
from groundrules.engine.covering import Over, overs, parted
from groundrules.engine.expressions import Env, numeric
from groundrules.engine.here import Here, here_of
from groundrules.engine.look_facts import LookFacts
from groundrules.engine.profile import Profile, Spot
from groundrules.engine.qualifying import Kept
from groundrules.engine.recalling import recalled
from groundrules.engine.refusal import Refusal
from groundrules.engine.settling import band_of, base_of, body_of, in_states, profile_of, ready_table
from groundrules.engine.situation import Fields, Model, Named, Table
from groundrules.engine.standing import Spoken, asked, env_for, why_kept
from groundrules.engine.words import effect_words
from groundrules.ground import ALL_HEIGHTS, EPSILON, Band, Lies, Look, Point, ShapeError
from groundrules.naming import name_key
from groundrules.ruleset import BlockSight, Change, GiveCover, Ruleset
from groundrules.verdict import FieldChange, Memory, Number, Sight, TraceLine, WhyNot


def look(
    ruleset: Ruleset | Rulebook,
    table: Table,
    viewer: Model,
    target: Model,
    *,
    agreed: Sequence[str] = (),
    options: Sequence[str] = (),
    game: Fields = (),
    memory: Memory | None = None,
    trace: bool = True,
) -> Sight:
    """Judges a look from one model to another; both must stand somewhere.

    Raises :class:`Refusal` for whatever is stated wrongly.
    """
    return _Looking(book_of(ruleset), table, viewer, target, agreed, options, game, memory or Memory(), trace).sight()


class _Looking:
    def __init__(
        self,
        book: Rulebook,
        table: Table,
        viewer: Model,
        target: Model,
        agreed: Sequence[str],
        options: Sequence[str],
        game: Fields,
        memory: Memory,
        trace: bool,
    ) -> None:
        self.book, self.viewer, self.target, self.trace = book, viewer, target, trace
        self.table = ready_table(book, table)
        self.memory = recalled(book, self.table.pieces, memory)
        self.shooter = self._profile(viewer, options, game)
        self.profile = self._profile(target, options, game)
        self.agreed = frozenset(name_key(text).casefold() for text in agreed)
        band = _joint_band(viewer, target)
        viewer_at, target_at = self._place(viewer), self._place(target)
        bases = body_of(viewer), body_of(target)
        touching = base_of(book, viewer), base_of(book, target)
        self.apart = self.table.distance(viewer.at or viewer_at, target.at or target_at)
        self.look: Look = self.table.scene.look(viewer_at, target_at, bases[0], bases[1], band, touching)
        #: What the look meets, each with what it is: pieces, and what other ground leaves of them.
        self.spots = {key: self._spot(key) for key in self.look.keys}
        self.closed: dict[str, tuple[Named, ...]] = {}
        self.asking: frozenset[str] = frozenset()
        self.env = Env(
            book, self.profile, shooter=self.shooter, target=self.profile, who=f"`{target.name}`",
            facts=self._facts(None),
        )  # fmt: skip
        self.lines: list[TraceLine] = []
        self.kept: list[WhyNot] = []
        self.asks: dict[str, None] = {}

    def _profile(self, model: Model, options: Iterable[str], game: Fields) -> Profile:
        held = [Named(s.state, s.args) for s in self.memory.states if s.model == model.name]
        return in_states(profile_of(self.book, model, options, game), held)

    def _place(self, model: Model) -> Point:
        if model.at is None:
            raise Refusal("path", f"`{model.name}` stands nowhere", "state `at: [x, y]`")
        try:
            return self.table.standing(model.at)
        except ShapeError as error:
            raise Refusal("grid", f"`{model.name}` stands in no cell: {error}", "give whole numbers") from None

    def _facts(self, piece: str | None) -> LookFacts:
        return LookFacts(
            self.look,
            self.table,
            self.apart,
            piece,
            self.agreed,
            self._obscuring,
            self._seen,
            lambda: tuple(self.spots),
        )

    def _spot(self, piece: str) -> Spot:
        spot = self.table.spots[piece]
        now = tuple(Named(c.terrain, c.args) for c in self.memory.changed if c.piece == piece)
        return replace(spot, terrains=now) if now else spot

    def _obscuring(self, names: frozenset[str] | None) -> tuple[str, ...]:
        """The pieces in sight that are of these terrains (``None``: of any); the viewer's own left out."""
        found = []
        for key in self.spots:
            if self.look.viewer_lies(key) is Lies.IN:
                continue
            if names is None or any(each.name in names for each in self._terrains(key)):
                found.append(key)
        return tuple(found)

    def _seen(self, key: str) -> Spot:
        """A piece as it is to the target."""
        return replace(self.spots[key], terrains=self._terrains(key))

    def _terrains(self, key: str) -> tuple[Named, ...]:
        """What a piece is to the target. Conditions that lead back to it, or far on, do not hold here."""
        if key in self.closed:
            return self.closed[key]
        before, facts = self.asking, self._facts(key)
        plain = key in before or len(before) > 1
        env = replace(self.env, facts=None if plain else facts, spot=self.spots[key])
        own = replace(self.env, facts=None if plain else self._facts(None))
        self.asking = before | {key}
        try:
            of = bearing_of(self.book, own, lambda standing: not plain and asked(standing, own))
            terrains = here_of(self.book, of, env, lambda standing: not plain and asked(standing, env)).terrains
        finally:
            self.asking = before
        if not before:
            self.closed[key] = terrains
        return terrains

    def _part(self, of: Bearing) -> None:
        """Parts the pieces into what is replaced somewhere and what is not."""
        if not self.book.has_replaces:
            return
        over: list[Over] = []
        for key in self.look.keys:
            ground, env = self._ground(of, key)
            over += overs(key, ground, env)
        if not over:
            return
        self.closed.clear()
        spots, self.spots = self.spots, {}
        for key, spot in spots.items():
            for covering, left in parted(spot, key, over).items():
                if key not in covering:
                    self.spots[self.look.left_of(key, covering)] = left

    # ---- the whole

    def sight(self) -> Sight:
        """What comes of the look."""
        self._part(bearing_of(self.book, self.env, lambda standing: asked(standing, self.env)))
        of = bearing_of(self.book, self.env, lambda standing: asked(standing, self.env))
        blocked: list[str] = []
        grades: list[tuple[int, str, str | None]] = []
        changes: list[FieldChange] = []
        self._said(of.spoken, self.env, None, blocked, grades, changes)
        for key in self.spots:
            ground, env = self._ground(of, key)
            self._said(ground.spoken, env, key, blocked, grades, changes)
            for kept in (*ground.kept, *(why_kept(each, env) for each in ground.failed)):
                self._keep(kept, key)
        best = max(grades, default=None, key=lambda each: each[0])
        if best is not None:
            changes += self._of_grade(best[1])
        obscured = self.look.hidden(self._obscuring(None))
        return Sight(
            viewer=self.viewer.name,
            target=self.target.name,
            blocked=bool(blocked),
            cover=best[1] if best is not None else None,
            obscured=obscured if isinstance(obscured, float) else Fraction(obscured),
            blocked_by=tuple(dict.fromkeys(map(self.look.piece_of, blocked))),
            cover_from=best[2] if best is not None else None,
            changes=tuple(changes),
            trace=tuple(self.lines),
            why_not=tuple(dict.fromkeys(self.kept)),
        )

    def _ground(self, of: Bearing, key: str) -> tuple[Here, Env]:
        env = replace(self.env, spot=self.spots[key], facts=self._facts(key))
        ground = here_of(self.book, of, env, lambda standing: asked(standing, env))
        return ground, replace(env, spot=replace(self.spots[key], terrains=ground.terrains))

    def _said(
        self,
        spoken: Iterable[Spoken],
        env: Env,
        key: str | None,
        blocked: list[str],
        grades: list[tuple[int, str, str | None]],
        changes: list[FieldChange],
    ) -> None:
        for each in spoken:
            effect = each.effect
            if isinstance(effect, GiveCover) and self._is_there(each, key):
                grades.append((self.book.covers[effect.grade], effect.grade, self._piece(key)))
                self._line(each, key)
            elif isinstance(effect, BlockSight) and key is not None and self._blocks(each, effect, env, key):
                blocked.append(key)
                self._line(each, key)
            elif isinstance(effect, Change) and effect.owner in ("shooter", "target") and self._is_seen(each, key):
                changes.append(_change(each, effect, self._piece(key)))
                self._line(each, key)

    def _is_there(self, each: Spoken, key: str | None) -> bool:
        """Whether cover holds: while the target is inside, unless the rule itself says where it must be."""
        return key is None or asks_where(each.by.rule.qualifiers.when) or self.look.is_inside(key)

    def _is_seen(self, each: Spoken, key: str | None) -> bool:
        """Whether the look goes through the piece, into it, or out of it."""
        if key is None or asks_where(each.by.rule.qualifiers.when):
            return True
        look = self.look
        return bool(look.depth(key)) or look.between(key) or look.is_inside(key)

    def _blocks(self, each: Spoken, effect: BlockSight, env: Env, key: str) -> bool:
        if effect.beyond is None:
            return self.look.blocks(key)
        deep: Number = numeric(effect.beyond, env_for(env, each.by))
        return self.look.depth(key) > deep + EPSILON

    def _of_grade(self, grade: str) -> Iterable[FieldChange]:
        """What the rules say of the grade of cover itself."""
        for rule, _ in self.book.of_covers.get(grade, ()):
            for effect in rule.effects:
                if isinstance(effect, Change):
                    yield FieldChange(
                        owner=effect.owner, field=effect.field, effect=effect_words(effect), rule=rule.id,
                        source=rule.origin.place,
                    )  # fmt: skip

    def _piece(self, key: str | None) -> str | None:
        """The name of the piece that is looked at."""
        return self.look.piece_of(key) if key is not None else None

    def _line(self, each: Spoken, key: str | None) -> None:
        if self.trace:
            self.lines.append(
                TraceLine(
                    effect=effect_words(each.effect), model=self.target.name, piece=self._piece(key),
                    rule=each.by.rule.id, source=each.by.rule.origin.place,
                )
            )  # fmt: skip

    def _keep(self, kept: Kept, key: str) -> None:
        if not self.trace:
            return
        rule = self.book.by_id.get(kept.rule)
        self.kept.append(
            WhyNot(
                rule=kept.rule, kind=kept.kind, words=kept.words,
                source=rule.origin.place if rule is not None else None, model=self.target.name, piece=self._piece(key),
                by=kept.by, read=kept.read,
            )
        )  # fmt: skip


def _change(each: Spoken, effect: Change, key: str | None) -> FieldChange:
    return FieldChange(
        owner=effect.owner, field=effect.field, effect=effect_words(effect), rule=each.by.rule.id,
        source=each.by.rule.origin.place, piece=key,
    )  # fmt: skip


def _joint_band(viewer: Model, target: Model) -> Band | None:
    """The heights that a look between two models passes through, where both state theirs."""
    bands = [band_of(model.name, model.bottom, model.top) for model in (viewer, target)]
    if ALL_HEIGHTS in bands:
        return None
    bottoms = [band.bottom for band in bands if band.bottom is not None]
    tops = [band.top for band in bands if band.top is not None]
    return Band(min(bottoms) if len(bottoms) == 2 else None, max(tops) if len(tops) == 2 else None)
