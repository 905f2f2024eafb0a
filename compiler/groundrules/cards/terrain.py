"""The card of a terrain, and that of all terrain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from groundrules.cards.class_table import class_tables
from groundrules.cards.classes import in_few_words
from groundrules.cards.covers import cover_lines
from groundrules.cards.desk import ALL_TERRAIN, Desk, home
from groundrules.cards.grounds import Part, about, candidates, named_apart, parts
from groundrules.cards.lexicon import capital
from groundrules.cards.model import Bullet, Card, RollBox, Statement
from groundrules.cards.references import Reference, spoken
from groundrules.cards.rolls import because_of, box, delivered, inner, outcome_bullets, performed
from groundrules.cards.sentences import bullet, house, rank, silent
from groundrules.cards.words import Words
from groundrules.ruleset import CountsAs, Effect, Param, Qualifiers, Rule, Subject, Term, Terrain

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
    may_speak = candidates(desk, ground)
    housed: set[str] = set()
    tables = class_tables(desk, may_speak, key, housed)
    for one in named_apart(desk, terrain):
        tables += class_tables(desk, candidates(desk, one), key, housed, one)
    tabled = {candidate.ids for candidate in may_speak if tables and candidate.chain and in_few_words(candidate)}
    headed = [rule for rule, _, _ in own if rule.id not in housed and _in_head(desk, rule)]
    lines = [
        (desk.place(rule), bullet(desk.saying(words, repeat=home(rule) != key), rule, subject))
        for rule, subject, words in own
        if rule.id not in housed and rule not in headed
    ]
    repeated = [(part, _repeated(desk, part, tabled)) for part in besides]
    standing = {rule.id for rule, _, _ in own} | {rule.id for _, found in repeated for rule, _ in found}
    for part, found in repeated:
        lines += [_as_part(desk, part, rule, words, standing) for rule, words in found]
    lines += cover_lines(desk, _said(desk, own, besides))
    lines += removed(desk, key)
    made = _rolls(desk, own, besides)
    rules = [rule for rule, _, _ in own]
    prose = desk.prose(terrain.prose, f"terrain {terrain.name}")
    for rule in rules:
        prose += desk.prose(rule.prose, rule.id, repeat=home(rule) != key)
    for part in besides:
        for rule, _, _ in about(desk, part.term):
            prose += _of_part(desk, part, desk.prose(rule.prose, rule.id, *part.because, repeat=True))
    named: list[Named] = [(("terrain", part.term.name), part.because) for part in besides]
    general: list[Named] = [(ALL_TERRAIN, (rule.id,)) for rule in desk.on_all_terrain]
    return Card(
        key=f"terrain {terrain.name}",
        kind="terrain",
        kind_word=desk.words.say("kind.terrain"),
        name=desk.page_name(key),
        file=desk.files[key],
        traits=tuple(_traits(desk, key, own, headed, besides)),
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
    lines = [(desk.place(rule), bullet(desk.saying(repeat=home(rule) != ALL_TERRAIN), rule)) for rule, _, _ in own]
    lines += cover_lines(desk, _said(desk, own, ()))
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


def in_turn(lines: Iterable[tuple[tuple[int, bool], Bullet]]) -> tuple[Bullet, ...]:
    """Bullets in the order of a turn; what is found by no word comes first."""
    return tuple(line for _, line in sorted(lines, key=lambda ranked: ranked[0]))


def _repeated(desk: Desk, part: Part, tabled: set[tuple[str, ...]]) -> list[tuple[Rule, Words]]:
    """The rules of what the ground counts as that are to be said here as well.

    ``tabled``: what a table says already (the ids of a rule and of those that brought it here).
    """
    chains = [tuple(rule.id for rule in chain) for chain in part.chains]
    return [
        (rule, words)
        for rule, _, words in about(desk, part.term)
        if rule.effects
        and not (silent(rule) and not rule.beats)
        and not (_in_head(desk, rule) and not part.before)
        and part.allows(desk, rule)
        and not all((rule.id, *chain) in tabled for chain in chains)
    ]


def _as_part(desk: Desk, part: Part, rule: Rule, words: Words, standing: set[str]) -> tuple[tuple[int, bool], Bullet]:
    """A rule of what the ground counts as, with when it counts as that.

    Where it says that something has no effect, it says what: the ground has more to it. What it takes
    the place of is told only if that stands here as well (``standing``).
    """
    before, because = part.before, part.because
    if silent(rule):
        because = (*because, *rule.beats)
        before = before.and_then(words.say("prefix.as", ground=words.term(part.term)))
    saying = desk.saying(words, repeat=True, because=because, before=before, standing=frozenset(standing))
    return desk.place(rule), replace(bullet(saying, rule), key=f"{rule.id} < {desk.words.term(part.term)}")


def _of_part(desk: Desk, part: Part, prose: Iterable[Statement]) -> list[Statement]:
    """What the author says of what the ground counts as, with the name of that before it."""
    name = capital(desk.words.term(part.term))
    return [replace(line, text=desk.words.say("labelled", label=name, text=line.text)) for line in prose]


def _said(
    desk: Desk, own: Iterable[tuple[Rule, Subject, Words]], besides: Iterable[Part]
) -> list[tuple[tuple[str, ...], tuple[Effect, ...]]]:
    """The effects that stand on a card, with the ids of the rules by which they do."""
    found: list[tuple[tuple[str, ...], tuple[Effect, ...]]] = [((rule.id,), rule.effects) for rule, _, _ in own]
    for part in besides:
        found += [((rule.id, *part.because), rule.effects) for rule, _, _ in about(desk, part.term)]
    return found


def removed(desk: Desk, key: Reference) -> list[tuple[tuple[int, bool], Bullet]]:
    """What the base said here and this ruleset leaves out."""
    found = []
    for revision in desk.removed.get(key, ()):
        said = Statement(house(desk.words, revision), (revision.id,), True)
        place = rank(revision.base) if revision.base else 0
        found.append(((place, False), Bullet(f"remove {revision.id}", (said,))))
    return found


def _in_head(desk: Desk, rule: Rule) -> bool:
    """Whether a rule says only what the ground counts as, at all times, which the line below the name says."""
    return (
        bool(rule.effects)
        and all(isinstance(effect, CountsAs) for effect in rule.effects)
        and rule.qualifiers == Qualifiers()
        and rule.option is None
        and not rule.beats
        and rule.id not in desk.told_revisions
        and not any(subject.term.args for subject in rule.subjects)
    )


def _traits(
    desk: Desk,
    key: Reference,
    own: Sequence[tuple[Rule, Subject, Words]],
    headed: Sequence[Rule],
    besides: Sequence[Part],
) -> list[Statement]:
    """What the ground counts as always, for the line below the name: what no sentence of the card says."""
    say, found = desk.words.say, []
    for rule in headed:
        terms = [term for effect in rule.effects if isinstance(effect, CountsAs) for term in effect.terrains]
        text = say("label.counts as", terrains=desk.words.both(desk.words.terms(terms)))
        found.append(Statement(text, (rule.id,), home(rule) != key))
    direct = {(rule,) for rule, _, _ in own}
    farther = [part for part in besides if not part.before and not direct.intersection(part.chains)]
    if farther:
        text = say("label.counts as", terrains=desk.words.both(desk.words.terms(part.term for part in farther)))
        found.append(Statement(text, tuple(dict.fromkeys(one for part in farther for one in part.because)), True))
    return found


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
