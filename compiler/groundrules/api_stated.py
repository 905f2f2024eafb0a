"""Tables and models from plain Python values, which say exactly what a scenario file would say.

They are kept as the items of a scenario file, so that one reader serves both; what is
wrong with them is told by where it stands: ``table.wire.terrain``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping as Map, Sequence as Seq
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from groundrules.diagnostics import Diagnostic, finding
from groundrules.engine import Refusal
from groundrules.engine.refusal import RefusalKind
from groundrules.limits import BITS, YAML_DEPTH, YAML_VALUES
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence
from groundrules.source import Source, Span

_KINDS: dict[str, RefusalKind] = {"GR402": "field", "GR405": "name"}


class SituationError(Refusal):
    """A table, a model or an action that is stated wrongly; ``diagnostics`` tell all that is.

    The place of each is the name of its source: ``table.wire.terrain``.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        first = self.diagnostics[0]
        super().__init__(_KINDS.get(first.code, "table"), f"{first.span.source.name}: {first.message}", help=first.help)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics,), vars(self)


def wrong(place: str, wanted: str, value: object, help: str) -> SituationError:
    """A value of the wrong kind: what should stand at a place, and what stands there."""
    message = f"{wanted} must stand here, not {_kind_of(value)}"
    return SituationError([finding("GR404", _span("", place), message, help=help)])


def _kind_of(value: object) -> str:
    return "nothing" if value is None else f"a value of the type {type(value).__name__}"


def words_of(words: object, place: str) -> list[Any]:
    """The entries of a list of words; one alone is a list of one. Raises :class:`SituationError` for no list."""
    if isinstance(words, str):
        return [words]
    if not isinstance(words, Iterable) or isinstance(words, (Map, bytes, bytearray)):
        raise wrong(place, "a list of words", words, 'write `["one", "two"]`')
    return list(words)


def texts_of(words: object, place: str) -> tuple[str, ...]:
    """The same where each must be a text."""
    found = words_of(words, place)
    for index, each in enumerate(found):
        if not isinstance(each, str):
            raise wrong(f"{place}[{index}]", "a text", each, 'write `["one", "two"]`')
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Value(Scalar):
    """A number or a truth that is known and need not be read from its text."""

    value: Fraction | bool = False

    def number(self) -> Fraction | None:
        return None if isinstance(self.value, bool) else self.value

    def boolean(self) -> bool | None:
        return self.value if isinstance(self.value, bool) else None


@dataclass(slots=True)
class _Room:
    """How many values may still be read; one that stands in several places counts in each."""

    left: int = YAML_VALUES

    def take(self, place: str) -> None:
        self.left -= 1
        if self.left < 0:
            raise Refusal("table", f"{place}: more than {YAML_VALUES:,} values")


def item_of(value: object, place: str, depth: int = 0, room: _Room | None = None) -> Item:
    """A plain Python value as it would stand in a scenario file; ``place`` says where.

    Raises :class:`~groundrules.engine.Refusal` for what no file could say.
    """
    room = room if room is not None else _Room()
    room.take(place)
    if depth > YAML_DEPTH:
        raise Refusal("table", f"{place}: values lie deeper than {YAML_DEPTH} levels")
    if isinstance(value, Map):
        return mapping_of(value, place, depth, room)
    if isinstance(value, str):
        return Scalar(value, _span(value, place))
    if value is None:
        return Scalar("", _span("", place))
    if isinstance(value, (bool, Real)) or hasattr(value, "as_integer_ratio"):
        known = value if isinstance(value, bool) else number_of(value, place)
        text = str(known).lower()
        return _Value(text, _span(text, place), value=known)
    if isinstance(value, Seq) and not isinstance(value, (bytes, bytearray)):
        items = tuple(item_of(each, f"{place}[{index}]", depth + 1, room) for index, each in enumerate(value))
        return Sequence(items, _span("", place))
    raise Refusal("table", f"{place}: a value of the type {type(value).__name__} has no meaning here")


