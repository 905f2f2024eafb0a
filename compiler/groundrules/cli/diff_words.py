"""Differences as lines for a terminal, as Markdown for a changelog, and as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from groundrules.compare.differences import Differences
from groundrules.compare.played import Differing, Played, Situation
from groundrules.compare.said import Cards, Told
from groundrules.project.differing import Compared

FORMAT = "groundrules-diff/1"


# ---- text


def text(found: Compared) -> Iterator[str]:
    """Lines for a terminal; the last one counts."""
    for name in found.added:
        yield f"{name}: a new ruleset"
    for name in found.removed:
        yield f"{name}: the ruleset is gone"
    for pair in found.pairs:
        if pair.any:
            yield from _pair_text(pair, len(found.pairs) > 1)
    yield counts(found)


def _pair_text(pair: Differences, named: bool) -> Iterator[str]:
    if named:
        yield f"# {pair.name}"
        yield ""
    for each in pair.changes:
        yield f"{_headline(each)}"
        yield from (f"  - {line}" for line in each.before)
        yield from (f"  + {line}" for line in each.after)
    if pair.changes:
        yield ""
    for scenario in pair.scenarios:
        yield f"{scenario.place}: {scenario.name}"
        yield from (f"    {line}" for line in _differing(scenario.differing))
    if pair.scenarios:
        yield ""
    for situation in pair.situations:
        yield f"in play, `{situation.ids[-1]}`:"
        yield from situation.text.rstrip("\n").splitlines()
        yield from (f"    # {line}" for line in _differing(situation.differing))
        if situation.same:
            yield f"    # the same at {'; '.join(situation.same)}"
    if pair.situations:
        yield ""
    yield from _cards_text(pair.cards)


def _headline(each: Told) -> str:
    change = each.change
    kind = "" if change.kind == "rule" else f"{change.kind} "
    was = f", before `{change.was}`" if change.was is not None else ""
    words = ", in words only" if change.words else ""
    return f"{change.how}: {kind}`{change.id}`{was}{words}"


def _differing(each: Iterable[Differing]) -> Iterator[str]:
    for one in each:
        step = f"step {one.step}: " if one.step > 1 else ""
        yield f"{step}{one.key}: {one.before}, now {one.after}"


def _cards_text(cards: Cards) -> Iterator[str]:
    for how, names in (("new", cards.added), ("gone", cards.removed), ("changed", cards.changed)):
        listed = [*names, *(["quick-reference"] if how == "changed" and cards.sheet else [])]
        if listed:
            yield f"cards {how}: {', '.join(listed)}"


def counts(found: Compared) -> str:
    """``2 changed, 1 added; 3 of 22 scenarios differ; 4 cards differ``."""
    if not found.any:
        return "no differences"
    changes = [each.change.how for pair in found.pairs for each in pair.changes]
    parts = [f"{changes.count(how)} {how}" for how in ("added", "removed", "changed") if how in changes]
    differ, asked = sum(len(pair.scenarios) for pair in found.pairs), sum(pair.asked for pair in found.pairs)
    cards = sum(len((*p.cards.added, *p.cards.removed, *p.cards.changed)) + p.cards.sheet for p in found.pairs)
    told = [", ".join(parts) or "no rule differs"]
    told += [f"{differ} of {asked} scenarios differ"] if asked else []
    told += [f"{cards} {'card differs' if cards == 1 else 'cards differ'}"] if cards else []
    return "; ".join(told)


# ---- Markdown


def markdown(found: Compared, old: str, new: str) -> Iterator[str]:
    """A section for a changelog."""
    yield f"## From {_code(old)} to {_code(new)}"
    yield ""
    if not found.any:
        yield "No differences."
        return
    for name in found.added:
        yield f"- New ruleset: {_plain(name)}."
    for name in found.removed:
        yield f"- Gone: the ruleset {_plain(name)}."
    if found.added or found.removed:
        yield ""
    for pair in found.pairs:
        if pair.any:
            yield from _pair_markdown(pair, len(found.pairs) > 1)


def _pair_markdown(pair: Differences, named: bool) -> Iterator[str]:
    level = "####" if named else "###"
    if named:
        yield f"### {_plain(pair.name)}"
        yield ""
    for how, title in (("added", "Added"), ("changed", "Changed"), ("removed", "Removed")):
        of = [each for each in pair.changes if each.change.how == how]
        if of:
            yield f"{level} {title}"
            yield ""
            yield from (line for each in of for line in _change_markdown(each))
            yield ""
    if pair.scenarios or pair.situations:
        yield f"{level} In play"
        yield ""
        for scenario in pair.scenarios:
            yield f"- *{_plain(scenario.name)}*: {_joined(scenario)}."
        for situation in pair.situations:
            yield from _situation_markdown(situation)
        yield ""
    cards = list(_cards_text(pair.cards))
    if cards:
        yield f"{level} Cards"
        yield ""
        yield from (f"- {_plain(line.removeprefix('cards '))}." for line in cards)
        yield ""


def _change_markdown(each: Told) -> Iterator[str]:
    change = each.change
    kind = "" if change.kind == "rule" else f"{change.kind} "
    was = f", before {_code(change.was)}" if change.was is not None else ""
    yield f"- {kind}{_code(change.id)}{was}"
    for title, lines in (("before", each.before), ("now", each.after)):
        if lines:
            label = f"{title}: " if change.how == "changed" else ""
            yield f"  - {label}{_plain(' '.join(lines))}"


def _situation_markdown(situation: Situation) -> Iterator[str]:
    told = "; ".join(_differing(situation.differing))
    yield f"- In a situation for {_code(situation.ids[-1])}: {_plain(told)}."
    if situation.same:
        yield f"  The same at {_plain('; '.join(situation.same))}."
    yield ""
    fence = "`" * max(3, _longest(situation.text) + 1)
    yield f"  {fence}yaml"
    yield from (line for line in situation.text.rstrip("\n").splitlines())
    yield f"  {fence}"


def _joined(scenario: Played) -> str:
    return _plain("; ".join(_differing(scenario.differing)))


def _plain(words: str) -> str:
    """Words in which nothing is Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|#&" else sign for sign in " ".join(words.split()))


