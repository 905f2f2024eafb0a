"""Conditions of the tree to conditions of the compiled rules."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal

from groundrules import ruleset as rs
from groundrules.diagnostics import Fix, choice, replace
from groundrules.meaning.env import Env
from groundrules.meaning.expressions import OPERANDS, arguments, expression, value_of
from groundrules.meaning.grounds import spoken_of
from groundrules.meaning.names import ANY, Spot, declared_at, is_any_terrain, resolve, term_of
from groundrules.meaning.symbols import Symbol
from groundrules.ruleset import All, Compare, Condition, Expr, FieldOf, Is, Measure, Num, Term, ValueOf
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru

#: What alone can be a condition.
_FACT = Spot("as a condition", ("trait", "state", "value", "option", "terrain"))
_OPERAND = Spot("in a comparison", (*OPERANDS, "value"), groups=False)


def condition(env: Env, node: ru.Condition) -> Condition | None:
    """The compiled condition, or ``None`` after a finding."""
    match node:
        case ru.Bracket(term=term):
            return condition(env, term)
        case ru.Both(terms=terms):
            return _joined(env, terms, rs.All)
        case ru.Either(terms=terms):
            return _joined(env, terms, rs.Any)
        case ru.Not(term=term):
            inner = condition(env, term)
            return None if inner is None else rs.Not(inner)
        case ru.Fact(kind=kind):
            return _fact(kind)
        case ru.Agreed(text=text):
            return rs.Agreed(text)
        case ru.Named(name=name):
            return _named(env, name)
        case ru.Share():
            return _share(env, node)
        case ru.Compare():
            return compare(env, node)


def _joined(env: Env, terms: tuple[ru.Condition, ...], join: type[rs.All] | type[rs.Any]) -> Condition | None:
    made = [condition(env, term) for term in terms]
    if any(term is None for term in made):
        return None
    return join(tuple(term for term in made if term is not None))


def both(first: Condition | None, second: Condition | None) -> Condition | None:
    """Both conditions, where there are two; nested ones laid flat."""
    if first is None or second is None:
        return first if second is None else second
    terms = (*_terms(first), *_terms(second))
    return All(tuple(dict.fromkeys(terms)))


def _terms(term: Condition) -> tuple[Condition, ...]:
    return term.terms if isinstance(term, All) else (term,)


def _fact(kind: str) -> Condition:
    obscured = Measure("obscured")
    match kind:
        case "whole move":
            return rs.MoveLies("whole")
        case "part of move":
            return rs.MoveLies("part")
        case "partly obscured":
            return Compare("gt", obscured, Num(Fraction(0)))
        case "wholly obscured":
            return Compare("eq", obscured, Num(Fraction(1)))
        case "inside" | "behind" | "between" | "touching":
            return rs.Stands(kind)
    raise AssertionError(kind)


#: The word right before a condition, and what stands behind a condition of one name.
_WHEN = re.compile(r"\bwhen[ \t]+\Z")
_ENDS = re.compile(r"[ \t]*(:|(on|in|for|except|once|together|during)\b)")

Owner = Literal["model", "piece", "shooter", "target", "game"]


def _named(env: Env, name: ex.Ref | ex.Owned) -> Condition | None:
    if isinstance(name, ex.Owned):
        symbol = resolve(env, name.name, _FACT)
        return None if symbol is None else _members(env, symbol, (), name.owner)
    if is_any_terrain(name.name):
        return Is(ANY, "piece")
    if name.name.key in env.params and not name.args:
        return Is(Term("parameter", env.params[name.name.key]), "piece")
    known = env.table.get(name.name.key)
    if known is not None and known.kind == "field":
        env.table.use(known.key, name.name.span)
        _say_bare_field(env, name.name, known)
        return None
    if known is not None and (known.kind == "action" or known.kinds == {"action"}):
        env.table.use(known.key, name.name.span)
        env.report.say(
            "GR204", name.span, f"`{known.name}` is {known.described}, not a condition",
            help=f"write `during {known.name}` instead of `when {known.name}`", related=declared_at(known),
            fix=_during(name),
        )  # fmt: skip
        return None
    symbol = resolve(env, name.name, _FACT)
    if symbol is None:
        return None
    args = arguments(env, name, symbol, pattern=True)
    return None if args is None else _members(env, symbol, args, None)


def _during(name: ex.Ref) -> Fix | None:
    """``during March`` for ``when March``, where nothing else is asked."""
    source, start = name.span.source, name.span.start
    ahead = _WHEN.search(source.text, source.line_bounds(name.span.line)[0], start)
    if ahead is None or not _ENDS.match(source.text, name.span.end):
        return None
    return replace("write `during`", source.span(ahead.start(), ahead.end()), "during ")


def _say_bare_field(env: Env, name: ex.Name, symbol: Symbol) -> None:
    node = symbol.places[0].node
    if node.type.kind in ("one of", "ordered") and node.type.values:
        example = f"{name.text} is {node.type.values[0].name.text}"
    else:
        example = f"{name.text} at least 1"
    env.report.say(
        "GR204", name.span, f"`{name.text}` is a field, not a condition by itself",
        help=f"compare it, as in `when {example}`", related=declared_at(symbol),
    )  # fmt: skip


def _members(env: Env, symbol: Symbol, args: tuple[Expr, ...], owner: Owner | None) -> Condition:
    facts = tuple(_is(member, args, owner) for member in env.table.members(symbol))
    return facts[0] if len(facts) == 1 else rs.Any(facts)


def _is(symbol: Symbol, args: tuple[Expr, ...], owner: Owner | None) -> Is:
    term = term_of(symbol, args)
    if owner is not None:
        return Is(term, owner)
    if symbol.kind == "terrain":
        return Is(term, "piece")
    if symbol.kind == "value":
        return Is(term, symbol.places[0].owner)
    return Is(term)


def _share(env: Env, node: ru.Share) -> Condition | None:
    by: tuple[Term, ...] = ()
    if node.by is not None:
        by = spoken_of(env, (node.by,), Spot("after `obscured by`", ("terrain",)))
        if not by:
            return None
    number = None if node.quantifier.number is None else node.quantifier.number.value
    return rs.Share(node.quantifier.kind, node.of, node.where, number, by)


# ---- comparisons


def compare(env: Env, node: ru.Compare) -> Condition | None:
    """``model Height at least Large``: a value is read as one of the other side's field."""
    hint = _value_side(env, node.right) or _value_side(env, node.left)
    left, right = _operand(env, node.left, hint), _operand(env, node.right, hint)
    if left is None or right is None:
        return None
    one, other = _matched(env, node, left, right), _matched(env, node, right, left)
    return None if one is None or other is None else Compare(node.op, one, other)


