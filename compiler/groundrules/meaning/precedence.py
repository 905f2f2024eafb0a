"""Who wins where two rules answer the same question about the same thing.

All rules add up, except those that answer one question differently
(:mod:`groundrules.ruleset.questions`). Of two such rules that can hold at once the winner
is, in order: the one that says ``always``, an override, a model's rule over a terrain's,
the more qualified one. Two rules with the same answer never tie; nor do two grades of
cover, of which the best counts. All else is a tie: a :class:`Conflict`.

``Rule.beats`` orders rules, not effects. The one difference between the effects of a rule
is ``always``: such an effect stands even where its rule is beaten by another whose answer
is not ``always``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from groundrules.limits import COMPARISONS, TIES
from groundrules.meaning.facts import Vocabulary, linear, term_is
from groundrules.meaning.logic import known, negation
from groundrules.meaning.regions import EVERY, Region, meet_on, more_qualified, narrower, regions, together
from groundrules.ruleset import (
    EVERYTHING,
    Change,
    ChangeNumber,
    CostAll,
    CostTimes,
    Effect,
    Expr,
    GiveCover,
    Limit,
    NoEffect,
    Permit,
    Question,
    Rule,
    Ruleset,
    Treat,
    questions,
)

Answer = tuple[object, ...]

#: What a model treats a ground as, which no terrain's rule answers.
TREATED: Question = ("treated as",)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two rules that can hold at once and answer ``question`` differently, with no winner.

    ``same``: both are qualified alike. ``first`` and ``second`` are one rule where it
    contradicts itself. ``question`` ``("too many",)``: the comparison was given up.
    """

    first: Rule
    second: Rule
    question: Question
    same: bool = False


@dataclass(frozen=True, slots=True)
class _Claim:
    """One answer of one rule about one of its subjects."""

    region: Region
    answer: Answer
    always: bool
    override: bool


def resolve(ruleset: Ruleset) -> tuple[Ruleset, tuple[Conflict, ...]]:
    """The ruleset with every :attr:`Rule.beats` filled in, and its ties."""
    vocabulary = Vocabulary.of(ruleset)
    overrides = {revision.id for revision in ruleset.revisions if revision.change == "override"}
    spoken = [each for index, rule in enumerate(ruleset.rules) for each in regions(index, rule, vocabulary)]
    contest = _Contest()
    claims = _claims(spoken, overrides, contest, vocabulary)
    for question, of_question in claims.items():
        contest.run(question, of_question)
    beats: dict[int, set[int]] = {index: set(won) for index, won in contest.wins.items()}
    _silenced(spoken, beats, overrides)
    rules = tuple(
        replace(rule, beats=_ids(ruleset.rules, beats[index])) if beats.get(index) else replace(rule, beats=())
        for index, rule in enumerate(ruleset.rules)
    )
    return replace(ruleset, rules=rules), tuple(contest.conflicts)


def _ids(rules: tuple[Rule, ...], beaten: set[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules[index].id for index in sorted(beaten)))


# ---- answers


def answers(effects: Iterable[Effect]) -> Iterator[tuple[Question, Answer, bool]]:
    """Every question that effects answer, with the answer and whether it holds always.

    What a ground is treated as is left to :func:`_treated`. What a ground replaces never
    competes: the answer is the ground itself, and rules of two grounds meet on no question.
    """
    for effect in effects:
        always = isinstance(effect, Permit) and effect.always
        for question in questions(effect):
            if question not in (EVERYTHING, ("replaces",)):
                yield _asked(question, effect), _answer(effect), always


def _asked(question: Question, effect: Effect) -> Question:
    """A value that a kind of piece has by itself is the stated one: ``becomes`` changes it, and does not compete."""
    return ("own", *question[1:]) if isinstance(effect, Change) and effect.op == "own" else question


def _answer(effect: Effect) -> Answer:
    match effect:
        case CostTimes(factor=factor):
            return ("times", *_plain(factor))
        case CostAll():
            return ("all",)
        case Permit(verb=verb):
            return (verb,)
        case Limit(value=value) | Change(value=value) | ChangeNumber(value=value):
            return _plain(value)
        case GiveCover(grade=grade):
            return (grade,)
    raise AssertionError(f"no answer in {effect!r}")