#: Kinds of numbers that :func:`exact` takes.
PLAIN_NUMBERS = frozenset((int, float, Fraction))


def exact(value: Any) -> Fraction:
    """A plain number as :func:`number_of` gives it: the usual ones, that a table has room for, without detours."""
    if type(value) is float and -1e9 < value < 1e9:
        thousandths = round(value * 1000)
        if thousandths / 1000 == value:  # it is written with three places or fewer
            return Fraction(thousandths, 1000)
        whole, _, behind = repr(value).partition(".")
        if "e" not in behind and "e" not in whole:
            return Fraction(int(whole + behind), 10 ** len(behind))
    return number_of(value, "a coordinate")


def number_of(value: Any, place: str) -> Fraction:
    """The exact number; a float is the number that it is written as (``0.1`` is a tenth)."""
    if isinstance(value, Rational):
        exact = Fraction(int(value.numerator), int(value.denominator))
    else:
        if not _is_finite(value):
            raise Refusal("number", f"{place}: {value} is no number on a table")
        exact = Fraction(repr(float(value)) if isinstance(value, Real) else str(value))
    if max(exact.numerator.bit_length(), exact.denominator.bit_length()) > BITS:
        raise Refusal("number", f"{place}: a number with so many digits stands on no table")
    return exact


def _is_finite(value: Any) -> bool:
    try:
        return math.isfinite(value) and not (isinstance(value, Decimal) and abs(value.adjusted()) > BITS)
    except (TypeError, ValueError, OverflowError):  # no number at all, or a signalling one
        return False


def mapping_of(stated: Map[Any, object], place: str, depth: int = 0, room: _Room | None = None) -> Mapping:
    """A mapping by words; what is ``None`` is left out. Raises :class:`SituationError` for no mapping."""
    if not isinstance(stated, Map):
        raise wrong(place, "a mapping by names", stated, "write `{name: value}`")
    room = room if room is not None else _Room()
    items: dict[str, Item] = {}
    keys: dict[str, Span] = {}
    for key, value in stated.items():
        if not isinstance(key, str):
            raise Refusal("table", f"{place}: a key is a word, not {key!r}")
        if value is not None:
            items[key] = item_of(value, f"{place}.{key}", depth + 1, room)
            keys[key] = _span(key, f"{place}.{key}")
    return Mapping(items, keys, _span("", place))


def _span(text: str, place: str) -> Span:
    return Span(Source(place, text), 0, len(text))


def _frozen(item: Item) -> object:
    """What an item says, without its places: for comparing."""
    if isinstance(item, Mapping):
        return frozenset((key, _frozen(each)) for key, each in item.items.items())
    if isinstance(item, Sequence):
        return tuple(_frozen(each) for each in item.items)
    return item.number() if item.number() is not None else (item.text, item.boolean())


class _Stated:
    """What a table and a model have in common: immutable, compared by what they say."""

    __slots__ = ("_hash", "_key", "item")
    item: Mapping
    _key: object
    _hash: int

    def __init__(self, item: Mapping, key: object) -> None:
        object.__setattr__(self, "item", item)
        object.__setattr__(self, "_key", key)
        # Decisions are looked up by models, so that the hash is worked out once.
        object.__setattr__(self, "_hash", hash(key))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change: make another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change: make another one")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Stated) and type(self) is type(other) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash


