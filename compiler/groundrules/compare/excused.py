"""Equivalent mutants: changes of the words that change nothing in play, each with the reason why.

They stand in a file beside the rules::

    - id: Dangerous on enter
      change: "`stop` becomes `end activation`"
      reason: nothing can be done behind it in an activation

An entry that names no mutant, or one that is noticed, is a finding: the file never excuses
more than it says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from groundrules.diagnostics import Diagnostic, finding
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence, read_yaml
from groundrules.source import Source, Span

#: The most that may be excused, of all mutants.
SHARE = 20

_KEYS = ("id", "change", "reason")


@dataclass(frozen=True, slots=True)
class Excuse:
    """One entry: which mutant, and why nothing can notice it."""

    id: str
    change: str
    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant as an excuse sees it: what names it, and the scenario that notices it, if one does."""

    id: str
    change: str
    by: str | None


def read_excuses(source: Source) -> tuple[tuple[Excuse, ...], tuple[Diagnostic, ...]]:
    """The entries of a file, and what is wrong with it. Never raises for what an author wrote."""
    root, read = read_yaml(source)
    found = list(read)
    entries: list[Excuse] = []
    if root is not None and not isinstance(root, Sequence):
        found.append(_wrong(root.span, "excused mutants are a list", "begin each entry with `- id: …`"))
    for item in root.items if isinstance(root, Sequence) else ():
        entry = _entry(item, found)
        if entry is not None:
            entries.append(entry)
    return tuple(entries), tuple(found)


def _entry(item: Item, found: list[Diagnostic]) -> Excuse | None:
    if not isinstance(item, Mapping):
        found.append(_wrong(item.span, "an entry must be a mapping", "write `id`, `change` and `reason`"))
        return None
    for key in item:
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, 1)
            hint = f"did you mean `{near[0]}`?" if near else "here may stand: `id`, `change`, `reason`"
            found.append(finding("GR402", item.keys[key], f"`{key}` has no meaning here", help=hint))
    texts: dict[str, str] = {}
    for key in _KEYS:
        value = item.get(key)
        if isinstance(value, Scalar) and not value.empty and value.text.strip():
            texts[key] = value.text
        else:
            found.append(
                finding("GR406", item.span, f"an entry without its `{key}`",
                        help="an entry says `id` and `change`, as the test prints them, and `reason`: "
                             "why nothing on the table can tell the two apart")
            )  # fmt: skip
    return Excuse(**texts, span=item.span) if len(texts) == len(_KEYS) else None


def _wrong(span: Span, message: str, help: str) -> Diagnostic:
    return finding("GR404", span, message, help=help)


def held_against(excuses: Iterable[Excuse], mutants: Iterable[Judged]) -> tuple[Diagnostic, ...]:
    """What is wrong with excuses: no such mutant, one that is noticed, one excused twice, too many."""
    known = {(each.id, each.change): each for each in mutants}
    found: list[Diagnostic] = []
    valid: dict[tuple[str, str], Excuse] = {}
    for excuse in excuses:
        mutant = known.get((excuse.id, excuse.change))
        if mutant is None:
            found.append(_no_mutant(excuse, known.values()))
        elif mutant.by is not None:
            message = f"this mutant is noticed, by the scenario `{mutant.by}`"
            found.append(finding("GR421", excuse.span, message, help="take the entry out"))
        elif (excuse.id, excuse.change) in valid:
            found.append(finding("GR421", excuse.span, "this mutant is excused twice", help="take one entry out"))
        else:
            valid[excuse.id, excuse.change] = excuse
    if len(valid) * SHARE > len(known):
        last = [*valid.values()][len(known) // SHARE]
        message = f"{len(valid)} of {len(known)} mutants are excused, and 1 in {SHARE} may be"
        found.append(finding("GR422", last.span, message, help="write scenarios that notice some of them"))
    return tuple(found)


def _no_mutant(excuse: Excuse, known: Iterable[Judged]) -> Diagnostic:
    mutants = list(known)
    same = [each.change for each in mutants if each.id == excuse.id]
    if same:
        near = get_close_matches(excuse.change, same, 1, 0)[0]
        message, hint = f"`{excuse.id}` has no such mutant", f"the nearest one is: {near}"
    else:
        ids = list(dict.fromkeys(each.id for each in mutants))
        near_ids = get_close_matches(excuse.id, ids, 1)
        message = f"no mutant stands in `{excuse.id}`"
        hint = f"did you mean `{near_ids[0]}`?" if near_ids else "take the entry out, or write the id as the test does"
    return finding("GR420", excuse.span, message, help=hint)
