"""Lines below a line: clauses become rules of their own, handlers belong to the roll above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from groundrules import ruleset as rs
from groundrules.diagnostics import (
    Edit,
    Fix,
    Related,
    choice,
    indent_of,
    line_end,
    replace as put,
    take_away,
    take_lines,
    whole_lines,
)
from groundrules.meaning.asking_result import asks_for_result
from groundrules.meaning.bands import band_names, merged
from groundrules.meaning.drafts import Draft
from groundrules.meaning.effects import lower_effects
from groundrules.meaning.env import Env
from groundrules.meaning.ids import Speller
from groundrules.meaning.names import declared_at
from groundrules.meaning.performing import say_no_band
from groundrules.meaning.qualifiers import qualifiers
from groundrules.meaning.scopes import Setting, scoped
from groundrules.meaning.symbols import Symbol
from groundrules.ruleset import Effect, Qualifiers
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru


@dataclass(slots=True)
class Words:
    """The prose and the page that stand below a line."""

    prose: list[str] = field(default_factory=list)
    ref: str | None = None
    _page: ast.Cite | None = None

    def take(self, env: Env, line: ast.Prose | ast.Cite) -> None:
        """Add a line of prose, or the page; a second page is reported."""
        if isinstance(line, ast.Prose):
            self.prose.append(line.text)
        elif self.ref is None:
            self.ref, self._page = line.text, line
        else:
            env.report.say(
                "GR215", line.span, "there is a `ref` here already", help="name all pages in one `ref`",
                fix=None if self._page is None else _joined(self._page, line),
            )  # fmt: skip


def _joined(first: ast.Cite, second: ast.Cite) -> Fix | None:
    """Both pages in the first line."""
    end, quote = first.span.end - 1, first.span.text[-1:]
    if quote != '"' or not {'"', "\\"}.isdisjoint(second.text) or first.span.source is not second.span.source:
        return None
    more = Edit(first.span.source.span(end, end), f"; {second.text}")
    return Fix("name both pages in one `ref`", (more, *take_lines("", second.span).edits))


#: What a branch's effects hang on: the band that was reached.
_BRANCH = Setting(False, Qualifiers(), branch=True, action_fields=frozenset(), action_numbers=frozenset())


# ---- rules


def fill(env: Env, draft: Draft, nodes: Sequence[ru.Effect], block: Sequence[ast.Line], drafts: list[Draft]) -> None:
    """Give a draft its effects and its prose; clauses with qualifiers and options become further drafts."""
    before = env.report.count
    made = lower_effects(env.inside(event=bool(draft.qualifiers.on)), nodes)
    draft.inherits += made.inherits
    words = Words(draft.prose, draft.ref)
    below = env.inside(bands=_bands(env, made.effects))
    draft.effects += _handled(below, nodes, made.effects, block, draft.id, words)
    for line in block:
        if isinstance(line, ast.Prose | ast.Cite):
            words.take(env, line)
        elif isinstance(line, ast.Clause) and not line.qualifiers:
            fill(below, draft, line.effects, line.block, drafts)
        elif isinstance(line, ast.Clause):
            child = _child(env, draft, line.qualifiers, line)
            if child is not None:
                drafts.append(child)
                fill(below, child, line.effects, line.block, drafts)
        elif isinstance(line, ast.Option):
            option(below, draft, line, drafts)
    draft.ref = words.ref
    draft.broken |= env.report.count != before


def _child(env: Env, draft: Draft, nodes: Sequence[ru.Qualifier], line: ast.Clause | ast.Option) -> Draft | None:
    before = env.report.count
    merged_qualifiers = qualifiers(env, nodes, draft.qualifiers)
    if merged_qualifiers is None:
        if env.report.count == before + 1 and env.report.found[-1].code == "GR237":
            env.report.found[-1] = replace(env.report.found[-1], fix=_rule_of_its_own(draft.node, line))
        draft.broken = True
        return None
    return replace(
        draft,
        qualifiers=merged_qualifiers,
        effects=[], prose=[], ref=None, inherits=[], answers=False,
        span=line.span, node=line, above=(*draft.above, *nodes), broken=False,
    ).reworded(Speller(env.table))  # fmt: skip


def _rule_of_its_own(node: ex.Node | None, line: ast.Clause | ast.Option) -> Fix | None:
    """``on leave: …`` below ``Fire on enter:`` as ``Fire on leave: …`` below that rule, or in its place."""
    if not isinstance(node, ast.Rule) or line not in node.block or not isinstance(line, ast.Clause) or line.block:
        return None
    if any(not isinstance(each, ru.On) for each in node.qualifiers) or indent_of(node.span):
        return None
    rule, own = whole_lines(node.span), whole_lines(line.span)
    subjects = node.subjects[0].span.to(node.subjects[-1].span).text
    rest = rule.source.text[rule.start : own.start] + rule.source.text[own.end : rule.end]
    kept = "" if len(node.block) == 1 and not node.effects else rest
    written = f"{kept}{subjects} {line.span.text.strip()}{line_end(rule.source)}"
    return put("write a rule of its own", rule, written)


def option(env: Env, draft: Draft, line: ast.Option, drafts: list[Draft]) -> None:
    """``option Cautious: at most 5cm`` below a rule: a rule that holds when it is chosen."""
    merged_qualifiers = qualifiers(env, line.qualifiers, draft.qualifiers)
    if merged_qualifiers is None:
        return
    speller = Speller(env.table)
    env.table.use(line.name.key, line.name.span)
    tail = f"{draft.tail} > option {speller.name(line.name)}{speller.qualifiers(line.qualifiers)}"
    child = replace(
        draft, qualifiers=merged_qualifiers, tail=tail, option=speller.name(line.name),
        effects=[], prose=[], ref=None, inherits=[], answers=False, span=line.span, node=line, broken=False,
    )  # fmt: skip
    drafts.append(child)
    fill(env, child, line.effects, line.block, drafts)


# ---- branches: bands, handlers, and what stands below them


def branch(
    env: Env, id: str, nodes: Sequence[ru.Effect], block: Sequence[ast.Line], words: Words
) -> tuple[Effect, ...]:
    """What happens when a band or a handler is reached; ``id`` is the branch's own."""
    reached = env.inside(event=True, result=True)
    made = lower_effects(reached, nodes)
    for node in made.inherits:
        say_misplaced_as(env, node)
    below = reached.inside(bands={**_bands(env, made.effects)})
    effects = _handled(below, nodes, made.effects, block, id, words)
    for line in block:
        if isinstance(line, ast.Prose | ast.Cite):
            words.take(env, line)
        elif isinstance(line, ast.Clause) and not line.qualifiers:
            effects += branch(below, id, line.effects, line.block, words)
        elif isinstance(line, ast.Clause):
            effects += _conditional(below, id, line, words)
        elif isinstance(line, ast.Option):
            effects += _choose(below, id, line, words)
    return scoped(effects, _BRANCH)


