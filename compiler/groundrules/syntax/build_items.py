"""Makers of rules, blocks and the lines in them, and of settings and declarations."""

from __future__ import annotations

from typing import Any

from groundrules.diagnostics import replace
from groundrules.source import Span
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru
from groundrules.syntax.build_expr import quantity_in, unit_of
from groundrules.syntax.build_parts import (
    Block,
    Effects,
    Maker,
    Params,
    Part,
    Value,
    Values,
    end_of,
    is_token,
    makes,
    start_of,
    text_of,
)
from groundrules.syntax.slips_header import header_in_a_rule

_QUALIFIERS = frozenset(ru.QUALIFIER_ORDER)


class Body:
    """The common end of rules, lines and declarations: qualifiers, effects, the block below."""

    __slots__ = ("block", "display", "effects", "option", "params", "qualifiers")

    def __init__(self, c: Values) -> None:
        qualifiers = []
        self.effects: tuple[ru.Effect, ...] = ()
        self.block: tuple[ast.Line, ...] = ()
        self.option: ast.Option | None = None
        self.params: tuple[ex.Name, ...] = ()
        self.display: str | None = None
        for value in c:
            kind = type(value)
            if kind is Effects:
                self.effects = value.value
            elif kind in _QUALIFIERS:
                qualifiers.append(value)
            elif kind is Block:
                self.block = value.value
            elif kind is ast.Option:
                self.option = value
            elif kind is Params:
                self.params = value.value
            elif is_token(value, "STRING"):
                self.display = text_of(value)
        self.qualifiers = ru.in_plain_order(qualifiers) if len(qualifiers) > 1 else tuple(qualifiers)


# ---- the file


@makes("start")
def _file(make: Maker, c: Values) -> Value:
    items = tuple([v for v in c if isinstance(v, ex.Node)])
    start, end = (items[0].span.start, items[-1].span.end) if items else (0, 0)
    return ast.File(span=Span(make.source, start, end), items=items)  # type: ignore[arg-type]  # only items reach here


# ---- rules and their lines


@makes("rule")
def _rule(make: Maker, c: Values) -> Value:
    body = Body(c)
    span = make.line(c)
    if body.option is not None:
        below(body.option, body.block, span)
        return ast.Rule(span=span, subjects=c[0].value, qualifiers=body.qualifiers, option=body.option)
    rule = ast.Rule(span=span, subjects=c[0].value, qualifiers=body.qualifiers, effects=body.effects, block=body.block)
    return _line_of_the_header(make, rule) or _action_in_capitals(make, rule) or rule


def _line_of_the_header(make: Maker, rule: ast.Rule) -> Value:
    """``Game: Mordheim``, a bare name and nothing that says when: told, and read as what was meant."""
    effect = rule.effects[0] if len(rule.effects) == 1 else None
    if rule.qualifiers or rule.block or not isinstance(effect, ru.Perform) or effect.ref.args or effect.without:
        return None
    name = effect.ref.name.text
    meant = header_in_a_rule(rule.span, name)
    if meant is None:
        return None
    make.tell("GR117", rule.span, meant.message, help=meant.help, fix=replace(meant.help, rule.span, meant.line))
    if meant.word == "ruleset":
        return ast.Header(span=rule.span, title=name)
    kind: Any = meant.word
    return ast.Credit(span=rule.span, kind=kind, text=name)


def _action_in_capitals(make: Maker, rule: ast.Rule) -> Value:
    """``Action Walk: up to Speed``, which no rule about ground can mean: told, and read as an action."""
    limit = rule.effects[0] if len(rule.effects) == 1 else None
    name, *others = (subject.name for subject in rule.subjects)
    word, _, called = name.text.partition(" ")
    if others or rule.qualifiers or not isinstance(limit, ru.Limit) or limit.kind != "allowance":
        return None
    if word != "Action" or not called:
        return None
    start = name.span.start
    make.tell(
        "GR115",
        make.source.span(start, start + len(word)),
        f"`{word}` is read as a name",
        help=f"words of the language are lower case: write `{word.lower()}`",
        fix=replace(f"write `{word.lower()}`", make.source.span(start, start + len(word)), word.lower()),
    )
    own = ex.Name(span=make.source.span(start + len(word) + 1, name.span.end), text=called)
    allowance = ast.Allowance(span=limit.span, maximum=limit.value)
    names = (ast.Named(span=own.span, name=own),)
    return ast.Action(span=rule.span, names=names, allowance=allowance, block=rule.block)


def below(option: ast.Option, block: tuple[ast.Line, ...], span: Span) -> ast.Option:
    """The option itself, with the block that stands below its line."""
    if block:
        object.__setattr__(option, "block", block)
        object.__setattr__(option, "span", Span(span.source, option.span.start, span.end))
    return option


