"""Plain Python values against one ruleset: the situations that the engine judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from threading import Lock
from typing import Literal, TypeAlias

from groundrules import engine
from groundrules.api_stated import (
    PLAIN_NUMBERS,
    Model,
    SituationError,
    Table,
    exact,
    item_of,
    mapping_of,
    texts_of,
    words_of,
    wrong,
)
from groundrules.engine import Refusal, Situation
from groundrules.engine.stated import Stated, stated_key
from groundrules.ruleset import Roll, Ruleset as Rules
from groundrules.scenarios.rolling import moment_needs, stated_of
from groundrules.scenarios.situations import SituationReader
from groundrules.scenarios.yaml_items import Item
from groundrules.verdict import Memory

#: A point ``(x, y)``, or a step ``{"climb": 4}`` at the point before it.
Step: TypeAlias = Sequence[object] | Mapping[str, object]
#: One path.
Steps: TypeAlias = Sequence[Step]
#: One word, or several.
Names: TypeAlias = str | Iterable[str]

#: So many tables and models are kept as they were read; reading one again is only slower.
_KEPT, _MODELS_KEPT = 16, 256
_NOTHING_HAPPENED = Memory()


class Reading:
    """Reads what is stated against one ruleset, from any thread.

    Whatever is wrong raises :class:`~groundrules.api_stated.SituationError`.
    """

    def __init__(self, rules: Rules) -> None:
        self._reader = SituationReader(rules)
        self._reader.tells_facts = True
        self._tables: dict[int, tuple[Table, engine.Table]] = {}
        self._models: dict[int, tuple[Model, engine.Model]] = {}
        self._actions: dict[str, str] = {}
        self._lock = Lock()

    def fresh(self) -> SituationReader:
        """A reader with no findings yet."""
        return self._reader.fresh()

    def table(self, table: Table) -> engine.Table:
        """The table to these rules, read once while it is in use, so that the engine knows it again."""
        if not isinstance(table, Table):
            raise TypeError(f"a Table is wanted, not {table!r}")
        found = self._tables.get(id(table))
        if found is not None and found[0] is table:
            return found[1]
        reader = self.fresh()
        made = reader.table(table.item)
        settle(reader)
        with self._lock:
            while len(self._tables) >= _KEPT:
                del self._tables[next(iter(self._tables))]
            self._tables[id(table)] = (table, made)
        return made

    def model(self, model: Model) -> engine.Model:
        """The model to these rules, read once while it is in use."""
        if not isinstance(model, Model):
            raise TypeError(f"a Model is wanted, not {model!r}")
        found = self._models.get(id(model))
        if found is not None and found[0] is model:
            return found[1]
        reader = self.fresh()
        made = reader.model(model.name, model.item)
        settle(reader)
        with self._lock:
            while len(self._models) >= _MODELS_KEPT:
                del self._models[next(iter(self._models))]
            self._models[id(model)] = (model, made)
        return made

    def situation(
        self,
        reader: SituationReader,
        table: Table,
        model: Model | Sequence[Model],
        action: str | None,
        path: Steps | None,
        moves: Sequence[Steps] | None,
        options: Names,
        agreed: Names,
        game: Mapping[str, object] | None,
        turn: Literal["next"] | None,
    ) -> Situation:
        """One action, read against the rules; findings collect in the reader."""
        if path is not None and moves is not None:
            raise ValueError("`path` and `moves` exclude each other")
        if moves is not None and (not isinstance(moves, Sequence) or isinstance(moves, (str, bytes))):
            raise wrong("moves", "a list of paths", moves, "write `[[(0, 0), (3, 0)], [(3, 0), (3, 4)]]`")
        stated = [path] if path is not None else list(moves or ())
        legs = tuple(
            leg
            for number, each in enumerate(stated)
            if (leg := _points(each) or reader.path(item_of(each, _leg(number, moves))))
        )
        mover: engine.Model | engine.Unit
        if isinstance(model, Model):
            mover = self.model(model)
        else:
            mover = engine.Unit(models=tuple(map(self.model, several(model))))
        return Situation(
            mover=mover,
            table=self.table(table),
            action=self.action(reader, action),
            moves=legs,
            options=self.chosen(reader, options),
            agreed=self.agreed(reader, agreed),
            game=self.day(reader, game),
            turn=reader.turn(None if turn is None else item_of(turn, "turn")),
        )

    def action(self, reader: SituationReader, action: str | None) -> str | None:
        """The declared action of that name."""
        known = self._actions.get(action) if type(action) is str else None
        if known is None:
            known = reader.action(None if action is None else item_of(action, "action"))
            if type(action) is str and known is not None and len(self._actions) < _KEPT:
                self._actions[action] = known
        return known

    def chosen(self, reader: SituationReader, options: Names) -> tuple[str, ...]:
        """The chosen options, by their declared names."""
        return () if options == () else reader.chosen(item_of(words_of(options, "options"), "options"))

    def agreed(self, reader: SituationReader, agreed: Names) -> tuple[str, ...]:
        """The facts that hold."""
        return () if agreed == () else reader.agreed(item_of(texts_of(agreed, "agreed"), "agreed"))

    def day(self, reader: SituationReader, game: Mapping[str, object] | None) -> engine.Fields:
        """What the day states."""
        return () if game is None else reader.stated_fields("game", mapping_of(game, "game"), {})

    def when(
        self, reader: SituationReader, roll: Roll, stated: Mapping[str, object]
    ) -> tuple[Stated, str | None, engine.Fields]:
        """The moment at which a roll is made, the action and the day, from what is stated of them by name.

        Raises :class:`~groundrules.engine.Refusal` of kind ``name`` for what the roll does not read.
        """
        needs = moment_needs(reader.ruleset, roll)
        days = {stated_key(each.name): each.name for each in reader.ruleset.fields if each.owner == "game"}
        moment: dict[str, Item] = {}
        day: dict[str, object] = {}
        action = None
        for name, value in stated.items():
            key = stated_key(name)
            if key == "action":
                action = reader.action(item_of(value, name))
            elif key in needs:
                moment[name] = item_of(value, name)
            elif key in days:
                day[days[key]] = value
            else:
                known = (*roll.params, *(each.name for each in needs.values()))
                help = f"its brackets, and what it reads, are: {', '.join(known) or 'none'}"
                raise Refusal("name", f"`{roll.name}` has no bracket `{name}`, and reads nothing so called", help)
        return stated_of(reader, needs, moment), action, self.day(reader, day or None)

    def memory(self, reader: SituationReader, memory: Memory | None, models: Sequence[Model]) -> Memory:
        """What has happened before; without any memory, the states that the models state."""
        if memory is not None:
            if not isinstance(memory, Memory):
                raise wrong("memory", "a memory", memory, "give `verdict.after`, or what `memory_from_json` reads")
            return memory
        if not any(each.states for each in models):
            return _NOTHING_HAPPENED
        held = mapping_of({each.name: list(each.states) for each in models if each.states}, "states")
        return Memory(states=tuple(reader.held(held, engine.Model())))


def _points(path: Steps) -> tuple[tuple[Fraction, Fraction], ...]:
    """A path of points alone, in plain numbers; nothing where it is anything else, which is then read with care."""
    if type(path) not in (tuple, list):
        return ()
    found = []
    for step in path:
        if type(step) not in (tuple, list) or len(step) != 2:
            return ()
        x, y = step
        if type(x) not in PLAIN_NUMBERS or type(y) not in PLAIN_NUMBERS:
            return ()
        found.append((exact(x), exact(y)))
    return tuple(found)


def _leg(number: int, moves: object) -> str:
    return "path" if moves is None else f"moves[{number}]"


def several(model: Model | Sequence[Model]) -> Sequence[Model]:
    """The models that act, in their order."""
    if isinstance(model, Model):
        return [model]
    if not isinstance(model, Sequence) or isinstance(model, (str, bytes)):
        raise TypeError(f"a Model is wanted, or a list of them, not {model!r}")
    return model


def settle(reader: SituationReader) -> None:
    """Raises what a reader has found wrong."""
    if reader.diagnostics:
        raise SituationError(reader.diagnostics)