def _plain(expr: Expr) -> Answer:
    """An expression by what it adds up to, so that ``half Speed`` and ``Speed x1/2`` are one answer."""
    total, constant = linear(expr)
    return (frozenset(total.items()), constant)


def _claims(
    spoken: list[Region], overrides: set[str], contest: _Contest, vocabulary: Vocabulary
) -> dict[Question, list[_Claim]]:
    """The claims on each question; the factor of a cost is a question of each terrain's name."""
    found: dict[Question, list[_Claim]] = defaultdict(list)
    for region in spoken:
        seen: dict[Question, _Claim] = {}
        for question, answer, always in answers(region.rule.effects):
            if question == ("factor",) and region.side == "model" and not region.names:
                question = ("factor", region.subject)
            claim = _Claim(region, answer, always, region.rule.id in overrides)
            old = seen.setdefault(question, claim)
            if old is not claim:
                if old.answer != answer and question != ("cover",):
                    contest.contradiction(region.rule, question)
                continue
            found[question].append(claim)
        found[TREATED].extend(_treated(region, overrides, vocabulary))
    return found


def _treated(region: Region, overrides: set[str], vocabulary: Vocabulary) -> Iterator[_Claim]:
    """What a model treats each ground as; a rule about a named ground is narrower than one about any."""
    for effect in region.rule.effects:
        if not isinstance(effect, Treat):
            continue
        without = tuple(negation(term_is(vocabulary, term, "model", "treated")) for term in effect.ground.excepts)
        for term in effect.ground.terrains:
            parts = (*region.parts, term_is(vocabulary, term, "model", "treated"), *without)
            name = term.name if term.kind == "terrain" else EVERY
            about = replace(region, names=frozenset((name,)), parts=parts, known=known(parts))
            yield _Claim(about, (effect.target,), False, region.rule.id in overrides)


# ---- the contest


class _Contest:
    """Compares the claims on a question, those about one thing with one another, and keeps who won."""

    def __init__(self) -> None:
        self.wins: dict[int, set[int]] = defaultdict(set)
        self.conflicts: list[Conflict] = []
        self._tied: set[tuple[int, int]] = set()
        self._left = COMPARISONS

    def contradiction(self, rule: Rule, question: Question) -> None:
        """A rule that answers one question twice, differently."""
        if len(self.conflicts) < TIES and not any(c.first is rule and c.second is rule for c in self.conflicts[-2:]):
            self.conflicts.append(Conflict(rule, rule, question, True))

    def run(self, question: Question, claims: list[_Claim]) -> None:
        """Compare all claims on one question that are about the same thing."""
        if len({(claim.answer, claim.always) for claim in claims}) < 2:
            return
        named: dict[str, list[_Claim]] = defaultdict(list)
        broad: list[_Claim] = []
        for claim in claims:
            if not claim.region.names or EVERY in claim.region.names:
                broad.append(claim)
            else:
                for name in claim.region.names:
                    named[name].append(claim)
        pairs = self._pairs(question, named, broad)
        met: dict[tuple[int, int], list[tuple[_Claim, _Claim, int]]] = defaultdict(list)
        ties = 0
        for one, other in pairs:
            if self._left <= 0:
                self._give_up(one.region.rule, other.region.rule)
                break
            self._left -= 1
            outcome = _decide(one, other)
            if outcome == 0 and question != ("cover",):
                ties += 1
                if ties > TIES:
                    break  # enough to say; nobody plays by rules that tie
            if outcome is not None:
                first, second = one.region.index, other.region.index
                if first > second:
                    first, second, one, other, outcome = second, first, other, one, -outcome
                met[first, second].append((one, other, outcome))
        for key, outcomes in met.items():
            self._settle(question, key, outcomes)

    def _pairs(
        self, question: Question, named: Mapping[str, list[_Claim]], broad: list[_Claim]
    ) -> Iterator[tuple[_Claim, _Claim]]:
        for group in named.values():
            yield from _different(group)
        for one in broad:
            for group in named.values():
                yield from ((one, other) for other in group if one.answer != other.answer or one.always != other.always)
        yield from _different(broad)

    def _settle(self, question: Question, key: tuple[int, int], outcomes: list[tuple[_Claim, _Claim, int]]) -> None:
        """One winner for two rules, whichever of their subjects they meet on; else a tie."""
        first, second = key
        winners = {outcome for _, _, outcome in outcomes}
        if winners == {1}:
            self.wins[first].add(second)
        elif winners == {-1}:
            self.wins[second].add(first)
        elif question != ("cover",) and key not in self._tied and len(self.conflicts) < TIES:
            one, other, _ = next(each for each in outcomes if each[2] == 0 or len(winners) > 1)
            self._tied.add(key)
            same = narrower(one.region, other.region) and narrower(other.region, one.region)
            self.conflicts.append(Conflict(one.region.rule, other.region.rule, question, same))

    def _give_up(self, one: Rule, other: Rule) -> None:
        if not any(conflict.question == ("too many",) for conflict in self.conflicts):
            self.conflicts.append(Conflict(one, other, ("too many",)))


