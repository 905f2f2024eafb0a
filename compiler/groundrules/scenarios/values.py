"""Values of a scenario file as the engine wants them, each wrong one told with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction

from groundrules.diagnostics import Diagnostic, finding, listed, replace as fix_by
from groundrules.engine import Named, Step, Upright
from groundrules.ground.numbers import Number, Point
from groundrules.limits import COORDINATE, PATH_POINTS
from groundrules.naming import name_key
from groundrules.scenarios import shapes
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence
from groundrules.source import Span

_TERM = re.compile(r"([^()]++)(?:\((.*)\))?", re.DOTALL)


class Values:
    """Reads single values and collects what is wrong with them."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []

    # ---- findings

    def wrong(self, span: Span, message: str, help: str) -> None:
        """A value of the wrong kind."""
        self.diagnostics.append(finding("GR404", span, message, help=help))

    def unknown(self, span: Span, what: str, name: str, known: Iterable[str]) -> None:
        """A name that the ruleset (or the file) does not know."""
        names = {name_key(each).casefold(): each for each in known}
        near = get_close_matches(name_key(name).casefold(), names, 1, 0.6)
        if near:
            meant = names[near[0]]
            self.diagnostics.append(
                finding(
                    "GR405",
                    span,
                    f"no {what} is called `{name}`",
                    help=f"did you mean `{meant}`?",
                    fix=fix_by(f"write `{meant}`", span, meant) if span.text == name else None,
                )
            )
            return
        help = f"there is {listed(sorted(names.values()), 12) or 'none at all'}"
        self.diagnostics.append(finding("GR405", span, f"no {what} is called `{name}`", help=help))

    def lacking(self, span: Span, message: str, help: str) -> None:
        """Something that an answer needs."""
        self.diagnostics.append(finding("GR406", span, message, help=help))

    # ---- single values

    def number(self, item: Item | None, what: str) -> Fraction | None:
        """An exact number within bounds."""
        if item is None:
            return None
        value = item.number() if isinstance(item, Scalar) else None
        if value is None:
            self.wrong(item.span, f"{what} must be a number", "write `4`, `2.5`, `5/2` or `2½`, in the ruleset's unit")
            return None
        if abs(value) > COORDINATE:
            self.wrong(item.span, f"{what} lies beyond {COORDINATE:,}", "give a number that fits on a table")
            return None
        return value

    def whole(self, item: Item, what: str) -> int | None:
        """A whole number."""
        value = self.number(item, what)
        if value is not None and value.denominator != 1:
            self.wrong(item.span, f"{what} must be a whole number", "write it without a fraction")
            return None
        return None if value is None else int(value)

    def text(self, item: Item | None, what: str) -> str | None:
        """A text of at least one character."""
        if item is None:
            return None
        if not isinstance(item, Scalar) or item.empty:
            self.wrong(item.span, f"{what} must be a text", "write words here")
            return None
        return item.text

    def texts(self, item: Item | None, what: str) -> tuple[str, ...]:
        """A list of texts; one text alone is a list of one."""
        return tuple(each.text for each in self.scalars(item, what))

    def scalars(self, item: Item | None, what: str) -> tuple[Scalar, ...]:
        """The scalars of a list; one alone is a list of one."""
        if item is None or (isinstance(item, Scalar) and item.empty):
            return ()
        if isinstance(item, Scalar):
            return (item,)
        if isinstance(item, Sequence):
            found = []
            for each in item.items:
                if isinstance(each, Scalar):
                    found.append(each)
                else:
                    self.wrong(each.span, f"{what} must be a list of words", "write `[one, two]`")
            return tuple(found)
        self.wrong(item.span, f"{what} must be a list", "write `[one, two]`")
        return ()

    def mapping(self, item: Item | None, what: str) -> Mapping | None:
        """A mapping, or nothing."""
        if item is None or (isinstance(item, Scalar) and item.empty):
            return None
        if not isinstance(item, Mapping):
            self.wrong(item.span, f"{what} must be a mapping", "write `key: value` lines")
            return None
        return item

    def sequence(self, item: Item | None, what: str) -> Sequence | None:
        """A list, or nothing."""
        if item is None or (isinstance(item, Scalar) and item.empty):
            return None
        if not isinstance(item, Sequence):
            self.wrong(item.span, f"{what} must be a list", "write `[…, …]` or `- …` lines")
            return None
        return item

    # ---- places

    def point(self, item: Item, what: str = "a point") -> Point | None:
        """A pair of coordinates."""
        if not isinstance(item, Sequence) or len(item.items) != 2:
            self.wrong(item.span, f"{what} must be a pair of coordinates", "write `[x, y]`")
            return None
        x, y = (self.number(each, "a coordinate") for each in item.items)
        return None if x is None or y is None else (x, y)

    def path(self, item: Item) -> tuple[Step, ...]:
        """Points and upright steps; a path begins with a point."""
        listed = self.sequence(item, "a path")
        if listed is not None and len(listed.items) > PATH_POINTS:
            self.wrong(item.span, f"a path has more than {PATH_POINTS:,} points", "give fewer")
            return ()
        steps: list[Step] = []
        for each in listed.items if listed is not None else ():
            step = self.upright(each) if isinstance(each, Mapping) else self.point(each)
            if step is not None:
                steps.append(step)
        if steps and isinstance(steps[0], Upright):
            assert listed is not None
            self.wrong(listed.items[0].span, "a path begins with a point", "write where the model stands first")
            return ()
        return tuple(steps)

    def upright(self, item: Mapping) -> Upright | None:
        """``{climb: 4}``, ``{jump: 3}``, ``{drop: 3}``."""
        keys = list(item)
        if len(keys) != 1 or keys[0] not in shapes.STEPS:
            self.wrong(item.span, "an upright step is one of `climb`, `jump`, `drop`", "write `{climb: 2}`")
            return None
        by = self.number(item.get(keys[0]), f"`{keys[0]}`")
        if by is not None and by <= 0:
            self.wrong(item.span, f"`{keys[0]}` must be more than nothing", "give its height, or its width for a jump")
            return None
        kind = keys[0]
        if by is None:
            return None
        return Upright("climb" if kind == "climb" else "jump" if kind == "jump" else "drop", by)

    def numbers(self, item: Item) -> object:
        """Nested lists and mappings with their numbers exact: what a shape is read from."""
        if isinstance(item, Sequence):
            return [self.numbers(each) for each in item.items]
        if isinstance(item, Mapping):
            return {key: self.numbers(each) for key, each in item.items.items()}
        value = item.number()
        return item.text if value is None else value

    # ---- names

    def named(self, item: Scalar) -> Named | None:
        """``Dangerous(1)``: a name with its brackets."""
        found = _TERM.fullmatch(item.text.strip())
        if found is None or found[1].strip() == "":
            self.wrong(
                item.span, f"`{item.text}` is not a name", "write a name, with its number in brackets if it has one"
            )
            return None
        args: list[Fraction | str] = []
        for part in (found[2] or "").split(",") if found[2] is not None else ():
            number = Scalar(part.strip(), item.span).number()
            args.append(part.strip() if number is None else number)
        return Named(found[1].strip(), tuple(args))


def base_of(values: Values, item: Item | None) -> Number | tuple[Number, Number] | None:
    """A round base's diameter, a rectangle's width and depth, or nothing (``0``): a point."""
    if item is None:
        return None
    if isinstance(item, Sequence):
        pair = values.point(item, "a base")
        if pair is not None and (pair[0] <= 0 or pair[1] <= 0):
            values.wrong(item.span, "a base must have width and depth", "write `[width, depth]`, both over 0")
            return None
        return pair
    diameter = values.number(item, "a base")
    if diameter is not None and diameter < 0:
        values.wrong(item.span, "a base cannot be smaller than a point", "give its diameter")
        return None
    return diameter or None
