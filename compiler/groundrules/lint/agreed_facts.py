"""The facts that players agree on, as the rules word them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from groundrules.lint.author_words import nodes
from groundrules.lint.context import Context
from groundrules.syntax import ast_rules as ru

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def agreed(context: Context) -> Iterator[ru.Agreed]:
    """Every mention of a fact, in order."""
    return (node for node in nodes(context) if isinstance(node, ru.Agreed))


def words(text: str) -> tuple[str, ...]:
    """The words of a fact, without capitals and signs; ``isn't`` is two words."""
    found: list[str] = []
    for word in _WORD.findall(text.casefold().replace("’", "'")):
        found += [word[:-3], "not"] if word.endswith("n't") and word != "can't" else [word]
    return tuple(found)
