"""Dice procedures: bands as closed ranges, handlers, and what a derived roll takes over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from groundrules import ruleset as rs
from groundrules.diagnostics import Fix, Related, replace
from groundrules.limits import NESTING
from groundrules.meaning.asking_result import asks_for_result
from groundrules.meaning.band_slips import say_name_behind, say_named_like
from groundrules.meaning.bands import band_names, base_of
from groundrules.meaning.blocks import Words, branch, branch_qualifiers, lower_handler, say_no_handler
from groundrules.meaning.drafts import origin
from groundrules.meaning.env import Env
from groundrules.meaning.expressions import argument_values, expression, fitting_count
from groundrules.meaning.ids import Speller, numbered
from groundrules.meaning.names import Spot, declared_at
from groundrules.meaning.renaming import renamed_effects, substituted
from groundrules.meaning.symbols import Symbol
from groundrules.ruleset import Band, Expr, Handler, Roll
from groundrules.syntax import ast, ast_expr as ex
from groundrules.syntax.ast_expr import name_key

_TOTAL = Spot("in a roll", ("field", "number", "roll"), groups=False)


@dataclass(slots=True)
class Rolls:
    """Compiled rolls by key, made in any order; a circle of derivation is reported once."""

    env: Env
    made: dict[str, Roll] = field(default_factory=dict)
    nodes: dict[str, ex.Node] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    _open: list[Symbol] = field(default_factory=list)

    def all(self) -> tuple[Roll, ...]:
        """Every declared roll, in the order of the text."""
        for symbol in list(self.env.table.of_kind("roll")):
            self.roll(symbol)
        symbols = self.env.table.of_kind("roll")
        return tuple(self.made[symbol.key] for symbol in symbols if symbol.key in self.made)

    def roll(self, symbol: Symbol) -> Roll | None:
        """One roll; ``None`` when it is of no use after a finding."""
        if symbol.key in self.made:
            return self.made[symbol.key]
        if symbol in self._open:
            _say_circle(self.env, self._open[self._open.index(symbol) :])
            return None
        if symbol.name in self.broken:
            return None
        if len(self._open) >= NESTING:
            self.env.report.say("GR231", symbol.span, f"more than {NESTING} rolls stand on one another here",
                                help="derive from the first of them")  # fmt: skip
            return None
        self._open.append(symbol)
        before = self.env.report.count
        made = self._make(symbol)
        self._open.pop()
        if self.env.report.count != before or made is None:
            self.broken.add(symbol.name)
        if made is not None:
            self.made[symbol.key] = made
        return made

    def _make(self, symbol: Symbol) -> Roll | None:
        node = symbol.node
        assert isinstance(node, ast.Roll)
        params = {name_key(param): param for param in symbol.params}
        env = self.env.inside(params=params, piece=True)
        self.nodes[symbol.name] = node
        base = base_of(env.table, node)
        return self._plain(env, symbol, node) if base is None else self._derived(env, symbol, node, base)

    def _plain(self, env: Env, symbol: Symbol, node: ast.Roll) -> Roll | None:
        total = expression(env, node.total, _TOTAL)
        words = Words()
        bands = self._bands(env, symbol, node, words)
        handlers = self._handlers(env, symbol, node, words)
        extra = _dice_flags(node)
        if total is None:
            return None
        return Roll(
            name=symbol.name, display=symbol.display, prose=tuple(words.prose), ref=words.ref,
            origin=origin(node.span), total=total, params=symbol.params,
            keep=None if node.keep is None else node.keep.count,
            keep_which=None if node.keep is None else node.keep.which,
            extra=extra.get("extra"), fewer=extra.get("fewer"), bands=bands, handlers=handlers,
        )  # fmt: skip

    def _derived(self, env: Env, symbol: Symbol, node: ast.Roll, base: Symbol) -> Roll | None:
        assert isinstance(node.total, ex.Ref)
        env.table.use(base.key, node.total.name.span)
        parent = self.roll(base)
        words = Words()
        for line in node.lines:
            if isinstance(line, ast.Band):
                env.report.say(
                    "GR232", line.span, f"`{symbol.name}` is `{base.name}` and shares its bands",
                    help="write what follows from a band: `BAND: effect`", related=declared_at(base),
                    fix=_as_handler(line, band_names(env.table, base)),
                )  # fmt: skip
        handlers = self._handlers(env, symbol, node, words)
        fits = fitting_count(env, node.total.name, len(node.total.args), base, node.total.span)
        args = argument_values(env, node.total.args) if fits else None
        if parent is None or args is None:
            return None
        values: dict[str, Expr] = dict(zip(parent.params, args, strict=True))
        taken = substituted(parent, values)
        return Roll(
            name=symbol.name, display=symbol.display, prose=tuple(words.prose), ref=words.ref,
            origin=origin(node.span), total=taken.total, params=symbol.params, base=base.name,
            keep=taken.keep, keep_which=taken.keep_which, extra=taken.extra, fewer=taken.fewer,
            bands=taken.bands, handlers=(*taken.handlers, *handlers),
        )  # fmt: skip

    # ---- bands

    def _bands(self, env: Env, symbol: Symbol, node: ast.Roll, words: Words) -> tuple[Band, ...]:
        lines = [line for line in node.lines if isinstance(line, ast.Band)]
        speller = Speller(env.table)
        texts = [_prefix(line) + speller.range(line.range) for line in lines]
        parts = [text + speller.qualifiers(line.qualifiers) for text, line in zip(texts, lines, strict=True)]
        ids = numbered(f"{symbol.name} > {part}" for part in parts)
        made = [self._band(env, line, id, text, words) for line, id, text in zip(lines, ids, texts, strict=True)]
        for line in node.lines:
            if isinstance(line, ast.Prose | ast.Cite):
                words.take(env, line)
        self.nodes |= zip(ids, lines, strict=True)
        return tuple(band for band in made if band is not None)

    def _band(self, env: Env, line: ast.Band, id: str, text: str, words: Words) -> Band | None:
        say_named_like(env, line)
        say_name_behind(env, line)
        own = None if asks_for_result(env, line, line.range.span) else branch_qualifiers(env, line.qualifiers)
        low, high = _ends(env, line.range)
        effects = branch(env, id, line.effects, line.block, words)
        if own is None or (line.range.kind != "otherwise" and low is None and high is None):
            return None
        return Band(
            id=id, text=text, mode=line.mode, low=low, high=high, otherwise=line.range.kind == "otherwise",
            names=tuple(name.text for name in line.names), qualifiers=own,
            effects=renamed_effects(id, id, effects), origin=origin(line.span),
        )  # fmt: skip

    # ---- handlers

    def _handlers(self, env: Env, symbol: Symbol, node: ast.Roll, words: Words) -> tuple[Handler, ...]:
        names = band_names(env.table, symbol)
        made = []
        for line in node.lines:
            if isinstance(line, ast.Prose | ast.Cite) and base_of(env.table, node) is not None:
                words.take(env, line)
            if not isinstance(line, ast.Handler):
                continue
            if line.name.key not in names:
                say_no_handler(env, line, [symbol])
                continue
            handler = lower_handler(env, line, names[line.name.key], symbol.name, words)
            if handler is not None:
                made.append(handler)
        ids = numbered(handler.id for handler in made)
        return tuple(
            Handler(new, h.band, h.qualifiers, renamed_effects(h.id, new, h.effects))
            for h, new in zip(made, ids, strict=True)
        )


def _prefix(line: ast.Band) -> str:
    return "" if line.mode == "total" else f"{line.mode} "


def _ends(env: Env, range: ast.Range) -> tuple[Expr | None, Expr | None]:
    spot = Spot("in a band", ("field", "number"), groups=False)
    low = None if range.low is None else expression(env, range.low, spot)
    high = None if range.high is None else expression(env, range.high, spot)
    if range.kind == "exact":
        low = high = low if low is not None else high
    if isinstance(low, rs.Num) and isinstance(high, rs.Num) and low.value > high.value:
        written = f"{range.high and Speller(env.table).expression(range.high)}"
        env.report.say("GR248", range.span, "this band ends before it begins",
                       help=f"write the smaller number first: `{written}-{low.value}`",
                       fix=turned(range))  # fmt: skip
        return None, None
    return low, high


def turned(range: ast.Range) -> Fix | None:
    """``6-5`` as ``5-6``."""
    if range.low is None or range.high is None:
        return None
    low, high = range.low.span, range.high.span
    between = low.source.text[low.end : high.start]
    return replace("turn the two numbers round", low.to(high), f"{high.text}{between}{low.text}")


def _as_handler(line: ast.Band, bands: Mapping[str, str]) -> Fix | None:
    """``2-4 Failure: …`` as ``Failure: …``, where the roll that it derives from has such a band."""
    if len(line.names) != 1 or line.names[0].key not in bands or not (line.effects or line.block):
        return None
    source = line.span.source
    return replace("take the numbers away", source.span(line.span.start, line.names[0].span.start), "")


def _dice_flags(node: ast.Roll) -> dict[str, Literal["highest", "lowest"]]:
    return {each.which: each.keep for each in reversed(node.extra)}


def _say_circle(env: Env, circle: list[Symbol]) -> None:
    names = " → ".join(f"`{symbol.name}`" for symbol in [*circle, circle[0]])
    last = circle[-1].node
    assert isinstance(last, ast.Roll)
    env.report.say("GR231", last.total.span, f"these rolls are one another: {names}",
                   help="give one of them its dice, as in `2d6`",
                   related=[Related(symbol.span, f"`{symbol.name}`") for symbol in circle[:-1]])  # fmt: skip
