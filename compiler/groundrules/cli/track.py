"""``groundrules try``: a move over strips of ground, without any file."""

from __future__ import annotations

import os
import re
import secrets

import click

from groundrules.cli import entry
from groundrules.cli.defaults import one_ruleset
from groundrules.cli.refusals import refused
from groundrules.cli.render import render
from groundrules.cli.terminal import standard_output, visible
from groundrules.project.rulesets import ruleset_named
from groundrules.scenarios.sketch import sketch
from groundrules.scenarios.stories import Teller, tell, told

_LENGTH = re.compile(r"\s*[\d½¼¾]\S*\s+\S")


@click.command("try", short_help="Move over strips of ground, without any file.")
@click.argument("ruleset", metavar="[RULESET]")
@click.argument("track", required=False, metavar="TRACK")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--seed", metavar="TEXT", help="Roll with this seed; the same seed rolls the same dice.")
@click.option("--dice", metavar="FACES", help="The faces in the order in which they are rolled: 3,4.")
@click.option("--preview", is_flag=True, help="Without dice: what would be rolled, and what is to be agreed.")
def track(
    ruleset: str, track: str | None, words: tuple[str, ...], seed: str | None, dice: str | None, preview: bool
) -> int:
    """Move over strips of ground and tell the story.

    RULESET is a file or the name of a bundled ruleset; in a project of one
    ruleset it may be left out. TRACK is strips one after the other; the model
    comes into the first one and ends its move in the last one. Each WORD says
    something of the model: a field (Speed=6), a class, a trait, a state, an
    action or an option; or of the day: a field or a value of the game.

    \b
    Examples:
        groundrules try trench-crusade "2 Open, 4 Difficult" Speed=6
        groundrules try woods.terrain "3 Marsh" Infantry --dice 1
    """
    if _is_track(ruleset):
        ruleset, track, words = one_ruleset("RULESET"), ruleset, (*(() if track is None else (track,)), *words)
    if track is None:
        raise click.UsageError("name TRACK, such as `2 Open, 4 Difficult`")
    output = standard_output()
    outcome = ruleset_named(ruleset)
    if outcome.ruleset is None:
        render(output, "text", [each for each in outcome.diagnostics if each.is_error], outcome.shown)
        return entry.FOUND
    scenario, found = sketch(outcome.ruleset, track, words, faces_of(dice))
    if scenario is None:
        render(output, "text", found, lambda source: source.name)
        return entry.MISUSE
    teller = Teller(seed, secrets.token_hex(4), preview)
    result = tell(outcome.ruleset, scenario, teller)
    if result.findings or result.refusal is not None:
        render(output, "text", result.findings, lambda source: source.name)
        refused(output, track, result.refusal)
        return entry.FOUND
    used = (seed if seed is not None else teller.fallback) if teller.rolled else None
    for line in told(result, outcome.ruleset, used):
        output.line(visible(line))
    return entry.WELL


def _is_track(word: str) -> bool:
    """Whether what stands in the ruleset's place is a track: it begins with a length, and no such file is there."""
    return _LENGTH.match(word) is not None and not os.path.lexists(word)


def faces_of(dice: str | None) -> list[int] | None:
    """Faces from ``3,4``; a wrong one is a misuse of the command line."""
    if dice is None:
        return None
    try:
        return [int(each) for each in dice.replace(",", " ").split()]
    except ValueError:
        raise click.BadParameter(f"`{dice}` is no list of faces; write 3,4", param_hint="--dice") from None