class Table(_Stated):
    """The pieces on a table, by name, each as a scenario file states it.

    Lengths are in the ruleset's unit. ``Open`` is bare table where the ruleset declares no
    such terrain. What the ruleset does not know is refused when it is asked.

    >>> Table({"wire": {"terrain": ["Difficult", "Dangerous"], "rect": [4, 10, 8, 12]}})
    Table('wire')
    """

    __slots__ = ()

    def __init__(self, pieces: Map[str, Map[str, object]] | None = None) -> None:
        item = mapping_of({} if pieces is None else pieces, "table")
        # Which of two pieces comes first may count, so the order is part of what is compared.
        super().__init__(item, tuple((name, _frozen(each)) for name, each in item.items.items()))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the pieces, in their order."""
        return tuple(self.item)

    def __repr__(self) -> str:
        return f"Table({', '.join(map(repr, self.item))})"

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[object, ...]]:
        return Table, (_plain(self.item),)


class Model(_Stated):
    """A model: the fields that the ruleset asks for, and where and how large it is.

    ``base``: a diameter, or ``(width, depth)`` with ``facing`` in degrees; nothing is a
    point. ``at``: where it stands, if no path says so. ``bottom`` and ``top``: the heights
    that it reaches. ``states``: those that it is in when the game begins; a memory knows
    better. ``path``: one of its own in the move of a unit. A field whose name is no Python
    word, or one of these, stands in the mapping.

    >>> Model({"Second Speed": 80}, Class="Infantry", at=(0, 5), name="guard")
    Model('guard', Second Speed=80, Class=Infantry)
    """

    __slots__ = ("name", "states")
    name: str
    states: tuple[str, ...]

    def __init__(
        self,
        stated: Map[str, object] | None = None,
        /,
        *,
        name: str = "model",
        traits: str | Iterable[str] = (),
        states: str | Iterable[str] = (),
        base: object = None,
        facing: object = None,
        at: Seq[object] | None = None,
        bottom: object = None,
        top: object = None,
        path: Seq[object] | None = None,
        **fields: object,
    ) -> None:
        if not isinstance(name, str):
            raise wrong("name", "a text", name, 'write `name="guard"`')
        if stated is not None and not isinstance(stated, Map):
            raise wrong(name, "a mapping by names", stated, "write `{field: value}`")
        own = dict(stated or {})
        for key, value in (("base", base), ("facing", facing), ("at", at), ("bottom", bottom), ("top", top)):
            own[key] = value if value is not None else own.get(key)
        own["traits"] = words_of(traits, f"{name}.traits") or own.get("traits")
        own["path"] = path if path is not None else own.get("path")
        stated_states = own.pop("states", None)
        held = texts_of(states, f"{name}.states")
        if not held and stated_states is not None:
            held = texts_of(stated_states, f"{name}.states")
        for key, value in fields.items():
            if own.get(key) is not None:
                raise TypeError(f"`{key}` is stated twice")
            own[key] = value
        item = mapping_of(own, name)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "states", held)
        super().__init__(item, (name, held, _frozen(item)))

    def placed(self, at: Seq[object], lifted: Any = 0) -> Model:
        """The same model, standing there, and so much higher, if it states a height: ``ends_at`` and ``lifted``."""
        stated = {**_plain(self.item), "at": at}
        for end in ("bottom", "top"):
            height = self.item.items.get(end)
            if isinstance(height, Scalar) and (known := height.number()) is not None:
                stated[end] = known + number_of(lifted, "`lifted`")
        return Model(stated, name=self.name, states=self.states)

    def __repr__(self) -> str:
        shown = [f"{key}={each.text}" for key, each in self.item.items.items() if isinstance(each, Scalar)]
        return f"Model({', '.join([repr(self.name), *shown])})"

    def __reduce__(self) -> tuple[Callable[..., Model], tuple[object, ...]]:
        return _model, (_plain(self.item), self.name, self.states)


def _model(stated: dict[str, object], name: str, states: tuple[str, ...]) -> Model:
    return Model(stated, name=name, states=states)


def _plain(item: Item) -> Any:
    """The Python value that an item was made of."""
    if isinstance(item, Mapping):
        return {key: _plain(each) for key, each in item.items.items()}
    if isinstance(item, Sequence):
        return [_plain(each) for each in item.items]
    return item.value if isinstance(item, _Value) else item.text
