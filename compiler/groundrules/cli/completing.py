"""What a shell may put at the end of a command line; asked for by its Tab key, through click.

What stands in a place is told by what the help calls it: `RULESET` is a bundled name or a
file, `OUT` a folder. So a command needs to say nothing about it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping

import click
from click.shell_completion import CompletionItem

from groundrules.cli import entry

#: The variable by which the scripts of click ask.
VARIABLE = "_GROUNDRULES_COMPLETE"

#: Names that every shell takes without quotes.
_PLAIN = re.compile(r"[\w./+-]+", re.ASCII)

Items = list[CompletionItem[str]]
Ask = Callable[[click.Context, str], Items]


def is_asked() -> bool:
    """Whether a shell asks, instead of a person."""
    return bool(os.environ.get(VARIABLE))


def commands(incomplete: str) -> Items:
    """The commands that begin so, with what the committed help says of each: no command is imported for that."""
    text = entry.committed_text(["--help"]) or ""
    says = dict(re.findall(r"^  (\w+) {2,}(\S.*)$", text.partition("Commands:\n")[2], re.MULTILINE))
    return [CompletionItem(name, help=says.get(name)) for name in entry.COMMANDS if name.startswith(incomplete)]


def attach(command: click.Command) -> click.Command:
    """Let each place of a command answer for itself."""
    for param in command.params:
        ask = _BY_PLACE.get((command.name, param.name)) or _BY_METAVAR.get(_metavar(param))
        if ask is not None:
            param.type = _Answers(ask)
    return command


class _Answers(click.types.StringParamType):
    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        return self._ask(ctx, incomplete)


def _metavar(param: click.Parameter) -> str:
    return re.sub(r"[^A-Z]", "", param.metavar or "")


def _file(ctx: click.Context, incomplete: str) -> Items:
    return [CompletionItem(incomplete, type="file")]


def _folder(ctx: click.Context, incomplete: str) -> Items:
    return [CompletionItem(incomplete, type="dir")]


def _bundled(ctx: click.Context, incomplete: str) -> Items:
    from groundrules.project import bundled

    return _beginning(incomplete, bundled.names())


def _ruleset(ctx: click.Context, incomplete: str) -> Items:
    """Bundled names and the rulesets of the folder; beyond these, the shell looks for files."""
    from groundrules.project import bundled
    from groundrules.project.roots import SUFFIX

    folder, _, _ = incomplete.rpartition("/")
    try:
        there = sorted(name for name in os.listdir(folder or ".") if name.endswith(SUFFIX))
    except OSError:
        there = []
    files = [f"{folder}/{name}" if folder else name for name in there]
    return _beginning(incomplete, [*bundled.names(), *files]) or _file(ctx, incomplete)


def _codes(ctx: click.Context, incomplete: str) -> Items:
    from groundrules.codes import CODES

    return [
        CompletionItem(code.code, help=code.title)
        for code in CODES.values()
        if code.code.startswith(incomplete.upper())
    ]


def _rolls(ctx: click.Context, incomplete: str) -> Items:
    return _named(ctx, "ruleset", incomplete, ("rolls",))


def _cards(ctx: click.Context, incomplete: str) -> Items:
    """Card names of `build SRC --only`: of several, the last."""
    before, comma, last = incomplete.rpartition(",")
    kinds = ("terrains", "traits", "states", "outcomes", "rolls")
    return [CompletionItem(f"{before}{comma}{each.value}") for each in _named(ctx, "source", last, kinds)]


def _named(ctx: click.Context, place: str, incomplete: str, kinds: Iterable[str]) -> Items:
    """Names that the ruleset in another place declares, without their blanks: `RiskyRoll` is `Risky Roll`."""
    from groundrules.naming import name_key
    from groundrules.project.roots import NothingThere
    from groundrules.project.rulesets import ruleset_named

    # Where the option that asks has no value yet, click leaves all words before it unread.
    given = ctx.params.get(place) or next((word for word in ctx.args if not word.startswith("-")), None)
    try:
        ruleset = ruleset_named(given).ruleset if given is not None else None
    except NothingThere:
        return []
    if ruleset is None:
        return []
    return _beginning(name_key(incomplete), [name_key(each.name) for kind in kinds for each in getattr(ruleset, kind)])


def _beginning(incomplete: str, names: Iterable[str]) -> Items:
    begun = incomplete.casefold()
    return [CompletionItem(name) for name in names if name.casefold().startswith(begun) and _PLAIN.fullmatch(name)]


#: What the help calls a place, brackets and dots apart.
_BY_METAVAR: Mapping[str, Ask] = {
    "RULESET": _ruleset,
    "SRC": _file,
    "PATH": _file,
    "FILE": _file,
    "SCENARIO": _file,
    "DIR": _folder,
    "OUT": _folder,
}
_BY_PLACE: Mapping[tuple[str | None, str | None], Ask] = {
    ("new", "base"): _bundled,
    ("explain", "what"): _codes,
    ("odds", "roll"): _rolls,
    ("build", "only"): _cards,
    ("show", "file"): _file,
}
