"""The master table of the sheet: every terrain against every class, cover and sight, with note letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from groundrules.cards.classes import (
    COLUMNS,
    Brief,
    Candidate,
    beaten,
    brief,
    fits,
    says_all,
    telling,
    telling_fields,
    telling_ids,
)
from groundrules.cards.desk import ALL_TERRAIN, Desk
from groundrules.cards.effects import clause
from groundrules.cards.grounds import candidates, named_apart
from groundrules.cards.model import Bullet, Cell, Entry, Note, Row, Statement, Table
from groundrules.cards.own_ground import own_ground
from groundrules.cards.references import Reference
from groundrules.cards.rolls import ids_below
from groundrules.cards.sentences import bullet, looks
from groundrules.ruleset import CostPlus, CostTimes, CountsAs, Effect, FieldSchema, NoEffect, Param, Rule, Term, Terrain

#: More columns than these do not fit beside one another; the rest is a table of its own.
WIDEST = 6

_NOTE_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass
class Notes:
    """The notes below the table: a letter for each rule that a cell cannot say in full."""

    desk: Desk
    found: dict[str, Note] = field(default_factory=dict)

    def letter(self, rule: Rule) -> str:
        """The letter of a rule: ``a`` to ``z``, then ``aa``."""
        known = self.found.get(rule.id)
        if known is None:
            number, letter = len(self.found), ""
            while number >= 0:
                letter = _NOTE_LETTERS[number % 26] + letter
                number = number // 26 - 1
            known = Note(letter, bullet(self.desk.saying(repeat=True), rule, full=False))
            self.found[rule.id] = known
        return known.letter


@dataclass
class Codes:
    """The signs used in the cells, each with its meaning and the rules that use it."""

    found: dict[str, tuple[str, list[str]]] = field(default_factory=dict)

    def use(self, code: str, meaning: str, ids: Iterable[str]) -> None:
        """Notes that a sign stands in a cell of these rules."""
        known = self.found.setdefault(code, (meaning, []))[1]
        known += [one for one in ids if one not in known]

    def bullets(self, desk: Desk) -> tuple[Bullet, ...]:
        """The key."""
        return tuple(
            Bullet(f"code {code}", (Statement(desk.words.sentence(meaning), tuple(ids), True),), code)
            for code, (meaning, ids) in self.found.items()
        )


@dataclass(frozen=True)
class _Ground:
    """A row: a terrain, and every rule that may speak there (those of what it counts as left out)."""

    page: Reference
    term: Term
    found: tuple[Candidate, ...]

    @cached_property
    def briefs(self) -> tuple[tuple[Brief | None, ...], ...]:
        """The effects of each of ``found`` in few words."""
        return tuple(tuple(brief(one.words, one.rule, effect) for effect in one.rule.effects) for one in self.found)

    @property
    def apart(self) -> bool:
        """Whether a rule names what stands in its brackets, so that it is not all that is called so."""
        return any(not isinstance(arg, Param) for arg in self.term.args)

    def key(self, desk: Desk) -> str:
        """What the row speaks of."""
        return desk.words.term(self.term) if self.apart else self.page[1]


def master(desk: Desk) -> tuple[tuple[Table, ...], tuple[Note, ...], tuple[Bullet, ...]]:
    """The tables, their notes and their key."""
    notes, codes = Notes(desk), Codes()
    grounds = [ground for terrain in desk.ruleset.terrains for ground in _grounds(desk, terrain)]
    if desk.on_all_terrain:
        own = tuple(Candidate(rule, desk.words) for rule in desk.on_all_terrain)
        grounds.append(_Ground(ALL_TERRAIN, Term("any terrain", "Any Terrain"), own))
    if not grounds:
        return (), (), ()
    fields = telling_fields(desk.ruleset.fields, [one for ground in grounds for one in ground.found])
    tables: list[Table] = []
    for schema in fields:
        # A second table speaks only of the rules that tell its values apart.
        told = [replace(ground, found=tuple(telling(schema, ground.found))) for ground in grounds]
        part = [ground for ground in told if ground.found] if tables else grounds
        tables += _by_class(desk, part, schema, notes, codes)
    if not tables:
        tables = [_plain(desk, grounds, notes, codes)]
    nothing = desk.words.say("brief.nothing")
    if any(cell.text == nothing for table in tables for row in table.rows for cell in row.cells):
        codes.use(nothing, desk.words.say("code.nothing"), ())
    return tuple(tables), tuple(notes.found.values()), codes.bullets(desk)


def _grounds(desk: Desk, terrain: Terrain) -> list[_Ground]:
    """The row of a terrain, if it says anything, and one for each whose brackets a rule names."""
    general = Term("terrain", terrain.name, tuple(Param(param) for param in terrain.params))
    apart = named_apart(desk, terrain)
    found = [_ground(desk, term) for term in (general, *apart)]
    return found[1:] if apart and not found[0].found else found


def _ground(desk: Desk, term: Term) -> _Ground:
    return _Ground(("terrain", term.name), term, tuple(one for one in candidates(desk, term) if not one.chain))


def _by_class(desk: Desk, grounds: Sequence[_Ground], schema: FieldSchema, notes: Notes, codes: Codes) -> list[Table]:
    values = [value.name for value in schema.values]
    tables = []
    for start in range(0, len(values), WIDEST):
        part = values[start : start + WIDEST]
        rows = []
        for ground in grounds:
            cells = [_name(desk, ground)]
            cells += [_cell(desk, ground, ("counts as", "move", "test"), schema, value, notes, codes) for value in part]
            cells += [_cell(desk, ground, (column,), None, None, notes, codes) for column in ("cover", "sight")]
            rows.append(Row((ground.key(desk),), tuple(cells)))
        say = desk.words.say
        headers = (say("header.terrain"), *(desk.lexicon.values[value] for value in part))
        headers += (say("header.cover"), say("header.sight"))
        ids = telling_ids(schema, [one for ground in grounds for one in ground.found])
        tables.append(_kept(desk, Table(("terrain", *part, "cover", "sight"), headers, tuple(rows), ids)))
    return tables


def _plain(desk: Desk, grounds: Sequence[_Ground], notes: Notes, codes: Codes) -> Table:
    rows = []
    for ground in grounds:
        cells = [_name(desk, ground)]
        cells += [_cell(desk, ground, (column,), None, None, notes, codes) for column in COLUMNS]
        rows.append(Row((ground.key(desk),), tuple(cells)))
    headers = (desk.words.say("header.terrain"), *(desk.words.say(f"header.{column}") for column in COLUMNS))
    return _kept(desk, Table(("terrain", *COLUMNS), headers, tuple(rows)))


def _kept(desk: Desk, table: Table) -> Table:
    """The table without columns that say nothing; the first after the names always stays."""
    nothing = desk.words.say("brief.nothing")
    kept = [
        index
        for index in range(len(table.columns))
        if any(row.cells[index].text != nothing for row in table.rows)
    ]  # fmt: skip
    if kept == [0]:
        kept = [0, table.columns.index("move") if "move" in table.columns else 1]
    rows = tuple(Row(row.keys, tuple(row.cells[index] for index in kept)) for row in table.rows)
    return Table(tuple(table.columns[i] for i in kept), tuple(table.headers[i] for i in kept), rows, table.ids)


def _name(desk: Desk, ground: _Ground) -> Cell:
    name = desk.words.term(ground.term) if ground.apart else desk.page_name(ground.page)
    return Cell(name, file=desk.files[ground.page])


def _column(effect: Effect) -> str:
    """Where an effect that needs a sentence has its letter."""
    return "cover" if looks([effect]) else "move"


def _cell(
    desk: Desk, ground: _Ground, columns: Sequence[str], schema: FieldSchema | None, value: str | None,
    notes: Notes, codes: Codes,
) -> Cell:  # fmt: skip
    """A cell: what certainly holds in few words, and letters for what needs more."""
    entries: dict[str, list[str]] = {}
    ids: list[str] = []
    own = own_ground(desk, schema, value, ground.term.name)
    if any(one.instead for one in own):
        ground = replace(ground, found=())
    fitting = [fits(candidate, schema, value) for candidate in ground.found]
    certain = [candidate for candidate, fit in zip(ground.found, fitting, strict=True) if fit == "yes"]
    for candidate, fit, briefs in zip(ground.found, fitting, ground.briefs, strict=True):
        if fit == "no":
            continue
        rule = candidate.rule
        whole = fit == "yes" and says_all(candidate, briefs)
        here = [
            (effect, said)
            for effect, said in zip(rule.effects, briefs, strict=True)
            if (said.column if said else _column(effect)) in columns
            and not beaten(candidate, effect, certain)
            and not (isinstance(effect, NoEffect) and fit == "yes")
        ]
        texts = [said.text for _, said in here if said is not None]
        for effect, said in here:
            ids += [rule.id, *ids_below((effect,))]
            # What needs a sentence has its letter behind what the rule says in few words, else by itself.
            text = said.text if said is not None else texts[-1] if texts else ""
            if said is not None and text not in entries:
                _coded(desk, effect, text, rule, codes)
            letters = entries.setdefault(text, [])
            if not whole and (letter := notes.letter(rule)) not in letters:
                letters.append(letter)
    for one in own:
        if one.column in columns:
            entries.setdefault(one.text, [])
            ids.append(one.rule.id)
    return _filled(desk, entries, ids)


def _filled(desk: Desk, entries: dict[str, list[str]], ids: Iterable[str]) -> Cell:
    """A cell of these entries, each with its letters; letters that stand by themselves come last."""
    alone = entries.pop("", [])
    parts = [Entry(text, tuple(letters)) for text, letters in entries.items()]
    if alone or not parts:
        parts.append(Entry("" if alone else desk.words.say("brief.nothing"), tuple(alone)))
    between = desk.words.say("brief.between")
    parts = [replace(part, after=between) for part in parts[:-1]] + parts[-1:]
    return Cell(
        "".join(part.text + part.after for part in parts),
        tuple(dict.fromkeys(ids)),
        notes=tuple(dict.fromkeys(letter for part in parts for letter in part.notes)),
        entries=tuple(parts),
    )


def _coded(desk: Desk, effect: Effect, text: str, rule: Rule, codes: Codes) -> None:
    words = desk.words
    match effect:
        case CostTimes() | CostPlus():
            codes.use(text, clause(words, effect), [rule.id])
        case CountsAs():
            codes.use(words.say("code.name"), words.say("code.names"), [rule.id])
