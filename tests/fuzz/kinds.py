"""The kinds of random input, and what must be true of each.

A round gets a random source, makes its inputs, and yields after each. The property: no
exception but a named refusal, and no answer that contradicts itself.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, seed as seeded, settings
from tests.engine.drawn import clean_ruleset
from tests.engine.drawn_any import AnySetter
from tests.syntax import generate

from groundrules.engine import Refusal, Rulebook, SeededDice, Situation, adjudicate, every_way
from groundrules.engine.dice import Request
from groundrules.meaning import compile_ruleset
from groundrules.odds import odds_of
from groundrules.project.reading import Unreadable, decode
from groundrules.ruleset import Ruleset, RulesFormatError, from_json, to_json
from groundrules.scenarios.coverage import items_of
from groundrules.scenarios.documents import read_document
from groundrules.scenarios.running import run_scenario
from groundrules.scenarios.witness import Witnesses
from groundrules.source import Source
from groundrules.syntax import parse
from groundrules.syntax.printer import to_text
from groundrules.verdict import Verdict, VerdictFormatError, from_json as verdict_from_json, to_json as verdict_to_json

ROOT = Path(__file__).parents[2]

#: Makes inputs from a random source, and yields after each.
Round = Callable[[Random], Iterator[None]]


# ---- what is drawn from


@cache
def rulebooks() -> tuple[tuple[str, str], ...]:
    """Texts that are sound: the bundled rulesets and the fixtures."""
    found = [*ROOT.glob("rules_src/*/*.terrain"), *ROOT.glob("tests/meaning/good/*.terrain")]
    return tuple((path.name, path.read_text(encoding="utf-8")) for path in sorted(found))


@cache
def compiled(name: str) -> Ruleset:
    """One of them compiled."""
    ruleset = compile_ruleset(Source(name, dict(rulebooks())[name]), name.removesuffix(".terrain"), _bundled).ruleset
    assert ruleset is not None, name
    return ruleset


@cache
def words() -> tuple[str, ...]:
    """Every word and sign of those texts."""
    joined = " ".join(text for _, text in rulebooks())
    return tuple(sorted(set(re.findall(r"\w+|[^\w\s]", joined))))


@cache
def scenario_files() -> tuple[tuple[str, str], ...]:
    """Scenario files, each with the bundled ruleset that it plays by."""
    return tuple(
        (path.parent.parent.name, path.read_text(encoding="utf-8"))
        for path in sorted(ROOT.glob("rules_src/*/scenarios/*.yaml"))
    )


def _bundled(target: str, source: Source) -> Source:
    """A ruleset that another one stands on."""
    return Source(f"{target}.terrain", dict(rulebooks())[f"{target}.terrain"])


def _nothing(target: str, source: Source) -> Any:
    return Unreadable("GR601", f"there is no file `{target}`")


def check(name: str, text: str) -> None:
    """A text is compiled without an exception, and every finding lies in it."""
    source = Source(name, text)
    for each in compile_ruleset(source, "drawn", _nothing).diagnostics:
        assert each.span.source is not source or 0 <= each.span.start <= each.span.end <= len(text), each
        assert each.message and "\n" not in each.message, each


# ---- the kinds of input


def tokens(rng: Random) -> Iterator[None]:
    """Words and signs of the language in any order, in lines and blocks."""
    lines = []
    for _ in range(rng.randint(1, 30)):
        line = " ".join(rng.choice(words()) for _ in range(rng.randint(0, 12)))
        lines.append(" " * rng.choice((0, 0, 0, 4, 4, 8, 3)) + line + rng.choice(("", "", ":", " |")))
    check("tokens.terrain", "\n".join(lines))
    yield


def snippets(rng: Random) -> Iterator[None]:
    """Short lines: a rule cut, a word or a sign in it changed, as they are while somebody types."""
    pool = [line for _, text in rulebooks() for line in text.split("\n") if line.strip()]
    for _ in range(50):
        parts = re.split(r"(\W)", rng.choice(pool).strip())
        at = rng.randrange(len(parts))
        parts[at] = rng.choice((rng.choice(words()), "", parts[at][: rng.randint(0, 3)]))
        text = "".join(parts[: rng.randint(1, len(parts))] if rng.random() < 0.5 else parts)
        parsed = parse(Source("snippet.terrain", text))
        assert all(each.span.end <= len(text) for each in parsed.diagnostics), text
        yield


def lines(rng: Random) -> Iterator[None]:
    """Lines of sound texts, mixed, with words dropped, doubled and swapped."""
    pool = [line for _, text in rng.sample(rulebooks(), 2) for line in text.split("\n")]
    mixed = [rng.choice(pool) if rng.random() < 0.2 else line for line in pool]
    start = rng.randrange(len(mixed))
    chosen = mixed[start : start + rng.randint(1, 40)]
    for _ in range(rng.randint(0, 4)):
        at = rng.randrange(len(chosen))
        parts = re.split(r"(\W)", chosen[at])
        here, there = rng.randrange(len(parts)), rng.randrange(len(parts))
        parts[here], parts[there] = rng.choice((parts[there], "", parts[there] * 2)), parts[here]
        chosen[at] = "".join(parts)
    check("lines.terrain", "\n".join(chosen))
    yield


def octets(rng: Random) -> Iterator[None]:
    """Sound files with bytes flipped, dropped, doubled and put in."""
    data = bytearray(rng.choice(rulebooks())[1].encode())
    for _ in range(rng.randint(1, 12)):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + rng.randint(1, 40)]
            case 2:
                data[at:at] = data[at : at + rng.randint(1, 40)]
            case _:
                data[at:at] = rng.choice((b"\0", b"\xff\xfe", b"\r", b"\t", b"\xc2\xa0", "\u2028".encode(), b"\x1b[2J"))
        if not data:
            break
    text = decode(bytes(data), "octets.terrain")
    if not isinstance(text, Unreadable):
        check("octets.terrain", text.source.text)
    yield


def trees(rng: Random) -> Iterator[None]:
    """Trees of the syntax: what is printed reads as itself."""

    tried: list[Any] = []

    @seeded(rng.getrandbits(32))
    @settings(max_examples=10, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(generate.files())
    def reads_as_itself(file: Any) -> None:
        tried.append(file)
        parsed = parse(Source("drawn.terrain", to_text(file)))
        assert parsed.diagnostics == () and parsed.file == file, to_text(file)

    reads_as_itself()
    for _ in tried:
        yield


_JUNK = ("", "~", "-1", "1e9", "0", "1/0", "1/3", "999999", "true", "[]", "{}", "[1, 2]", "a: b", "*x", "&x y", "!t z",
         "\t", "'", "≥", "Difficult", "[[0, 0], [1, 1]]", "{climb: 2}", "legal", "next",
         "[[0, 0], [0, 0]]")  # fmt: skip


def scenarios(rng: Random) -> Iterator[None]:
    """Scenario files with values swapped, lines dropped and doubled: each is played or told what is wrong with it."""
    name, text = rng.choice(scenario_files())
    for _ in range(rng.randint(1, 6)):
        parts = re.split(r"([\s,{}\[\]:]+)", text)
        at = rng.randrange(0, len(parts), 2)
        match rng.randrange(4):
            case 0:
                parts[at] = rng.choice(_JUNK)
            case 1:
                parts[at] = parts[rng.randrange(0, len(parts), 2)]
            case 2:
                del parts[at : at + rng.randint(1, 6)]
            case _:
                parts[at:at] = parts[at : at + rng.randint(1, 30)]
        text = "".join(parts)
    document, _ = read_document(Source("drawn.yaml", text))
    for scenario in document.scenarios[:12] if document is not None else ():
        run_scenario(compiled(f"{name}.terrain"), scenario)
    yield


def _mutated(rng: Random, data: Any) -> Any:
    """Plain data with one thing of it replaced, dropped or put elsewhere."""
    data = copy.deepcopy(data)
    places: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        each = waiting.pop()
        for key, value in each.items() if isinstance(each, dict) else enumerate(each):
            places.append((each, key))
            if isinstance(value, (dict, list)):
                waiting.append(value)
    for _ in range(rng.randint(1, 3)):
        holder, key = rng.choice(places)
        other, there = rng.choice(places)
        if rng.random() < 0.2 and isinstance(holder, dict):
            holder.pop(key, None)
            continue
        values: tuple[Any, ...] = (
            None,
            -1,
            0,
            10**30,
            1.5,
            True,
            "",
            "1/0",
            "é" * 300,
            [],
            {},
            [[]],
            {"kind": "number"},
        )
        taken = other.get(there) if isinstance(other, dict) else other[there] if there < len(other) else None
        value = copy.deepcopy(rng.choice((*values, taken)))
        if isinstance(holder, dict) or key < len(holder):
            holder[key] = value
    return data


def rules_json(rng: Random) -> Iterator[None]:
    """Compiled rules with something replaced: refused by name, or read and written again as they are."""
    name = rng.choice(rulebooks())[0]
    text = json.dumps(_mutated(rng, json.loads(to_json(compiled(name)))))
    try:
        ruleset = from_json(text)
        assert from_json(to_json(ruleset)) == ruleset
    except RulesFormatError as error:
        assert str(error)
    yield


def moves(rng: Random) -> Iterator[None]:
    """Rulesets drawn, tables and moves drawn: a verdict, or a named refusal; verdicts survive their JSON."""
    if rng.random() < 0.5:
        ruleset = compiled(rng.choice(rulebooks())[0])
    else:
        text, drawn = clean_ruleset(rng.getrandbits(40))
        assert drawn is not None, text
        ruleset = drawn
    book, setter = Rulebook(ruleset), AnySetter(ruleset, rng.getrandbits(40))
    for action in ruleset.actions:
        situation = setter.situation(action.name)
        try:
            verdict = adjudicate(book, situation, SeededDice(rng.getrandbits(40)))
            adjudicate(book, situation, preview=True)
        except Refusal as refusal:
            assert refusal.message
            yield
            continue
        assert verdict_from_json(verdict_to_json(verdict)) == verdict
        try:
            verdict_from_json(json.dumps(_mutated(rng, json.loads(verdict_to_json(verdict)))))
        except VerdictFormatError as error:
            assert str(error)
        yield


class Noted:
    """Dice that remember how they fell."""

    def __init__(self, dice: SeededDice) -> None:
        self.dice = dice
        self.faces: list[int] = []

    def roll(self, request: Request) -> tuple[int, ...]:
        """The faces of the dice below."""
        faces = self.dice.roll(request)
        self.faces += faces
        return faces


#: Ways for the dice to fall up to which all of them are played one by one.
FEW_WAYS = 2_000


def agree(rng: Random) -> Iterator[None]:
    """What is rolled, replayed, previewed, asked for and counted over all faces is one game, told five times."""
    ruleset = clean_ruleset(rng.getrandbits(40))[1] if rng.random() < 0.5 else compiled(rng.choice(rulebooks())[0])
    assert ruleset is not None
    book, setter = Rulebook(ruleset), AnySetter(ruleset, rng.getrandbits(40))
    for number in range(20):
        situation = setter.situation(rng.choice(ruleset.actions).name)
        dice = Noted(SeededDice(rng.getrandbits(40)))
        try:
            rolled = adjudicate(book, situation, dice)
        except Refusal:
            yield
            continue
        faces = dice.faces
        assert adjudicate(book, situation, faces) == rolled
        if number % 4 == 0:
            assert _told(_asked(book, situation, faces)) == _told(rolled)
        foreseen = adjudicate(book, situation, preview=True)
        assert (foreseen.legal, foreseen.why) == (rolled.legal, rolled.why)
        assert [each.roll for each in foreseen.rolls][:1] == [each.roll for each in rolled.rolls][:1]
        if number % 2 == 0:
            _all_faces(book, situation, rolled)
        yield


def _asked(book: Rulebook, situation: Situation, faces: Sequence[int]) -> Verdict:
    """The verdict for somebody who is asked for everything, throws these faces and says no to the rest."""
    answers: list[int | bool] = []
    left = list(faces)
    while True:
        verdict = adjudicate(book, situation, answers=answers, on_missing="ask")
        pending = verdict.pending
        if pending is None:
            assert not left
            return verdict
        if pending.kind == "dice":
            answers += left[: pending.dice]
            del left[: pending.dice]
        else:
            answers.append(False)


def _told(verdict: Verdict) -> tuple[object, ...]:
    return verdict.legal, verdict.why, verdict.models, verdict.rolls, verdict.outcomes, verdict.events, verdict.after


def _all_faces(book: Rulebook, situation: Situation, rolled: Verdict) -> None:
    """The odds of a situation are those of all faces played one by one, and what was rolled is among them."""
    try:
        odds = odds_of(book, situation, budget=20_000)
    except Refusal:
        return
    assert sum(way.chance for way in odds.ways) == 1
    for outcome in rolled.outcomes:
        assert odds.at_least_once(outcome.outcome) > 0
    try:
        ways = list(every_way(book, situation, most=FEW_WAYS))
    except Refusal:
        return
    assert any(verdict.rolls == rolled.rolls and verdict.models == rolled.models for _, verdict in ways)
    for name in {each.outcome for _, verdict in ways for each in verdict.outcomes}:
        chance = sum(chance for chance, verdict in ways if any(each.outcome == name for each in verdict.outcomes))
        assert odds.at_least_once(name) == chance, name


def ready(rng: Random) -> Iterator[None]:
    """Ready scenarios for drawn rulesets: what is found passes (the search itself sees to that) and is text."""
    text, ruleset = clean_ruleset(rng.getrandbits(40))
    assert ruleset is not None, text
    search = Witnesses(ruleset, plays=60)
    for item in rng.sample(items_of(ruleset), 3):
        search.of(item.id)
        yield


KINDS: dict[str, Round] = {
    "snippets": snippets, "tokens": tokens, "lines": lines, "bytes": octets, "trees": trees, "scenarios": scenarios,
    "json": rules_json, "moves": moves, "agree": agree, "ready": ready,
}  # fmt: skip

#: Seconds of the processor that one input may take: a reader is quick, a search has a bound of its own.
SECONDS = dict.fromkeys(KINDS, 1.0) | {"trees": 10.0, "moves": 5.0, "agree": 10.0, "ready": 30.0}
