"""How long parsing takes, beside plain Lark doing the same: text to an AST with places.

    python -m bench.parse

Plain Lark is the grammar file as it is, with `propagate_positions`, a layout in the manner
of its own `Indenter`, and a `Transformer` that calls the same makers of nodes. Both take
the same text, in turn.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from bench.side_by_side import Row, faster, times_of
from lark import Lark, Token as LarkToken, Transformer

from groundrules.source import Source
from groundrules.syntax import parse
from groundrules.syntax.build import reducers
from groundrules.syntax.build_parts import Maker
from groundrules.syntax.grammar import LAYOUT, grammar_text

RULES = Path(__file__).parents[1] / "rules_src"

#: Ours over plain Lark's, and the longest step when the text doubles.
RATIO, DOUBLING = 0.5, 2.2


class Layout:
    """Line ends and columns to layout tokens, for texts in which nothing is wrong."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[LarkToken]) -> Iterator[LarkToken]:
        levels, last, pending = [0], None, None
        for token in stream:
            if token.type == "_NL":
                pending = token
                continue
            if last is not None and pending is not None and last.type not in ("COMMA", "AND", "OR"):
                column = len(pending) - max(pending.rfind("\n"), pending.rfind("\r")) - 1
                yield LarkToken.new_borrow_pos("_NL", "\n", pending)
                if column > levels[-1]:
                    levels.append(column)
                    yield LarkToken.new_borrow_pos("_INDENT", "", token)
                while column < levels[-1]:
                    levels.pop()
                    yield LarkToken.new_borrow_pos("_DEDENT", "", token)
            pending, last = None, token
            yield token
        if last is not None:
            yield LarkToken.new_borrow_pos("_NL", "\n", last)
            for _ in levels[1:]:
                yield LarkToken.new_borrow_pos("_DEDENT", "", last)


def plain_lark() -> Callable[[str], Any]:
    """Text to AST by Lark alone."""

    def counts(child: Any) -> bool:
        return not (isinstance(child, LarkToken) and child.type in LAYOUT)

    lark = Lark(
        grammar_text(), parser="lalr", lexer="basic", postlex=Layout(), keep_all_tokens=True, propagate_positions=counts
    )

    def run(text: str) -> Any:
        made = reducers(Maker(Source("bench", text)))

        class Builder(Transformer[Any, Any]):
            def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
                children = [child for child in children if child is not None]
                return made[str(data)](children) if children or data == "start" else None

        return Builder().transform(lark.parse(text))

    return run


def text_of(lines: int) -> str:
    """The bundled rulesets, again and again."""
    whole = "".join(path.read_text(encoding="utf-8") for path in sorted(RULES.glob("*/*.terrain")))
    return whole * max(1, lines // whole.count("\n"))


def rows() -> Iterator[Row]:
    """Beside plain Lark on 10,000 lines, and how the time grows up to 50,000 lines."""
    lark = plain_lark()
    text = text_of(10_000)
    assert lark(text) == parse(Source("bench", text)).file

    def ours(text: str) -> Any:
        return parse(Source("bench", text))

    ratio = 1 / faster(partial(ours, text), partial(lark, text), 5)
    yield Row(
        "text to AST with places, 10,000 lines", "Lark, tree and Transformer", ratio, RATIO, least=False, unit="×"
    )
    texts = {str(lines): text_of(lines) for lines in (6_250, 12_500, 25_000, 50_000)}
    took = times_of({name: partial(ours, each) for name, each in texts.items()}, 3)
    per_round = [[took[name][number] for name in texts] for number in range(3)]
    steps = [statistics.median(times[step + 1] / times[step] for times in per_round) for step in range(3)]
    words = "the same, each doubling up to 50,000 lines"
    yield Row(words, "–", max(steps), DOUBLING, least=False, unit="×")


if __name__ == "__main__":
    for row in rows():
        print(row)
