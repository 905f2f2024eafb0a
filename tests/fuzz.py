"""Random input for everything that reads what people write, for a time that is asked for: ``python -m tests.fuzz``.

Each kind of input has one property: no exception but a named refusal, no answer that
contradicts itself, no input that takes for ever. Every round is drawn from the kind, the
seed and its number, so that a fault is repeated by ``--only KIND --seed SEED --round N``.
"""

from __future__ import annotations

import argparse
import copy
import faulthandler
import json
import re
import secrets
import sys
import time
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, seed as seeded, settings
from tests.engine.drawn import clean_ruleset
from tests.engine.drawn_any import AnySetter
from tests.syntax import generate

from groundrules.engine import Refusal, Rulebook, SeededDice, adjudicate
from groundrules.meaning import compile_ruleset
from groundrules.project.reading import Unreadable, decode
from groundrules.ruleset import Ruleset, RulesFormatError, from_json, to_json
from groundrules.scenarios.coverage import items_of
from groundrules.scenarios.documents import read_document
from groundrules.scenarios.running import run_scenario
from groundrules.scenarios.witness import Witnesses
from groundrules.source import Source
from groundrules.syntax import parse
from groundrules.syntax.printer import to_text
from groundrules.verdict import VerdictFormatError, from_json as verdict_from_json, to_json as verdict_to_json

ROOT = Path(__file__).parents[1]
#: Seconds after which one input counts as one that never ends; the stack is then printed.
FOREVER = 120

Round = Callable[[Random], None]


# ---- what is drawn from


@cache
def rulebooks() -> tuple[tuple[str, str], ...]:
    """Texts that are sound: the bundled rulesets and the fixtures."""
    found = [*ROOT.glob("rules_src/*/*.terrain"), *ROOT.glob("tests/meaning/good/*.terrain")]
    return tuple((path.name, path.read_text(encoding="utf-8")) for path in sorted(found))


@cache
def compiled(name: str) -> Ruleset:
    """One of them compiled."""
    ruleset = compile_ruleset(Source(name, dict(rulebooks())[name]), name.removesuffix(".terrain"), _nothing).ruleset
    assert ruleset is not None
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


def _nothing(target: str, source: Source) -> Any:
    return Unreadable("GR601", f"there is no file `{target}`")


def check(name: str, text: str) -> None:
    """A text is compiled without an exception, and every finding lies in it."""
    source = Source(name, text)
    for each in compile_ruleset(source, "drawn", _nothing).diagnostics:
        assert each.span.source is not source or 0 <= each.span.start <= each.span.end <= len(text), each
        assert each.message and "\n" not in each.message, each


# ---- the kinds of input


def tokens(rng: Random) -> None:
    """Words and signs of the language in any order, in lines and blocks."""
    lines = []
    for _ in range(rng.randint(1, 30)):
        line = " ".join(rng.choice(words()) for _ in range(rng.randint(0, 12)))
        lines.append(" " * rng.choice((0, 0, 0, 4, 4, 8, 3)) + line + rng.choice(("", "", ":", " |")))
    check("tokens.terrain", "\n".join(lines))


def lines(rng: Random) -> None:
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


def octets(rng: Random) -> None:
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


def trees(rng: Random) -> None:
    """Trees of the syntax: what is printed reads as itself."""

    @seeded(rng.getrandbits(32))
    @settings(max_examples=10, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(generate.files())
    def reads_as_itself(file: Any) -> None:
        parsed = parse(Source("drawn.terrain", to_text(file)))
        assert parsed.diagnostics == () and parsed.file == file, to_text(file)

    reads_as_itself()


_JUNK = ("", "~", "-1", "1e9", "0", "1/0", "1/3", "999999", "true", "[]", "{}", "[1, 2]", "a: b", "*x", "&x y", "!t z",
         "\t", "'", "≥", "Difficult", "[[0, 0], [1, 1]]", "{climb: 2}", "legal", "next",
         "[[0, 0], [0, 0]]")  # fmt: skip


def scenarios(rng: Random) -> None:
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


def rules_json(rng: Random) -> None:
    """Compiled rules with something replaced: refused by name, or read and written again as they are."""
    name = rng.choice(rulebooks())[0]
    text = json.dumps(_mutated(rng, json.loads(to_json(compiled(name)))))
    try:
        ruleset = from_json(text)
    except RulesFormatError as error:
        assert str(error)
        return
    assert from_json(to_json(ruleset)) == ruleset


def moves(rng: Random) -> None:
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
            continue
        assert verdict_from_json(verdict_to_json(verdict)) == verdict
        try:
            verdict_from_json(json.dumps(_mutated(rng, json.loads(verdict_to_json(verdict)))))
        except VerdictFormatError as error:
            assert str(error)


def ready(rng: Random) -> None:
    """Ready scenarios for drawn rulesets: what is found passes (the search itself sees to that) and is text."""
    text, ruleset = clean_ruleset(rng.getrandbits(40))
    assert ruleset is not None, text
    search = Witnesses(ruleset, plays=60)
    for item in rng.sample(items_of(ruleset), 3):
        search.of(item.id)


KINDS: dict[str, Round] = {
    "tokens": tokens, "lines": lines, "bytes": octets, "trees": trees, "scenarios": scenarios, "json": rules_json,
    "moves": moves, "ready": ready,
}  # fmt: skip


# ---- rounds


def one(kind: str, seed: str, number: int) -> str | None:
    """One round; what went wrong, if anything did."""
    faulthandler.dump_traceback_later(FOREVER, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        KINDS[kind](Random(f"{kind} {seed} {number}"))
    except Exception:  # whatever it is, it is what was looked for
        return traceback.format_exc()
    finally:
        faulthandler.cancel_dump_traceback_later()
    return None


def rounds(kind: str, seed: str, seconds: float, most: int | None = None) -> tuple[int, str | None]:
    """Rounds of a kind until the time is up; how many there were, and the first fault with how to repeat it."""
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end and (most is None or number < most):
        fault = one(kind, seed, number)
        if fault is not None:
            return number + 1, f"{fault}\nagain: python -m tests.fuzz --only {kind} --seed {seed} --round {number}"
        number += 1
    return number, None


def main(argv: list[str] | None = None) -> int:
    """The command line; 1 when something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120, help="for all kinds together (120)")
    parser.add_argument("--seed", default=None, help="a number or a word; a new one each time if left out")
    parser.add_argument("--only", choices=KINDS, help="one kind of input")
    parser.add_argument("--round", type=int, help="only the round of this number")
    asked = parser.parse_args(argv)
    seed = asked.seed or secrets.token_hex(4)
    kinds = [asked.only] if asked.only else list(KINDS)
    print(f"seed {seed}", flush=True)
    found = 0
    for kind in kinds:
        begun = time.monotonic()
        if asked.round is not None:
            count, fault = 1, one(kind, seed, asked.round)
        else:
            count, fault = rounds(kind, seed, asked.seconds / len(kinds))
        print(f"{kind}: {count} rounds in {time.monotonic() - begun:.0f} s, {'a fault' if fault else 'no fault'}")
        if fault:
            found += 1
            print(fault)
        sys.stdout.flush()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
