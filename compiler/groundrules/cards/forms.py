"""The schema of phrase catalogues: every key, the places its phrase may use, and whether it counts.

Written as ``key: place place``, parted by semicolons; ``#`` after a key says that its
phrase may have a variant for a number. The top of the file has phrases that belong to no
section.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """What a phrase may use: the names of its places, and whether it may vary by a number."""

    places: frozenset[str]
    counts: bool = False


_FORMS = {
    "list": "and: head last; or: head last; comma: head last; semicolon: head last",
    "": """
        sentence: text; quote: text; with notes: text notes; brackets: name args; labelled: label text; beats:
        rules
    """,
    "quantity": """
        inches: n; cm: n; mm: n; metres: n; feet: n; squares#: n; hexes#: n; spaces#: n; levels#: n; points#: n;
        moves#: n; other: n unit
    """,
    "step": "inches; cm; mm; metres; feet; squares; hexes; spaces; levels; points; moves; other: unit",
    "dice": "one: sides; several: count sides; number: count dice; pool: dice count",
    "expr": """
        add: left right; subtract: left right; multiply: left right; half: term; divide: left right; negative:
        term; brackets: term; result; natural; rate: amount per measure; rate full: amount per measure; rate
        part: amount per measure
    """,
    "field": "model: field; own: field; piece: field; game: field; shooter: field; target: field",
    "measure": "obscured; covered; target covered; width; base; target base; distance; moved; rise; gap; fall",
    "term": "any terrain; except: ground excepts",
    "trigger": """
        turn start; activate; start; move; contact; enter; cross; leave; climb; jump; drop; end; turn end; see;
        shoot; roll; profile; choose
    """,
    "prefix": """
        clause: prefix text; subject: subject; within: ground; during: actions; who: who; unit; but: who; but
        during: actions; when: condition; unless: condition; option: option; holder; as: ground
    """,
    "suffix": "once: scopes; once more: head last; together",
    "scope": "move; feature; activation; turn; game",
    "condition": """
        brackets: condition; always; never; trait: owner name; no trait: owner name; state: owner name; no
        state: owner name; value: field name; no value: field name; terrain: name; no terrain: name; option:
        name; no option: name; action: name; no action: name; cover: owner name; no cover: owner name; whole
        move; no whole move; part of move; no part of move; inside: owner; not inside: owner; behind: owner; not
        behind: owner; touching: owner; not touching: owner; between; not between; agreed: text; not agreed:
        text; partly obscured: owner; not obscured: owner; wholly obscured: owner; not wholly obscured: owner
    """,
    "owner": "model; piece; shooter; target; game",
    "share": """
        clause: share where; any: whole; all: whole; not all: whole; none: whole; over: n whole; not over: n
        whole; at least: n whole; under: n whole; over models: n whole; not over models: n whole; at least
        models: n whole; under models: n whole; half; unit; base; target unit; target base; facing; inside#; outside#;
        touching#; behind#;
        obscured#; obscured by#: ground
    """,
    "compare": """
        at least: left right; at most: left right; over: left right; under: left right; is: left right; is not:
        left right
    """,
    "effect": """
        cost times#: step factor; cost plus: step amount; cost less: step amount; cost plus per: per amount;
        cost less per: per amount; cost at least: step least; cost to enter: amount; cost by measure: rate; cost
        all; forbid: deeds; forbid here: deeds; forbid always: deeds; forbid always here: deeds; allow: deeds;
        allow here: deeds; allow always: deeds; allow always here: deeds; stop; may stop; end move; end move
        beyond; end activation; stop after: distance; cap: value; floor: value; allowance: value; change times#:
        field value; change plus: value field; change plus up to: value field bound; change minus: value field;
        change minus down to: value field bound; change set: field value; change own: field value; change roll
        plus: value roll; change roll minus: value roll; change roll times: roll value; more dice#: roll n;
        fewer dice#: roll n; gain: states; lose: states; cover: cover; cover grade: cover; block sight;
        block sight when; block
        sight beyond: beyond; counts as: terrains; treat as: ground target; ignore: ground; ignore moving:
        ground; ignore events: ground events; ignore events moving: ground events; pass#: rolls; pass as#: rolls
        band; reroll: faces rolls; reroll band: band rolls; replaces: terrains; becomes: terrain; no effect;
        roll: roll; roll plain: roll; outcome: outcome; outcome plain: outcome; without: outcome parts;
        chosen: option text;
        handler: band; range: low high
    """,
    "event": "enter; leave; cross; contact; start; end; activate; climb; jump; drop; turn start; turn end",
    "deed": """
        enter; leave; cross; contact; start; end; activate; climb; jump; drop; turn start; turn end; action:
        action
    """,
    "brief": """
        cost times: factor; cost plus: amount; cost less: amount; spelled cost times: factor step spelled;
        spelled cost plus: amount step; spelled cost less: amount step; cost at least: least; cost to enter:
        amount; cost all; forbid: events; cover: cover; block sight; block sight beyond: beyond; at: events
        text; stop; between; no effect; nothing; below; also below: text; treated: terrain; ignored; ignored moving;
        ignored partly
    """,
    "brief.forbid event": """
        enter; leave; cross; contact; start; end; activate; climb; jump; drop; turn start; turn end
    """,
    "roll": """
        dice#: dice; add#: dice rest; take#: dice rest; none; depends: things; whether: condition;
        ground; action; total: total; derived: roll; derived plain: roll; keep highest#: n;
        keep lowest#: n; extra highest; extra lowest; fewer highest; fewer lowest
    """,
    "band": """
        exactly: low; range: low high; between: low high; at least: low; at most: high; any; each: range;
        natural: range; otherwise; qualified: range prefix
    """,
    "chance": "cell: many all percent; about: percent; any die: chance; each die: many all; certain; never",
    "number": """
        value: value; pair: key value; for range: low high value; for at least: low value; for at most: high
        value; by: pairs field; plus: value; minus: value; times: value; set: value
    """,
    "action": "unlimited; up to: maximum; between: minimum maximum; moves: n allowance",
    "state": "until move; until activation; until turn; until game; lasting",
    "outcome": "game; open; args: param value; bare args: value",
    "schema": """
        distance; number; unit: unit; ordered: values; one of: values; optional: text; agreed; agreed for:
        terrains; of model: field; of piece: field; of game: field
    """,
    "cover": "only; grade: n all",
    "house": "override: base; remove: base; add; declared",
    "changed": "override: base; remove: base; add; more; declared; setting: setting; of: name base",
    "several": """
        add; specific; same; forbid; worst; multiply; sum; cover; rolls; round up: scope; round down: scope;
        round nearest: scope; base; centre; grid: cell; cell size: cell size; diagonals equal; diagonals
        alternate; diagonals forbidden
    """,
    "kind": "terrain; all terrain; trait; state; outcome; roll",
    "kinds": "terrain; trait; state; outcome; roll",
    "label": """
        separator; all terrain; example; see; quick reference; version: text; author: text; licence: text;
        notice: text; source: text; notes; legend; cards; house; one; five; scale; no rule; named by: pages;
        counts as: terrains
    """,
    "header": """
        class: field; class in: field terrain; counts as; move; test; cover; sight; cover to; sight to; terrain; name;
        roll; dice;
        result; effect; one; five; ten
    """,
    "section": """
        before; rolls; traits; states; outcomes; actions; options; covers; numbers; fields; groups; values;
        several; changed
    """,
    "code": "nothing; name; names",
}


def _read(sections: dict[str, str]) -> dict[str, Form]:
    forms: dict[str, Form] = {}
    for section, text in sections.items():
        for entry in text.split(";"):
            key, _, places = (" ".join(part.split()) for part in entry.partition(":"))
            name = f"{section}.{key.removesuffix('#')}" if section else key.removesuffix("#")
            forms[name] = Form(frozenset(places.split()), key.endswith("#"))
    return forms


#: Every key a catalogue must have.
FORMS: dict[str, Form] = _read(_FORMS)
