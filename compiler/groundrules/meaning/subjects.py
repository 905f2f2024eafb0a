"""What a rule is about: terrain, or what a model is, has or does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from groundrules.diagnostics import Fix, Related, line_end, replace
from groundrules.meaning.env import Env
from groundrules.meaning.expressions import ARGUMENT, expression, fitting_count
from groundrules.meaning.names import ANY, declared_at, is_any_terrain, term_of
from groundrules.meaning.symbols import Symbol
from groundrules.naming import name_key
from groundrules.ruleset import Expr, Param, Subject, Term
from groundrules.syntax import ast, ast_expr as ex

#: What a line can be about. Outcomes and grades of cover say what they do in their own declaration.
KINDS = ("terrain", "trait", "value", "state", "action", "option")


@dataclass(slots=True)
class Subjects:
    """The compiled subjects of a line, and the parameters that their brackets name."""

    subjects: tuple[Subject, ...] = ()
    params: Mapping[str, str] = field(default_factory=dict)


def lower_subjects(env: Env, nodes: Sequence[ast.Subject]) -> Subjects | None:
    """The subjects, groups expanded; ``None`` when one of them was reported."""
    before = env.report.count
    made: dict[Subject, None] = {}
    params: dict[str, str] = {}
    grounds: list[tuple[bool, ast.Subject]] = []
    for node in nodes:
        found = _subject(env, node, params)
        made |= dict.fromkeys(found)
        grounds += [(of_ground(subject.term), node) for subject in found[:1]]
    mixed = next((each for each in grounds if each[0] != grounds[0][0]), None)
    if mixed is not None:
        _say_mixed(env, grounds[0][1], mixed[1], _parted(nodes, grounds))
    return None if env.report.count != before or not made else Subjects(tuple(made), params)


def of_ground(term: Term) -> bool:
    """Whether a rule about this is a terrain's: about ground, not about a model."""
    return term.kind in ("terrain", "any terrain") or (term.kind == "value" and term.owner == "piece")


def _parted(nodes: Sequence[ast.Subject], grounds: Sequence[tuple[bool, ast.Subject]]) -> Fix | None:
    """One line for the ground and one for the models, where one line is all there is."""
    source, first, last = nodes[0].span.source, nodes[0].span, nodes[-1].span
    start, end = source.line_bounds(first.line)
    rest = source.text[last.end : end]
    if len(grounds) < len(nodes) or source.text[start : first.start] or last.end > end or "#" in rest:
        return None
    if _DEEPER.match(source.text, end):
        return None
    lines = [", ".join(node.span.text for side, node in grounds if side is each) + rest for each in (True, False)]
    return replace("write a line for each", source.span(start, end), line_end(source).join(lines))


#: Behind the end of a line: another line that belongs to it.
_DEEPER = re.compile(r"(?>\r\n|\r|\n)(?:[ \t]*(?:#[^\r\n]*)?(?>\r\n|\r|\n))*[ \t]+[^\s#]")


def _say_mixed(env: Env, first: ast.Subject, other: ast.Subject, fix: Fix | None) -> None:
    env.report.say(
        "GR234", other.span, f"`{first.name.text}` and `{other.name.text}` cannot share a line: one is ground",
        help="write a line for the ground and a line for the models",
        related=[Related(first.span, "the other one")], fix=fix,
    )  # fmt: skip


def _subject(env: Env, node: ast.Subject, params: dict[str, str]) -> list[Subject]:
    if is_any_terrain(node.name):
        if node.args:
            env.report.say("GR211", node.span, f"`{node.name.text}` takes nothing in brackets",
                           help="write `Any Terrain`")  # fmt: skip
        return [Subject(term=ANY)]
    symbol = env.table.get(node.name.key)
    if symbol is None:  # a name that could not be declared was reported there
        return []
    env.table.use(symbol.key, node.name.span)
    if symbol.kind == "group" and symbol.kinds <= set(KINDS):
        if node.args and not fitting_count(env, node.name, len(node.args), symbol, node.span):
            return []
        members = env.table.members(symbol)
        return [Subject(term=term_of(member), via=symbol.name) for member in members]
    if symbol.kind not in KINDS:
        _say_no_subject(env, node, symbol)
        return []
    if not node.args:
        return [Subject(term=term_of(symbol))]
    if not fitting_count(env, node.name, len(node.args), symbol, node.span):
        return []
    args = tuple(_argument(env, arg, symbol, params) for arg in node.args)
    return [Subject(term=term_of(symbol, tuple(arg for arg in args if arg is not None)))]


def _argument(env: Env, arg: ex.Expr, symbol: Symbol, params: dict[str, str]) -> Expr | None:
    """A parameter where the bracket holds a name of its own; else the value that the rule is about."""
    if isinstance(arg, ex.Ref) and not arg.args:
        own = arg.name.key in {name_key(param) for param in symbol.params}
        if own or (env.table.get(arg.name.key) is None and not is_any_terrain(arg.name)):
            params.setdefault(arg.name.key, arg.name.text)
            return Param(params[arg.name.key])
    return expression(env, arg, ARGUMENT)


def _say_no_subject(env: Env, node: ast.Subject, symbol: Symbol) -> None:
    name = node.name.text
    helps = {
        "outcome": f"what it does stands behind its declaration: `outcome {name}: …`",
        "cover": f"what it does stands behind its declaration: `cover {name}: …`",
        "roll": "what follows from a roll stands in its bands, or below the rule that makes it",
        "number": f"what changes a number stands below it; a rule can say `{name} +1`",
        "field": f"name a value of `{name}`, or compare it: `when {name} at least 1`",
    }
    kinds = symbol.kinds if symbol.kind == "group" else {symbol.kind}
    help = helps.get(next(iter(kinds)), "a rule is about a terrain, a trait, a class, a state or an action")
    env.report.say("GR204", node.name.span, f"`{name}` is {symbol.described}, and no rule can be about that",
                   help=help, related=declared_at(symbol))  # fmt: skip


def subject_of(symbol: Symbol) -> Subjects:
    """A declaration as the subject of what it says itself: ``state Prone: Speed x1/2``."""
    params = {name_key(param): param for param in symbol.params}
    term = term_of(symbol, tuple(Param(param) for param in symbol.params))
    return Subjects((Subject(term=term),), params)
