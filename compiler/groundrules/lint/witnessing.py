"""Situations that show what a check says: played in this process, kept only when it happens in their trace.

Scenarios and the engine are imported only once a check has something to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from groundrules.lint.context import Context

if TYPE_CHECKING:
    from groundrules.ruleset import Ruleset
    from groundrules.scenarios.layouts import Data
    from groundrules.scenarios.needs import Need
    from groundrules.scenarios.running import Result
    from groundrules.scenarios.witness import Witnesses

#: Plays for one finding: what is not found by then is not claimed.
PLAYS = 400

Holds = Callable[["Result"], bool]
Change = Callable[["dict[str, Data]"], "dict[str, Data] | None"]


def witnesses(ruleset: Ruleset) -> Witnesses:
    """The search for situations of a ruleset."""
    from groundrules.scenarios.witness import Witnesses

    return Witnesses(ruleset, plays=PLAYS)


def of_rules(context: Context, name: str, ids: Iterable[str], holds: Holds) -> str | None:
    """The scenario, called ``name``, of a situation that some rules ask for and that ``holds``."""
    found = context.witnesses.where(name, tuple(ids), holds)
    return None if found is None else found.text


def bare(searching: Witnesses, name: str, ids: Iterable[str], holds: Holds) -> str | None:
    """The same without what is expected: of rules that have an error nobody knows what comes of them."""
    from groundrules.scenarios.needs import all_of, lightest, settled
    from groundrules.scenarios.paste import text_of
    from groundrules.scenarios.shrinking import shrunk

    groups = [[settled(need) for need in searching.demands.of(each)] for each in ids]
    data = searching.search(lightest(all_of(groups)), holds)
    return None if data is None else text_of({"name": name, **shrunk(searching.ruleset, data, holds)})


def of_needs(context: Context, name: str, needs: Iterable[Need], holds: Holds) -> str | None:
    """The scenario of the first of some needs that can be laid out so that it ``holds``."""
    searching = context.witnesses
    data = searching.search(needs, holds)
    made = None if data is None else searching.written(data, name, holds)
    return None if made is None else made.text


def changed(context: Context, name: str, id_: str, ways: tuple[str, ...], change: Change, holds: Holds) -> str | None:
    """The scenario of a rule, come to in one of some ways, that ``holds`` once it is changed."""
    searching = context.witnesses
    for data in _laid(searching, id_, ways):
        stated = change(data)
        if stated is None:
            continue
        from groundrules.scenarios.throws import plays

        for played, result in plays(context.ruleset, stated, PLAYS // 10):
            if result.refusal is None and not result.findings and holds(result):
                made = searching.written(played, name, holds)
                if made is not None:
                    return made.text
    return None


def _laid(searching: Witnesses, id_: str, ways: tuple[str, ...]) -> Iterator[dict[str, Data]]:
    for need in searching.demands.of(id_)[:4]:
        for layout in searching.layouts.of(replace(need, ways=ways)):
            yield searching.layouts.lay(layout)
