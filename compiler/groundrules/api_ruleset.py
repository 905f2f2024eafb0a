"""A ruleset of the library: compiled rules, with the questions that can be asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias

from groundrules import engine
from groundrules.api_answers import answers_of, budget_of, dice_of, seed_of
from groundrules.api_reading import Names, Reading, Steps, settle, several
from groundrules.api_rolls import Roll, roll_of
from groundrules.api_stated import Model, SituationError, Table, item_of, texts_of, words_of
from groundrules.diagnostics import Diagnostic
from groundrules.engine import Decision, Dice, Refusal, Rulebook, ScriptedDice, SeededDice, Situation
from groundrules.engine.settling import in_states
from groundrules.engine.stage import Answer
from groundrules.limits import DECISIONS_KEPT
from groundrules.odds import BUDGET as ODDS_BUDGET, Odds, odds_of
from groundrules.odds.rolls import Roller
from groundrules.ruleset import Roll as DeclaredRoll, Ruleset as Rules, to_data
from groundrules.scenarios.sketch import sketch
from groundrules.verdict import Memory, Sight, Verdict

#: A question: a model, an action, the terrains of one piece.
Asked: TypeAlias = tuple[Model, str | None, Names]


class Ruleset:
    """Compiled rules, ready to be asked; immutable, and safe to share between threads.

    From :func:`groundrules.load` and :func:`groundrules.check`; what it was asked before it answers faster.
    """

    __slots__ = ("_book", "_decided", "_reading", "diagnostics", "rules")
    #: The compiled rules, as the rest of the package takes them.
    rules: Rules
    #: Warnings and hints, in order.
    diagnostics: tuple[Diagnostic, ...]
    _book: Rulebook
    _reading: Reading
    #: Decisions by what was asked, word for word.
    _decided: dict[Asked, Decision]

    def __init__(self, rules: Rules, diagnostics: Iterable[Diagnostic] = ()) -> None:
        made = {
            "rules": rules,
            "diagnostics": tuple(diagnostics),
            "_book": Rulebook(rules),
            "_reading": Reading(rules),
            "_decided": {},
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a ruleset does not change")

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"

    def __reduce__(self) -> tuple[type[Ruleset], tuple[object, ...]]:
        return Ruleset, (self.rules, self.diagnostics)

    @property
    def name(self) -> str:
        """What the ruleset is called: its file's name, ``text`` for rules without a file."""
        return self.rules.name

    @property
    def data(self) -> dict[str, Any]:
        """The compiled rules as plain data (``groundrules-rules/1``), made anew each time."""
        return to_data(self.rules)

    # ---- questions

    def decide(self, profile: Model, action: str | None, terrains: Names) -> Decision:
        """What the rules say of such a model, in an action (``None``: the first one), on such ground.

        ``terrains`` are those of one piece; none is bare table. Asked again with the same
        words (a tuple, a frozenset or one name), it is a look-up. Raises
        :class:`SituationError` for what the rules do not know.

        >>> import groundrules as gr
        >>> gr.load("trench-crusade").decide(gr.Model(Speed=6), "Move", ["Difficult"]).cost
        Fraction(2, 1)
        """
        asked = (profile, action, terrains)
        if not isinstance(terrains, (tuple, str, frozenset)):
            return self._decide(profile, action, tuple(words_of(terrains, "terrains")))
        try:
            return self._decided[asked]
        except KeyError:
            return self._keep(asked)
        except TypeError:  # of what is asked something is no word
            return self._decide(profile, action, terrains)

    def decide_all(self, asked: Iterable[Asked]) -> list[Decision]:
        """The decisions for many (model, action, terrains), in order; as :meth:`decide` gives each.

        ``terrains`` is a tuple, a frozenset or one name. What differs is read once, the rest is looked up:
        made for sweeps over many models and grounds.

        >>> import groundrules as gr
        >>> walker = gr.Model(Speed=6)
        >>> asked = [(walker, "Move", ()), (walker, "Move", ("Difficult",)), (walker, "Move", ())]
        >>> [int(each.cost) for each in gr.load("trench-crusade").decide_all(asked)]
        [1, 2, 1]
        """
        if not isinstance(asked, Iterable):
            raise TypeError(f"`asked` wants a list of (model, action, terrains), not {asked!r}")
        asked = list(asked)
        try:
            return list(map(self._decided.__getitem__, asked))
        except (KeyError, TypeError):
            for each in asked:
                if not isinstance(each, (tuple, list)) or len(each) != 3:
                    raise TypeError(f"`asked` wants (model, action, terrains), not {each!r}") from None
            return [self.decide(*each) for each in asked]

    def _keep(self, asked: Asked) -> Decision:
        """Reads what is asked, and remembers the decision."""
        found = self._decide(*asked)
        if len(self._decided) >= DECISIONS_KEPT:
            self._decided.clear()
        self._decided[asked] = found
        return found

    def _decide(self, profile: Model, action: str | None, terrains: Names) -> Decision:
        model = self._reading.model(profile)
        reader = self._reading.fresh()
        words = reader.scalars(item_of(words_of(terrains, "terrains"), "terrains"), "`terrains`")
        named = [found for each in words if (found := reader.terrain(each)) is not None]
        act = self._reading.action(reader, action)
        states = self._reading.memory(reader, None, [profile]).states
        settle(reader)
        key = engine.profile_for(self._book, model)
        ground = engine.ground_for(self._book, *named)
        if states:
            key = in_states(key, [engine.Named(each.state, each.args) for each in states])
        return engine.decide(self._book, key, self._book.action(act).name, ground)

    def adjudicate(
        self,
        table: Table,
        model: Model | Sequence[Model],
        action: str | None = None,
        path: Steps | None = None,
        dice: Sequence[int] | Dice | None = None,
        answers: Sequence[Answer] | None = None,
        on_missing: Literal["error", "ask"] = "error",
        options: Names = (),
        agreed: Names = (),
        memory: Memory | None = None,
        preview: bool = False,
        seed: int | str | None = None,
        budget: int | None = None,
        *,
        moves: Sequence[Steps] | None = None,
        game: Mapping[str, object] | None = None,
        turn: Literal["next"] | None = None,
        trace: bool = True,
    ) -> Verdict:
        """Judges one action of a model, or of several that move as one.

        ``action``: ``None`` is the first one declared. ``path``: points, the first one
        where the model stands (of a unit: any point; all models move alike); none is no
        move. ``moves``: several paths, one a leg. ``dice``: faces in the order in which
        they are rolled, as many as are rolled, or a source of faces; ``seed`` rolls them.
        ``options``: the chosen ones, ``"may stop"`` takes the leave to stop. ``agreed``:
        facts that hold. ``memory``: an earlier ``verdict.after``. ``game``: what the day
        states. ``turn="next"``: a turn ends first. ``preview``: no dice, rolls are listed.
        ``trace=False``: the verdict without ``trace`` and ``why_not``, for programs that judge many moves.

        ``on_missing="ask"``: what is missing is asked for in ``verdict.pending``; calling
        again with one answer more (faces; ``True`` or ``False``) in ``answers`` goes on.

        ``budget``: at most so many steps of the evaluator, for rules from strangers.

        Raises :class:`Refusal` for what cannot be judged as it is stated (a
        :class:`SituationError` where a table, a model or a name is wrong), and
        :class:`MissingAnswer` where dice are missing and nobody asks.

        >>> import groundrules as gr
        >>> rules = gr.load("trench-crusade")
        >>> fire = gr.Table({"fire": {"terrain": "Dangerous", "rect": [4, 0, 6, 2]}})
        >>> verdict = rules.adjudicate(fire, gr.Model(Speed=6), "Move", [(0, 1), (6, 1)], on_missing="ask")
        >>> verdict.pending.name, verdict.pending.dice, verdict.pending.sides
        ('Risky Roll', 2, 6)
        >>> rules.adjudicate(
        ...     fire, gr.Model(Speed=6), "Move", [(0, 1), (6, 1)], answers=[3, 6], on_missing="ask"
        ... ).rolls[0].outcome
        'Success'
        """
        reader = self._reading.fresh()
        situation = self._reading.situation(reader, table, model, action, path, moves, options, agreed, game, turn)
        before = self._reading.memory(reader, memory, several(model))
        settle(reader)
        return self._judge(situation, before, dice, answers, on_missing, preview, seed, budget, trace)

    def adjudicate_track(
        self,
        track: str | Sequence[str],
        *words: str,
        dice: Sequence[int] | Dice | None = None,
        answers: Sequence[Answer] | None = None,
        on_missing: Literal["error", "ask"] = "error",
        agreed: Names = (),
        memory: Memory | None = None,
        preview: bool = False,
        seed: int | str | None = None,
        budget: int | None = None,
    ) -> Verdict:
        """Judges a move straight through strips of ground; no coordinates are needed.

        Each word says something of the model: a field (``"Speed=6"``), a value, a trait, a
        state, an action or an option. A ``memory`` knows better than the words which states the
        model, called ``model``, is in. The rest is as for :meth:`adjudicate`.

        >>> import groundrules as gr
        >>> gr.load("trench-crusade").adjudicate_track("2 Open, 2 Difficult", "Speed=6").cost
        Fraction(6, 1)
        """
        text = ", ".join(texts_of(track, "track"))
        texts_of(words, "words")
        scenario, found = sketch(self.rules, text, words)
        if scenario is None:
            raise SituationError(found)
        reader = self._reading.fresh()
        played = reader.scenario(scenario)
        settle(reader)
        assert played is not None and played.situation is not None
        situation = replace(played.situation, agreed=self._reading.agreed(reader, agreed))
        before = played.memory if memory is None else self._reading.memory(reader, memory, ())
        settle(reader)
        return self._judge(situation, before, dice, answers, on_missing, preview, seed, budget)

    def look(
        self,
        table: Table,
        viewer: Model,
        target: Model,
        *,
        options: Names = (),
        agreed: Names = (),
        memory: Memory | None = None,
        game: Mapping[str, object] | None = None,
    ) -> Sight:
        """Judges a look from one model to another; both must stand somewhere (``at``).

        Raises :class:`Refusal` for what cannot be judged as it is stated.
        """
        reader = self._reading.fresh()
        day = self._reading.day(reader, game)
        chosen = self._reading.chosen(reader, options)
        facts = self._reading.agreed(reader, agreed)
        before = self._reading.memory(reader, memory, [viewer, target])
        settle(reader)
        return engine.look(
            self._book,
            self._reading.table(table),
            self._reading.model(viewer),
            self._reading.model(target),
            agreed=facts,
            options=chosen,
            game=day,
            memory=before,
        )

    def odds(
        self,
        table: Table,
        model: Model | Sequence[Model],
        action: str | None = None,
        path: Steps | None = None,
        *,
        options: Names = (),
        agreed: Names = (),
        memory: Memory | None = None,
        moves: Sequence[Steps] | None = None,
        game: Mapping[str, object] | None = None,
        turn: Literal["next"] | None = None,
        budget: int = ODDS_BUDGET,
    ) -> Odds:
        """The exact chances of everything that :meth:`adjudicate` might say, as fractions.

        Raises :class:`Refusal`; of kind ``budget`` where more than so many states would be visited.

        >>> import groundrules as gr
        >>> fire = gr.Table({"fire": {"terrain": "Dangerous", "rect": [4, 0, 6, 2]}})
        >>> odds = gr.load("trench-crusade").odds(fire, gr.Model(Speed=6), "Move", [(0, 1), (6, 1)])
        >>> odds.at_least_once("Risky Roll"), sum(way.chance for way in odds.ways)
        (Fraction(1, 1), Fraction(1, 1))
        """
        reader = self._reading.fresh()
        situation = self._reading.situation(reader, table, model, action, path, moves, options, agreed, game, turn)
        before = self._reading.memory(reader, memory, several(model))
        settle(reader)
        return odds_of(self._book, situation, memory=before, budget=budget_of(budget))

    def roll(self, name: str) -> Roll:
        """The declared roll of that name, to ask for its chances.

        Raises :class:`Refusal` of kind ``name`` where no roll is called so.

        >>> import groundrules as gr
        >>> gr.load("trench-crusade").roll("Injury Roll").distribution().bands["9+"]
        Fraction(5, 18)
        """
        return roll_of(self.rules, name, self._roller)

    def _roller(self, roll: DeclaredRoll, model: Model | None, options: Names, others: Mapping[str, object]) -> Roller:
        """Who makes a roll, and when."""
        stated = Model() if model is None else model
        made = self._reading.model(stated)
        reader = self._reading.fresh()
        chosen = self._reading.chosen(reader, options)
        before = self._reading.memory(reader, None, [stated])
        moment, action, game = self._reading.when(reader, roll, others)
        settle(reader)
        return Roller(made, (), chosen, before, moment, action, game)

    def _judge(
        self,
        situation: Situation,
        memory: Memory,
        dice: Sequence[int] | Dice | None,
        answers: Sequence[Answer] | None,
        on_missing: str,
        preview: bool,
        seed: int | str | None,
        budget: int | None,
        trace: bool = True,
    ) -> Verdict:
        if on_missing not in ("error", "ask"):
            raise ValueError(f'`on_missing` is "error" or "ask", not {on_missing!r}')
        if dice is not None and seed is not None:
            raise ValueError("`dice` and `seed` exclude each other")
        source = dice_of(dice) if seed is None else SeededDice(seed_of(seed))
        script = source if isinstance(source, ScriptedDice) else None
        given = answers_of(answers) if answers is not None or on_missing == "error" else ()
        verdict = engine.adjudicate(
            self._book, situation, source, answers=given, preview=preview, on_missing=on_missing, memory=memory,
            budget=None if budget is None else budget_of(budget), trace=trace,
        )  # fmt: skip
        # An illegal move rolls nothing, whatever lies ready; the verdict says so by itself.
        if script is not None and script.left and verdict.legal and verdict.pending is None:
            left = ", ".join(map(str, script.left[:8]))
            raise Refusal("dice", f"nobody asked for {left}", "give as many faces as are rolled")
        return verdict
