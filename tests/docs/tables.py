"""Pages of the documentation that are made from the code."""

from __future__ import annotations

import re
import typing
from pathlib import Path

from tests.docs.fences import fences

from groundrules.codes import CODES
from groundrules.quantity import UNITS
from groundrules.source import Source
from groundrules.syntax import ast_rules, parse, printer
from groundrules.syntax.walk import walk

ROOT = Path(__file__).parents[2]

_GROUPS = (
    ("GR1", "How rules are written"),
    ("GR2", "What rules mean"),
    ("GR3", "What rules most likely do not mean"),
    ("GR4", "Scenario files"),
    ("GR5", "Tables"),
    ("GR6", "Projects and files"),
    ("GR9", "Faults of our own"),
)


def diagnostics() -> str:
    """The index of all diagnostics."""
    lines = ["# The diagnostics", ""]
    lines += [
        "Every finding has a code that never changes its meaning; `groundrules explain GR110` shows its page.",
        "",
    ]
    lines += ["How findings are worded: [the style guide](STYLE.md).", ""]
    for prefix, title in _GROUPS:
        codes = [code for code in CODES.values() if code.code.startswith(prefix)]
        if not codes:
            continue
        lines += [f"## {title}", "", "| Code | Finding | Weight |", "| :-- | :-- | :-- |"]
        lines += [
            f"| [{code.code}]({code.code}.md) | {code.title.replace('|', '&#124;')} | {code.severity} |"
            for code in codes
        ]
        lines.append("")
    return "\n".join(lines)


def keywords() -> str:
    """Words of the language, events, qualifiers and effects."""
    grammar = (ROOT / "grammar" / "groundrules.lark").read_text(encoding="utf-8")
    rules = "\n".join(line.split("//")[0] for line in grammar.splitlines())
    words = sorted(set(re.findall(r'"([a-z]+)"', rules)))
    lines = ["# Words of the language", ""]
    lines += ["Made from the grammar and the tree. [The language](language.md) explains them.", ""]
    lines += ["## Reserved words", "", ", ".join(f"`{word}`" for word in words) + ".", ""]
    units = sorted({unit for unit in UNITS if unit.isalpha()})
    lines += ["## Units", "", ", ".join(f"`{unit}`" for unit in units) + ', and `"` for inches.', ""]
    events = typing.get_args(ast_rules.Event)
    lines += ["## Events", "", ", ".join(f"`{event}`" for event in events) + ".", ""]
    facts = typing.get_args(typing.get_type_hints(ast_rules.Fact)["kind"])
    lines += ["## Facts of a condition", "", ", ".join(f"`{fact}`" for fact in facts) + ".", ""]
    halts = typing.get_args(typing.get_type_hints(ast_rules.Halt)["kind"])
    lines += ["## Stops", "", ", ".join(f"`{halt}`" for halt in halts) + ", `stop after result`.", ""]
    shown = forms()
    for title, union in (
        ("Qualifiers", ast_rules.Qualifier),
        ("Conditions", ast_rules.Condition),
        ("Effects", ast_rules.Effect),
    ):
        lines += [f"## {title}", "", "| Kind | As the examples of the reference write it |", "| :-- | :-- |"]
        for kind in typing.get_args(union):
            written = ", ".join(f"`{form}`".replace("|", "&#124;") for form in shown.get(kind, ())[:3])
            lines.append(f"| {_words(kind.__name__)} | {written} |")
        lines.append("")
    scopes = typing.get_args(ast_rules.Scope)
    lines += [
        "## Scopes of `once per`",
        "",
        ", ".join(f"`{scope}`" for scope in scopes) + " (`piece` is `feature`).",
        "",
    ]
    return "\n".join(lines)


def forms() -> dict[type, list[str]]:
    """The different ways in which the examples of the reference write each construct, shortest first."""
    found: dict[type, set[str]] = {}
    for fence in fences(ROOT / "docs" / "language.md"):
        if fence.words[:2] != ("terrain", "example"):
            continue
        for node in walk(parse(Source(str(fence), fence.text)).file):
            text = _written(node)
            if text is not None:
                found.setdefault(type(node), set()).add(text)
    return {kind: sorted(texts, key=lambda text: (len(text), text)) for kind, texts in found.items()}


def _written(node: object) -> str | None:
    if isinstance(node, typing.get_args(ast_rules.Effect)):
        return printer.effect_text(node)
    if isinstance(node, typing.get_args(ast_rules.Condition)):
        return printer.condition_text(node)
    if isinstance(node, typing.get_args(ast_rules.Qualifier)):
        return printer.qualifiers_text((node,)).strip()
    return None


def _words(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
