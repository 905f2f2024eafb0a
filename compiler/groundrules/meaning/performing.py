"""A name as an effect: a roll made, an outcome handed over, in a cell a terrain to count as."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from groundrules import ruleset as rs
from groundrules.diagnostics import Edit, Fix, Related, replace
from groundrules.meaning.bands import band_names
from groundrules.meaning.env import Env
from groundrules.meaning.expressions import argument_values, arguments, fitting_count
from groundrules.meaning.grounds import handed_on
from groundrules.meaning.names import Spot, declared_at, names_to_terms
from groundrules.meaning.suggest import one_edit
from groundrules.meaning.symbols import Symbol
from groundrules.meaning.unknown import looks_trapped, say_unknown, similar
from groundrules.ruleset import Effect
from groundrules.syntax import ast_expr as ex, ast_rules as ru

_MADE = Spot("as an effect", ("roll", "outcome"), groups=False, effect=True)
_CELL = Spot("in a cell", ("terrain",))
#: So many names are held against an unknown one.
_NAMES = 2_000
_LETTERS = ("X", "Y", "Z", "U", "V", "W")


def perform(env: Env, node: ru.Perform, *, cell: bool) -> Sequence[Effect | None]:
    """The compiled effect of a name."""
    name = node.ref.name
    symbol = env.table.get(name.key)
    if symbol is None:
        symbol = _unknown(env, node, cell)
        if symbol is None:
            return ()
    env.table.use(symbol.key, name.span)
    if symbol.kind == "roll":
        return (_roll(env, node, symbol),)
    if symbol.kind == "outcome":
        return (_outcome(env, node, symbol),)
    if cell and (symbol.kind == "terrain" or symbol.kinds == {"terrain"}):
        terrains = handed_on(env, (node.ref,), _CELL)
        return (rs.CountsAs(terrains),) if terrains else ()
    say_no_effect(env, node, symbol)
    return ()


def _unknown(env: Env, node: ru.Perform, cell: bool) -> Symbol | None:
    name = node.ref.name
    if cell:
        say_unknown(env, name, _CELL.kinds, parted=", ", effect=True)
        return None
    known = [symbol.key.casefold() for symbol in islice(env.table.symbols.values(), _NAMES)]
    close = any(one_edit(name.key.casefold(), key) for key in known)
    if not env.implied or looks_trapped(name.text) or close or name.key in env.bands or name.key in env.report.suspects:
        say_unknown(env, name, _MADE.kinds, effect=True)
        return None
    symbol = Symbol("outcome", name.text, name.span, node, _LETTERS[: len(node.ref.args)], implied=True, home=name.span)
    env.table.symbols[symbol.key] = symbol
    env.report.say(
        "GR205", name.span, f"nothing declares `{name.text}`: it is taken as an outcome that the game around resolves",
        help=f"to resolve it here, add its line and its bands below it:\nroll {name.text}: 2d6\n"
             f"to leave it to the game around, declare it:\noutcome {name.text}",
    )  # fmt: skip
    if not node.ref.args:
        env.report.leave_open("outcome", name)
    return symbol


def _roll(env: Env, node: ru.Perform, symbol: Symbol) -> Effect | None:
    if node.without:
        env.report.say("GR204", node.without[0].span, f"only an outcome is handed over `without` something; "
                       f"`{symbol.name}` is a roll", help=f"write `{symbol.name}` alone",
                       related=declared_at(symbol))  # fmt: skip
    args = arguments(env, node.ref, symbol)
    return None if args is None else rs.Perform(symbol.name, args)


def _outcome(env: Env, node: ru.Perform, symbol: Symbol) -> Effect | None:
    if not fitting_count(env, node.ref.name, len(node.ref.args), symbol, node.ref.span):
        return None
    args = argument_values(env, node.ref.args)
    spot = Spot("after `without`", ("outcome", "state"))
    without = tuple(term.name for term in names_to_terms(env, node.without, spot))
    return None if args is None else rs.Deliver(symbol.name, args, without)


def say_no_effect(env: Env, node: ru.Perform, symbol: Symbol) -> None:
    """Report a name that is known and is no effect by itself, with the word that was left out."""
    name, span = node.ref.name.text, node.span
    kind = symbol.one_kind
    word = {"terrain": "counts as", "state": "gain", "cover": "cover"}.get(kind)
    fix = Fix(f"write `{word}`", (Edit(span.source.span(span.start, span.start), f"{word} "),)) if word else None
    if kind == "terrain" and env.event:  # at a moment no ground is counted as another
        fix = None
    help = f"write `{word} {node.ref.span.text}`" if word else "an effect names a roll or an outcome"
    code = "GR208" if kind == "terrain" else "GR204"
    env.report.say(
        code, span, f"`{name}` is {symbol.described}, not an effect", help=help, fix=fix, related=declared_at(symbol)
    )


# ---- bands


def say_no_band(env: Env, name: ex.Name, rolls: Sequence[Symbol], *, passed: bool = False) -> None:
    """Report a name that is no band of any of these rolls; ``passed``: it stands in ``pass … as``."""
    names = {key: text for symbol in rolls for key, text in band_names(env.table, symbol).items()}
    listed = " and ".join(f"`{symbol.name}`" for symbol in rolls)
    verb = "has" if len(rolls) == 1 else "have"
    close = similar(name.text, names.values())
    help = f"did you mean `{close}`?" if close else (
        "its bands are " + ", ".join(f"`{text}`" for text in names.values()) if names
        else f"give a band a name: `2+ {name.text}`"
    )  # fmt: skip
    if passed and close is None and "Success" in names:
        close = names["Success"]
        help = f"its bands are {', '.join(f'`{text}`' for text in names.values())}: to pass is to reach `{close}`"
    fix = replace(f"write `{close}`", name.span, close) if close else None
    env.report.say(
        "GR209", name.span, f"{listed} {verb} no band `{name.text}`", help=help, fix=fix,
        related=[Related(symbol.span, f"`{symbol.name}` is declared here") for symbol in rolls],
    )  # fmt: skip
