"""Chances in rows, ready to be written, drawn or compared: a panel for each roll or move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from groundrules.engine.reading import parts
from groundrules.naming import name_key
from groundrules.odds.exact import Odds
from groundrules.odds.reading import is_number
from groundrules.odds.rolls import NOTHING, RollOdds
from groundrules.quantity import plain
from groundrules.ruleset import Band, Dice, Roll, Ruleset
from groundrules.verdict import Number

#: How many models roll independently, in the columns of a roll.
ROLLERS = (1, 5, 10)
#: How many totals are told at most.
MOST_TOTALS = 40


@dataclass(frozen=True, slots=True)
class Row:
    """Something that may happen, with a chance for each column of its panel (``None``: not there).

    ``least``: of a row that is about totals, the least of them.
    """

    label: str
    chances: tuple[Fraction | None, ...]
    least: Number | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """The rows of one roll or move; ``note`` says why there are none.

    ``compared``: the columns stand for rulesets, each to be drawn; otherwise only the first is.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    note: str | None = None
    compared: bool = False


def roll_panel(ruleset: Ruleset, roll: Roll, odds: RollOdds) -> Panel:
    """The bands of a roll, for one model and for the first of five and ten, and its totals where they are numbers."""
    rows = []
    for band in roll.bands:
        label = " ".join([_range(band), ", ".join(band.names)]).strip()
        rows.append(Row(label, tuple(odds.at_least_once(band.id, rollers) for rollers in ROLLERS)))
    unit = next((each.unit for each in parts(roll.total) if isinstance(each, Dice)), None)
    for least, chance in totals_told(ruleset, roll, odds):
        shown = plain(least, unit) if isinstance(least, Fraction) and least >= 0 else f"{float(least):g}"
        rows.append(Row(f"at least {shown}", tuple(1 - (1 - chance) ** rollers for rollers in ROLLERS), least))
    note = "no die is rolled" if set(odds.results) == {NOTHING} else None
    return Panel(roll.name, ("one model", "any of five", "any of ten"), tuple(rows), note)


def totals_told(ruleset: Ruleset, roll: Roll, odds: RollOdds) -> list[tuple[Number, Fraction]]:
    """The chances that a roll comes to so much at least, where its total is used as a number; the least total first.

    What is certain is left out where a band has said so. Of very many totals only some are told.
    """
    totals = odds.totals()
    if not totals or not is_number(ruleset, roll):
        return []
    chance = sum(totals.values(), Fraction(0))
    found = []
    for total, alone in totals.items():
        found.append((total, chance))
        chance -= alone
    step = -(-len(found) // MOST_TOTALS)
    return [each for each in found[::step] if each[1] != 1 or not roll.bands]


def _range(band: Band) -> str:
    """The range of a band as it was written; of a band that each die is read by, whose chance this is."""
    written = band.id.rpartition(" > ")[-1]
    return written.replace("each", "any die", 1) if band.mode == "each" else written


def move_panel(title: str, ruleset: Ruleset, odds: Odds) -> Panel:
    """All that may happen on a move, with the chance that it does at least once."""
    if not odds.legal:
        return Panel(title, ("at least once",), (), f"not legal: {'; '.join(reason.words for reason in odds.why)}")
    names = labels(ruleset)
    order = {key: place for place, key in enumerate(names)}
    keys = sorted(_worth_telling(ruleset, odds), key=lambda key: (order.get(key.partition("(")[0], len(order)), key))
    rows = [Row(label_of(key, names), (odds.at_least_once(key),)) for key in keys]
    rows.append(Row("activation ended", (odds.ended(),)))
    return Panel(title, ("at least once",), tuple(rows))


def _worth_telling(ruleset: Ruleset, odds: Odds) -> list[str]:
    """What may happen, without the bands of a single roll: these are there with the roll's name before them."""
    told = odds.names()
    others = {name_key(each.name) for each in (*ruleset.outcomes, *ruleset.states, *ruleset.rolls)}
    found = []
    for key in told:
        rolls = [roll for roll in ruleset.rolls if name_key(roll.name) + key in told]
        if key in others or len(rolls) != 1:
            found.append(key)
    return found


def beside(one: Sequence[Panel], other: Sequence[Panel], names: tuple[str, str]) -> list[Panel]:
    """Panels of two rulesets side by side, those of one title together, and rows of one label."""
    titles = dict.fromkeys(panel.title for panel in (*one, *other))
    return [_beside(title, _called(one, title), _called(other, title), names) for title in titles]


def _called(panels: Iterable[Panel], title: str) -> Panel | None:
    return next((panel for panel in panels if panel.title == title), None)


def _beside(title: str, one: Panel | None, other: Panel | None, names: tuple[str, str]) -> Panel:
    first, second = ({row.label: row.chances[0] for row in panel.rows} if panel else {} for panel in (one, other))
    rows = tuple(Row(label, (first.get(label), second.get(label))) for label in dict.fromkeys((*first, *second)))
    notes = [f"{name}: {panel.note}" for name, panel in zip(names, (one, other), strict=True) if panel and panel.note]
    return Panel(title, names, rows, "; ".join(notes) or None, True)


# ---- names as their author wrote them


def labels(ruleset: Ruleset) -> dict[str, str]:
    """What the keys of counts are called."""
    found: dict[str, str] = {}
    for roll in ruleset.rolls:
        key = name_key(roll.name)
        found[key] = roll.name
        for band in roll.bands:
            for name in band.names:
                found.setdefault(name_key(name), name)
                found.setdefault(key + name_key(name), f"{roll.name} {name}")
    for each in (*ruleset.outcomes, *ruleset.states):
        found[name_key(each.name)] = each.name
    return found


def label_of(key: str, names: dict[str, str]) -> str:
    """The label of a key; an outcome keeps its brackets."""
    if key in names:
        return names[key]
    head, bracket, rest = key.partition("(")
    return names.get(head, head) + bracket + rest
