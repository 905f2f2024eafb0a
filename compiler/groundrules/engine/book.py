"""A ruleset made ready for asking: names found at once, rules by what they are about.

A :class:`Rulebook` also remembers what was decided (:mod:`groundrules.engine.decide`).
It may be shared between threads: what is remembered is added, or forgotten as a whole,
never changed; tables, of which the oldest one makes room, are kept under a lock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

from groundrules.engine.profile import Profile
from groundrules.engine.refusal import Refusal, RefusalKind
from groundrules.naming import name_key
from groundrules.ruleset import (
    Action,
    BlockSight,
    Change,
    ChangeNumber,
    Choose,
    Conditional,
    CostAll,
    CostEnter,
    CostFloor,
    CostPlus,
    CostRate,
    CostTimes,
    Cover,
    Deliver,
    Effect,
    FieldSchema,
    GainLose,
    GiveCover,
    Halt,
    Limit,
    Number,
    Option,
    Outcome,
    Perform,
    Permit,
    Replaces,
    Roll,
    Rule,
    Ruleset,
    State,
    StopAfter,
    Subject,
    Terrain,
    Trait,
)

if TYPE_CHECKING:
    from groundrules.engine.passing import Passing

#: Effects that no look is concerned with.
_OF_MOVES = (
    CostAll, CostEnter, CostFloor, CostPlus, CostRate, CostTimes, Deliver, GainLose, Halt, Limit, Perform, Permit,
    StopAfter,
)  # fmt: skip


class Rulebook:
    """A ruleset with its indexes; see :meth:`of`."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.settings = ruleset.settings
        self.terrains = {each.name: each for each in ruleset.terrains}
        self.traits = {each.name: each for each in ruleset.traits}
        self.states = {each.name: each for each in ruleset.states}
        self.actions = {each.name: each for each in ruleset.actions}
        self.options = {each.name: each for each in ruleset.options}
        self.numbers = {each.name: each for each in ruleset.numbers}
        self.rolls = {each.name: each for each in ruleset.rolls}
        self.outcomes = {each.name: each for each in ruleset.outcomes}
        self.groups = {each.name: each for each in ruleset.groups}
        self.covers = {each.name: rank for rank, each in enumerate(ruleset.covers)}
        self.fields: dict[tuple[str, str], FieldSchema] = {(each.owner, each.name): each for each in ruleset.fields}
        self.ranks: dict[tuple[str, str], dict[str, int]] = {
            (each.owner, each.name): {value.name: rank for rank, value in enumerate(each.values)}
            for each in ruleset.fields
        }
        self.order = {rule.id: number for number, rule in enumerate(ruleset.rules)}
        self.by_id = {rule.id: rule for rule in ruleset.rules}
        self.beats = {rule.id: frozenset(rule.beats) for rule in ruleset.rules}
        self.by_terrain: dict[str, list[tuple[Rule, Subject]]] = defaultdict(list)
        self.of_any_terrain: list[tuple[Rule, Subject]] = []
        self.of_pieces: list[tuple[Rule, Subject]] = []
        self.of_models_in: list[tuple[Rule, Subject]] = []
        self.of_models: list[tuple[Rule, Subject]] = []
        self.of_covers: dict[str, list[tuple[Rule, Subject]]] = defaultdict(list)
        self._index(ruleset.rules)
        self._keys: dict[str, dict[str, str]] = {}
        #: Whether any rule changes a field or a number at all.
        self.has_changes = any(
            isinstance(effect, (Change, ChangeNumber)) and getattr(effect, "op", "") != "own"
            for rule in ruleset.rules
            for effect in every_effect(rule.effects)
        ) or any(
            isinstance(effect, (Change, ChangeNumber))
            for roll in ruleset.rolls
            for effects in (*(b.effects for b in roll.bands), *(h.effects for h in roll.handlers))
            for effect in every_effect(effects)
        )
        #: The rules that speak of nothing but looks, and those that speak of nothing but moves.
        self.of_looks = frozenset(rule.id for rule in ruleset.rules if _all_are(rule, _is_of_looks))
        self.of_moves = frozenset(rule.id for rule in ruleset.rules if _all_are(rule, _is_of_moves))
        #: Whether any rule speaks to a unit as one.
        self.has_unit_rules = any(rule.qualifiers.unit for rule in ruleset.rules)
        #: Whether any ground lies over other ground.
        self.has_replaces = any(isinstance(effect, Replaces) for rule in ruleset.rules for effect in rule.effects)
        #: What was decided; see :mod:`groundrules.engine.decide`.
        self.remembered: dict[Any, Any] = {}
        #: The last few tables, made ready, by their identity; see :mod:`groundrules.engine.settling`.
        self.tables: dict[int, Any] = {}
        #: Held while a table makes room for another.
        self.lock = Lock()

    def _index(self, rules: Iterable[Rule]) -> None:
        for rule in rules:
            for subject in rule.subjects:
                term = subject.term
                entry = (rule, subject)
                if term.kind == "terrain":
                    self.by_terrain[term.name].append(entry)
                elif term.kind == "any terrain":
                    self.of_any_terrain.append(entry)
                elif term.kind == "value" and term.owner == "piece":
                    self.of_pieces.append(entry)
                elif term.kind == "cover":
                    self.of_covers[term.name].append(entry)
                elif rule.qualifiers.within:
                    self.of_models_in.append(entry)
                else:
                    self.of_models.append(entry)

    @cached_property
    def passing(self) -> Passing | None:
        """What rules ask that changes on the way; see :mod:`groundrules.engine.passing`."""
        from groundrules.engine.passing import passing_of

        return passing_of(self.ruleset.rules)

    def kept_profile(self, profile: Profile) -> Profile:
        """The same profile, one object for all that are alike, so that look-ups know it at once."""
        kept: Profile = self.remembered.setdefault(("profile", profile), profile)
        return kept

    # ---- names as people spell them

    def _find(self, kind: str, declared: Iterable[str], text: str) -> str | None:
        keys = self._keys.get(kind)
        if keys is None:
            keys = {name_key(name): name for name in declared}
            self._keys[kind] = keys
        return keys.get(name_key(text))

    def _named(self, kind: str, declared: Iterable[str], text: str, refusal: RefusalKind = "name") -> str:
        found = self._find(kind, declared, text)
        if found is None:
            raise Refusal(refusal, f"`{text}` is no {kind} of this ruleset", suggestion(text, declared))
        return found

    def terrain(self, text: str) -> Terrain:
        """The declared terrain of that name; :class:`Refusal` for an unknown one, as everywhere below."""
        return self.terrains[self._named("terrain", self.terrains, text)]

    def trait(self, text: str) -> Trait:
        """The declared trait of that name."""
        return self.traits[self._named("trait", self.traits, text)]

    def state(self, text: str) -> State:
        """The declared state of that name."""
        return self.states[self._named("state", self.states, text)]

    def action(self, text: str | None) -> Action:
        """The declared action of that name; the first one declared for ``None``."""
        if text is None:
            return self.ruleset.actions[0]
        return self.actions[self._named("action", self.actions, text, "action")]

    def option(self, text: str) -> Option:
        """The declared option of that name."""
        return self.options[self._named("option", self.options, text, "option")]

    def cover(self, text: str) -> Cover:
        """The declared grade of cover of that name."""
        name = self._named("grade of cover", self.covers, text)
        return self.ruleset.covers[self.covers[name]]

    def rule(self, text: str) -> Rule:
        """The rule of that id."""
        return self.by_id[self._named("rule", self.by_id, text)]

    def roll(self, name: str) -> Roll | None:
        """The declared roll, by its declared name."""
        return self.rolls.get(name)

    def outcome(self, name: str) -> Outcome | None:
        """The declared outcome, by its declared name."""
        return self.outcomes.get(name)

    def number(self, name: str) -> Number:
        """The declared number, by its declared name."""
        return self.numbers[name]

    def schema(self, owner: str, text: str) -> FieldSchema:
        """The declared field of that owner and name."""
        names = [name for whose, name in self.fields if whose == owner]
        found = self._find(f"field of a {owner}", names, text)
        if found is None:
            help = suggestion(text, names) if names else f"a {owner} states nothing in this ruleset"
            raise Refusal("field", f"`{text}` is no field of a {owner} in this ruleset", help)
        return self.fields[owner, found]

    def value(self, schema: FieldSchema, text: str) -> str:
        """The declared value of a field that holds one of several."""
        names = [value.name for value in schema.values]
        found = self._find(f"{schema.owner} {schema.name}", names, text)
        if found is None:
            raise Refusal("field", f"`{schema.name}` has no value `{text}`", suggestion(text, names))
        return found


