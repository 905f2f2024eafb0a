"""A scenario against a ruleset: the situations that the engine judges.

What a scenario states is read against what the ruleset declares: kinds of terrain,
fields, traits, actions. Each finding has its place in the YAML file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping as Map
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from groundrules.engine import Fields, Model, Path, Situation, Table, Unit
from groundrules.naming import name_key
from groundrules.ruleset import Ruleset
from groundrules.scenarios import shapes
from groundrules.scenarios.documents import Scenario, unknown_keys
from groundrules.scenarios.pieces import TableReader
from groundrules.scenarios.strips import lay_strips
from groundrules.scenarios.values import base_of
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence
from groundrules.source import Span
from groundrules.verdict import Memory, ModelEnd, StateHeld, Used, Verdict


@dataclass(frozen=True, slots=True)
class Look:
    """A look that a scenario asks for."""

    viewer: Model
    target: Model


@dataclass(frozen=True, slots=True)
class Played:
    """One thing to judge, what it needs, and what is expected of it.

    ``situation`` is ``None`` where the scenario only asks for a look; ``look`` where
    nobody looks. ``models`` are all that stand on the table, where they stand now;
    ``faces`` the scripted dice, ``None`` where none are given.
    """

    table: Table
    models: Map[str, Model]
    mover: Model | Unit
    situation: Situation | None
    look: Look | None
    options: tuple[str, ...]
    agreed: tuple[str, ...]
    game: Fields
    faces: tuple[int, ...] | None
    memory: Memory
    expect: Mapping | None
    odds: Mapping | None
    span: Span


class SituationReader(TableReader):
    """Reads scenarios against one ruleset; findings collect in ``diagnostics``."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        #: The states in which the models of this scenario or step are said to be.
        self.entered: list[StateHeld] = []

    def fresh(self) -> SituationReader:
        """Another reader of the same rules, by which nothing has been read: one for each thread."""
        other = object.__new__(SituationReader)
        vars(other).update(vars(self), diagnostics=[], entered=[])
        return other

    # ---- the whole

    def scenario(self, scenario: Scenario) -> Played | None:
        """What a scenario asks to be judged; ``None`` when it cannot be read (findings say why)."""
        before = len(self.diagnostics)
        self.entered.clear()
        stated = scenario.stated
        table = self.table(stated.get("table"))
        models = self.models(stated.get("models"))
        moves = self.moves(stated)
        if stated.get("track") is not None:
            for key in ("path", "moves"):
                if stated.get(key) is not None:
                    self.excluded(stated, "track", key)
            strips = lay_strips(self, stated.get("track"))
            if strips is not None:
                table, moves = Table(strips.pieces), (strips.path,)
        mover = self.mover(stated, models, None)
        played = self.play(stated, scenario.span, table, models, moves, Memory(), mover, ())
        return None if len(self.diagnostics) > before else played

    def step(self, stated: Mapping, before: Played, verdict: Verdict | None) -> Played | None:
        """What a further step asks to be judged: same table, everyone where they now stand."""
        found = len(self.diagnostics)
        self.entered.clear()
        ends = {end.model: end for end in verdict.models} if verdict is not None else {}
        models = {name: _moved(model, ends) for name, model in before.models.items()}
        mover = before.mover
        if isinstance(mover, Unit):
            mover = replace(mover, models=tuple(_moved(model, ends) for model in mover.models))
        else:
            mover = _moved(mover, ends)
        mover = self.mover(stated, models, mover)
        memory = verdict.after if verdict is not None else before.memory
        played = self.play(stated, stated.span, before.table, models, self.moves(stated), memory, mover, before.game)
        return None if len(self.diagnostics) > found else played

    def play(
        self,
        stated: Mapping,
        span: Span,
        table: Table,
        models: dict[str, Model],
        moves: tuple[Path, ...],
        memory: Memory,
        mover: Model | Unit,
        day: Fields,
    ) -> Played:
        """One action or look with its dice and expectations."""
        seen = self.look(stated.get("sight"), models)
        if moves and isinstance(mover, Model) and mover.at is None and isinstance(moves[0][0], tuple):
            mover = replace(mover, at=moves[0][0])
        options = self.chosen(stated.get("options"))
        agreed = self.agreed(stated.get("agreed"))
        game = self.game(stated) or day
        action = self.action(stated.get("action"))
        situation = None
        if seen is None or moves or stated.get("action") is not None:
            situation = Situation(
                mover=mover,
                table=table,
                action=action,
                moves=moves,
                options=options,
                agreed=agreed,
                game=game,
                turn=self.turn(stated.get("turn")),
            )
        self.known_expectations(stated)
        return Played(
            table=table,
            models=models,
            mover=mover,
            situation=situation,
            look=seen,
            options=options,
            agreed=agreed,
            game=game,
            faces=self.faces(stated.get("dice")),
            memory=self.given(stated.get("given"), memory, mover),
            expect=self.mapping(stated.get("expect"), "`expect`"),
            odds=self.mapping(stated.get("odds"), "`odds`"),
            span=span,
        )

    # ---- models

    def models(self, item: Item | None) -> dict[str, Model]:
        """Models by name."""
        listed = self.mapping(item, "`models`")
        return {name: self.model(name, listed.items[name]) for name in listed or ()} if listed is not None else {}

    def model(self, name: str, item: Item, shared: Mapping | None = None) -> Model:
        """One model: what it states, ``shared`` laid under it."""
        own = self.mapping(item, f"the model `{name}`")
        stated = own if own is not None else Mapping({}, {}, item.span)
        if shared is not None:
            stated = Mapping({**shared.items, **stated.items}, {**shared.keys, **stated.keys}, stated.span)
        at = stated.get("at")
        path = stated.get("path")
        self.entered += self.held_by(name, stated.get("states"))
        return Model(
            name=name,
            fields=self.stated_fields("model", stated, shapes.MODEL),
            traits=tuple(
                self.declared("trait", named, each.span, self.traits)
                for each in self.scalars(stated.get("traits"), "`traits`")
                if (named := self.named(each)) is not None
            ),
            base=base_of(self, stated.get("base")),
            facing=self.number(stated.get("facing"), "`facing`") or Fraction(0),
            at=None if at is None else self.point(at, "`at`"),
            bottom=self.number(stated.get("bottom"), "`bottom`"),
            top=self.number(stated.get("top"), "`top`"),
            moves=None if path is None else (self.path(path),),
        )

    def mover(self, stated: Mapping, models: dict[str, Model], earlier: Model | Unit | None) -> Model | Unit:
        """Who acts: ``unit``, ``model``, whoever acted before, or a model that states nothing."""
        unit, model = stated.get("unit"), stated.get("model")
        if unit is not None:
            if model is not None:
                self.excluded(stated, "unit", "model")
            return self.unit(unit, models)
        if model is None:
            if earlier is not None:
                return earlier
            return next(iter(models.values())) if len(models) == 1 and stated.get("sight") is None else Model()
        if isinstance(model, Scalar):
            if model.text not in models:
                self.unknown(model.span, "model", model.text, models)
                return Model()
            return models[model.text]
        return self.model("model", model)

    def unit(self, item: Item, models: dict[str, Model]) -> Unit | Model:
        """The models of a unit, in order, with what they share."""
        if isinstance(item, Sequence):
            chosen = []
            if any(isinstance(each, Mapping) for each in item.items):
                self.wrong(item.span, "the models of a unit need names", "write `{models: {a: {…}, b: {…}}}`")
                return Model()
            for each in self.scalars(item, "`unit`"):
                if each.text in models:
                    chosen.append(models[each.text])
                else:
                    self.unknown(each.span, "model", each.text, models)
            return Unit(models=tuple(chosen)) if chosen else Model()
        stated = self.mapping(item, "`unit`")
        listed = self.mapping(stated.get("models"), "`models`") if stated is not None else None
        if stated is None or listed is None or not listed.items:
            self.lacking(item.span, "a unit has no models", "write `models:` with the models by name")
            return Model()
        shared = Mapping({k: v for k, v in stated.items.items() if k != "models"}, stated.keys, stated.span)
        return Unit(models=tuple(self.model(name, listed.items[name], shared) for name in listed))

    def game(self, stated: Mapping) -> Fields:
        """What the day states, under ``given: {game: …}``."""
        given = stated.get("given")
        day = self.mapping(given.get("game"), "`game`") if isinstance(given, Mapping) else None
        return self.stated_fields("game", day, {}) if day is not None else ()

    # ---- the action

    def action(self, item: Item | None) -> str | None:
        text = self.text(item, "`action`")
        if text is None or item is None:
            return None
        found = self.actions.get(name_key(text))
        if found is None:
            self.unknown(item.span, "action", text, self.actions.values())
        return found

    def moves(self, stated: Mapping) -> tuple[Path, ...]:
        """The legs, from ``path`` or ``moves``."""
        path, moves = stated.get("path"), stated.get("moves")
        if path is not None and moves is not None:
            self.excluded(stated, "path", "moves")
        if path is not None:
            leg = self.path(path)
            return (leg,) if leg else ()
        listed = self.sequence(moves, "`moves`")
        return tuple(leg for each in listed.items if (leg := self.path(each))) if listed is not None else ()

    def chosen(self, item: Item | None) -> tuple[str, ...]:
        """Chosen options by their declared names; ``may stop`` is one of the language's own."""
        found = []
        for each in self.scalars(item, "`options`"):
            declared = "may stop" if each.text == "may stop" else self.options.get(name_key(each.text))
            if declared is None:
                self.unknown(each.span, "option", each.text, [*self.options.values(), "may stop"])
            else:
                found.append(declared)
        return tuple(found)

    def turn(self, item: Item | None) -> Literal["next"] | None:
        text = self.text(item, "`turn`")
        if text is not None and text != "next" and item is not None:
            self.wrong(item.span, "`turn` can only be `next`", "write `turn: next`, or leave it out")
        return "next" if text == "next" else None

    def faces(self, item: Item | None) -> tuple[int, ...] | None:
        """Scripted faces; ``None`` where none are given."""
        listed = self.sequence(item, "`dice`")
        if item is None or listed is None:
            return None
        return tuple(face for each in listed.items if (face := self.face(each)) is not None)

    def face(self, item: Item) -> int | None:
        """What a die shows."""
        face = self.whole(item, "a face")
        if face is not None and face < 1:
            self.wrong(item.span, f"no die has a face {face}", "faces are whole numbers from 1")
            return None
        return face

    def look(self, item: Item | None, models: dict[str, Model]) -> Look | None:
        """Who looks at whom."""
        stated = self.mapping(item, "`sight`")
        if stated is None:
            return None
        self.diagnostics.extend(unknown_keys(stated, shapes.SIGHT))
        ends: list[Model] = []
        for key in ("from", "to"):
            name = stated.get(key)
            if name is None:
                self.lacking(stated.span, f"`sight` does not say `{key}` whom", "write `{from: NAME, to: NAME}`")
            elif not isinstance(name, Scalar) or name.text not in models:
                self.unknown(name.span, "model", getattr(name, "text", "?"), models)
            elif models[name.text].at is None:
                self.lacking(name.span, f"the model `{name.text}` stands nowhere", "give it `at: [x, y]`")
            else:
                ends.append(models[name.text])
        return Look(ends[0], ends[1]) if len(ends) == 2 else None

    # ---- what has happened before

    def given(self, item: Item | None, memory: Memory, acting: Model | Unit) -> Memory:
        """The memory with what the scenario says has happened."""
        stated = self.mapping(item, "`given`")
        memory = replace(memory, states=tuple(dict.fromkeys((*memory.states, *self.entered))))
        if stated is None:
            return memory
        self.diagnostics.extend(unknown_keys(stated, shapes.GIVEN))
        held = tuple(self.held(stated.get("states"), acting))
        used = []
        already = self.sequence(stated.get("already"), "`already`")
        for each in already.items if already is not None else ():
            entry = self.mapping(each, "an entry of `already`")
            if entry is None:
                continue
            self.diagnostics.extend(unknown_keys(entry, shapes.ALREADY))
            rule = self.text(entry.get("rule"), "`rule`")
            if rule is None:
                self.lacking(
                    entry.span, "an entry of `already` does not name a rule", "write `{rule: ID, piece: NAME}`"
                )
                continue
            ids = {name_key(r.id): r.id for r in self.ruleset.rules}
            if name_key(rule) not in ids:
                item_ = entry.get("rule")
                assert item_ is not None
                self.unknown(item_.span, "rule", rule, ids.values())
                continue
            model = self.text(entry.get("model"), "`model`") if entry.get("model") is not None else None
            piece = self.text(entry.get("piece"), "`piece`") if entry.get("piece") is not None else None
            used.append(Used(ids[name_key(rule)], model, piece))
        return replace(memory, states=tuple(dict.fromkeys((*memory.states, *held))), used=(*memory.used, *used))

    def held(self, item: Item | None, acting: Model | Unit) -> Iterable[StateHeld]:
        """States by model; a list means the one model that acts."""
        if isinstance(item, Mapping):
            pairs = [(name, each) for name, each in item.items.items()]
        elif item is None:
            pairs = []
        else:
            pairs = [(acting.name if isinstance(acting, Model) else acting.models[0].name, item)]
        for name, listed in pairs:
            yield from self.held_by(name, listed)

    def held_by(self, model: str, listed: Item | None) -> Iterable[StateHeld]:
        """The listed states, as held by one model."""
        for each in self.scalars(listed, "`states`"):
            named = self.named(each)
            if named is not None:
                state = self.declared("state", named, each.span, self.states)
                yield StateHeld(model, state.name, state.args)

    # ---- expectations

    def known_expectations(self, stated: Mapping) -> None:
        """Unknown keys of ``expect`` and of its rolls."""
        expect = stated.get("expect")
        if not isinstance(expect, Mapping):
            return
        self.diagnostics.extend(unknown_keys(expect, shapes.EXPECT))
        states = expect.get("states")
        for listed in states.items.values() if isinstance(states, Mapping) else (states,):
            tuple(self.held_by("", listed))  # told where the ruleset has no such state
        for key, keys in (("rolls", shapes.ROLL), ("outcomes", shapes.OUTCOME)):
            listed = expect.get(key)
            for each in listed.items if isinstance(listed, Sequence) else ():
                if isinstance(each, Mapping):
                    self.diagnostics.extend(unknown_keys(each, keys))


def _moved(model: Model, ends: Map[str, ModelEnd]) -> Model:
    """The model where it ended, and as high; its own path is used up."""
    end = ends.get(model.name)
    if end is None or end.ends_at is None:
        return replace(model, moves=None)
    lifted = Fraction(end.lifted)
    bottom, top = (None if height is None else height + lifted for height in (model.bottom, model.top))
    return replace(model, moves=None, at=end.ends_at, bottom=bottom, top=top)