def branch_qualifiers(env: Env, nodes: Sequence[ru.Qualifier]) -> Qualifiers | None:
    """Qualifiers of a band or below one; an event is reported: what stands here happens when it is rolled."""
    for node in nodes:
        if isinstance(node, ru.On):
            env.report.say(
                "GR237", node.span, "what stands here happens when it is rolled, not on an event",
                help=f"leave `{node.span.text}` out, or write a rule of its own for the event",
                fix=choice(take_away("leave the event out", node.span)),
            )  # fmt: skip
            return None
    return qualifiers(env, nodes)


def _conditional(env: Env, id: str, line: ast.Clause, words: Words) -> list[Effect]:
    own = branch_qualifiers(env, line.qualifiers)
    inner = f"{id} >{Speller(env.table).qualifiers(line.qualifiers)}"
    effects = branch(env, inner, line.effects, line.block, words)
    return [] if own is None else [rs.Conditional(inner, own, effects)]


def _choose(env: Env, id: str, line: ast.Option, words: Words) -> list[Effect]:
    own = branch_qualifiers(env, line.qualifiers)
    speller = Speller(env.table)
    env.table.use(line.name.key, line.name.span)
    name = speller.name(line.name)
    inner = f"{id} > option {name}{speller.qualifiers(line.qualifiers)}"
    effects = branch(env, inner, line.effects, line.block, words)
    return [] if own is None else [rs.Choose(inner, name, own, effects)]


def say_misplaced_as(env: Env, node: ru.Inherits) -> None:
    """Report ``as`` where no rule stands."""
    env.report.say("GR246", node.span, "`as` takes over all rules of something, for good",
                   help=f"write it as a rule: `NAME: {node.span.text}`")  # fmt: skip


# ---- handlers


def _bands(env: Env, effects: Sequence[Effect]) -> dict[str, str]:
    return merged(band_names(env.table, symbol) for symbol in _rolls(env, effects))


def _rolls(env: Env, effects: Sequence[Effect]) -> list[Symbol]:
    rolls = [env.table.get(effect.roll) for effect in effects if isinstance(effect, rs.Perform)]
    return [symbol for symbol in rolls if symbol is not None]


