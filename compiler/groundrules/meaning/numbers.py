"""Named quantities: by a field of the model, and what changes them."""

from __future__ import annotations

from dataclasses import dataclass, field

from groundrules.diagnostics import Fix, Related, choice, put_behind, take_from_list
from groundrules.meaning.blocks import Words
from groundrules.meaning.declared import Common
from groundrules.meaning.env import Env
from groundrules.meaning.expressions import expression
from groundrules.meaning.ids import Speller, numbered
from groundrules.meaning.names import Spot, declared_at, resolve
from groundrules.meaning.qualifiers import qualifiers
from groundrules.meaning.rolls import turned
from groundrules.meaning.symbols import Place, Symbol
from groundrules.ruleset import Expr, Num, Number, NumberAdjust, NumberPair
from groundrules.syntax import ast, ast_expr as ex

_VALUE = Spot("in a number", ("field", "number", "roll"), groups=False)


@dataclass(slots=True)
class Numbers:
    """Makes the named quantities."""

    env: Env
    nodes: dict[str, ex.Node] = field(default_factory=dict)
    words: dict[str, Words] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)

    def read_prose(self) -> None:
        """Fill in the prose that stands below each number."""
        for symbol in self.env.table.of_kind("number"):
            lines = symbol.node.lines if isinstance(symbol.node, ast.Number) else ()
            self.words[symbol.key] = Words([line.text for line in lines if isinstance(line, ast.Prose)])

    def number(self, symbol: Symbol, common: Common) -> Number:
        """One number."""
        node = symbol.node
        assert isinstance(node, ast.Number)
        before = self.env.report.count
        env = self.env.inside(piece=False)
        value = None if node.value is None else expression(env, node.value, _VALUE)
        place = None if node.by is None else self._by(env, node.by)
        pairs = self._pairs(env, node, place) if place is not None else ()
        made = Number(
            **common,
            value=value, by=None if place is None else place.field, pairs=pairs,
            adjusts=self._adjusts(symbol, node),
        )  # fmt: skip
        if self.env.report.count != before:
            self.broken.add(symbol.name)
        return made

    def _by(self, env: Env, name: ex.Name) -> Place | None:
        symbol = resolve(env, name, Spot("after `by`", ("field",), groups=False))
        if symbol is None:
            return None
        for owner in ("model", "game"):
            for place in symbol.places:
                if place.owner == owner:
                    return place
        env.report.say("GR204", name.span, f"`{name.text}` is a field of the piece, and a number is a model's",
                       help="name a field of the `model` block", related=declared_at(symbol))  # fmt: skip
        return None

    # ---- values by a field

    def _pairs(self, env: Env, node: ast.Number, place: Place) -> tuple[NumberPair, ...]:
        made = [pair for each in node.pairs if (pair := self._pair(env, each, place, node)) is not None]
        if place.node.type.kind in ("one of", "ordered"):
            self._complete(node, place)
        return tuple(made)

    def _pair(self, env: Env, pair: ast.Pair, place: Place, node: ast.Number) -> NumberPair | None:
        value = expression(env, pair.value, _VALUE)
        if value is None:
            return None
        listed = place.node.type.kind in ("one of", "ordered")
        if isinstance(pair.key, ex.Name):
            symbol = resolve(env, pair.key, Spot("before a number", ("value",), groups=False)) if listed else None
            if symbol is not None and any(v.name.key == symbol.key for v in place.node.type.values):
                return NumberPair(value=value, key=symbol.name)
            if symbol is not None or not listed:
                self._say_no_value(env, pair.key, place, _superfluous(node, pair, place))
            return None
        if listed:
            env.report.say("GR239", pair.key.span, f"`{place.field}` has names for values, not numbers",
                           help=f"write them: {_listed(place)}")  # fmt: skip
            return None
        low, high = _end(env, pair.key.low), _end(env, pair.key.high)
        if pair.key.kind == "exact":
            low = high = low if low is not None else high
        if isinstance(low, Num) and isinstance(high, Num) and low.value > high.value:
            env.report.say("GR248", pair.key.span, "this range ends before it begins",
                           help="write the smaller number first", fix=turned(pair.key))  # fmt: skip
            return None
        return NumberPair(value=value, low=low, high=high)

    def _say_no_value(self, env: Env, name: ex.Name, place: Place, fix: Fix | None) -> None:
        help = f"its values are {_listed(place)}" if place.node.type.values else "write its numbers, as in `1-3 2`"
        if fix is not None:
            help += ", and all have their number: leave this one out"
        env.report.say("GR239", name.span, f"`{name.text}` is no value of `{place.field}`", help=help,
                       related=[Related(place.node.name.span, f"`{place.field}` is declared here")],
                       fix=fix)  # fmt: skip

    def _complete(self, node: ast.Number, place: Place) -> None:
        given: dict[str, ex.Name] = {}
        for pair in node.pairs:
            if not isinstance(pair.key, ex.Name):
                continue
            if pair.key.key in given:
                self.env.report.say("GR239", pair.key.span, f"`{pair.key.text}` has its number already",
                                    help="keep one of the two",
                                    related=[Related(given[pair.key.key].span, "the first one is here")])  # fmt: skip
            given.setdefault(pair.key.key, pair.key)
        values = [v.name for v in place.node.type.values]
        missing = [name.text for name in values if name.key not in given]
        unknown = any(key not in {name.key for name in values} for key in given)
        if missing and not unknown:
            names = " and ".join(f"`{text}`" for text in missing)
            ready = ", ".join(f"{text} 0" for text in missing)
            self.env.report.say("GR239", node.name.span, f"`{node.name.text}` says nothing for {names}",
                                help=f"add {'it' if len(missing) == 1 else 'them'}: `{ready}`",
                                related=[Related(place.node.span, "its values are listed here")],
                                fix=choice(put_behind(f"write `{ready}`", node.pairs[-1].span, f", {ready}"))
                                if node.pairs else None)  # fmt: skip

    # ---- changes

    def _adjusts(self, symbol: Symbol, node: ast.Number) -> tuple[NumberAdjust, ...]:
        speller = Speller(self.env.table)
        lines = [line for line in node.lines if isinstance(line, ast.Adjust)]
        ids = numbered(f"{symbol.name} >{speller.qualifiers(line.qualifiers)}" for line in lines)
        self.nodes |= zip(ids, lines, strict=True)
        made = [self._adjust(line, id) for line, id in zip(lines, ids, strict=True)]
        return tuple(adjust for adjust in made if adjust is not None)

    def _adjust(self, line: ast.Adjust, id: str) -> NumberAdjust | None:
        own = qualifiers(self.env, line.qualifiers)
        value = expression(self.env, line.value, _VALUE)
        return None if own is None or value is None else NumberAdjust(id=id, qualifiers=own, op=line.op, value=value)


def _end(env: Env, node: ex.Expr | None) -> Expr | None:
    return None if node is None else expression(env, node, Spot("in a range", ("field", "number"), groups=False))


def _superfluous(node: ast.Number, pair: ast.Pair, place: Place) -> Fix | None:
    """Leave a pair out whose key is no value of the field, where every value has its number."""
    given = {each.key.key for each in node.pairs if isinstance(each.key, ex.Name)}
    if not place.node.type.values or any(value.name.key not in given for value in place.node.type.values):
        return None
    return take_from_list("leave it out", [each.span for each in node.pairs], node.pairs.index(pair))


def _listed(place: Place) -> str:
    return ", ".join(f"`{value.name.text}`" for value in place.node.type.values)
