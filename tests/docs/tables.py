"""Pages of the documentation that are made from the code."""

from __future__ import annotations

import re
import typing
from pathlib import Path

from groundrules.codes import CODES
from groundrules.quantity import UNITS
from groundrules.syntax import ast_rules

ROOT = Path(__file__).parents[2]

_GROUPS = (
    ("GR1", "How rules are written"),
    ("GR2", "What rules mean"),
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
    scopes = typing.get_args(ast_rules.Scope)
    lines += [
        "## Scopes of `once per`",
        "",
        ", ".join(f"`{scope}`" for scope in scopes) + " (`piece` is `feature`).",
        "",
    ]
    return "\n".join(lines)