def _value_side(env: Env, node: ex.Expr) -> Symbol | None:
    if isinstance(node, ex.Ref) and not node.args:
        symbol = env.table.get(node.name.key)
        return symbol if symbol is not None and symbol.kind == "value" else None
    return None


def _operand(env: Env, node: ex.Expr, hint: Symbol | None) -> Expr | None:
    if isinstance(node, ex.Ref):
        symbol = env.table.get(node.name.key)
        if hint is not None and symbol is not None and symbol.kind == "field" and node.name.key not in env.params:
            places = [p for p in symbol.places if any((q.owner, q.field) == (p.owner, p.field) for q in hint.places)]
            if len(places) == 1 and not node.args:
                env.table.use(symbol.key, node.name.span)
                return FieldOf(places[0].owner, places[0].field)
        if symbol is not None and symbol.kind in ("terrain", "trait", "state", "action"):
            return expression(env, node, Spot("in a comparison", (symbol.kind,), groups=False))
    return expression(env, node, _OPERAND)


def _matched(env: Env, node: ru.Compare, side: Expr, other: Expr) -> Expr | None:
    """A value, told of which field it is; reports one that the other side's field does not hold."""
    if not isinstance(side, ValueOf):
        return side
    span = node.right.span if _value_side(env, node.right) is not None else node.left.span
    symbol = env.table.get(side.value)
    if not isinstance(other, FieldOf):
        if isinstance(other, rs.Param | ValueOf):
            return side
        env.report.say("GR235", span, f"`{side.value}` is a value, and no field stands on the other side",
                       help=f"write the field: `{side.field} is {side.value}`")  # fmt: skip
        return None
    assert symbol is not None
    owner = "model" if other.owner in ("shooter", "target") else other.owner
    if not any((place.owner, place.field) == (owner, other.field) for place in symbol.places):
        held = env.table.get(other.field)
        values = held.places[0].node.type.values if held is not None else ()
        listed = ", ".join(f"`{value.name.text}`" for value in values)
        help = f"its values are {listed}" if listed else f"`{other.field}` is compared with a number"
        fix = _field_of_value(node, symbol, owner) if listed else None
        if fix is not None:
            help += f"; `{side.value}` is {symbol.described}: write `{side.field}`"
        env.report.say("GR235", span, f"`{side.value}` is no value of `{other.field}`",
                       help=help, related=declared_at(symbol), fix=fix)  # fmt: skip
        return None
    place = next(p for p in symbol.places if (p.owner, p.field) == (owner, other.field))
    if node.op in ("ge", "le", "gt", "lt") and place.node.type.kind != "ordered":
        ordered = " < ".join(value.name.text for value in place.node.type.values)
        env.report.say("GR235", node.span, f"the values of `{other.field}` have no order",
                       help=f"write `is`, or declare an order: `{other.field}: {ordered}`",
                       related=declared_at(symbol), fix=choice(_the_end(node, symbol, place.node)))  # fmt: skip
        return None
    return value_of(symbol, other.owner, other.field)


def _field_of_value(node: ru.Compare, symbol: Symbol, owner: str) -> Fix | None:
    """The one field that holds a value, for the field that does not."""
    named = node.left if isinstance(node.left, ex.Ref) else None
    if named is None or named.args or len(symbol.places) != 1 or symbol.places[0].owner != owner:
        return None
    field = symbol.places[0].field
    return replace(f"write `{field}`", named.name.span, field)


def _the_end(node: ru.Compare, symbol: Symbol, declared: ast.Field) -> Fix | None:
    """``is`` for ``at least`` before the last value as it is listed, for ``at most`` before the first: the same."""
    ends = {"ge": ("at least", -1), "le": ("at most", 0)}
    if node.op not in ends or not isinstance(node.right, ex.Ref):
        return None
    words, index = ends[node.op]
    source = node.span.source
    at = source.text.find(words, node.left.span.end, node.right.span.start)
    if at < 0 or declared.type.values[index].name.key != symbol.key:
        return None
    return replace("write `is`", source.span(at, at + len(words)), "is")
