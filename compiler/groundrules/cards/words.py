"""Numbers, lists, names and arithmetic as words: the small parts of sentences."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from groundrules.cards.catalogue import Catalogue
from groundrules.cards.lexicon import Lexicon, capital as upper_first, parted, shown
from groundrules.cards.markdown import clean
from groundrules.quantity import SINGULAR, reading_number
from groundrules.ruleset import (
    Binary,
    Dice,
    Expr,
    FieldOf,
    Ground,
    Measure,
    NameArg,
    Neg,
    Num,
    NumberOf,
    Param,
    Rate,
    Read,
    Term,
    TotalOf,
    ValueOf,
)

_STRENGTH = {"add": 1, "sub": 1, "mul": 2, "div": 2}


@dataclass(frozen=True)
class Words:
    """What a sentence is written with: phrases, names, and what its parameters stand for.

    ``looks``: the rule speaks of somebody who is looked at, not of a model that moves.
    ``here``: the rule speaks of ground, so a deed is one done there.
    ``owned``: a field of the model is said to be the model's.
    """

    phrases: Catalogue
    lexicon: Lexicon
    step_unit: str = "inches"
    env: Mapping[str, Expr] = field(default_factory=dict)
    looks: bool = False
    here: bool = False
    owned: bool = False
    #: The same words for rules of other kinds, as they were asked for.
    _voices: dict[tuple[bool, bool], Words] = field(default_factory=dict, init=False, repr=False, compare=False)

    def outside(self) -> Words:
        """The same where no parameter stands for anything."""
        return self.filled_with({})

    def filled_with(self, env: Mapping[str, Expr]) -> Words:
        """The same with parameters standing for these, and for nothing else."""
        if not env and not self.env:
            return self
        return Words(self.phrases, self.lexicon, self.step_unit, env, self.looks, self.here, self.owned)

    def voiced(self, looks: bool, here: bool) -> Words:
        """The same for a rule that speaks so of whom and where."""
        found = self._voices.get((looks, here))
        if found is None:
            found = Words(self.phrases, self.lexicon, self.step_unit, self.env, looks, here)
            self._voices[looks, here] = found
        return found

    def owning(self) -> Words:
        """The same where every field is said with whose it is."""
        return replace(self, owned=True)

    def person(self, owner: str) -> str:
        """Who is meant: what a rule asks of its model, it asks of the target where somebody is looked at."""
        return "target" if owner == "model" and self.looks else owner

    def say(self, key: str, count: Fraction | int | None = None, /, **values: str) -> str:
        """The phrase ``key``, filled in."""
        return self.phrases.say(key, count, **values)

    def with_params(self, params: Sequence[str], args: Sequence[Expr]) -> Words:
        """The same, with parameters standing for arguments (read where they were written)."""
        return self.filled_with(dict(zip(params, (self.filled(arg) for arg in args), strict=False)))

    def filled(self, expr: Expr) -> Expr:
        """Parameters as what they stand for, worked out where all of it is numbers; anything else as it is."""
        if isinstance(expr, Param):
            return self.env.get(expr.name, expr)
        if isinstance(expr, Binary):
            filled = replace(expr, left=self.filled(expr.left), right=self.filled(expr.right))
            return worked_out(filled) if filled != expr else expr
        if isinstance(expr, Neg):
            term = self.filled(expr.term)
            return Num(-term.value, term.unit) if isinstance(term, Num) else Neg(term)
        return expr

    # ---- lists

    def _listed(self, key: str, parts: Iterable[str]) -> str:
        parts = list(parts)
        if len(parts) < 2:
            return "".join(parts)
        head = parts[0]
        for part in parts[1:-1]:
            head = self.say("list.comma", head=head, last=part)
        return self.say(key, head=head, last=parts[-1])

    def both(self, parts: Iterable[str]) -> str:
        """``a, b and c``."""
        return self._listed("list.and", parts)

    def either(self, parts: Iterable[str]) -> str:
        """``a, b or c``."""
        return self._listed("list.or", parts)

    def commas(self, parts: Iterable[str]) -> str:
        """``a, b, c``."""
        return self._listed("list.comma", parts)

    def in_turn(self, parts: Iterable[str]) -> str:
        """``a; b; c``."""
        head, *rest = list(parts) or [""]
        for part in rest:
            head = self.say("list.semicolon", head=head, last=part)
        return head

    # ---- numbers

    def number(self, value: Fraction) -> str:
        """A number as people write it: ``2``, ``1½``, ``−1``."""
        return reading_number(value)

    def quantity(self, value: Fraction, unit: str | None) -> str:
        """A number with its unit."""
        n = self.number(value)
        if unit is None:
            return n
        if f"quantity.{unit}" in self.phrases.phrases:
            return self.say(f"quantity.{unit}", value, n=n)
        return self.say("quantity.other", n=n, unit=clean(unit))

    def step(self, unit: str | None = None) -> str:
        """The word for one unit of distance."""
        unit = unit or self.step_unit
        if f"step.{unit}" in self.phrases.phrases:
            return self.say(f"step.{unit}")
        return self.say("step.other", unit=clean(unit))

    # ---- names

    def term(self, term: Term) -> str:
        """A name, with what stands in its brackets."""
        if term.kind == "any terrain":
            return self.say("term.any terrain")
        name = self.lexicon.name(term)
        if term.kind == "parameter" and term.name in self.env:
            return expression(self.outside(), self.env[term.name])
        if not term.args:
            return name
        return self.called(name, term.args)

    def terms(self, terms: Iterable[Term]) -> list[str]:
        """Names, each once."""
        return list(dict.fromkeys(self.term(term) for term in terms))

    def ground(self, ground: Ground) -> str:
        """Terrains less those excepted."""
        names = self.both(self.terms(ground.terrains))
        if not ground.excepts:
            return names
        return self.say("term.except", ground=names, excepts=self.both(self.terms(ground.excepts)))

    def called(self, name: str, args: Sequence[Expr]) -> str:
        """A roll with its arguments: ``Dangerous Test (2)``."""
        if not args:
            return name
        outside = self.outside()
        return self.say("brackets", name=name, args=self.commas(expression(outside, self.filled(arg)) for arg in args))

    def actions(self, names: Iterable[str]) -> list[str]:
        """Actions as readers see them."""
        return [self.lexicon.name(Term("action", name)) for name in names]

    def sentence(self, text: str, *, capital: bool = True) -> str:
        """A clause as a sentence."""
        text = self.say("sentence", text=text)
        return upper_first(text) if capital else text


def worked_out(expr: Binary) -> Expr:
    """The number that two numbers make; anything else as it is."""
    left, right = expr.left, expr.right
    if not (isinstance(left, Num) and isinstance(right, Num)) or (expr.op == "div" and right.value == 0):
        return expr
    of = {"add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv}
    return Num(of[expr.op](left.value, right.value), left.unit or right.unit)


def negative(amount: Expr) -> bool:
    """Whether an amount is written with a minus."""
    return isinstance(amount, Neg) or (isinstance(amount, Num) and amount.value < 0)


def negated(amount: Expr) -> Expr:
    """The amount without its minus."""
    if isinstance(amount, Neg):
        return amount.term
    if isinstance(amount, Num):
        return Num(-amount.value, amount.unit)
    return Neg(amount)


def field_words(words: Words, owner: str, name: str, *, bare: bool = False) -> str:
    """A field: ``the model’s Speed``, or ``Speed`` where only the model's can be meant."""
    person = words.person(owner)
    key = person if person != "model" or (bare and not words.owned) else "own"
    return words.say(f"field.{key}", field=words.lexicon.field(owner, name))


