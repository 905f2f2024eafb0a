"""``Woods Woods``: one name by the letter, and most likely a word that slipped in twice."""

from __future__ import annotations

from collections.abc import Sequence

from groundrules.diagnostics import replace
from groundrules.limits import NAME_LENGTH
from groundrules.meaning.context import Unit
from groundrules.meaning.reporting import Report
from groundrules.naming import name_key
from groundrules.syntax import ast_expr as ex
from groundrules.syntax.walk import find


def check_doubled(units: Sequence[Unit], report: Report) -> None:
    """Report names that say the same twice, each once, unless something was said of them before."""
    for unit in units:
        for name in find(unit.file, ex.Name):
            once = _half(name.text)
            if once is None or name.key in report.suspects:
                continue
            report.suspects.add(name.key)
            report.say("GR243", name.span, f"`{name.text}` says the same twice", help=f"did you mean `{once}`?",
                       fix=replace(f"write `{once}`", name.span, once))  # fmt: skip


def _half(text: str) -> str | None:
    words = text.split(" ")
    middle, odd = divmod(len(words), 2)
    if odd or len(text) > NAME_LENGTH or name_key("".join(words[:middle])) != name_key("".join(words[middle:])):
        return None
    return " ".join(words[:middle])
