"""``groundrules odds``: what the dice bring, exactly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import click

from groundrules.cli import entry
from groundrules.cli.refusals import refused
from groundrules.cli.render import render
from groundrules.cli.terminal import Output, fit_json, standard_error, standard_output, visible
from groundrules.engine import Refusal
from groundrules.naming import name_key
from groundrules.odds import BUDGET, Odds, odds_of
from groundrules.odds.rolls import RollOdds, distribution
from groundrules.project.playing import ENDINGS, load
from groundrules.project.roots import NothingThere, nearest_file
from groundrules.project.rulesets import ruleset_named
from groundrules.ruleset import Roll, Ruleset
from groundrules.scenarios.documents import Scenario
from groundrules.scenarios.situations import SituationReader
from groundrules.scenarios.sketch import sketch
from groundrules.source import Source

#: How wide a bar of certainty is.
_BAR = 24


@click.command(short_help="Give the exact odds of rolls and moves.")
@click.argument("ruleset", metavar="RULESET")
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--roll", metavar="NAME", help="Only this roll.")
@click.option("--track", metavar="TRACK", help="The odds of a whole move over strips of ground.")
@click.option("--name", metavar="WORDS", help="Only the scenarios whose names hold these words.")
@click.option("--json", "as_json", is_flag=True, help="Fractions and decimals as JSON.")
@click.option("--budget", metavar="N", type=click.IntRange(1), default=BUDGET, help="Refuse more states than N.")
def odds(
    ruleset: str,
    words: tuple[str, ...],
    roll: str | None,
    track: str | None,
    name: str | None,
    as_json: bool,
    budget: int,
) -> int:
    """Give the exact odds of every roll: of each band for one model, and at
    least once among five and ten that roll independently.

    RULESET is a file or the name of a bundled ruleset. With --track, a model
    moves over strips of ground, and each WORD says something of it, as in
    `groundrules try`: the odds are of all that may happen at least once.
    RULESET may also be a scenario file: the odds of each scenario's first move.

    \b
    Examples:
        groundrules odds trench-crusade --roll "Risky Roll"
        groundrules odds trench-crusade --track "2 Open, 4 Difficult" Speed=6
    """
    if words and track is None:
        raise click.UsageError("words about a model go with --track")
    if roll is not None and track is not None:
        raise click.UsageError("--roll and --track ask for different odds")
    output = standard_output()
    if ruleset.endswith(ENDINGS):
        if track is not None or roll is not None:
            raise click.UsageError("a scenario states its own move; --roll and --track go with a ruleset")
        return _of_scenarios(output, ruleset, name, as_json, budget)
    if name is not None:
        raise click.UsageError("--name goes with a scenario file")
    outcome = ruleset_named(ruleset)
    if outcome.ruleset is None:
        render(output, "text", [each for each in outcome.diagnostics if each.is_error], outcome.shown)
        return entry.FOUND
    if track is not None:
        return _of_move(output, outcome.ruleset, track, words, as_json, budget)
    return _of_rolls(output, outcome.ruleset, roll, as_json, budget)


def _of_rolls(output: Output, ruleset: Ruleset, name: str | None, as_json: bool, budget: int) -> int:
    chosen = [each for each in ruleset.rolls if name is None or name_key(each.name) == name_key(name)]
    if name is not None and not chosen:
        there = ", ".join(each.name for each in ruleset.rolls) or "none"
        raise click.BadParameter(f"no roll is called `{name}`; there are: {there}", param_hint="--roll")
    data: dict[str, object] = {}
    worst = entry.WELL
    for roll in chosen:
        try:
            found = distribution(ruleset, roll.name, budget=budget)
        except Refusal as refusal:
            worst = entry.FOUND
            if as_json:
                data[roll.name] = {"refused": refusal.message}
            else:
                refused(output, roll.name, refusal)
            continue
        if as_json:
            data[roll.name] = [
                {"band": text, **{key: _number(chance) for key, chance in zip(_COLUMNS, chances, strict=True)}}
                for text, chances in _bands(roll, found)
            ]
        else:
            output.line(visible(roll.name))
            for line in _roll_lines(roll, found):
                output.line(visible(line))
            output.line()
    if as_json:
        _write(output, data)
    return worst


_COLUMNS = ("one", "five", "ten")


def _bands(roll: Roll, found: RollOdds) -> Iterator[tuple[str, tuple[Fraction, ...]]]:
    for band in roll.bands:
        text = " ".join([band.text, *band.names[:1]])
        yield text, tuple(found.at_least_once(band.id, rollers) for rollers in (1, 5, 10))


def _roll_lines(roll: Roll, found: RollOdds) -> Iterator[str]:
    rows = list(_bands(roll, found))
    wide = max([len("result"), *(len(text) for text, _ in rows)])
    yield f"  {'result':{wide}}  {'one model':18}  {'any of five':12}  any of ten"
    for text, (one, five, ten) in rows:
        yield f"  {text:{wide}}  {shown(one):18}  {percent(five):12}  {percent(ten):10}  {bar(one)}".rstrip()


def _of_move(output: Output, ruleset: Ruleset, track: str, words: tuple[str, ...], as_json: bool, budget: int) -> int:
    scenario, found = sketch(ruleset, track, words, None)
    if scenario is None:
        render(output, "text", found, lambda source: source.name)
        return entry.MISUSE
    code, chances = _of_scenario(output, ruleset, scenario, as_json, budget, lambda source: source.name)
    if as_json and chances is not None:
        _write(output, chances)
    return code


def _of_scenarios(output: Output, file: str, name: str | None, as_json: bool, budget: int) -> int:
    path = Path(file)
    if not path.exists():
        raise NothingThere(file, nearest_file(path.absolute()))
    play = load(path.absolute(), file)
    assert play is not None
    if play.ruleset is None or play.document is None or any(each.is_error for each in play.diagnostics):
        render(output, "text", play.diagnostics, play.shown_as)
        return entry.FOUND
    chosen = [each for each in play.document.scenarios if name is None or name.casefold() in each.name.casefold()]
    if not chosen:
        raise click.BadParameter(f"no scenario of {file} is called so", param_hint="--name")
    worst, data = entry.WELL, {}
    for scenario in chosen:
        code, data[scenario.name] = _of_scenario(output, play.ruleset, scenario, as_json, budget, play.shown_as)
        worst = max(worst, code)
    if as_json:
        _write(output, data)
    return worst


def _of_scenario(
    output: Output, ruleset: Ruleset, scenario: Scenario, as_json: bool, budget: int, shown_as: Callable[[Source], str]
) -> tuple[int, dict[str, object] | None]:
    """The odds of one move, written unless they are wanted as JSON; ``None`` where there are none."""
    reader = SituationReader(ruleset)
    played = reader.scenario(scenario)
    if played is None:
        render(output, "text", reader.diagnostics, shown_as)
        return entry.FOUND, None
    if played.situation is None:
        return entry.WELL, None
    try:
        move = odds_of(ruleset, played.situation, memory=played.memory, budget=budget)
    except Refusal as refusal:
        refused(standard_error() if as_json else output, scenario.name, refusal)
        return entry.FOUND, None
    rows = list(_happens(move))
    if not as_json:
        output.line(visible(scenario.name))
        wide = max(len(text) for text, _ in rows)
        for text, chance in rows:
            output.line(visible(f"  {text:{wide}}  {shown(chance):18}  {bar(chance)}".rstrip()))
    return entry.WELL, {text: _number(chance) for text, chance in rows}


def _happens(move: Odds) -> Iterator[tuple[str, Fraction]]:
    """What may happen, by its name without spaces, with the chance that it does at least once."""
    for name in move.names():
        yield name, move.at_least_once(name)
    yield "activation ended", sum((way.chance for way in move.ways if way.ended), Fraction(0))


def percent(chance: Fraction) -> str:
    """The percentage; only what is certain is said to be 0 or 100 %."""
    if chance in (0, 1):
        return f"{100 * chance} %"
    return f"{min(max(float(chance * 100), 0.1), 99.9):.1f} %"


def shown(chance: Fraction) -> str:
    """A chance as fraction and percentage."""
    if chance in (0, 1):
        return f"{'always' if chance else 'never'} ({percent(chance)})"
    return f"{chance.numerator} in {chance.denominator} ({percent(chance)})"


def bar(chance: Fraction) -> str:
    """The chance as a length."""
    return "#" * round(chance * _BAR)


def _number(chance: Fraction) -> dict[str, object]:
    return {"fraction": str(chance), "decimal": float(chance)}


def _write(output: Output, data: object) -> None:
    output.write(fit_json(json.dumps(data, indent=2, ensure_ascii=False) + "\n", output.encoding))