def expression(words: Words, expr: Expr) -> str:
    """Arithmetic as it is read; a field of the model stands bare."""
    match expr:
        case Num(value, unit):
            return words.quantity(value, unit)
        case FieldOf(owner, name):
            return field_words(words, owner, name, bare=True)
        case ValueOf(value=value):
            return words.lexicon.values.get(value, parted(value))
        case NumberOf(name):
            return _number_name(words, name)
        case Param(name):
            return expression(words.outside(), words.env[name]) if name in words.env else parted(name)
        case NameArg(term):
            return words.term(term)
        case Dice():
            return dice(words, expr)
        case TotalOf(roll, args):
            return words.called(words.lexicon.roll(roll), args)
        case Measure(measure):
            of_target = words.looks and measure in ("base", "covered")
            return words.say(f"measure.target {measure}" if of_target else f"measure.{measure}")
        case Read(what):
            return words.say(f"expr.{what}")
        case Neg(term):
            return words.say("expr.negative", term=_operand(words, term, 2))
        case Rate():
            return rate(words, expr)
        case Binary():
            return _binary(words, expr)


def _number_name(words: Words, name: str) -> str:
    declared = words.lexicon.numbers.get(name)
    return shown(declared) if declared is not None else parted(name)


def _binary(words: Words, expr: Binary) -> str:
    half = Num(Fraction(1, 2))
    if expr.op == "mul" and half in (expr.left, expr.right):
        other = expr.right if expr.left == half else expr.left
        return words.say("expr.half", term=_operand(words, other, 2))
    strength = _STRENGTH[expr.op]
    left = _operand(words, expr.left, strength)
    right = _operand(words, expr.right, strength + (expr.op in ("sub", "div")))
    key = {"add": "add", "sub": "subtract", "mul": "multiply", "div": "divide"}[expr.op]
    return words.say(f"expr.{key}", left=left, right=right)


