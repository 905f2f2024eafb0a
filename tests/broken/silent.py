"""Single edits of the bundled rulesets that no diagnostic notices, and why each cannot be noticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from groundrules.meaning import compile_ruleset
from groundrules.source import Source
from groundrules.syntax import parse

ROOT = Path(__file__).parents[2]
RULESETS = ("trench-crusade", "ninth-age", "epic")
LIST = Path(__file__).parent / "silent.txt"


@dataclass(frozen=True)
class Edit:
    """One edit of one token: what was done, where, and the text that comes of it."""

    ruleset: str
    line: int
    kind: str
    token: str
    text: str

    def __str__(self) -> str:
        return f"{self.ruleset}:{self.line}: {self.kind} `{self.token}`"


def source_of(name: str) -> str:
    """The text of a bundled ruleset."""
    return (ROOT / "rules_src" / name / f"{name}.terrain").read_text(encoding="utf-8")


def edits(name: str) -> Iterator[Edit]:
    """Every token deleted, doubled, and swapped with its neighbour in the line."""
    text = source_of(name)
    source = Source(name, text)
    tokens = [
        t
        for t in parse(source).tokens
        if t.end_pos > t.start_pos and text[t.start_pos : t.end_pos].strip() and t.type != "_NL"
    ]
    for number, token in enumerate(tokens):
        line, word = source.line_column(token.start_pos)[0], text[token.start_pos : token.end_pos]
        yield Edit(name, line, "delete", word, text[: token.start_pos] + text[token.end_pos :])
        yield Edit(name, line, "double", word, text[: token.end_pos] + " " + word + text[token.end_pos :])
        if number + 1 < len(tokens) and source.line_column(tokens[number + 1].start_pos)[0] == line:
            after = tokens[number + 1]
            other = text[after.start_pos : after.end_pos]
            between = text[token.end_pos : after.start_pos]
            swapped = text[: token.start_pos] + other + between + word + text[after.end_pos :]
            yield Edit(name, line, "swap", f"{word} {other}", swapped)


def is_silent(edit: Edit) -> bool:
    """Whether nothing is said about the edited text."""
    source = Source(edit.ruleset, edit.text)
    if parse(source).diagnostics:
        return False
    return not compile_ruleset(source, edit.ruleset, lambda *_: None).diagnostics  # type: ignore[arg-type]  # the rulesets use no other