def _code(words: str) -> str:
    """Words as code, whatever ticks and line ends they hold."""
    ticks = "`" * (_longest(words) + 1)
    space = " " if words.strip("`") != words or not words.strip() else ""
    return f"{ticks}{space}{' '.join(words.split())}{space}{ticks}"


def _longest(text: str) -> int:
    """How many ticks stand beside one another at most."""
    return max(map(len, re.findall("`+", text)), default=0)


# ---- plain data


def as_data(found: Compared, old: str, new: str) -> dict[str, Any]:
    """All of it for programs."""
    return {
        "format": FORMAT,
        "old": old,
        "new": new,
        "differs": found.any,
        "rulesets": {"added": list(found.added), "removed": list(found.removed)},
        "compared": [_pair_data(pair) for pair in found.pairs],
    }


def _pair_data(pair: Differences) -> dict[str, Any]:
    return {
        "name": pair.name,
        "changes": [
            {
                "how": each.change.how,
                "kind": each.change.kind,
                "id": each.change.id,
                "was": each.change.was,
                "words_only": each.change.words,
                "before": list(each.before),
                "after": list(each.after),
            }
            for each in pair.changes
        ],
        "scenarios": {
            "played": pair.asked,
            "differing": [
                {"name": each.name, "place": each.place, "differing": _differing_data(each.differing)}
                for each in pair.scenarios
            ],
        },
        "situations": [
            {
                "ids": list(each.ids),
                "scenario": each.text,
                "differing": _differing_data(each.differing),
                "same": list(each.same),
            }
            for each in pair.situations
        ],
        "cards": {
            "added": list(pair.cards.added),
            "removed": list(pair.cards.removed),
            "changed": list(pair.cards.changed),
            "sheet": pair.cards.sheet,
        },
    }


def _differing_data(each: Iterable[Differing]) -> list[dict[str, Any]]:
    return [{"key": one.key, "step": one.step, "before": one.before, "after": one.after} for one in each]
