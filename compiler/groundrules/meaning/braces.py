"""``{Armour Penetration}`` in the prose of an outcome or a state: a parameter of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from groundrules.diagnostics import replace
from groundrules.meaning.context import Unit
from groundrules.meaning.reporting import Report
from groundrules.meaning.unknown import similar
from groundrules.naming import name_key
from groundrules.syntax import ast
from groundrules.syntax.walk import find

#: A name in single braces; all other braces are text.
_BRACES = re.compile(r"(?<!\{)\{([^\W\d_a-z][^{}\r\n]*)\}(?!\})")


def check_braces(units: Sequence[Unit], report: Report) -> None:
    """Report braces that name no parameter of what they describe."""
    for unit in units:
        for named, prose in _described(unit):
            params = {name_key(param.text): param.text for param in named.params}
            for match in _BRACES.finditer(prose.span.text):
                if name_key(match[1]) in params:
                    continue
                span = prose.span.source.span(prose.span.start + match.start(1), prose.span.start + match.end(1))
                close = similar(match[1], params.values())
                if close is not None:
                    help, fix = f"did you mean `{{{close}}}`?", replace(f"write `{close}`", span, close)
                else:
                    forms = ", ".join(f"`{{{param}}}`" for param in params.values())
                    help, fix = f"its parameters are {forms}" if forms else "leave the braces out", None
                report.say("GR240", span, f"`{named.name.text}` has no parameter `{match[1]}`", help=help, fix=fix)


def _described(unit: Unit) -> Iterator[tuple[ast.Named, ast.Prose]]:
    for item in unit.file.items:
        inner = item.item if isinstance(item, ast.Override) else item
        if isinstance(inner, ast.Outcome | ast.State):
            for prose in find(inner, ast.Prose):
                yield inner.named, prose
