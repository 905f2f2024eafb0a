"""What to say of a name that nothing declares: the traps first, then *did you mean*."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice

from groundrules.diagnostics import Related, replace
from groundrules.meaning.env import Env
from groundrules.meaning.symbols import ANY_TERRAIN, Symbol, kind_words
from groundrules.syntax.ast_expr import Name, name_key

#: Words that begin an effect or a clause: with a capital they look like a name.
_EFFECT_WORDS = frozenset(
    {
        "cost", "forbid", "allow", "stop", "may", "end", "at", "up", "half", "gain", "lose", "cover", "block", "counts",
        "as", "treat", "ignore", "pass", "reroll", "replaces", "becomes", "no", "option", "on", "in", "during", "for",
        "except", "when", "once", "together",
    }
)  # fmt: skip

#: Whole effects of the language, as a phone's keyboard writes them.
_PHRASES = frozenset({"no effect", "end move", "end activation", "end move beyond", "stop", "may stop", "block sight"})

_FACTOR = re.compile(r"[X×](\d+(?:/\d+)?)")

#: Beyond these a search for a similar name costs more than it tells.
_LONGEST, _MOST, _NAMES = 80, 40, 2_000


def say_unknown(env: Env, name: Name, kinds: Sequence[str], *, parted: str = " and ", effect: bool = False) -> None:
    """Report an unknown name once; ``kinds`` may stand here, ``parted`` parts the names of a list."""
    suspects = env.report.suspects
    if name.key in suspects:
        return
    suspects.add(name.key)
    if name.key == ANY_TERRAIN:
        env.report.say("GR204", name.span, f"`{name.text}` is all ground; here stands {kind_words(kinds)}",
                       help=f"write the name of {kind_words(kinds)}")  # fmt: skip
        return
    if effect and _band_above(env, name):
        return
    if _factor(env, name) or (effect and _language_word(env, name)) or _hyphen(env, name):
        return
    if _several_names(env, name, kinds, ", " if effect else parted) or _declared_in_one(env, name):
        return
    _similar(env, name, kinds)


def _band_above(env: Env, name: Name) -> bool:
    """``Failure Injury Roll``: the colon behind a band was lost."""
    words = name.text.split(" ")
    for count in range(len(words), 0, -1):
        band = " ".join(words[:count])
        if name_key(band) not in env.bands:
            continue
        rest = " ".join(words[count:])
        at = name.span.start + _length(name, count)
        help = f"write `{band}: {rest}`" if rest else f"write `{band}:` and what follows from it"
        fix = None
        if rest and env.table.get(rest) is not None:
            after = name.span.source.span(at, name.span.end)
            blank = len(after.text) - len(after.text.lstrip())
            env.table.use(name_key(rest), name.span)
            fix = replace("put a colon behind the band", name.span.source.span(at, at + blank), ": ")
        env.report.say("GR207", name.span, f"`{band}` is a band of the roll: a colon is missing", help=help, fix=fix)
        return True
    return False


def is_word_of_effects(text: str) -> bool:
    """Whether a text begins with a word of the language that begins an effect or a clause: ``Stop``, ``No Effect``."""
    return text.split(" ")[0].lower() in _EFFECT_WORDS


def looks_trapped(text: str) -> bool:
    """Whether a text is more likely a slip of the keyboard than a name: ``Speed X2``, ``Cost``, ``No Effect``."""
    words = text.split(" ")
    return _FACTOR.fullmatch(words[-1]) is not None or text.lower() in _PHRASES or words[0].lower() == "cost"


def _factor(env: Env, name: Name) -> bool:
    """``X2``, ``Speed X2``: the capitals of a phone."""
    words = name.text.split(" ")
    factor = _FACTOR.fullmatch(words[-1])
    if factor is not None and (len(words) == 1 or env.table.get(" ".join(words[:-1])) is not None):
        start = name.span.start + (_length(name, len(words) - 1) if len(words) > 1 else 0)
        part = name.span.source.span(start, name.span.end)
        blank = len(part.text) - len(part.text.lstrip())
        part = name.span.source.span(start + blank, name.span.end)
        small = f"x{factor[1]}"
        known = " ".join([*words[:-1], small]) if len(words) > 1 else f"cost {small}"
        fix = replace(f"write `{small}`", part, small if len(words) > 1 else known)
        env.report.say("GR206", part, f"`{part.text}` is written with a small letter", help=f"write `{known}`", fix=fix)
        return True
    return False


def _language_word(env: Env, name: Name) -> bool:
    """``Cost x2``, ``No Effect``: a word of the language at the beginning of an effect."""
    words = name.text.split(" ")
    if name.text.lower() in _PHRASES:
        small = name.text.lower()
        fix = replace(f"write `{small}`", name.span, small)
        env.report.say("GR206", name.span, "words of the language are lower case", help=f"write `{small}`", fix=fix)
        return True
    first = words[0]
    if first.lower() not in _EFFECT_WORDS:
        return False
    span = name.span.source.span(name.span.start, name.span.start + len(first))
    small_word = replace(f"write `{first.lower()}`", span, first.lower()) if len(words) == 1 else None
    env.report.say(
        "GR206", span, f"`{first}` is a word of the language: such words are lower case",
        help=f"write `{first.lower()}`", fix=small_word,
    )  # fmt: skip
    return True


def _hyphen(env: Env, name: Name) -> bool:
    """``Speed-Rate``: one name, since a minus needs its blanks."""
    for match in re.finditer("-", name.text):
        left, right = name.text[: match.start()], name.text[match.end() :]
        if env.table.get(left) is not None and env.table.get(right) is not None:
            fix = replace("put blanks round the minus", name.span, f"{left} - {right}")
            env.report.say(
                "GR241", name.span, f"`{name.text}` is one name, and nothing is called that",
                help=f"put blanks round the minus: `{left} - {right}`", fix=fix,
            )  # fmt: skip
            return True
    return False


def _several_names(env: Env, name: Name, kinds: Sequence[str], parted: str) -> bool:
    """``Infantry Vehicle``: two known names whose comma, or ``and``, was lost."""
    parts = _split(env, name.text.split(" "), frozenset(kinds))
    if parts is None:
        return False
    for part in parts:
        env.table.use(name_key(part), name.span)
    listed = parted.join(parts)
    env.report.say(
        "GR207", name.span, f"nothing is called `{name.text}`, and {_both(parts)} are known",
        help=f"write `{listed}`", fix=replace(f"write `{listed}`", name.span, listed),
    )  # fmt: skip
    return True


def _split(env: Env, words: list[str], kinds: frozenset[str]) -> list[str] | None:
    """The fewest known names that the words are, in their order, or ``None``."""
    if not 2 <= len(words) <= 12:
        return None
    for count in range(len(words) - 1, 0, -1):
        head = env.table.get(" ".join(words[:count]))
        if head is None or (head.kind not in kinds and head.kind != "group"):
            continue
        rest = words[count:]
        tail = env.table.get(" ".join(rest))
        if tail is not None and (tail.kind in kinds or tail.kind == "group"):
            return [" ".join(words[:count]), " ".join(rest)]
        further = _split(env, rest, kinds)
        if further is not None:
            return [" ".join(words[:count]), *further]
    return None


def _declared_in_one(env: Env, name: Name) -> bool:
    """``actions Advance March, Charge``: one name declared where two were meant."""
    if env.report.count > _MOST:
        return False
    for symbol in env.table.symbols.values():
        words = symbol.name.split(" ")
        if len(words) < 2 or env.table.used(symbol.key) or symbol.kind in ("terrain", "roll"):
            continue
        for count in range(1, len(words)):
            parts = [" ".join(words[:count]), " ".join(words[count:])]
            keys = [name_key(part) for part in parts]
            if name.key not in keys:
                continue
            listed = ", ".join(parts)
            env.report.suspects.update(keys)
            fix = replace("put the comma in", symbol.span, listed) if symbol.span.text == symbol.name else None
            env.report.say(
                "GR207", symbol.span,
                f"`{symbol.name}` is one name that no rule uses, and `{name.text}` is used: a comma is missing",
                help=f"write `{listed}`", related=[Related(name.span, f"`{name.text}` is used here")], fix=fix,
            )  # fmt: skip
            return True
    return False


def _similar(env: Env, name: Name, kinds: Sequence[str]) -> None:
    close = similar(name.text, (s.name for s in fitting(env, kinds)), env.report.count)
    if close is not None:
        help = f"did you mean `{close}`?"
        fix = replace(f"write `{close}`", name.span, close)
        symbol = env.table.get(close)
        if symbol is not None:
            env.table.use(symbol.key, name.span)
    else:
        other = similar(name.text, (s.name for s in env.table.symbols.values()), env.report.count, least=0.85)
        help, fix = declare_help(name.text, kinds), None
        if other is not None:
            known = env.table.get(other)
            help = f"did you mean `{other}`?" + (f" That is {known.described}" if known is not None else "")
    env.report.say("GR200", name.span, f"nothing is called `{name.text}`", help=help, fix=fix)
    if fix is None and not help.startswith("did you mean"):
        if tuple(kinds[:1]) == ("terrain",):
            env.report.leave_open("terrain", name)
        elif tuple(kinds[:2]) == ("roll", "outcome"):
            env.report.leave_open("outcome", name)


def fitting(env: Env, kinds: Sequence[str]) -> Iterable[Symbol]:
    """The symbols that may stand where these kinds may, groups of them included."""
    wanted = set(kinds)
    for symbol in env.table.symbols.values():
        if symbol.kind in wanted or (symbol.kind == "group" and symbol.kinds and symbol.kinds <= wanted):
            yield symbol


def similar(text: str, names: Iterable[str], asked: int = 0, *, least: float = 0.75) -> str | None:
    """The known name that is most like an unknown one, if any is; compared without blanks and case.

    ``least`` is how much of the two must be alike, from 0 to 1; ``asked`` how much was reported before.
    """
    if len(text) > _LONGEST or asked > _MOST:
        return None
    keys: dict[str, str] = {}
    for name in islice(names, _NAMES):
        if len(name) <= _LONGEST:
            keys.setdefault(name_key(name).casefold(), name)
    found = get_close_matches(name_key(text).casefold(), keys, n=1, cutoff=least)
    return keys[found[0]] if found else None


_DECLARE = {
    "terrain": "a rule whose subject it is declares a terrain: `{0}: no effect`",
    "trait": "declare it in the `model` block: as a trait, `traits: {0}`,",
    "action": "declare it: `action {0}`",
    "state": "declare it: `state {0}`",
    "outcome": "`outcome {0}`",
    "roll": "declare it: `roll {0}: 2d6`",
    "cover": "declare it: `cover {0}`",
    "number": "with `number {0}: 1`",
    "field": "declare it in the `model` block: `{0}: distance`",
    "value": "as one of several, `Class: {0}`",
    "option": "declare it: `option {0}: no effect`",
    "group": "declare it: `group {0}: …`",
}


#: Kinds that are offered together where both may stand.
_PAIRS = (("roll", "outcome"), ("trait", "value"), ("field", "number"))


def declare_help(text: str, kinds: Sequence[str]) -> str:
    """How a name of the first kind that may stand here is declared, ready to paste."""
    shown = next((pair for pair in _PAIRS if set(pair) <= set(kinds)), kinds[:1])
    help = " or ".join(_DECLARE[kind].format(text) for kind in shown)
    if set(shown) == {"trait", "value"}:
        return f"{help}; what holds for the whole day stands in the `game` block: `Day: Other, {text}`"
    if tuple(shown) == ("roll", "outcome"):
        return f"{help}; ground that is like other ground `counts as {text}`"
    return help


def _length(name: Name, words: int) -> int:
    """The offset in the text behind the first so many words of a name."""
    found = re.match(r"\S+" + r"\s+\S+" * (words - 1), name.span.text)
    return found.end() if found is not None else 0


def _both(parts: list[str]) -> str:
    return " and ".join(f"`{part}`" for part in parts)
