"""Lists of an effect whose names are parted by commas: a comma ends the effect before it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from groundrules.diagnostics import Edit, Fix
from groundrules.meaning.env import Env
from groundrules.meaning.names import declared_at
from groundrules.syntax import ast_expr as ex, ast_rules as ru

#: Effects with a list, by the kind of name that stands in it.
_TAKES: dict[type[ru.Effect], str] = {
    ru.Ignore: "terrain",
    ru.CountsAs: "terrain",
    ru.Replaces: "terrain",
    ru.Permit: "action",
}


def say_comma(env: Env, nodes: Sequence[ru.Effect], index: int) -> int:
    """Report names behind a comma that belong to the list of the effect before it, once for all of them.

    Returns the index behind those names; 0 where the effect at ``index`` is none of them.
    """
    before = nodes[index - 1] if index else None
    kind = _TAKES.get(type(before)) if before is not None else None
    if before is None or kind is None:
        return 0
    end = index
    while end < len(nodes) and _belongs(env, nodes[end], kind, before):
        end += 1
    names = [node.ref for node in nodes[index:end] if isinstance(node, ru.Perform)]
    if not names or all(ref.name.key in env.report.suspects for ref in names):
        return end if names else 0
    _say(env, before, kind, names)
    return end


def _belongs(env: Env, node: ru.Effect, kind: str, before: ru.Effect) -> bool:
    """Whether an effect is a bare name that can only be meant as one of the list."""
    if not isinstance(node, ru.Perform) or node.without:
        return False
    symbol = env.table.get(node.ref.name.key)
    if symbol is not None:
        return symbol.one_kind == kind
    # Nothing declares it: behind an action it is most likely another one.
    return isinstance(before, ru.Permit) and isinstance(before.what[-1], ex.Name) and not node.ref.args


def _say(env: Env, before: ru.Effect, kind: str, names: Sequence[ex.Ref]) -> None:
    symbols = [env.table.get(ref.name.key) for ref in names]
    lost = [ref.name for ref, symbol in zip(names, symbols, strict=True) if symbol is None]
    for ref in names:
        env.table.use(ref.name.key, ref.span)
    env.report.suspects.update(name.key for name in lost)
    written, fix = _joined(before, names)
    first = symbols[0]
    related = declared_at(first) if first is not None else ()
    if kind == "terrain" and first is not None:
        env.report.say(
            "GR208", names[0].span,
            f"a comma ends the effect before it, and `{names[0].name.text}` is {first.described}, not an effect",
            help=f"lists on the right are joined by `and`: `{written}`", fix=fix, related=related,
        )  # fmt: skip
        return
    help = f"write `{written}`; commas part one effect from the next"
    if lost:
        known = ", ".join(f"`action {name.text}`" for name in lost)
        help = f"write `{written}`, and declare {known}; if it is no action, declare it: `outcome {lost[0].text}`"
    comma = before.span.end + before.span.source.text[before.span.end : names[0].span.start].index(",")
    span = before.span.source.span(comma, comma + 1)
    env.report.say(
        "GR120", span, "a list in an effect takes `and`, not `,`", help=help, fix=None if lost else fix, related=related
    )


def _joined(before: ru.Effect, names: Sequence[ex.Ref]) -> tuple[str, Fix]:
    """The effect with these names in its list, and the fix that writes it so."""
    source, end = before.span.source, _list_end(before)
    behind = source.span(end, before.span.end).text
    more = "".join(f" and {ref.span.text}" for ref in names)
    text = f"{source.span(before.span.start, end).text}{more}{behind}"
    if behind:
        return text, Fix("write `and`", (Edit(source.span(end, names[-1].span.end), f"{more}{behind}"),))
    places = [before.span, *(ref.span for ref in names)]
    gaps = pairwise(places)
    return text, Fix("write `and`", tuple(Edit(source.span(one.end, other.start), " and ") for one, other in gaps))


def _list_end(before: ru.Effect) -> int:
    """Where the list of an effect ends: before `always`, `while moving`, `on enter`."""
    if isinstance(before, ru.Ignore):
        return before.ground.span.end
    if isinstance(before, ru.Permit) and before.always:
        return before.span.start + len(before.span.text.removesuffix("always").rstrip())
    return before.span.end
