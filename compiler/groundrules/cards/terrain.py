"""The card of a terrain, and that of all terrain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from groundrules.cards.class_table import class_tables
from groundrules.cards.classes import in_few_words
from groundrules.cards.desk import ALL_TERRAIN, Desk, home
from groundrules.cards.grounds import Part, about, candidates, named_apart, parts
from groundrules.cards.model import Bullet, Card, RollBox, Statement
from groundrules.cards.references import Reference, spoken
from groundrules.cards.rolls import because_of, box, delivered, inner, outcome_bullets, performed
from groundrules.cards.sentences import bullet, house, rank
from groundrules.cards.words import Words
from groundrules.ruleset import Effect, NoEffect, Param, Rule, Subject, Term, Terrain

#: A page that a card names, and the ids of the rules that do.
Named = tuple[Reference, tuple[str, ...]]


def terrain_card(desk: Desk, terrain: Terrain) -> Card:
    """The card that lies beside a piece of this terrain: all that it does, its compounds in full."""
    ground = Term("terrain", terrain.name, tuple(Param(name) for name in terrain.params))
    key: Reference = ("terrain", terrain.name)
    own = list(about(desk, Term("terrain", terrain.name, ground.args))) + [
        (rule, subject, desk.words)
        for rule in desk.by_subject.get(key, ())
        for subject in rule.subjects
        if subject.term.kind == "terrain" and subject.term.name == terrain.name
        and any(not isinstance(arg, Param) for arg in subject.term.args)
    ]  # fmt: skip
    besides = parts(desk, ground)
    found = candidates(desk, ground)
    housed: set[str] = set()
    tables = class_tables(desk, found, key, housed)
    for one in named_apart(desk, terrain):
        tables += class_tables(desk, candidates(desk, one), key, housed, one)
    tabled = {candidate.ids for candidate in found if tables and candidate.chain and in_few_words(candidate)}
    lines = [
        (rank(rule), bullet(desk.saying(words, repeat=home(rule) != key), rule, subject))
        for rule, subject, words in own
        if rule.id not in housed
    ]
    for part in besides:
        lines += _repeated(desk, part, tabled)
    lines += removed(desk, key)
    made = _rolls(desk, own, besides)
    rules = [rule for rule, _, _ in own]
    prose = desk.prose(terrain.prose, f"terrain {terrain.name}")
    for rule in rules:
        prose += desk.prose(rule.prose, rule.id, repeat=home(rule) != key)
    for part in besides:
        for rule, _, _ in about(desk, part.term):
            prose += desk.prose(rule.prose, rule.id, *part.because, repeat=True)
    named: list[Named] = [(("terrain", part.term.name), part.because) for part in besides]
    general: list[Named] = [(ALL_TERRAIN, (rule.id,)) for rule in desk.on_all_terrain]
    return Card(
        key=f"terrain {terrain.name}",
        kind="terrain",
        kind_word=desk.words.say("kind.terrain"),
        name=desk.page_name(key),
        file=desk.files[key],
        traits=tuple(_traits(desk, besides)),
        tables=tuple(tables),
        bullets=in_turn(lines),
        rolls=tuple(made[0]),
        outcomes=tuple(made[1]),
        example=desk.findings.examples.get(f"terrain {terrain.name}"),
        prose=tuple(_once(prose)),
        see=desk.pointers(
            [key],
            [key, *boxed(made[0], desk)],
            [*named, *general, *_named(rules), *_states_of(desk, made[0])],
            [*named, (ALL_TERRAIN, ())],
        ),
        foot=desk.foot(terrain.origin, [terrain.ref, *(rule.ref for rule in rules)]),
        labels=desk.labels,
    )


def all_terrain_card(desk: Desk) -> Card:
    """The card of ``Any Terrain``: what holds for everything that is declared."""
    own = [
        (rule, subject, desk.words)
        for rule in desk.on_all_terrain
        for subject in rule.subjects[:1]
    ]  # fmt: skip
    lines = [(rank(rule), bullet(desk.saying(repeat=home(rule) != ALL_TERRAIN), rule)) for rule, _, _ in own]
    lines += removed(desk, ALL_TERRAIN)
    boxes, outcomes = _rolls(desk, own, [])
    rules = [rule for rule, _, _ in own]
    prose = [line for rule in rules for line in desk.prose(rule.prose, rule.id, repeat=home(rule) != ALL_TERRAIN)]
    origin = rules[0].origin if rules else None
    return Card(
        key="all terrain",
        kind="all terrain",
        kind_word=desk.words.say("kind.all terrain"),
        name=desk.page_name(ALL_TERRAIN),
        file=desk.files[ALL_TERRAIN],
        bullets=in_turn(lines),
        rolls=tuple(boxes),
        outcomes=tuple(outcomes),
        example=desk.findings.examples.get("all terrain"),
        prose=tuple(_once(prose)),
        see=desk.pointers(
            [ALL_TERRAIN], [ALL_TERRAIN, *boxed(boxes, desk)], [*_named(rules), *_states_of(desk, boxes)]
        ),
        foot=desk.foot(origin, [rule.ref for rule in rules]),
        labels=desk.labels,
    )


def in_turn(lines: Iterable[tuple[int, Bullet]]) -> tuple[Bullet, ...]:
    """Bullets in the order of a turn; what is found by no word comes first."""
    return tuple(line for _, line in sorted(lines, key=lambda ranked: ranked[0]))


def _repeated(desk: Desk, part: Part, tabled: set[tuple[str, ...]]) -> list[tuple[int, Bullet]]:
    """The rules of what the ground counts as, said here as well, and when it counts as that.

    ``tabled``: what a table says already (the ids of a rule and of those that brought it here).
    """
    saying = desk.saying(repeat=True, because=part.because, before=part.before)
    chains = [tuple(rule.id for rule in chain) for chain in part.chains]
    return [
        (
            rank(rule),
            replace(bullet(replace(saying, words=words), rule), key=f"{rule.id} < {desk.words.term(part.term)}"),
        )
        for rule, _, words in about(desk, part.term)
        if rule.effects
        and not (all(isinstance(one, NoEffect) for one in rule.effects) and not rule.beats)
        and part.allows(desk, rule)
        and not all((rule.id, *chain) in tabled for chain in chains)
    ]


def removed(desk: Desk, key: Reference) -> list[tuple[int, Bullet]]:
    """What the base said here and this ruleset leaves out."""
    found = []
    for revision in desk.removed.get(key, ()):
        said = Statement(house(desk.words, revision), (revision.id,), True)
        found.append((rank(revision.base) if revision.base else 0, Bullet(f"remove {revision.id}", (said,))))
    return found


def _traits(desk: Desk, besides: Sequence[Part]) -> list[Statement]:
    """What the ground counts as always, for the line below the name."""
    return [Statement(desk.words.term(part.term), part.because, True) for part in besides if not part.before]


def boxed(boxes: Iterable[RollBox], desk: Desk) -> list[Reference]:
    """The rolls that stand on a card already, where their names lead to their cards."""
    return [desk.pages[one.file] for one in boxes if one.file]


def _named(rules: Iterable[Rule]) -> list[Named]:
    """The states and rolls that rules name, and which rule or branch names each."""
    return [(name, ids) for rule in rules for name, ids in spoken(rule) if name[0] in ("state", "roll")]


def _states_of(desk: Desk, boxes: Iterable[RollBox]) -> list[Named]:
    """The states that the rolls on this card bring, by which band or branch, and by which rule the roll is made."""
    found: list[Named] = []
    for made in boxes:
        kind, name = desk.pages.get(made.file, ("", ""))
        roll = desk.lexicon.rolls.get(name) if kind == "roll" else None
        because = tuple(one for part in made.dice[:1] for one in part.ids)
        found += [(state, (*ids, *because)) for state, ids in spoken(roll) if state[0] == "state"] if roll else []
    return found


def _once(prose: Iterable[Statement]) -> list[Statement]:
    """Each text once; a second of the same adds its ids to the first."""
    found: dict[str, Statement] = {}
    for line in prose:
        known = found.get(line.text)
        if known is None:
            found[line.text] = line
        else:
            ids = tuple(dict.fromkeys((*known.ids, *line.ids)))
            found[line.text] = Statement(line.text, ids, known.repeat and line.repeat)
    return list(found.values())


def _rolls(
    desk: Desk, own: Sequence[tuple[Rule, Subject, Words]], besides: Sequence[Part]
) -> tuple[list[RollBox], list[Bullet]]:
    """Every roll that may be made here, with those that it brings, and the outcomes of all."""
    waiting: list[tuple[Words, tuple[str, ...], Effect]] = [
        (words, (rule.id,), effect) for rule, _, words in own for effect in rule.effects
    ]
    for part in besides:
        waiting += [
            (words, (rule.id, *part.because), effect)
            for rule, _, words in about(desk, part.term)
            for effect in rule.effects
        ]
    return follow(desk, waiting)


def follow(desk: Desk, waiting: list[tuple[Words, tuple[str, ...], Effect]]) -> tuple[list[RollBox], list[Bullet]]:
    """The rolls that effects make, and those that these make, each once; and the outcomes of all."""
    boxes: dict[tuple[str, tuple[object, ...]], tuple[Words, list[str]]] = {}
    outcomes: dict[str, Bullet] = {}
    queue = list(waiting)
    while queue:
        words, because, effect = queue.pop(0)
        saying = desk.saying(words, repeat=True, because=because)
        for given, branches in delivered([effect]):
            for line in outcome_bullets(desk, given, replace(saying, because=(*because, *branches))):
                known = outcomes.get(line.key)
                outcomes[line.key] = line if known is None else _joined(known, line)
        for made, branches in performed([effect]):
            reasons = (*because, *branches)
            roll = desk.lexicon.rolls.get(made.roll)
            if roll is None:
                continue
            inside = words.with_params(roll.params, made.args)
            key = (roll.name, tuple(words.filled(arg) for arg in made.args))
            if key in boxes:
                known_ids = boxes[key][1]
                fresh = [one for one in reasons if one not in known_ids]
                known_ids += fresh
                if not fresh:
                    continue
            else:
                boxes[key] = (inside, list(reasons))
            queue += [(inside, (*reasons, branch), effect) for effect, branch in inner(roll)]
    found = [
        because_of(desk.once(("box", *key), partial(_box, desk, key[0], inside)), because)
        for key, (inside, because) in boxes.items()
    ]
    return found, list(outcomes.values())


def _box(desk: Desk, name: str, words: Words) -> RollBox:
    return box(desk, desk.lexicon.rolls[name], desk.saying(words, repeat=True))


def _joined(first: Bullet, second: Bullet) -> Bullet:
    sentences = tuple(
        replace(one, ids=tuple(dict.fromkeys((*one.ids, *other.ids))))
        for one, other in zip(first.sentences, second.sentences, strict=True)
    )
    return replace(first, sentences=sentences)
