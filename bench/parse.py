"""How long parsing takes, beside plain Lark doing the same: text to an AST with places.

    python bench/parse.py [LINES]

Plain Lark is the grammar file as it is, with `propagate_positions`, a layout in the manner
of its own `Indenter`, and a `Transformer` that calls the same makers of nodes. Both take
the same text, in turn, and are given as the best of five; the goals are ratios. Exits with 1
when one is missed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

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


def best(runs: list[Callable[[], Any]]) -> list[float]:
    """Seconds of the quickest of five rounds of each, all in turn."""
    spent = [float("inf")] * len(runs)
    for _ in range(5):
        for index, run in enumerate(runs):
            begin = time.process_time()
            run()
            spent[index] = min(spent[index], time.process_time() - begin)
    return spent


def main() -> int:
    """Measure, print, and tell whether the goals are met."""
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    lark = plain_lark()
    text = text_of(lines)
    assert lark(text) == parse(Source("bench", text)).file
    texts = [text * times for times in (1, 2, 4, 8)]
    ours = [partial(lambda each: parse(Source("bench", each)), each) for each in texts]
    theirs, *steps = best([lambda: lark(text), *ours])
    count = text.count("\n")
    ratio = steps[0] / theirs
    doubling = max(after / before for before, after in pairwise(steps))
    print(f"plain Lark   {theirs / count * 1e6:6.1f} ms for 1,000 lines")
    print(f"groundrules  {steps[0] / count * 1e6:6.1f} ms for 1,000 lines")
    print(f"ratio        {ratio:6.2f}  (goal: at most {RATIO})")
    print(f"doubling     {doubling:6.2f}  (goal: at most {DOUBLING})")
    return int(ratio > RATIO or doubling > DOUBLING)


if __name__ == "__main__":
    sys.exit(main())
