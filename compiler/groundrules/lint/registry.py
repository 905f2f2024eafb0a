"""Every check, once, in the order of the codes.

A check is a module of this room with one function, :data:`Check`. It is imported only
where the rules hold something that it speaks of: a check that nobody needs costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from groundrules.diagnostics import Diagnostic
from groundrules.lint.context import Context

#: From a ruleset without an error to what is most likely not meant, in any order; never raises
#: for what an author wrote.
Check = Callable[[Context], Iterable[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A check by its code and its module.

    ``needs``: it is run only where the rules hold one of these
    (:func:`~groundrules.lint.features.features`); empty: always. ``whole``: it speaks of what
    is not used; of a file that others use it says nothing, since they may.
    """

    code: str
    module: str
    needs: tuple[str, ...] = ()
    whole: bool = False


CHECKS: tuple[Entry, ...] = (
    Entry("GR300", "gaps", needs=("values", "silent")),
    Entry("GR301", "overlaps", needs=("allowance", "set")),
    Entry("GR302", "beaten_rules", needs=("beats",)),
    Entry("GR303", "no_standing", needs=("forbid",)),
    Entry("GR304", "closed_branches", needs=("branches",)),
    Entry("GR305", "unmade_bands", needs=("band for",)),
    Entry("GR306", "ended_in", needs=("ignore",)),
    Entry("GR307", "held_by_contact", needs=("contact",)),
    Entry("GR308", "idle_once", needs=("once",)),
    Entry("GR309", "idle_counts", needs=("counts as",)),
    Entry("GR310", "passed_rolls", needs=("pass",)),
    Entry("GR311", "roads", needs=("cheap",)),
    Entry("GR312", "idle_rerolls", needs=("reroll",)),
    Entry("GR313", "idle_modifiers", needs=("change roll", "more dice")),
    Entry("GR314", "unused_rolls", needs=("roll declared",), whole=True),
    Entry("GR315", "unused_names", needs=("group", "number"), whole=True),
    Entry("GR316", "idle_options", needs=("option named",)),
    Entry("GR317", "untold_values", needs=("values",), whole=True),
    Entry("GR320", "unread_fields", needs=("unasked",), whole=True),
    Entry("GR321", "near_names"),
    Entry("GR322", "open_ground", needs=("open",)),
    Entry("GR323", "prose_numbers", needs=("prose",)),
    Entry("GR324", "long_cards", needs=("long",)),
    Entry("GR325", "repeated_rules", needs=("qualifiers",)),
    Entry("GR326", "crossed_limits", needs=("least",)),
    Entry("GR327", "unread_states", needs=("gain or lose",), whole=True),
    Entry("GR328", "lasting_states", needs=("gain or lose",), whole=True),
    Entry(
        "GR331",
        "empty_changes",
        needs=("change", "change number", "change roll", "cost plus", "cost to enter", "cost at least", "least"),
    ),
    Entry("GR332", "idle_allows", needs=("allow",)),
    Entry("GR333", "idle_ignores", needs=("ignore", "replaces")),
    Entry("GR334", "idle_qualifiers", needs=("names",)),
    Entry("GR335", "cheap_ground", needs=("cheap",)),
    Entry("GR340", "alike_bands", needs=("alike",)),
    Entry("GR348", "doubled_ends", needs=("two ends",)),
    Entry("GR350", "unfinished_words"),
    Entry("GR351", "doubled_words"),
    Entry("GR352", "idle_displays", needs=("shown",)),
    Entry("GR353", "shown_alike", needs=("shown",)),
    Entry("GR354", "unnamed_traits", needs=("trait",), whole=True),
    Entry("GR355", "ungiven_covers", needs=("cover grade",), whole=True),
    Entry("GR356", "cover_order", needs=("cover grade",)),
    Entry("GR357", "idle_rolls", needs=("roll",)),
    Entry("GR358", "one_result", needs=("roll declared",)),
    Entry("GR359", "unread_parameters", needs=("brackets",)),
    Entry("GR360", "one_fact_twice", needs=("names", "band for", "branches")),
    Entry("GR361", "opposite_facts", needs=("names", "band for", "branches")),
    Entry("GR362", "edge_stops", needs=("halt",)),
    Entry("GR363", "idle_overrides", needs=("revision",)),
    Entry("GR364", "same_groups", needs=("group",)),
)