def _operand(words: Words, expr: Expr, strength: int) -> str:
    """An operand, in brackets where it would else be read otherwise."""
    text = expression(words, expr)
    weak = (isinstance(expr, Binary) and _STRENGTH[expr.op] < strength) or isinstance(expr, Rate)
    return words.say("expr.brackets", term=text) if weak else text


def rate(words: Words, expr: Rate, amount: str | None = None) -> str:
    """``2″ for every 1″, or part of it, of the climb``; ``amount``: what there is for every, in other words."""
    apart = expr.unit is not None and expr.unit in SINGULAR
    key = {"full": "expr.rate full", "part": "expr.rate part", None: "expr.rate"}[expr.whole]
    return words.say(
        key,
        amount=amount or expression(words, expr.amount),
        per=words.step(expr.unit) if apart and expr.per == 1 else words.quantity(expr.per, expr.unit),
        measure=words.say(f"measure.{expr.measure}"),
    )


def dice(words: Words, expr: Dice) -> str:
    """``2D6``, ``as many D6 as Test Dice``, ``1 D6 for every full 2″ of the fall``."""
    count = words.filled(expr.count)
    one = words.say("dice.one", sides=str(expr.sides))
    match count:
        case Num(value) if value == 1:
            return _in_unit(words, one, expr.unit)
        case Num(value):
            several = words.say("dice.several", count=words.number(value), sides=str(expr.sides))
            return _in_unit(words, several, expr.unit)
        case Rate(amount):
            number = expression(words, amount)
            return rate(words, count, words.say("dice.number", count=number, dice=_in_unit(words, one, expr.unit)))
    return words.say("dice.pool", dice=_in_unit(words, one, expr.unit), count=expression(words, count))


def _in_unit(words: Words, text: str, unit: str | None) -> str:
    """Dice with the unit of what they show: ``2D6″``."""
    if unit is None:
        return text
    if f"quantity.{unit}" in words.phrases.phrases:
        return words.say(f"quantity.{unit}", n=text)
    return words.say("quantity.other", n=text, unit=clean(unit))
