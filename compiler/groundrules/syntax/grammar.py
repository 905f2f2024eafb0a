"""The grammar as plain data: terminals, and the table that Lark makes of the rules.

Lark reads ``grammar/groundrules.lark`` and builds an LALR(1) table of it; that takes half a
second and more. :class:`Grammar` is all that lexing and parsing need of the result, as
plain data that survives JSON, so that it can be kept (:mod:`groundrules.syntax.table_cache`)
and a later run does not import Lark at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule as LarkRule

#: Layout tokens: they stand for columns and line ends, not for characters of a line.
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})

#: The token after the last one.
END = "$END"


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal of the grammar: its name, its pattern, and whether that is literal text."""

    name: str
    pattern: str
    literal: bool
    priority: int


@dataclass(frozen=True, slots=True)
class Production:
    """One alternative of a rule, and what becomes of its ``length`` children.

    ``data`` names the node; ``None`` marks a helper of a repetition, whose children go over
    into the node that holds it: ``spread`` are the indices of such children. ``passes`` tells
    that its one child stands for the whole; ``holes`` that a child may be nothing at all.
    """

    origin: str
    length: int
    data: str | None
    spread: tuple[int, ...]
    passes: bool
    holes: bool


@dataclass(frozen=True, slots=True)
class Grammar:
    """Terminals in the order in which they are tried, and the parse table.

    ``actions[state][terminal]`` is the state to go to after the token, or ``~p`` to reduce by
    production ``p``; ``gotos[state][rule]`` is the state to go to after a reduction.
    """

    terminals: tuple[Terminal, ...]
    ignored: frozenset[str]
    productions: tuple[Production, ...]
    actions: tuple[dict[str, int], ...]
    gotos: tuple[dict[str, int], ...]
    start: int
    end: int


def grammar_path() -> Path:
    """Where the grammar file lies: inside the installed package, or beside the source root."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "grammar" / "groundrules.lark"
    return installed if installed.exists() else package.parents[1] / "grammar" / "groundrules.lark"


def grammar_text() -> str:
    """The text of the grammar file."""
    return grammar_path().read_text(encoding="utf-8")


def build_lark(text: str, *, strict: bool = False) -> Lark:
    """Lark's own parser of the grammar; ``strict`` refuses every conflict and colliding terminals.

    Every token stays in the tree: the makers of nodes take their places from them.
    """
    from lark import Lark

    return Lark(text, parser="lalr", lexer="basic", strict=strict, keep_all_tokens=True)


def build_grammar(text: str) -> Grammar:
    """The grammar's terminals and table, made by Lark; the same for the same text, whatever Lark's order."""
    lark = build_lark(text)
    conf = lark.parse_interactive("").parser_state.parse_conf
    rules = sorted(lark.rules, key=signature)
    numbers = {rule: number for number, rule in enumerate(rules)}
    nowhere = _accepted_nowhere(lark)
    actions: list[dict[str, int]] = []
    gotos: list[dict[str, int]] = []
    reached = {conf.start_state: 0}
    for state in (order := [conf.start_state]):  # grows while it runs: states as they are reached
        actions.append({})
        gotos.append({})
        for symbol, (action, target) in sorted(conf.states[state].items(), key=lambda entry: entry[0]):
            if symbol in nowhere:
                continue
            if str(action) != "Shift":
                actions[-1][symbol] = ~numbers[target]
                continue
            if target not in reached:
                reached[target] = len(order)
                order.append(target)
            (actions if symbol.isupper() else gotos)[-1][symbol] = reached[target]
    hollow = frozenset(str(rule.origin.name) for rule in rules if not rule.expansion)
    return Grammar(
        terminals=tuple(_terminals(lark)),
        ignored=frozenset(lark.ignore_tokens),
        productions=tuple(_production(rule, hollow) for rule in rules),
        actions=tuple(actions),
        gotos=tuple(gotos),
        start=0,
        end=reached[conf.end_state],
    )


def signature(rule: LarkRule) -> tuple[str, str, tuple[str, ...]]:
    """What tells a rule from every other."""
    return str(rule.origin.name), str(rule.alias), tuple(symbol.name for symbol in rule.expansion)


def _terminals(lark: Lark) -> list[Terminal]:
    """The terminals in the order in which a lexer tries them: by priority, then as Lark does."""
    defined = sorted(lark.terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name))
    return [Terminal(t.name, t.pattern.to_regexp(), t.pattern.type == "str", t.priority) for t in defined]


def _accepted_nowhere(lark: Lark) -> frozenset[str]:
    """The terminals that only ``_bad`` names: it keeps them in the grammar and never comes to an end."""
    bad: set[str] = set()
    good: set[str] = set()
    for rule in lark.rules:
        (bad if rule.origin.name == "_bad" else good).update(s.name for s in rule.expansion if s.is_term)
    return frozenset(bad - good)


def _production(rule: LarkRule, hollow: frozenset[str]) -> Production:
    """What Lark's own tree builder would do at a reduction by this rule."""
    spread = tuple(
        index for index, symbol in enumerate(rule.expansion) if not symbol.is_term and symbol.name.startswith("_")
    )
    name: Any = rule.alias or rule.origin.name
    return Production(
        origin=str(rule.origin.name),
        length=len(rule.expansion),
        data=None if rule.origin.name.startswith("_") else str(name),
        spread=spread,
        passes=bool(rule.options.expand1 and not rule.alias and len(rule.expansion) == 1 and not spread),
        holes=any(symbol.name in hollow for symbol in rule.expansion),
    )