def _handled(
    env: Env, nodes: Sequence[ru.Effect], effects: Sequence[Effect], block: Sequence[ast.Line], id: str, words: Words
) -> list[Effect]:
    """The effects of a line, its rolls with the handlers from the block below."""
    lines = [line for line in block if isinstance(line, ast.Handler)]
    named = sum(isinstance(node, ru.Perform) for node in nodes)
    lost = named > sum(isinstance(effect, rs.Perform | rs.Deliver) for effect in effects)
    made: dict[int, list[rs.Handler]] = {}
    rolls = {
        index: symbol
        for index, effect in enumerate(effects)
        if isinstance(effect, rs.Perform) and (symbol := env.table.get(effect.roll)) is not None
    }
    for line in lines:
        index = _roll_of(env, line, rolls, effects, lost)
        if index is not None:
            handler = lower_handler(env, line, band_names(env.table, rolls[index])[line.name.key], id, words)
            if handler is not None:
                made.setdefault(index, []).append(handler)
    return [
        replace(effect, handlers=tuple(made[index])) if isinstance(effect, rs.Perform) and index in made else effect
        for index, effect in enumerate(effects)
    ]


def lower_handler(env: Env, line: ast.Handler, band: str, id: str, words: Words) -> rs.Handler | None:
    """``Failure: Injury Roll``."""
    own = None if asks_for_result(env, line, line.name.span) else branch_qualifiers(env, line.qualifiers)
    if line.args:
        env.report.say("GR211", line.name.span, f"`{line.name.text}` is a band and takes nothing in brackets",
                       help=f"write `{line.name.text}:`")  # fmt: skip
    inner = f"{id} > {band}{Speller(env.table).qualifiers(line.qualifiers)}"
    effects = branch(env, inner, line.effects, line.block, words)
    return None if own is None else rs.Handler(inner, band, own, effects)


def _roll_of(
    env: Env, line: ast.Handler, rolls: dict[int, Symbol], effects: Sequence[Effect], lost: bool
) -> int | None:
    having = [index for index, symbol in rolls.items() if line.name.key in band_names(env.table, symbol)]
    if len(having) == 1:
        return having[0]
    if not having:
        if not lost:
            say_no_handler(env, line, list(rolls.values()), effects)
        return None
    listed = " and ".join(f"`{rolls[index].name}`" for index in having)
    env.report.say(
        "GR210", line.name.span, f"{listed} both have a band `{line.name.text}`: which of them is meant?",
        help="write each roll on a line of its own, with its bands below",
        related=[Related(rolls[index].span, f"`{rolls[index].name}` is declared here") for index in having],
    )  # fmt: skip
    return None


#: The word before a name that stands where a band is expected.
_WORD = {"trait": "for", "value": "for", "state": "for", "terrain": "in", "action": "during"}


def say_no_handler(env: Env, line: ast.Handler, rolls: list[Symbol], effects: Sequence[Effect] = ()) -> None:
    """Report a line that begins with a name and handles no band of the roll above."""
    name = line.name
    symbol = env.table.get(name.key)
    if symbol is None:
        if name.key in env.report.suspects:
            return
        if rolls:
            say_no_band(env, name, rolls)
        else:
            _say_no_roll(env, name, effects)
        return
    env.table.use(name.key, name.span)
    kind = symbol.one_kind
    word = _WORD.get(kind)
    if word is None:
        env.report.say("GR209", name.span, f"`{name.text}` is {symbol.described}, not a band of the roll above",
                       help="a line here begins with a band of that roll, or with a qualifier",
                       related=declared_at(symbol))  # fmt: skip
        return
    fix = Fix(f"write `{word}`", (Edit(name.span.source.span(name.span.start, name.span.start), f"{word} "),))
    env.report.say("GR209", name.span, f"`{name.text}` is {symbol.described}, not a band of the roll above",
                   help=f"write `{word} {name.text}:`", fix=fix, related=declared_at(symbol))  # fmt: skip


def _say_no_roll(env: Env, name: ex.Name, effects: Sequence[Effect]) -> None:
    outcome = next((effect.outcome for effect in effects if isinstance(effect, rs.Deliver)), None)
    if outcome is None:
        help = "write it below the line that makes the roll, farther in"
    else:
        help = f"an outcome has no bands; to roll here, declare `roll {outcome}: 2d6` with its bands"
    env.report.say("GR209", name.span, f"`{name.text}` names a band, and the line above makes no roll", help=help)
