"""The quick-reference sheet: the master table, then all that has no card of its own, and short repeats of what has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from groundrules.cards.declarations import (
    action_bullets,
    agreed_bullets,
    class_bullets,
    cover_bullets,
    field_bullets,
    group_bullets,
    number_bullets,
    option_bullets,
)
from groundrules.cards.desk import SHEET, Desk, home, rules_about
from groundrules.cards.lexicon import capital, parted, shown
from groundrules.cards.master import master
from groundrules.cards.model import Bullet, Cell, Row, Section, Sheet, Statement, Table
from groundrules.cards.procedures import kept_dice
from groundrules.cards.rolls import bands_table, filled_prose
from groundrules.cards.sentences import base_said, bullet, labelled
from groundrules.cards.words import expression
from groundrules.ruleset import Declared, Outcome, Revision


def build_sheet(desk: Desk) -> Sheet:
    """The sheet of a ruleset."""
    tables, notes, codes = master(desk)
    say = desk.words.say
    parts: list[tuple[str, Sequence[Bullet]]] = [
        ("before", agreed_bullets(desk)),
        ("rolls", ()),
        ("traits", _of_cards(desk, "trait")),
        ("states", _of_cards(desk, "state")),
        ("outcomes", _outcomes(desk)),
        ("actions", action_bullets(desk)),
        ("options", option_bullets(desk)),
        ("covers", cover_bullets(desk)),
        ("values", class_bullets(desk)),
        ("numbers", number_bullets(desk)),
        ("fields", field_bullets(desk)),
        ("groups", group_bullets(desk)),
        ("several", several(desk)),
        ("changed", changed(desk)),
    ]
    sections = [
        Section(
            key, say(f"section.{key}"), tuple(bullets), tuple(_rolls(desk)) if key == "rolls" else (), key == "several"
        )
        for key, bullets in parts
    ]
    return Sheet(
        title=desk.title,
        subtitle=say("label.quick reference"),
        file=SHEET,
        prose=tuple(desk.prose(desk.ruleset.header.prose, "ruleset")),
        master=tables,
        notes=notes,
        codes=codes,
        sections=tuple(section for section in sections if section.bullets or section.tables),
        example=desk.findings.examples.get("quick-reference"),
        foot=desk.foot(None),
        labels=desk.labels,
    )


def _rolls(desk: Desk) -> list[Table]:
    """Every roll in one table, a row for each band."""
    words = desk.words
    columns = ("name", "dice", "roll", "result", "effect", "one", "five")
    nothing = words.say("brief.nothing")
    rows: list[Row] = []
    for roll in desk.ruleset.rolls:
        table = bands_table(desk, roll, desk.saying(repeat=True))
        name = Cell(desk.page_name(("roll", roll.name)), (f"roll {roll.name}",), file=desk.files[("roll", roll.name)])
        dice = Cell(_dice(desk, roll.name), (f"roll {roll.name}",))
        if table is None:
            rows.append(Row((f"roll {roll.name}",), (name, dice, *[Cell(nothing) for _ in columns[2:]])))
            continue
        for index, row in enumerate(table.rows):
            of = dict(zip(table.columns, row.cells, strict=True))
            head = (name, dice) if index == 0 else (Cell(""), Cell(""))
            rest = tuple(of.get(column, Cell(nothing)) for column in columns[2:])
            rows.append(Row((f"{roll.name}: {row.keys[0]}",), (*head, *rest)))
    if not rows:
        return []
    said = [i for i in range(len(columns)) if i < 3 or any(row.cells[i].text not in ("", nothing) for row in rows)]
    headers = tuple(words.say(f"header.{columns[i]}") for i in said)
    kept = tuple(Row(row.keys, tuple(row.cells[i] for i in said)) for row in rows)
    return [Table(tuple(columns[i] for i in said), headers, kept)]


def _dice(desk: Desk, name: str) -> str:
    roll = desk.lexicon.rolls[name]
    return desk.words.in_turn([expression(desk.words, roll.total), *kept_dice(desk.words, roll)])


def _of_cards(desk: Desk, kind: str) -> list[Bullet]:
    """Traits and states from A to Z, each in one line."""
    found = []
    for one in _alphabetical(desk.declared(kind)):
        sentences: list[Statement] = []
        for rule in rules_about(desk, kind, one.name):
            sentences += labelled(desk.words, bullet(desk.saying(repeat=True), rule, full=False))
        if not sentences:
            sentences = [_unruled(desk, kind, one.name)]
        found.append(Bullet(f"{kind} {one.name}", tuple(sentences), desk.page_name((kind, one.name))))
    return found


def _unruled(desk: Desk, kind: str, name: str) -> Statement:
    """Of a trait or state that has no rule of its own: where it is spoken of."""
    say = desk.words.say
    named = desk.named_by((kind, name))
    if not named:
        return Statement(desk.words.sentence(say("label.no rule"), capital=False), (f"{kind} {name}",), True)
    pages = desk.words.commas(dict.fromkeys(title for title, _ in named))
    ids = tuple(dict.fromkeys(one for _, ids in named for one in ids))
    return Statement(desk.words.sentence(say("label.named by", pages=pages), capital=False), ids, True)


def _alphabetical(declared: Iterable[Declared]) -> list[Declared]:
    return sorted(declared, key=lambda one: (shown(one).casefold(), one.name))


def _outcomes(desk: Desk) -> list[Bullet]:
    """What the author says of each outcome; those left to the game in one line."""
    found: list[Bullet] = []
    silent: list[Outcome] = []
    for outcome in desk.ruleset.outcomes:
        env = dict.fromkeys(outcome.params, desk.words.say("outcome.open"))
        ids = (f"outcome {outcome.name}",)
        prose = [Statement(line, ids, True) for line in filled_prose(outcome.prose, env)]
        for rule in rules_about(desk, "outcome", outcome.name):
            prose += labelled(desk.words, bullet(desk.saying(repeat=True), rule, full=False))
        if prose:
            found.append(Bullet(f"outcome {outcome.name}", tuple(prose), capital(shown(outcome))))
        else:
            silent.append(outcome)
    if silent:
        text = desk.words.sentence(desk.words.say("outcome.game"), capital=False)
        names = desk.words.commas(capital(shown(outcome)) for outcome in silent)
        said = Statement(text, tuple(f"outcome {outcome.name}" for outcome in silent), True)
        found.append(Bullet("outcomes", (said,), names))
    return found


def several(desk: Desk) -> list[Bullet]:
    """What holds when several rules apply, numbered; what the ruleset itself settles among it."""
    say, settings = desk.words.say, desk.ruleset.settings
    lines: list[tuple[str, str]] = [("add", say("several.add")), ("specific", say("several.specific"))]
    lines += [("same", say("several.same")), ("forbid", say("several.forbid"))]
    if settings.overlap is not None:
        key = {"worst": "worst", "multiply": "multiply", "add": "sum"}[settings.overlap]
        lines.append(("overlap", say(f"several.{key}")))
    if len(desk.ruleset.covers) > 1:
        lines.append(("cover", say("several.cover")))
    if desk.ruleset.rolls:
        lines.append(("rolls", say("several.rolls")))
    if settings.rounding is not None:
        scope = say(f"scope.{settings.rounding.scope}")
        lines.append(("round", say(f"several.round {settings.rounding.direction}", scope=scope)))
    if settings.grid is None:
        lines.append(("measure", say(f"several.{settings.measure}")))
    else:
        cell = desk.words.step(settings.grid.cell)
        lines.append(("grid", say("several.grid", cell=cell)))
        if settings.grid.cell != settings.distance or settings.grid.size != 1:
            size = desk.words.quantity(settings.grid.size, settings.distance)
            lines.append(("cell size", say("several.cell size", cell=cell, size=size)))
        if settings.grid.cell == "squares":
            lines.append(("diagonals", say(f"several.diagonals {settings.grid.diagonals}")))
    return [Bullet(f"several {key}", (Statement(text, (f"setting {key}",)),)) for key, text in lines]


def changed(desk: Desk) -> list[Bullet]:
    """What the ruleset overrides, removes and adds to those that it uses."""
    words = desk.words
    found: list[Bullet] = []
    more: dict[str, list[str]] = {}
    new: dict[str, list[str]] = {}
    for revision in desk.ruleset.revisions:
        rule = desk.known.get(revision.id)
        if revision.change == "add" and revision.setting is None:
            page = home(rule) if rule is not None else ("", revision.id)
            (new if page in desk.added else more).setdefault(desk.page_name(page), []).append(revision.id)
            continue
        if revision.setting is not None:
            text = words.say("changed.setting", setting=revision.setting)
        elif revision.base is None:
            text = words.say("changed.declared")
        else:
            text = words.say(f"changed.{revision.change}", base=base_said(words, revision))
        said = Statement(words.sentence(text, capital=False), (revision.id,), True)
        found.append(Bullet(f"changed {revision.id}", (said,), _named(desk, revision)))
    for key, names in (("more", more), ("add", new)):
        if names:
            ids = tuple(one for each in names.values() for one in each)
            said = Statement(words.sentence(words.say(f"changed.{key}"), capital=False), ids, True)
            found.append(Bullet(f"changed {key}", (said,), words.commas(names)))
    return found


def _named(desk: Desk, revision: Revision) -> str:
    name = parted(revision.id)
    if revision.base_name is None:
        return name
    return desk.words.say("changed.of", name=name, base=parted(revision.base_name))
