"""Everything about one adjudication that does not change while it runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from groundrules.engine.book import Rulebook
from groundrules.engine.laying import grid_trail, laid_path, open_trail
from groundrules.engine.numbering import Numbering
from groundrules.engine.profile import Profile
from groundrules.engine.refusal import Refusal, RefusalKind
from groundrules.engine.settling import ReadyTable, band_of, base_of, profile_of, ready_table
from groundrules.engine.situation import Model, Path, Situation
from groundrules.engine.stated import Stated
from groundrules.engine.trail import Trail
from groundrules.ground import ALL_HEIGHTS, EPSILON, Footprint, Path as GroundPath, Point, ShapeError
from groundrules.limits import PATH_POINTS, STEPS
from groundrules.naming import name_key
from groundrules.ruleset import Action
from groundrules.verdict import Memory, Number, Pending

#: An answer from outside: a face, or yes or no.
Answer = int | bool


class Asked(Exception):
    """An answer is missing, and whoever asked wants to be asked for it."""

    def __init__(self, pending: Pending) -> None:
        super().__init__(pending.name)
        self.pending = pending


@dataclass(frozen=True, slots=True, eq=False)
class Actor:
    """One model: what it is, its base, its legs (none: it stands where it is, or nowhere known)."""

    name: str
    model: Model
    base: Footprint
    profile: Profile
    legs: tuple[Trail, ...]


@dataclass(slots=True)
class Asking:
    """How missing answers are dealt with: the list of answers so far, and what was asked.

    ``interactive``: a missing one is asked for; else options and facts are taken as no.
    """

    interactive: bool = False
    answers: tuple[Answer, ...] = ()
    used: int = 0
    known: dict[tuple[str, str], bool] = field(default_factory=dict)
    facts: dict[str, None] = field(default_factory=dict)

    def question(self, pending: Pending) -> bool:
        """Yes or no, from the list of answers.

        Raises :class:`Asked` where it has run out, :class:`Refusal` for an answer that is a face.
        """
        key = (pending.kind, f"{pending.name} {pending.rule} {pending.model} {pending.piece}")
        if key in self.known:
            return self.known[key]
        if not self.interactive:
            return False
        if self.used >= len(self.answers):
            raise Asked(pending)
        answer = self.answers[self.used]
        if not isinstance(answer, bool):
            raise Refusal("option", f"`{pending.name}` wants yes or no, not {answer!r}", "answer `True` or `False`")
        self.used += 1
        self.known[key] = answer
        return answer

    def faces(self, pending: Pending, count: int, sides: int) -> tuple[int, ...] | None:
        """The next faces of the list; ``None`` where there are too few. Refuses what is no face of such a die."""
        found = self.answers[self.used : self.used + count]
        for face in found:
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
                raise Refusal("dice", f"a d{sides} has no face {face!r}, asked for by {pending.name}")
        if len(found) < count:
            return None
        self.used += count
        return found

    def surplus(self) -> None:
        """Refuses answers that nobody asked for."""
        left = self.answers[self.used :]
        if left:
            shown = ", ".join(map(repr, left[:8])) + (", …" if len(left) > 8 else "")
            kind: RefusalKind = "option" if isinstance(left[0], bool) else "dice"
            raise Refusal(
                kind, f"nobody asked for {shown}", "give the answers in the order in which they are asked for"
            )


@dataclass(slots=True, eq=False)
class Stage:
    """The situation made ready: book, table, action, models, what is agreed, what is remembered."""

    book: Rulebook
    situation: Situation
    table: ReadyTable
    action: Action
    actors: tuple[Actor, ...]
    memory: Memory
    asking: Asking
    agreed: frozenset[str]
    may_stop: bool
    legs: int
    budget: int = STEPS
    #: What plays of this stage need not work out twice.
    cache: dict[Any, Any] = field(default_factory=dict)
    #: By bearing and meeting, what the ground is where that hangs on no facts.
    grounds: dict[Any, Any] = field(default_factory=dict)
    #: By bearing and meetings, what a unit of distance costs where that hangs on no facts.
    costs: dict[Any, Any] = field(default_factory=dict)
    #: Tells what plays of this stage have in common.
    numbering: Numbering = field(default_factory=Numbering)
    #: What is stated of the moment, where no table shows it: for the odds of a roll by itself.
    stated: Stated | None = None

    @property
    def unit(self) -> str | None:
        """The unit's name; ``None`` for a model alone."""
        return self.situation.unit

    def is_agreed(self, text: str) -> bool:
        """Whether a fact holds: listed, or answered; else it is noted as open."""
        if _fact(text) in self.agreed:
            return True
        answer = self.asking.question(Pending(kind="agreed", name=text, choices=("yes", "no")))
        if not answer:
            self.asking.facts[text] = None
        return answer


