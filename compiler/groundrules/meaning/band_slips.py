"""A band whose name and whose effects have changed places: `1 Hit` for `1: Hit`, `1: Success` for `1 Success`."""

from __future__ import annotations

from groundrules.diagnostics import choice, replace
from groundrules.meaning.bands import band_names
from groundrules.meaning.env import Env
from groundrules.meaning.names import declared_at
from groundrules.meaning.unknown import declare_help, fitting, is_word_of_effects, looks_trapped, similar
from groundrules.syntax import ast, ast_rules as ru


def say_named_like(env: Env, line: ast.Band) -> None:
    """``1 Hit`` for ``1: Hit``: a band without effects whose name ends in something that could be one."""
    if line.effects or line.block or not line.names:
        return
    name = line.names[-1]
    words = name.text.split(" ")
    for count in range(len(words)):
        tail = " ".join(words[count:])
        symbol = env.table.get(tail)
        if symbol is None or symbol.kind not in ("outcome", "roll", "state", "terrain"):
            continue
        env.table.use(symbol.key, name.span)
        verb = {"state": "gain ", "terrain": "counts as "}.get(symbol.kind, "")
        head = " ".join(words[:count])
        start = name.span.start if count else line.range.span.end
        at = name.span.end - _tail_length(name.span.text, len(words) - count)
        written = f"{line.range.span.text}{' ' + head if head else ''}: {verb}{tail}"
        fix = None
        if len(line.names) == 1:
            cut = name.span.source.span(start if not count else start + len(head), at)
            fix = replace("put a colon in", cut, f": {verb}")
        env.report.say(
            "GR229", name.span, f"`{name.text}` is read as the name of a band, and `{tail}` is {symbol.described}",
            help=f"did you mean `{written}`?", related=declared_at(symbol), fix=fix,
        )  # fmt: skip
        return


def say_name_behind(env: Env, line: ast.Band) -> None:
    """``1-3: Success`` for ``1-3 Success``: a band without a name, and an effect that nothing declares."""
    first = line.effects[0] if line.effects else None
    if line.names or not isinstance(first, ru.Perform) or first.ref.args or first.without:
        return
    name = first.ref.name
    if env.table.get(name.key) is not None or name.key in env.report.suspects:
        return
    if looks_trapped(name.text) or is_word_of_effects(name.text):
        return
    if similar(name.text, (symbol.name for symbol in fitting(env, ("roll", "outcome")))) is not None:
        return
    env.report.suspects.add(name.key)
    head = line.range.span
    qualified = f" {line.qualifiers[0].span.to(line.qualifiers[-1].span).text}" if line.qualifiers else ""
    rest = ", ".join(effect.span.text for effect in line.effects[1:])
    written = f"{head.text} {name.text}{qualified}{f': {rest}' if rest else ''}"
    if name.text not in _RESULTS and not any(
        name.key in band_names(env.table, roll) for roll in env.table.of_kind("roll")
    ):
        help = f"{declare_help(name.text, ('roll', 'outcome'))}; as the name of the band: `{written}`"
        env.report.say("GR200", name.span, f"nothing is called `{name.text}`", help=help)
        env.report.leave_open("outcome", name)
        return
    fix = None
    if not line.block:
        place = line.span.source.span(head.start, line.effects[-1].span.end)
        fix = replace("write the name before the colon", place, written)
    env.report.say(
        "GR229", name.span, f"`{name.text}` is read as an effect of this band, and nothing is called that",
        help=f"the name of a band stands before its colon: `{written}`; "
             f"what the game around resolves is declared: `outcome {name.text}`",
        fix=fix if name.text == "Success" else choice(fix),
    )  # fmt: skip


#: What a band is called in many games: how the roll went, which is nothing that happens.
_RESULTS = frozenset(
    ["Success", "Pass", "Passed", "Failure", "Fail", "Failed", "Critical", "Fumble", "Critical Success"]
)


def _tail_length(text: str, words: int) -> int:
    """The length of the last so many words, with the blanks between as they were written."""
    parts = text.split()
    at = len(text)
    for part in reversed(parts[-words:]):
        at = text.rindex(part, 0, at)
    return len(text) - at
