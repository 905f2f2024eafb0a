"""Conditions that stand where no total is known yet."""

from __future__ import annotations

from groundrules.diagnostics import choice, indent_of, line_end, replace
from groundrules.meaning.env import Env
from groundrules.source import Span
from groundrules.syntax import ast, ast_expr as ex
from groundrules.syntax.walk import find


def asks_for_result(env: Env, line: ast.Band | ast.Handler, head: Span) -> bool:
    """Report a band, or a line that answers one, whose own conditions ask for what is rolled.

    They say for whom the band holds, before anything is rolled; what is compared with the result
    stands below the line. ``head`` is what the line begins with, its numbers or the name of a band.
    """
    reads = [read for qualifier in line.qualifiers for read in find(qualifier, ex.Read)]
    if not reads:
        return False
    source, first, last = line.span.source, line.qualifiers[0].span, line.qualifiers[-1].span
    names = line.names if isinstance(line, ast.Band) else ()
    end = names[-1].span.end if names else head.end
    above = source.span(line.span.start, end).text
    fix = None
    if line.effects and not line.block:
        below = f":{line_end(source)}{indent_of(line.span)}    "
        fix = choice(replace("write it on a line below", source.span(end, first.start), below))
    env.report.say(
        "GR236", reads[0].span, f"the conditions of a band are asked before there is a `{reads[0].what}`",
        help=f"write `{above}:`, and on the next line, farther right, `{first.to(last).text}: …`", fix=fix,
    )  # fmt: skip
    return True
