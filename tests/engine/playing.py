"""Short ways to set a table and judge a move, for the tests of the engine."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from groundrules.engine import Model, Named, Piece, Situation, Table, Unit, Upright, adjudicate, fields_of, look
from groundrules.ground import Line, Rect, Shape
from groundrules.meaning import compile_ruleset
from groundrules.ruleset import Ruleset
from groundrules.source import Source
from groundrules.verdict import Sight, Verdict

PLAIN = "Mud: cost x2\n"


@cache
def rules(text: str) -> Ruleset:
    """The rules of a text that must compile."""

    def nothing(name: str, source: Source) -> Any:
        raise AssertionError(f"{name} is used, and nothing can be")

    compiled = compile_ruleset(Source("test.terrain", text), "test", nothing)
    errors = [f"{each.span.place}: {each.message}" for each in compiled.diagnostics if each.is_error]
    assert compiled.ruleset is not None and not errors, errors
    return compiled.ruleset


def number(value: object) -> Fraction:
    """A number from how people write it."""
    return Fraction(str(value))


def named(text: str) -> Named:
    """``Dangerous(1)`` as a name with brackets."""
    found = re.fullmatch(r"([^(]+?)\s*(?:\((.*)\))?", text)
    assert found is not None
    args = [each.strip() for each in found[2].split(",")] if found[2] else []
    return Named(found[1], tuple(Fraction(a) if re.fullmatch(r"-?[\d./]+", a) else a for a in args))


def piece(name: str, kinds: str, shape: Sequence[object] | Shape, **stated: object) -> Piece:
    """A piece: ``kinds`` parted by ``+``; four numbers are a rectangle, two points a line."""
    laid: Shape
    if isinstance(shape, (list, tuple)):
        if len(shape) == 4:
            laid = Rect(*(number(each) for each in shape))
        else:
            laid = Line(tuple((number(x), number(y)) for x, y in shape))
    else:
        laid = shape  # type: ignore[assignment]  # a shape as it is
    ends: dict[str, Any] = {key: number(stated.pop(key)) for key in ("bottom", "top") if key in stated}
    return Piece(
        name=name,
        terrains=tuple(named(each) for each in kinds.split("+")),
        shape=laid,
        fields=fields(stated),
        **ends,
    )


def table(pieces: Mapping[str, tuple[Any, ...]]) -> Table:
    """A table from ``{name: (kinds, shape)}`` or ``{name: (kinds, shape, {fields})}``."""
    return Table(tuple(piece(name, *row[:2], **(row[2] if len(row) > 2 else {})) for name, row in pieces.items()))


def fields(stated: Mapping[str, Any]) -> Any:
    """Stated fields, numbers exact."""
    return fields_of(
        {key: number(value) if re.fullmatch(r"-?[\d./]+", str(value)) else value for key, value in stated.items()}
    )


def model(name: str = "model", at: Sequence[object] | None = None, **stated: Any) -> Model:
    """A model; ``traits`` parted by ``+``, ``base``, ``path`` and ``moves`` as the engine takes them."""
    traits = stated.pop("traits", "")
    own = stated.pop("path", None)
    base = stated.pop("base", None)
    ends: dict[str, Any] = {key: number(stated.pop(key)) for key in ("bottom", "top") if key in stated}
    return Model(
        name=name,
        fields=fields(stated),
        traits=tuple(named(each) for each in traits.split("+")) if traits else (),
        base=base if base is None or isinstance(base, tuple) else number(base),
        at=None if at is None else (number(at[0]), number(at[1])),
        moves=None if own is None else (path(own),),
        **ends,
    )


def path(steps: Sequence[Any]) -> tuple[Any, ...]:
    """A path of points and of upright steps ``("climb", 3)``."""
    return tuple(
        Upright(kind, number(by)) if kind in ("climb", "jump", "drop") else (number(kind), number(by))
        for kind, by in steps
    )


def situation(
    pieces: Mapping[str, tuple[Any, ...]] | Table | None = None,
    steps: Sequence[Any] = (),
    *,
    mover: Model | Unit | None = None,
    moves: Sequence[Sequence[Any]] | None = None,
    **more: Any,
) -> Situation:
    """A situation; ``steps`` is the one path, ``moves`` several."""
    legs = [steps] if steps else []
    return Situation(
        mover=mover if mover is not None else Model(),
        table=pieces if isinstance(pieces, Table) else table(pieces or {}),
        moves=tuple(path(leg) for leg in (moves if moves is not None else legs)),
        **more,
    )


def judge(
    text: str,
    pieces: Mapping[str, tuple[Any, ...]] | Table | None = None,
    steps: Sequence[Any] = (),
    *,
    dice: Sequence[int] = (),
    memory: Any = None,
    preview: bool = False,
    **more: Any,
) -> Verdict:
    """The verdict; all dice must be used."""
    from groundrules.engine import ScriptedDice

    script = ScriptedDice(dice)
    verdict = adjudicate(rules(text), situation(pieces, steps, **more), script, memory=memory, preview=preview)
    assert script.left == (), f"nobody asked for {script.left}"
    return verdict


def see(text: str, pieces: Mapping[str, tuple[Any, ...]], viewer: Model, target: Model, **more: Any) -> Sight:
    """The look from one model to another."""
    return look(rules(text), table(pieces), viewer, target, **more)


def events(verdict: Verdict) -> list[str]:
    """What happened, as scenarios write it."""
    return [each.text for each in verdict.events]


def outcomes(verdict: Verdict) -> list[str]:
    """What was handed over, as scenarios write it."""
    return [each.text for each in verdict.outcomes]


def rolls(verdict: Verdict) -> list[tuple[str, tuple[int, ...] | None]]:
    """The rolls with their faces."""
    return [(each.roll, each.dice) for each in verdict.rolls]


def reasons(verdict: Verdict) -> list[tuple[str, str | None, str | None]]:
    """Why it is not legal: kind, piece, rule."""
    return [(each.kind, each.piece, each.rule) for each in verdict.why]
