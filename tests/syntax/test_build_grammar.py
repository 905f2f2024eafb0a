"""The makers against the grammar: one for each rule, each alternative in a fixture, Lark as oracle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token as LarkToken
from tests.syntax.reading import GOOD, good

from groundrules.source import Source
from groundrules.syntax import Token, lexer, parse
from groundrules.syntax.build import build, reducers
from groundrules.syntax.build_parts import MAKERS, Maker
from groundrules.syntax.grammar import END, LAYOUT, Grammar, build_lark, grammar_text, signature
from groundrules.syntax.table_cache import load_grammar

FIXTURES = sorted(path.relative_to(GOOD).with_suffix("").as_posix() for path in GOOD.rglob("*.terrain"))


def laid_out(text: str) -> list[Token]:
    """Tokens with line ends and indents: the few rules that good texts need, written a second time."""
    levels, result = [0], list[Token]()
    broken: Token | None = None
    for token in lexer().tokens(text):
        if token.type == "RULEROW":
            continue
        if token.type == "_NL":
            broken = token
            continue
        if result and broken is not None and result[-1].type not in ("COMMA", "AND", "OR"):
            column = len(str(broken)) - max(broken.rfind("\n"), broken.rfind("\r")) - 1
            result.append(Token("_NL", "\n", result[-1].end_pos, result[-1].end_pos))
            if column > levels[-1]:
                levels.append(column)
                result.append(Token("_INDENT", "", token.start_pos, token.start_pos))
            while column < levels[-1]:
                levels.pop()
                result.append(Token("_DEDENT", "", token.start_pos, token.start_pos))
        broken = None
        result.append(token)
    end = result[-1].end_pos if result else 0
    result.append(Token("_NL", "\n", end, end))
    return result + [Token("_DEDENT", "", end, end)] * (len(levels) - 1)


def productions_used(grammar: Grammar, types: Sequence[str]) -> Iterator[int]:
    """Which productions of the grammar a parse of tokens of these types reduces by."""
    states = [grammar.start]
    for kind in (*types, END):
        while (action := grammar.actions[states[-1]][kind]) < 0:
            production = grammar.productions[~action]
            yield ~action
            if production.length:
                del states[-production.length :]
            states.append(grammar.gotos[states[-1]][production.origin])
            if kind == END and states[-1] == grammar.end:
                return
        states.append(action)


def text_of(fixture: str) -> str:
    return (GOOD / f"{fixture}.terrain").read_text(encoding="utf-8")


def test_every_rule_of_the_grammar_has_a_maker_and_no_other() -> None:
    rules = {p.data for p in load_grammar().productions if p.data is not None and not p.passes}
    assert rules == set(MAKERS)


def test_reducers_are_the_makers() -> None:
    assert reducers(Maker(Source("empty", ""))).keys() == MAKERS.keys()


def test_every_alternative_of_the_grammar_stands_in_a_fixture_with_all_its_parts() -> None:
    grammar, rules = load_grammar(), sorted(lark().rules, key=signature)
    used: set[int] = set()
    for fixture in FIXTURES:
        used.update(productions_used(grammar, [token.type for token in laid_out(text_of(fixture))]))
    wanted, seen = defaultdict[object, set[str]](set), defaultdict[object, set[str]](set)
    for number, production in enumerate(grammar.productions):
        parts = {str(symbol.name) for symbol in rules[number].expansion if not symbol.name.startswith("__")}
        alternative = production.origin, production.data
        wanted[alternative] |= parts
        if number in used:
            seen[alternative] |= parts
    # `_bad` keeps the terminals alive that are accepted nowhere; layout takes the line ends above the first line.
    del wanted["_bad", None], wanted["start", "start"]
    assert {key: parts - seen[key] for key, parts in wanted.items() if parts - seen[key]} == {}


@cache
def lark() -> Lark:
    return build_lark(grammar_text())


def lark_tree(text: str) -> Any:
    """The tree that Lark's own parser makes of the tokens."""
    parser = lark().parse_interactive("")
    for token in laid_out(text):
        parser.feed_token(LarkToken(token.type, str(token), start_pos=token.start_pos, end_pos=token.end_pos))
    finish: Any = parser.feed_eof
    return finish(LarkToken(END, "", start_pos=len(text), end_pos=len(text)))


@pytest.mark.parametrize("fixture", FIXTURES)
def test_the_tree_of_larks_own_parser_becomes_the_same_ast(fixture: str) -> None:
    made, findings = build(lark_tree(text_of(fixture)), Source(fixture, text_of(fixture)))
    assert not findings
    assert made == good(fixture)


def test_layout_tokens_are_known() -> None:
    assert {t.type for t in laid_out("A:\n  stop\n")} >= LAYOUT


@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "   \n\t\n"])
def test_an_empty_text_is_an_empty_file(text: str) -> None:
    parsed = parse(Source("empty", text))
    assert parsed.file.items == ()
    assert (parsed.file.span.start, parsed.file.span.end) == (0, 0)
    assert not parsed.diagnostics


def test_fixtures_are_found() -> None:
    assert len(FIXTURES) >= len(list(Path(GOOD).glob("*.terrain"))) > 5
