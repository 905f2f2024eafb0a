"""The grammar file: without conflicts, and the only source of what the lexer knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from lark import Lark
from lark.lexer import LexerThread

from groundrules.syntax import layout, lexer, misplaced, slips_lists, slips_name_shape, slips_names, words, written
from groundrules.syntax.grammar import LAYOUT, build_grammar, build_lark, grammar_text
from groundrules.syntax.table_cache import load_grammar
from groundrules.syntax.tokens import Token, is_name

TOP = Path(__file__).parents[2]
TEXTS = sorted([*TOP.glob("rules_src/*/*.terrain"), *TOP.glob("tests/broken/*/*.terrain")])


@pytest.fixture(scope="module")
def strict() -> Lark:
    return build_lark(grammar_text(), strict=True)


def by_lark(lark: Lark, text: str) -> list[tuple[str, str, int]]:
    """The tokens that Lark's own lexer makes of a text, ignored ones left out."""
    made = LexerThread.from_text(lark.parser.lexer, text + "\n").lex(None)  # type: ignore[no-untyped-call]  # Lark's
    found = []
    for token in made:
        kind = "UNKNOWN" if token.type == "NAME" and not is_name(token) else token.type
        found.append((kind, str(token), token.start_pos or 0))
    return found


def by_us(text: str) -> list[tuple[str, str, int]]:
    return [(t.type, str(t), t.start_pos) for t in lexer().tokens(text) if t.type != "RULEROW"]


def test_strict_lark_finds_neither_conflict_nor_colliding_terminals(strict: Lark) -> None:
    assert len(strict.rules) > 600


def test_the_lexer_yields_every_terminal_of_the_grammar_and_no_other(strict: Lark) -> None:
    declared = {"_INDENT", "_DEDENT", "_NEVER"}
    blanks = {name for name in strict.ignore_tokens if name != "RULEROW"}
    wanted = {terminal.name for terminal in strict.terminals} - declared - blanks
    literal = [t.pattern.value for t in strict.terminals if t.pattern.type == "str"]
    samples = [
        *literal,
        '"text" 6" 1 Woods 2d6 x2 x 7+ 2-6 levels die > prose',
        "- costt $",
        "|---|",
    ]
    made = {token.type for sample in samples for token in lexer().tokens(sample)}
    assert made == wanted


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_tokens_are_those_of_larks_own_lexer(strict: Lark, path: Path) -> None:
    text = path.read_bytes().decode()
    assert by_us(text) == by_lark(strict, text)


_ALPHABET = "aZ xX×dD126½⅓.+-–−/%\"“”″'’:,()<|>#_*;éßłЖ沼न\u0301\u094d \t\u00a0\r\n"


@given(st.text(_ALPHABET, max_size=60))
def test_any_text_lexes_as_lark_lexes_it(text: str) -> None:
    assert by_us(text) == by_lark(_plain(), text)


@given(st.text(max_size=80))
def test_tokens_and_blanks_are_the_whole_text(text: str) -> None:
    at = 0
    whole = text + "\n"
    for token in lexer().tokens(text):
        assert whole[at : token.start_pos].strip(" \t\u00a0") == ""
        assert whole[token.start_pos : token.end_pos] == token
        at = token.end_pos
    assert at == len(whole)


_LARK: list[Lark] = []


def _plain() -> Lark:
    if not _LARK:
        _LARK.append(build_lark(grammar_text()))
    return _LARK[0]


def test_terminals_named_in_the_code_are_terminals_of_the_grammar() -> None:
    known = {terminal.name for terminal in load_grammar().terminals} | LAYOUT | {"$END", "_NEVER", "MINUS"}
    named: set[str] = set()
    for module in (layout, misplaced, slips_lists, slips_name_shape, slips_names, words, written):
        named |= set(_sets_of_terminals(vars(module)))
    assert named - known == set()


def _sets_of_terminals(names: dict[str, object]) -> Iterator[str]:
    for name, value in names.items():
        if not name.startswith("__") and isinstance(value, frozenset | dict):
            yield from (each for each in value if isinstance(each, str) and re.fullmatch(r"[A-Z_]{2,}", each))


def test_words_of_the_language_are_lower_case_and_told_apart_by_the_lexer() -> None:
    for word, terminal in lexer().words.items():
        assert word.islower()
        assert [token.type for token in lexer().tokens(word)][:1] == [terminal]


def test_equal_grammars_give_equal_tables() -> None:
    assert build_grammar(grammar_text()) == load_grammar()


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Woods", ["NAME"]),
        ("No Man's Land", ["NAME"]),
        ("No Man’s Land", ["NAME"]),
        ("Razor-Wire", ["NAME"]),
        ("Razor - Wire", ["NAME", "MINUS", "NAME"]),
        ("Łąka", ["NAME"]),
        ("沼地", ["NAME"]),
        ("जंगल", ["NAME"]),
        ("A\u0301gua", ["NAME"]),
        ("łąka", ["UNKNOWN"]),
        ("Zamek łąka", ["UNKNOWN"]),
        ("①", ["UNKNOWN"]),
        ("Test Dice d6", ["NAME", "DICE"]),
        ("6\"", ["DIST"]),
        ("1½\"", ["DIST"]),
        ("5cm", ["DIST"]),
        ("5 cm", ["NUMBER", "UNITWORD"]),
        ("6 in", ["NUMBER", "IN"]),
        ("6in", ["DIST"]),
        ("6inch", ["NUMBER", "UNITWORD"]),
        ("x3/2", ["TIMES"]),
        ("×2", ["TIMES"]),
        ("x Speed", ["XOP", "NAME"]),
        ("2d6", ["DICE"]),
        ("D6", ["DICE"]),
        ("d%", ["DICE"]),
        ("d6\"", ["DICE"]),
        ("7+", ["FROM"]),
        ("3+4", ["NUMBER", "PLUS", "NUMBER"]),
        ("2-6", ["RANGE"]),
        ("2–6", ["RANGE"]),
        ("1-X Success", ["RANGE", "NAME"]),
        ("½", ["NUMBER"]),
        ("costt", ["WORD"]),
        ("٣", ["UNKNOWN"]),
        ("“text”", ["STRING"]),
        ("5\u00a0cm", ["NUMBER", "UNITWORD"]),
    ],
)  # fmt: skip
def test_what_a_text_is_read_as(text: str, types: list[str]) -> None:
    assert [token.type for token in lexer().tokens(text)][:-1] == types


def test_comments_lie_in_the_line_ends() -> None:
    tokens = lexer().tokens("# first\nWoods: stop  # behind\n\n    # below\r\n  > prose # is prose")
    assert [str(token) for token in tokens if token.type == "_NL"] == [
        "# first\n",
        "# behind\n\n    # below\r\n  ",
        "\n",
    ]
    assert str(tokens[-2]) == "> prose # is prose"


def test_a_token_survives_copying() -> None:
    import copy
    import pickle

    token = lexer().tokens("Woods")[0]
    for again in (copy.deepcopy(token), pickle.loads(pickle.dumps(token))):
        assert (again, again.type, again.start_pos, again.end_pos) == (token, "NAME", 0, 5)
        assert isinstance(again, Token)