def every_effect(effects: Iterable[Effect]) -> Iterator[Effect]:
    """The effects and all that stand below them: handlers, options, branches."""
    for effect in effects:
        yield effect
        if isinstance(effect, (Choose, Conditional)):
            yield from every_effect(effect.effects)
        elif isinstance(effect, Perform):
            for handler in effect.handlers:
                yield from every_effect(handler.effects)


def _all_are(rule: Rule, kind: Callable[[Effect], bool]) -> bool:
    effects = [each for each in every_effect(rule.effects) if not isinstance(each, (Choose, Conditional))]
    return bool(effects) and all(map(kind, effects))


def _is_of_looks(effect: Effect) -> bool:
    return isinstance(effect, (GiveCover, BlockSight)) or (
        isinstance(effect, Change) and effect.owner in ("shooter", "target")
    )


def _is_of_moves(effect: Effect) -> bool:
    return isinstance(effect, _OF_MOVES)


def suggestion(text: str, declared: Iterable[str]) -> str | None:
    """A ready line of help: the nearest declared name, or all of them when they are few."""
    names = list(declared)
    near = get_close_matches(text, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean `{near[0]}`?"
    if 0 < len(names) <= 12:
        return "there is " + ", ".join(f"`{name}`" for name in names)
    return None


_BOOKS: dict[int, Rulebook] = {}
_KEPT = 64
_KEEPING = Lock()


def book_of(ruleset: Ruleset | Rulebook) -> Rulebook:
    """The book of a ruleset; the books of the last few rulesets are kept, since they remember."""
    if isinstance(ruleset, Rulebook):
        return ruleset
    found = _BOOKS.get(id(ruleset))
    if found is not None and found.ruleset is ruleset:
        return found
    book = Rulebook(ruleset)
    with _KEEPING:
        while len(_BOOKS) >= _KEPT:
            del _BOOKS[next(iter(_BOOKS))]
        _BOOKS[id(ruleset)] = book
    return book