def _different(group: list[_Claim]) -> Iterator[tuple[_Claim, _Claim]]:
    """Pairs of claims that differ in their answer, without looking at those that agree."""
    by_answer: dict[tuple[Answer, bool], list[_Claim]] = defaultdict(list)
    for claim in group:
        by_answer[claim.answer, claim.always].append(claim)
    for some, others in combinations(by_answer.values(), 2):
        for one in some:
            yield from ((one, other) for other in others)


def _decide(one: _Claim, other: _Claim) -> int | None:
    """1: the first wins, -1: the second, 0: a tie, ``None``: they do not compete."""
    if one.answer == other.answer or one.region.rule is other.region.rule:
        return None
    if not meet_on(one.region, other.region) or not together(one.region, other.region):
        return None
    if one.always != other.always:
        return 1 if one.always else -1
    if one.override != other.override and _elsewhere(one, other):
        return 1 if one.override else -1
    if one.region.side != other.region.side:
        return 1 if one.region.side == "model" else -1
    first, second = narrower(one.region, other.region), narrower(other.region, one.region)
    return 1 if first and not second else -1 if second and not first else 0


def _elsewhere(one: _Claim, other: _Claim) -> bool:
    """An override wins over the rules it builds on; beside it, in its own file, qualifiers decide."""
    return one.region.rule.origin.file != other.region.rule.origin.file


# ---- no effect


def _silenced(spoken: list[Region], beats: dict[int, set[int]], overrides: set[str]) -> None:
    """What a qualified ``no effect`` silences: the rules of its subject that are not more qualified."""
    of_subject: dict[str, list[Region]] = defaultdict(list)
    on_ground: list[Region] = []
    for region in spoken:
        of_subject[region.subject].append(region)
        if region.side == "terrain":
            on_ground.append(region)
    for silent in spoken:
        if not any(isinstance(effect, NoEffect) for effect in silent.rule.effects) or not _has_qualifiers(silent.rule):
            continue
        every = silent.side == "terrain" and EVERY in silent.names
        for region in on_ground if every else of_subject[silent.subject]:
            if region.index == silent.index or _says_nothing(region.rule):
                continue
            if silent.events and not (region.events and region.events & silent.events):
                continue
            if region.rule.id in overrides and silent.rule.id not in overrides and _apart(region, silent):
                continue
            if together(silent, region) and not more_qualified(region, silent):
                beats.setdefault(silent.index, set()).add(region.index)


def _apart(one: Region, other: Region) -> bool:
    return one.rule.origin.file != other.rule.origin.file


def _has_qualifiers(rule: Rule) -> bool:
    q = rule.qualifiers
    return bool(
        q.on or q.within or q.during or q.who or q.unit or q.but or q.but_during or q.when is not None
        or rule.option is not None
    )  # fmt: skip


def _says_nothing(rule: Rule) -> bool:
    """A cell ``-`` and a plain ``no effect`` hold nothing that could be silenced."""
    return all(isinstance(effect, NoEffect) for effect in rule.effects)
