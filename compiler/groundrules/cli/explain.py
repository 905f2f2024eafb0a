"""``groundrules explain``: the page of a diagnostic code, or how a sentence is said in the language."""

from __future__ import annotations

import os
import re
from importlib import import_module
from typing import TYPE_CHECKING

import click

from groundrules.cli import entry
from groundrules.cli.terminal import Output, standard_error, standard_output, visible
from groundrules.codes import CODES

if TYPE_CHECKING:
    from groundrules.project.sayings import Saying

#: So many sentences are shown with what comes of them, and so many with their lines; of more, the sentences alone.
WHOLE, LINES = 2, 10
_CODE = re.compile(r"(?:gr)?\d+", re.IGNORECASE)


@click.command(short_help="Explain a finding, or how a sentence is said.")
@click.argument("what", required=False, nargs=-1, metavar="[CODE | WORD...]")
def explain(what: tuple[str, ...]) -> int:
    """Explain the code of a finding: what it means, what to avoid, what to
    prefer. Or find, by words of a rulebook's sentence, how the language says it.
    Without either, list all codes.

    \b
    Examples:
        groundrules explain GR101
        groundrules explain half speed
        groundrules explain once per move
    """
    output = standard_output()
    if not what:
        for each in CODES.values():
            output.line(f"{each.code}  {each.severity:7}  {each.title}")
        return entry.WELL
    if len(what) > 1 or not _CODE.fullmatch(what[0]):
        return said(what, output)
    wanted = what[0].upper() if what[0][:2].upper() == "GR" else f"GR{what[0]}"
    if wanted not in CODES:
        standard_error().line(f"groundrules: there is no code `{visible(what[0])}`; `groundrules explain` lists all")
        return entry.MISUSE
    output.write(page(wanted))
    return entry.WELL


def page(code: str) -> str:
    """The page of a code, from inside the package; a code without one still has its title."""
    folder = import_module("groundrules.diagnostic_pages").__path__[0]
    try:
        with open(os.path.join(folder, f"{code}.md"), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return f"# {code}: {CODES[code].title}\n"


def said(words: tuple[str, ...], output: Output) -> int:
    """The sentences that have these words, with as much of each as one can take in."""
    from groundrules.project import sayings  # a code's page needs none of it

    text = sayings.page()
    found = sayings.find(text, words)
    if not found and len(words) > 1:
        closest = sayings.closest(text, words)
        if closest:
            output.line("No sentence has all of these words. The nearest are:\n")
            output.write("\n".join(shown(each, output, whole=False) for each in closest))
            return entry.WELL
    if not found:
        near = ", ".join(f"`{word}`" for word in sayings.near(text, words))
        hint = f"did you mean {near}?" if near else "try one word of the sentence, such as `half`, `climb` or `once`"
        standard_error().line(f"groundrules: no sentence has `{visible(' '.join(words))}`; {hint}")
        return entry.MISUSE
    if len(found) > LINES:
        for each in found:
            output.line(each.sentence)
        output.line(f"\n{len(found)} sentences: name one more word to see how they are said")
        return entry.WELL
    output.write("\n".join(shown(each, output, whole=len(found) <= WHOLE) for each in found))
    return entry.WELL


def shown(saying: Saying, output: Output, *, whole: bool) -> str:
    """A sentence with its lines; ``whole``, with the scenarios that show what comes of them."""
    parts = [output.paint(saying.sentence, "strong"), "", indented(saying.rules)]
    if whole:
        parts += [output.paint("What comes of it:", "quiet"), "", indented(saying.shows)]
    return "\n".join(parts)


def indented(text: str) -> str:
    """Lines four columns farther in."""
    return "".join(f"    {line}".rstrip() + "\n" for line in text.splitlines())
