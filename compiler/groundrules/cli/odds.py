"""``groundrules odds``: what the dice bring, exactly."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from groundrules.cli import entry
from groundrules.cli.defaults import one_ruleset
from groundrules.cli.odds_words import data, lines
from groundrules.cli.progress import counted
from groundrules.cli.refusals import refused
from groundrules.cli.render import render
from groundrules.cli.terminal import fit_json, standard_error, standard_output, visible
from groundrules.engine import Refusal
from groundrules.naming import name_key
from groundrules.odds import BUDGET, odds_of
from groundrules.odds.kinds import kinds_of
from groundrules.odds.panels import Panel, beside, move_panel, roll_panel
from groundrules.odds.plot import plot
from groundrules.odds.rolls import Roller, depends_on, roll_odds
from groundrules.odds.sampling import sample_of, sampled_roll
from groundrules.project import bundled
from groundrules.project.playing import ENDINGS, load, named_file
from groundrules.project.roots import SUFFIX, NothingThere, nearest_file
from groundrules.project.rulesets import ruleset_named
from groundrules.project.single import write_text
from groundrules.ruleset import Roll, Ruleset
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.rolling import roller_of
from groundrules.scenarios.situations import SituationReader
from groundrules.scenarios.sketch import sketch
from groundrules.source import Source


@dataclass(slots=True)
class Asked:
    """What the command line asks for, and how it came out so far."""

    as_json: bool
    budget: int
    sample: int | None
    seed: str
    heading: str = ""
    one_move: bool = False
    worst: int = entry.WELL
    panels: list[Panel] = field(default_factory=list)

    @property
    def remark(self) -> str | None:
        """What is said of chances that are not exact."""
        return None if self.sample is None else f"A sample of {self.sample:,}, seed {self.seed}: near, not exact."


@click.command(short_help="Give the exact odds of rolls and moves.")
@click.argument("ruleset", required=False, metavar="[RULESET]")
@click.argument("words", nargs=-1, metavar="[OTHER] [WORD]...")
@click.option("--roll", metavar="NAME", help="Only this roll; each WORD says something of who makes it.")
@click.option("--track", metavar="TRACK", help="The odds of a whole move over strips of ground.")
@click.option("--name", metavar="WORDS", help="Only the scenarios whose names hold these words.")
@click.option("--json", "as_json", is_flag=True, help="Fractions and decimals as JSON.")
@click.option("--svg", metavar="FILE", type=click.Path(dir_okay=False), help="Draw the chances as bars into FILE.")
@click.option("--budget", metavar="N", type=click.IntRange(1), default=BUDGET, help="Refuse more states than N.")
@click.option("--sample", metavar="N", type=click.IntRange(1, 10**7), help="Roll N times instead; not exact.")
@click.option("--seed", metavar="TEXT", help="The seed of a sample; the same seed rolls the same dice.")
def odds(
    ruleset: str | None,
    words: tuple[str, ...],
    roll: str | None,
    track: str | None,
    name: str | None,
    as_json: bool,
    svg: str | None,
    budget: int,
    sample: int | None,
    seed: str | None,
) -> int:
    """Give the exact odds of every roll: of each band for one model, and at
    least once among five and ten that roll independently.

    RULESET is a file or the name of a bundled ruleset; OTHER is a second one,
    to stand beside it. With --track, a model moves over strips of ground, and
    each WORD says something of it, as in `groundrules try`: the odds are of all
    that may happen at least once. With --roll, a WORD may also fill brackets of
    the roll. RULESET may be a scenario file: the odds of each scenario's first
    move. In a project of one ruleset, RULESET may be left out.

    \b
    Examples:
        groundrules odds trench-crusade --roll "Risky Roll"
        groundrules odds ninth-age --roll "Dangerous Test" X=2 Height=Large
        groundrules odds trench-crusade --track "2 Open, 4 Difficult" Speed=6
        groundrules odds first.terrain second.terrain --svg both.svg
    """
    if seed is not None and sample is None:
        raise click.UsageError("--seed goes with --sample: exact odds need no dice")
    if roll is not None and track is not None:
        raise click.UsageError("--roll and --track ask for different odds")
    if ruleset is not None and "=" in ruleset and not os.path.lexists(ruleset):
        words = (ruleset, *words)
        ruleset = None
    if ruleset is None:
        ruleset = one_ruleset("RULESET")
    asked = Asked(as_json, budget, sample, seed if seed is not None else secrets.token_hex(4))
    if ruleset.endswith(ENDINGS):
        if track is not None or roll is not None or words:
            raise click.UsageError("a scenario states its own move; --roll, --track and words go with a ruleset")
        asked.heading = f"Odds of {Path(ruleset).name}"
        _of_scenarios(asked, ruleset, name)
    else:
        if name is not None:
            raise click.UsageError("--name goes with a scenario file")
        _of_rulesets(asked, ruleset, words, roll, track)
    if asked.panels:
        _show(asked)
        if svg is not None:
            write_text(Path(svg), plot(asked.panels, asked.heading, asked.remark))
    return asked.worst


def _show(asked: Asked) -> None:
    output = standard_output()
    if asked.as_json:
        found: dict[str, object] = {panel.title: data(panel) for panel in asked.panels}
        if asked.one_move and isinstance(only := data(asked.panels[0]), dict):
            found = only
        if asked.sample is not None:
            found = {"(sample)": {"of": asked.sample, "seed": asked.seed}, **found}
        output.write(fit_json(json.dumps(found, indent=2, ensure_ascii=False) + "\n", output.encoding))
        return
    if asked.remark is not None:
        output.line(visible(asked.remark))
        output.line()
    for number, panel in enumerate(asked.panels):
        if number:
            output.line()
        for line in lines(panel):
            output.line(visible(line))


# ---- rulesets


def _of_rulesets(asked: Asked, one: str, words: tuple[str, ...], roll: str | None, track: str | None) -> None:
    names = [one]
    if words and _is_ruleset(words[0]):
        names, words = [one, words[0]], words[1:]
    if words and track is None and roll is None:
        raise click.UsageError("words about a model go with --track or --roll")
    found: list[list[Panel]] = []
    for name in names:
        outcome = ruleset_named(name)
        if outcome.ruleset is None:
            wrong = [each for each in outcome.diagnostics if each.is_error]
            render(standard_output(), "text", wrong, outcome.shown)
            asked.worst = entry.FOUND
            return
        if track is not None:
            found.append(_of_move(asked, outcome.ruleset, track, words, name if len(names) > 1 else None))
        else:
            found.append(_of_rolls(asked, outcome.ruleset, roll, words, len(names) > 1))
    asked.heading = "Odds of " + " and ".join(Path(name).stem for name in names)
    asked.one_move = track is not None and len(names) == 1
    if len(found) == 1:
        asked.panels += found[0]
    elif track is None or all(found):
        asked.panels += beside(found[0], found[1], _two_names(names))


def _is_ruleset(word: str) -> bool:
    return word.endswith(SUFFIX) or word in bundled.names() or os.path.isdir(word)


def _two_names(names: list[str]) -> tuple[str, str]:
    """What two rulesets are called: as short as tells them apart."""
    one, other = (Path(name).stem for name in names)
    if one == other:
        one, other = names
    return (one, other) if one != other else (one, f"{other} again")


def _of_rolls(asked: Asked, ruleset: Ruleset, name: str | None, words: tuple[str, ...], several: bool) -> list[Panel]:
    chosen = [each for each in ruleset.rolls if name is None or name_key(each.name) == name_key(name)]
    if name is not None and not chosen and not several:
        there = ", ".join(each.name for each in ruleset.rolls) or "none"
        raise click.BadParameter(f"no roll is called `{name}`; there are: {there}", param_hint="--roll")
    panels = []
    for roll in counted(chosen, "working out"):
        roller, found = roller_of(ruleset, roll, words)
        if roller is None:
            render(standard_output(), "text", found, lambda source: source.name)
            asked.worst = entry.MISUSE
            return []
        panels += _of_roll(asked, ruleset, roll, roller, name is not None, not words)
    return panels


def _of_roll(asked: Asked, ruleset: Ruleset, roll: Roll, roller: Roller, alone: bool, anybody: bool) -> list[Panel]:
    """A panel; ``anybody``: nothing is said of who rolls, so that there may be one for each kind of model."""
    if anybody and (panels := _of_kinds(asked, ruleset, roll)):
        return panels
    try:
        return [_panel(asked, ruleset, roll, roller)]
    except Refusal as refusal:
        if alone or refusal.kind not in ("field", "number"):
            asked.worst = entry.FOUND
        needed = depends_on(ruleset, roll)
        if refusal.kind not in ("field", "number") or not needed:
            return [Panel(roll.name, (), (), _sentence(refusal))]
        stated = " ".join(f'"{each}=…"' if " " in each else f"{each}=…" for each in needed)
        note = f'depends on {" and ".join(needed)}: state it with --roll "{roll.name}" {stated}'
        return [Panel(roll.name, ("one model", "any of five", "any of ten"), (), note)]


def _panel(asked: Asked, ruleset: Ruleset, roll: Roll, roller: Roller) -> Panel:
    if asked.sample is not None:
        return roll_panel(ruleset, roll, sampled_roll(ruleset, roll, roller, asked.sample, asked.seed))
    return roll_panel(ruleset, roll, roll_odds(ruleset, roll, roller, budget=asked.budget))


def _of_kinds(asked: Asked, ruleset: Ruleset, roll: Roll) -> list[Panel]:
    """A panel for all kinds of models that have the same chances; none where more than their kind is asked."""
    found: dict[Panel, list[str]] = {}
    try:
        for kind in kinds_of(ruleset, roll):
            found.setdefault(_panel(asked, ruleset, roll, kind.roller()), []).append(" ".join(kind.words) or "others")
    except Refusal:
        return []
    if len(found) == 1:
        return list(found)
    return [replace(panel, title=f"{panel.title} ({' or '.join(kinds)})") for panel, kinds in found.items()]


def _sentence(refusal: Refusal) -> str:
    return refusal.message + (f"; {refusal.help}" if refusal.help else "")


# ---- moves


def _of_move(asked: Asked, ruleset: Ruleset, track: str, words: tuple[str, ...], called: str | None) -> list[Panel]:
    """``called``: the name of the ruleset, where there are two."""
    scenario, found = sketch(ruleset, track, words, None)
    if scenario is None:
        render(standard_output(), "text", found, lambda source: source.name)
        asked.worst = entry.MISUSE
        return []
    return _of_scenario(asked, ruleset, scenario, lambda source: source.name, called)


def _of_scenarios(asked: Asked, file: str, name: str | None) -> None:
    path = Path(file)
    if not os.path.exists(path):
        raise NothingThere(file, nearest_file(path.absolute()))
    play = load(named_file(path), file)
    assert play is not None
    if play.ruleset is None or play.document is None or any(each.is_error for each in play.diagnostics):
        render(standard_output(), "text", play.diagnostics, play.shown_as)
        asked.worst = entry.FOUND
        return
    chosen = [each for each in play.document.scenarios if name is None or name.casefold() in each.name.casefold()]
    if not chosen:
        raise click.BadParameter(f"no scenario of {file} is called so", param_hint="--name")
    for scenario in counted(chosen, "working out"):
        asked.panels += _of_scenario(asked, play.ruleset, scenario, play.shown_as)


def _of_scenario(
    asked: Asked,
    ruleset: Ruleset,
    scenario: Scenario,
    shown_as: Callable[[Source], str],
    called: str | None = None,
) -> list[Panel]:
    """The odds of one move; none where it cannot be had, which is told, with the name of the ruleset if ``called``."""
    output = standard_error() if asked.as_json else standard_output()
    reader = SituationReader(ruleset)
    reader.tells_facts = called is None
    played = reader.scenario(scenario)
    if played is None:
        render(output, "text", reader.diagnostics, shown_as)
        asked.worst = entry.FOUND
        return []
    if played.situation is None:
        return []
    try:
        if asked.sample is not None:
            move = sample_of(ruleset, played.situation, asked.sample, asked.seed, memory=played.memory)
        else:
            move = odds_of(ruleset, played.situation, memory=played.memory, budget=asked.budget)
    except Refusal as refusal:
        refused(output, scenario.name if called is None else f"{called}: {scenario.name}", refusal)
        asked.worst = entry.FOUND
        return []
    return [move_panel(scenario.name, ruleset, move)]
