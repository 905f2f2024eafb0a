"""The declarations that have their place on the sheet, and the rules about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from groundrules.cards.desk import Desk, home, rules_about
from groundrules.cards.lexicon import capital, shown
from groundrules.cards.model import Bullet, Statement
from groundrules.cards.procedures import number_said
from groundrules.cards.sentences import bullet, labelled
from groundrules.cards.words import expression
from groundrules.ruleset import Action, Declared, FieldSchema, Option, Rule


def _bullet(desk: Desk, kind: str, declared: Declared, said: Sequence[Statement]) -> Bullet:
    """A declaration by its name: what it is, then the rules about it."""
    name = (kind, declared.name)
    sentences = [*said]
    prose = desk.prose(declared.prose, f"{kind} {declared.name}")
    for rule in rules_about(desk, *name):
        sentences += labelled(desk.words, bullet(desk.saying(repeat=home(rule) != name), rule))
        prose += desk.prose(rule.prose, rule.id, repeat=home(rule) != name)
    return Bullet(f"{kind} {declared.name}", tuple(sentences), capital(shown(declared)), tuple(prose))


def action_bullets(desk: Desk) -> list[Bullet]:
    """How far each action goes; those of which nothing is said in one line. An implied one needs none."""
    found: list[Bullet] = []
    silent: list[Action] = []
    for action in desk.ruleset.actions:
        rules = rules_about(desk, "action", action.name)
        if action.allowance is not None or rules or action.prose:
            said = Statement(desk.words.sentence(_allowance(desk, action), capital=False), (f"action {action.name}",))
            found.append(_bullet(desk, "action", action, [said]))
        elif not action.implied:
            silent.append(action)
    if silent:
        ids = tuple(f"action {action.name}" for action in silent)
        text = desk.words.sentence(desk.words.say("action.unlimited"), capital=False)
        names = desk.words.commas(capital(shown(action)) for action in silent)
        found.append(Bullet("actions", (Statement(text, ids),), names))
    return found


def _allowance(desk: Desk, action: Action) -> str:
    words, allowance = desk.words, action.allowance
    if allowance is None:
        return words.say("action.unlimited")
    most = expression(words, allowance.maximum)
    if allowance.minimum is None:
        text = words.say("action.up to", maximum=most)
    else:
        text = words.say("action.between", minimum=expression(words, allowance.minimum), maximum=most)
    if allowance.moves == 1:
        return text
    moves = Fraction(allowance.moves)
    return words.say("action.moves", n=words.phrases.in_words(moves) or words.number(moves), allowance=text)


def option_bullets(desk: Desk) -> list[Bullet]:
    """The choices open to the player, with what they bring, which stands in full where the rule stands."""
    found = []
    for option in desk.ruleset.options:
        said = [replace(statement, repeat=True) for statement in _branch(desk, option)]
        found.append(_bullet(desk, "option", option, said))
    return found


def _branch(desk: Desk, option: Option) -> Iterable[Statement]:
    for rule in desk.ruleset.rules:
        if rule.id == option.branch or option.branch.startswith(f"{rule.id} > "):
            yield from (
                statement
                for statement in bullet(desk.saying(repeat=True), rule, full=False).sentences
                if any(one == option.branch or one.startswith(f"{option.branch} > ") for one in statement.ids)
            )


def cover_bullets(desk: Desk) -> list[Bullet]:
    """The grades of cover, each with its place among them."""
    found = []
    covers = desk.ruleset.covers
    for place, cover in enumerate(covers, start=1):
        text = desk.words.say("cover.only")
        if len(covers) > 1:
            text = desk.words.say("cover.grade", n=str(place), all=str(len(covers)))
        said = Statement(desk.words.sentence(text, capital=False), (f"cover {cover.name}",))
        found.append(_bullet(desk, "cover", cover, [said]))
    return found


def class_bullets(desk: Desk) -> list[Bullet]:
    """The rules about classes and other values of models, by the value; values of one field with equal rules as one."""
    found: dict[object, Bullet] = {}
    for schema in desk.ruleset.fields:
        for value in schema.values:
            rules = [rule for rule in rules_about(desk, "value", value.name) if _of(rule, schema)]
            if not rules:
                continue
            name = ("value", value.name)
            sentences: list[Statement] = []
            prose: list[Statement] = []
            for rule in rules:
                sentences += labelled(desk.words, bullet(desk.saying(repeat=home(rule) != name), rule))
                prose += desk.prose(rule.prose, rule.id, repeat=home(rule) != name)
            name_shown = desk.lexicon.values[value.name]
            same = (schema.name, *(one.text for one in (*sentences, *prose)))
            first = found.get(same)
            if first is None:
                key = f"value {schema.name} {value.name}"
                found[same] = Bullet(key, tuple(sentences), name_shown, tuple(prose))
            else:
                found[same] = _as_one(desk, first, sentences, prose, name_shown)
    return list(found.values())


def _as_one(desk: Desk, first: Bullet, sentences: Sequence[Statement], prose: Sequence[Statement], name: str) -> Bullet:
    """A bullet that says the same of one value more."""
    return replace(
        first,
        trigger=desk.words.commas([first.trigger or "", name]),
        sentences=tuple(_joined(*two) for two in zip(first.sentences, sentences, strict=True)),
        prose=tuple(_joined(*two) for two in zip(first.prose, prose, strict=True)),
    )


def _joined(one: Statement, other: Statement) -> Statement:
    """The same text from the rules of both; it is a repeat if it is in both places."""
    return replace(one, ids=tuple(dict.fromkeys((*one.ids, *other.ids))), repeat=one.repeat and other.repeat)


def _of(rule: Rule, schema: FieldSchema) -> bool:
    return any(subject.term.kind == "value" and subject.term.field == schema.name for subject in rule.subjects)


def number_bullets(desk: Desk) -> list[Bullet]:
    """The named quantities."""
    return [
        Bullet(
            f"number {number.name}",
            tuple(number_said(desk.saying(), number, named=False)),
            shown(number),
            tuple(desk.prose(number.prose, f"number {number.name}")),
        )
        for number in desk.ruleset.numbers
    ]


def field_bullets(desk: Desk) -> list[Bullet]:
    """What models, terrain and the game state; what is agreed stands elsewhere."""
    return [_field(desk, schema) for schema in desk.ruleset.fields if schema.type != "agreed"]


def agreed_bullets(desk: Desk) -> list[Bullet]:
    """What the players agree on before the game."""
    return [_field(desk, schema) for schema in desk.ruleset.fields if schema.type == "agreed"]


def _field(desk: Desk, schema: FieldSchema) -> Bullet:
    words = desk.words
    values = [words.lexicon.values[value.name] for value in schema.values]
    match schema.type:
        case "one of":
            text = words.say("schema.one of", values=words.both(values))
        case "ordered":
            text = words.say("schema.ordered", values=words.commas(values))
        case "unit":
            text = words.say("schema.unit", unit=schema.unit or "")
        case "agreed" if schema.agreed_for:
            terrains = words.both(desk.page_name(("terrain", name)) for name in schema.agreed_for)
            text = words.say("schema.agreed for", terrains=terrains)
        case _:
            text = words.say(f"schema.{schema.type}")
    if schema.optional:
        text = words.say("schema.optional", text=text)
    key = f"field {schema.owner} {schema.name}"
    prose = tuple(desk.prose(schema.prose, key))
    name = shown(schema)
    if schema.type != "agreed":
        name = words.say(f"schema.of {schema.owner}", field=name)
    return Bullet(key, (Statement(words.sentence(text, capital=False), (key,)),), name, prose)


def group_bullets(desk: Desk) -> list[Bullet]:
    """What the author's groups hold."""
    found = []
    for group in desk.ruleset.groups:
        key = f"group {group.name}"
        text = desk.words.sentence(desk.words.both(desk.words.terms(group.members)), capital=False)
        found.append(Bullet(key, (Statement(text, (key,)),), shown(group), tuple(desk.prose(group.prose, key))))
    return found
