"""Ready scenarios: for an id that nothing exercises, the smallest situation that does, as text to paste.

Nothing is taken on trust: every situation is played, and kept only when
:func:`~groundrules.scenarios.coverage.exercised` names the id.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from operator import attrgetter

from groundrules.ruleset import Ruleset
from groundrules.scenarios.coverage import exercised
from groundrules.scenarios.demands import Demands
from groundrules.scenarios.documents import read_document
from groundrules.scenarios.filling import expected
from groundrules.scenarios.layouts import Data, Layout, Layouts
from groundrules.scenarios.needs import LOOKS, Need, all_of, lightest, settled
from groundrules.scenarios.paste import text_of
from groundrules.scenarios.running import Result, run_scenario
from groundrules.scenarios.shrinking import shrunk
from groundrules.scenarios.throws import Holds, plays
from groundrules.source import Source

#: Plays of one layout, and of everything for one id.
PLAYS_OF_LAYOUT = 120
PLAYS = 2_000
PLAYS_OF_ALL = 20_000


@dataclass(frozen=True, slots=True)
class Witness:
    """A scenario that exercises what ``id`` names: ``text`` is an entry of ``scenarios:`` that passes as it stands."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Unmet:
    """Nothing was found that exercises an id, and why."""

    id: str
    reason: str


class Witnesses:
    """The search for one ruleset.

    ``plays``: the most for one id. All ids together may take :data:`PLAYS_OF_ALL`; those
    that come after that get :data:`PLAYS_OF_LAYOUT` each.
    """

    def __init__(self, ruleset: Ruleset, plays: int = PLAYS) -> None:
        self.ruleset = ruleset
        self.demands = Demands(ruleset)
        self.layouts = Layouts(ruleset)
        self.plays = plays
        self.left = PLAYS_OF_ALL

    def of(self, id_: str) -> Witness | Unmet:
        """The ready scenario of an id."""
        needs = self.demands.of(id_)
        kept: Counter[str] = Counter()

        def holds(result: Result) -> bool:
            found = id_ in exercised(self.ruleset, result)
            if not found:
                kept.update(_kept(result, id_))
            return found

        looks = (replace(need, ways=LOOKS) for need in needs if need.ways is None)
        alone, together = chain(needs, looks), self.demands.with_partners(id_)
        order = chain(together, alone) if self.demands.changes_rolls_only(id_) else chain(alone, together)
        found = self.search(order, holds) if needs else None
        if found is None:
            return Unmet(id_, self._reason(id_, needs, kept))
        made = self.written(found, id_, holds)
        return made if made is not None else Unmet(id_, "what was found does not pass when it is read back")

    def where(self, name: str, ids: Sequence[str], holds: Holds) -> Witness | None:
        """The ready scenario, called ``name``, of a situation that all of some ids ask for and that ``holds``."""
        groups = [[settled(need) for need in self.demands.of(each)] for each in ids]
        found = self.search(lightest(all_of(groups)), holds)
        return None if found is None else self.written(found, name, holds)

    def search(self, needs: Iterable[Need], holds: Holds, *, in_turn: bool = False) -> dict[str, Data] | None:
        """The first situation, of those that the needs can be laid out as, that holds when it is played.

        ``in_turn``: of each need the plainest layouts, every way to move or look once, then more of each.
        """
        left = min(self.plays, max(self.left, PLAYS_OF_LAYOUT))
        for layout in self._in_turn(needs) if in_turn else (each for need in needs for each in self.layouts.of(need)):
            found, used = self._tried(layout, min(left, PLAYS_OF_LAYOUT), holds)
            left, self.left = left - used, self.left - used
            if found is not None or left <= 0:
                return found
        return None

    def _in_turn(self, needs: Iterable[Need]) -> Iterator[Layout]:
        alike = attrgetter("action", "scale", "need")
        waiting = deque(groupby(self.layouts.of(need), alike) for need in needs)
        while waiting:
            groups = waiting.popleft()
            group = next(groups, None)
            if group is not None:
                yield from group[1]
                waiting.append(groups)

    def _tried(self, layout: Layout, most: int, holds: Holds) -> tuple[dict[str, Data] | None, int]:
        """What holds of the plays of one layout, and how many plays that took.

        Optional fields are stated only where an answer hangs on them.
        """
        used = 0
        for data, result in plays(self.ruleset, self.layouts.lay(layout), most):
            used += 1
            if result.refusal is None and not result.findings and holds(result):
                return data, used
            if result.refusal is not None and result.refusal.kind == "field" and not layout.full:
                found, more = self._tried(replace(layout, full=True), most, holds)
                return found, used + more
        return None, used

    def written(self, data: dict[str, Data], name: str, holds: Holds) -> Witness | None:
        """The situation made small, with what came of it as what is expected; ``None`` if it then fails."""
        small = shrunk(self.ruleset, data, holds)
        whole = expected(self.ruleset, small, name)
        text = text_of(whole)
        return Witness(name, text) if self._passes(text, holds) else None

    def _passes(self, text: str, holds: Holds) -> bool:
        document, _ = read_document(Source("ready.yaml", f"rules: ready\nscenarios:\n{text}"))
        if document is None or len(document.scenarios) != 1:
            return False
        result = run_scenario(self.ruleset, document.scenarios[0])
        return result.passed and holds(result)

    def _reason(self, id_: str, needs: list[Need], kept: Counter[str]) -> str:
        if not needs:
            return "nothing in the rules leads to it"
        if kept:
            return f"whatever was tried: {kept.most_common(1)[0][0]}"
        return "none of the situations that were tried does it"


#: What keeps a rule from acting only because something else was tried.
_BESIDE = frozenset(("during", "for", "in", "event", "option", "except"))


def _kept(result: Result, id_: str) -> Iterator[str]:
    """What kept a rule still that was there and in question, in words."""
    for step in result.steps:
        for source in (step.verdict, step.look):
            for each in source.why_not if source is not None else ():
                if each.rule == id_ and each.kind not in _BESIDE:
                    yield each.words