def _fact(text: str) -> str:
    return name_key(text).casefold()


def stage_of(book: Rulebook, situation: Situation, memory: Memory, asking: Asking) -> Stage:
    """Makes a situation ready; raises :class:`Refusal` for whatever is stated wrongly."""
    action = book.action(situation.action)
    table = ready_table(book, situation.table)
    models = situation.models
    if not models:
        raise Refusal("unit", "a unit without models")
    names = [model.name for model in models]
    for name in names:
        if names.count(name) > 1:
            raise Refusal("unit", f"two models are called `{name}`")
    may_stop = any(name_key(name) == "maystop" for name in situation.options)
    actors = tuple(
        Actor(
            model.name,
            model,
            base_of(book, model),
            _profile(book, model, situation),
            tuple(_legs(book, table, situation, model)),
        )
        for model in models
    )
    legs = max(len(actor.legs) for actor in actors)
    agreed = frozenset(_fact(text) for text in situation.agreed)
    return Stage(book, situation, table, action, actors, memory, asking, agreed, may_stop, legs)


def _profile(book: Rulebook, model: Model, situation: Situation) -> Profile:
    """The profile of a model; models that state the same share it."""
    # `True` and 1 are equal keys, and only one of them may be a number.
    kinds = tuple(type(value) for fields in (model.fields, situation.game) for _, value in fields)
    key = ("profile", model.fields, model.traits, situation.options, situation.game, kinds)
    found: Profile | None = book.remembered.get(key)
    if found is None:
        found = book.kept_profile(profile_of(book, model, situation.options, situation.game))
        book.remembered[key] = found
    return found


def _legs(book: Rulebook, table: ReadyTable, situation: Situation, model: Model) -> Iterable[Trail]:
    what = f"`{model.name}`"
    if model.moves is not None:
        paths = [path for path in model.moves if path]
        shift: tuple[object, object] | None = None
    else:
        paths = [path for path in situation.moves if path]
        shift = _shift(situation, model, paths)
    if not paths and model.at is not None:
        paths, shift = [(model.at,)], None
    if sum(map(len, paths)) > PATH_POINTS:
        raise Refusal("path", f"the path of {what} has more than {PATH_POINTS:,} points", "give fewer")
    before: Trail | None = None
    lifted: Number = Fraction(0)
    for number, path in enumerate(paths, 1):
        trail = _trail(book, table, path, shift, model, lifted, what)
        lifted += sum((mark.lift for mark in trail.marks), Fraction(0))
        if before is not None and not _same_point(before.point_at(before.length), start_point(trail)):
            raise Refusal("path", f"move {number} of {what} does not begin where the one before it ends")
        yield trail
        before = trail


def _same_point(one: Point, other: Point) -> bool:
    return all(abs(float(a) - float(b)) <= EPSILON for a, b in zip(one, other, strict=True))


def _shift(situation: Situation, model: Model, paths: list[Path]) -> tuple[object, object] | None:
    """How far a model of a unit stands from where the unit's path begins."""
    if situation.unit is None or model.at is None or not paths:
        return None
    first = paths[0][0]
    if not isinstance(first, tuple):
        return None
    return model.at[0] - first[0], model.at[1] - first[1]


def _trail(
    book: Rulebook, table: ReadyTable, path: Path, shift: tuple[object, object] | None, model: Model, lifted: Number,
    what: str,
) -> Trail:  # fmt: skip
    """One leg; ``lifted``: how much higher than it is stated the model begins it."""
    if table.grid is not None:
        if shift is not None and any(shift):
            dx, dy = (int(part) for part in shift)  # type: ignore[call-overload]  # cells are whole numbers
            path = tuple((s[0] + dx, s[1] + dy) if isinstance(s, tuple) else s for s in path)
        setting = book.settings.grid
        return grid_trail(table, path, setting.size if setting is not None else Fraction(1), what)
    laid: GroundPath = laid_path(path, what)
    band = band_of(model.name, model.bottom, model.top)
    base = base_of(book, model)
    try:
        if shift is not None and any(shift):
            laid = laid.shifted(*shift)  # type: ignore[arg-type]  # differences of coordinates
        return open_trail(table, laid, base, None if band == ALL_HEIGHTS else band.lifted(lifted))
    except ShapeError as error:
        # Each number is within bounds, and what they come to is not: up from the highest, sideways from the last.
        raise Refusal("path", f"the path of {what} cannot be walked: {error}") from None


def start_point(trail: Trail) -> Point:
    """Where a leg begins."""
    return trail.point_at(Fraction(0))
