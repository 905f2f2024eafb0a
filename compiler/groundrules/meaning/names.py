"""Names where they are used: what they stand for, and whether that may stand there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from groundrules.diagnostics import Fix, Related, replace
from groundrules.meaning.env import Env
from groundrules.meaning.symbols import ANY_TERRAIN, Symbol, kind_words
from groundrules.meaning.unknown import say_unknown
from groundrules.ruleset import Expr, Term
from groundrules.source import Span
from groundrules.syntax import ast_expr as ex

AnySymbol = Symbol


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the language where a name stands.

    ``words`` say where (``after `during```); ``kinds`` what may stand there; ``groups``
    whether a name for several may; ``keyword`` the word before, where another word would
    do; ``list`` how names of a list are parted here.
    """

    words: str
    kinds: tuple[str, ...]
    groups: bool = True
    keyword: Span | None = None
    list: str = " and "
    effect: bool = False


#: The word that a kind of name takes on the left of the colon.
_WORD_OF = {"terrain": "in", "action": "during", "trait": "for", "value": "for", "state": "for"}


def resolve(env: Env, name: ex.Name, spot: Spot) -> Symbol | None:
    """What a name stands for, if that may stand here; else a finding, and ``None``."""
    symbol = env.table.get(name.key)
    if symbol is None:
        say_unknown(env, name, spot.kinds, parted=spot.list, effect=spot.effect)
        return None
    env.table.use(name.key, name.span)
    if symbol.kind == "group":
        if spot.groups and symbol.kinds <= set(spot.kinds):
            return symbol
    elif symbol.kind in spot.kinds:
        return symbol
    say_wrong_kind(env, name, symbol, spot)
    return None


def say_wrong_kind(env: Env, name: ex.Name, symbol: Symbol, spot: Spot) -> None:
    """Report a name that is known and cannot stand here."""
    if symbol.kind == "group" and not symbol.kinds:
        return  # its members were reported
    if name.key in env.report.suspects or not env.report.first("kind", name.key, spot.words):
        return
    wanted = kind_words(spot.kinds)
    message = f"`{name.text}` is {symbol.described}; {spot.words} stands {wanted}"
    help, fix = _other_word(name, symbol, spot)
    if help is None:
        help = f"write the name of {wanted}"
    env.report.say("GR204", name.span, message, help=help, related=declared_at(symbol), fix=fix)


def _other_word(name: ex.Name, symbol: Symbol, spot: Spot) -> tuple[str | None, Fix | None]:
    kind = symbol.one_kind
    if spot.keyword is None or kind not in _WORD_OF:
        return None, None
    word = _WORD_OF[kind]
    if spot.keyword.text.startswith("except"):
        word = "except during" if word == "during" else "except"
    return f"write `{word} {name.text}`", replace(f"write `{word}`", spot.keyword, word)


def declared_at(symbol: Symbol) -> tuple[Related, ...]:
    """The place of a declaration, as a second place of a finding."""
    return (Related(symbol.span, f"`{symbol.name}` is declared here"),)


def term_of(symbol: Symbol, args: tuple[Expr, ...] = ()) -> Term:
    """The compiled form of a symbol where a rule speaks of it."""
    if symbol.kind == "value":
        place = symbol.places[0]
        return Term("value", symbol.name, args, place.owner, place.field)
    assert symbol.kind in ("terrain", "trait", "state", "action", "option", "cover", "outcome"), symbol.kind
    return Term(symbol.kind, symbol.name, args)


def terms_of(table_members: Sequence[Symbol]) -> tuple[Term, ...]:
    """The compiled forms of several symbols."""
    return tuple(term_of(symbol) for symbol in table_members)


def names_to_terms(env: Env, names: Iterable[ex.Name], spot: Spot) -> tuple[Term, ...]:
    """Names of a list, groups expanded, each once."""
    terms: dict[Term, None] = {}
    for name in names:
        if name.key in env.params:
            terms[Term("parameter", env.params[name.key])] = None
            continue
        symbol = resolve(env, name, spot)
        if symbol is not None:
            terms |= dict.fromkeys(terms_of(env.table.members(symbol)))
    return tuple(terms)


def is_any_terrain(name: ex.Name) -> bool:
    """Whether this is the language's own ``Any Terrain``."""
    return name.key == ANY_TERRAIN


ANY = Term("any terrain", "Any Terrain")
