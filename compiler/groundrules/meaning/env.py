"""Where a name or a number stands while it is resolved: what is in reach, and who listens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from groundrules.diagnostics import Fix
from groundrules.meaning.reporting import Report
from groundrules.meaning.symbols import SymbolTable
from groundrules.ruleset import Settings


@dataclass(frozen=True, slots=True)
class Env:
    """The surroundings of an expression, a condition, an effect.

    ``params``: key to spelling of the parameters in reach. ``bands``: key to spelling of the
    bands that the roll being read, or a roll of the line above, has. ``piece``: whether a
    piece is at hand whose facts a bare name may mean. ``result``: whether a total is being
    read. ``event``: whether what is said happens at a moment. ``implied``: whether an
    unknown effect is taken as an outcome, since the ruleset declares no roll or outcome.
    ``stated_unit``: whether the ruleset says in what its lengths are. ``restate``: the fix that
    declares another unit for them, where all have it.
    """

    table: SymbolTable
    report: Report
    settings: Settings
    params: Mapping[str, str] = field(default_factory=dict)
    bands: Mapping[str, str] = field(default_factory=dict)
    piece: bool = True
    result: bool = False
    event: bool = False
    implied: bool = False
    stated_unit: bool = True
    restate: Callable[[str], Fix | None] = field(default=lambda unit: None, compare=False, repr=False)

    def inside(
        self,
        *,
        params: Mapping[str, str] | None = None,
        bands: Mapping[str, str] | None = None,
        piece: bool | None = None,
        result: bool | None = None,
        event: bool | None = None,
    ) -> Env:
        """The same surroundings with some of them changed; parameters add up."""
        return replace(
            self,
            params={**self.params, **params} if params else self.params,
            bands=self.bands if bands is None else bands,
            piece=self.piece if piece is None else piece,
            result=self.result if result is None else result,
            event=self.event if event is None else event,
        )