@makes("subject")
def _subject(make: Maker, c: Values) -> Value:
    return Part(tuple(c[0::2]), start_of(c[0]), end_of(c[-1]))


@makes("subj")
def _subj(make: Maker, c: Values) -> Value:
    name = make.name(c[0])
    if len(c) == 1:
        return ast.Subject(span=name.span, name=name)
    args = c[1].value if type(c[1]) is Part else ()
    display = text_of(c[-1]) if is_token(c[-1], "STRING") else None
    return ast.Subject(span=make.span(c), name=name, args=args, display=display)


@makes("block", "prose_block")
def _block(make: Maker, c: Values) -> Value:
    lines = tuple(c[1:-1])
    if not lines:  # all of them were lost
        return None
    return Block(lines, start_of(lines[0]), end_of(lines[-1]))


@makes("clause")
def _clause(make: Maker, c: Values) -> Value:
    body = Body(c)
    return ast.Clause(span=make.line(c), qualifiers=body.qualifiers, effects=body.effects, block=body.block)


@makes("handler")
def _handler(make: Maker, c: Values) -> Value:
    body = Body(c)
    args = c[1].value if type(c[1]) is Part else ()
    return ast.Handler(
        span=make.line(c),
        name=make.name(c[0]),
        args=args,
        qualifiers=body.qualifiers,
        effects=body.effects,
        block=body.block,
    )


@makes("option")
def _option(make: Maker, c: Values) -> Value:
    body = Body(c)
    return ast.Option(
        span=make.span(c),
        name=make.name(c[1]),
        display=body.display,
        qualifiers=body.qualifiers,
        effects=body.effects,
    )


@makes("optionline", "option_decl")
def _option_line(make: Maker, c: Values) -> Value:
    return below(c[0], c[-1].value if type(c[-1]) is Block else (), make.line(c))


@makes("prose")
def _prose(make: Maker, c: Values) -> Value:
    text, start = c[0].rstrip(), c[0].start_pos
    return ast.Prose(span=Span(make.source, start, start + len(text)), text=text[1:].lstrip())


@makes("cite")
def _cite(make: Maker, c: Values) -> Value:
    return ast.Cite(span=make.line(c), text=text_of(c[1]))


# ---- header and settings


@makes("ruleset")
def _header(make: Maker, c: Values) -> Value:
    prose: Any = c[-1].value if type(c[-1]) is Block else ()
    return ast.Header(span=make.line(c), title=text_of(c[1]), prose=prose)


@makes("credit")
def _credit(make: Maker, c: Values) -> Value:
    kind: Any = str(c[0])
    return ast.Credit(span=make.line(c), kind=kind, text=text_of(c[1]))


@makes("distance")
def _distance(make: Maker, c: Values) -> Value:
    return ast.Distance(span=make.line(c), unit=unit_of(c[1]))


@makes("grid")
def _grid(make: Maker, c: Values) -> Value:
    """``grid [DIST] UNITWORD [diagonals …]``."""
    size = quantity_in(make, [c[1]]) if is_token(c[1], "DIST") else None
    diagonals = next((v.value for v in c if type(v) is Part), None)
    return ast.Grid(span=make.line(c), cell=unit_of(c[2 if size else 1]), size=size, diagonals=diagonals)


@makes("diagonals")
def _diagonals(make: Maker, c: Values) -> Value:
    return Part(str(c[1]), c[0].start_pos, c[1].end_pos)


@makes("overlap")
def _overlap(make: Maker, c: Values) -> Value:
    policy: Any = str(c[1])
    return ast.Overlap(span=make.line(c), policy=policy)


@makes("rounding")
def _rounding(make: Maker, c: Values) -> Value:
    direction: Any = str(c[1])
    scope: Any = str(c[3])
    return ast.Round(span=make.line(c), direction=direction, scope=scope)


@makes("measure")
def _measure(make: Maker, c: Values) -> Value:
    part: Any = str(c[1])
    return ast.MeasureFrom(span=make.line(c), part=part)


@makes("use")
def _use(make: Maker, c: Values) -> Value:
    return ast.Use(span=make.line(c), path=text_of(c[1]))


@makes("override")
def _override(make: Maker, c: Values) -> Value:
    return ast.Override(span=make.span(c), item=c[1]) if len(c) > 1 else None  # what it overrides was lost


@makes("remove")
def _remove(make: Maker, c: Values) -> Value:
    return ast.Remove(span=make.line(c), subjects=c[1].value, qualifiers=Body(c).qualifiers)
