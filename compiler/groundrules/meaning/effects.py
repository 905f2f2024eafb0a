"""Effects of the tree to effects of the compiled rules; scopes come later (:mod:`.scopes`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from groundrules import ruleset as rs
from groundrules.diagnostics import Related, choice, put_behind, replace as edit
from groundrules.meaning import changes, lists, performing
from groundrules.meaning.bands import band_names, of_each_die
from groundrules.meaning.env import Env
from groundrules.meaning.expressions import arguments, expression, rate
from groundrules.meaning.grounds import ground, handed_on, spoken_of
from groundrules.meaning.names import Spot, declared_at, names_to_terms, resolve
from groundrules.meaning.symbols import Symbol
from groundrules.ruleset import Effect
from groundrules.source import Span
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru


@dataclass(slots=True)
class Made:
    """What a list of effects came to: the effects, and the ``as`` among them."""

    effects: list[Effect] = field(default_factory=list)
    inherits: list[ru.Inherits] = field(default_factory=list)


def lower_effects(env: Env, nodes: Sequence[ru.Effect], *, cell: bool = False) -> Made:
    """The compiled effects of a line; those about which something was reported are left out."""
    made = Made()
    listed = 0
    for index, node in enumerate(nodes):
        if not cell:
            listed = max(listed, lists.say_comma(env, nodes, index))
        if index < listed:
            continue
        if isinstance(node, ru.Inherits):
            made.inherits.append(node)
        else:
            made.effects += [effect for effect in _effect(env, node, cell) if effect is not None]
    return made


def _effect(env: Env, node: ru.Effect, cell: bool) -> Sequence[Effect | None]:
    match node:
        case ru.Change() | ru.MoreDice():
            return (changes.changed(env, node),)
        case ru.Perform():
            return performing.perform(env, node, cell=cell)
        case ru.Pass():
            return _pass(env, node)
        case ru.Reroll():
            return (_reroll(env, node),)
        case ru.Permit() | ru.Halt() | ru.StopAfter() | ru.Limit():
            return (_moving(env, node),)
        case ru.CostTimes() | ru.CostPlus() | ru.CostFloor() | ru.CostEnter() | ru.CostRate() | ru.CostAll():
            return (_cost(env, node),)
        case _:
            return (_ground(env, node),)


def _cost(env: Env, node: ru.Effect) -> Effect | None:
    match node:
        case ru.CostTimes(factor=factor):
            value = expression(env, factor)
            return None if value is None else rs.CostTimes(value)
        case ru.CostPlus(amount=amount, per=per):
            value = expression(env, amount)
            return None if value is None else rs.CostPlus(value, per)
        case ru.CostFloor(least=least):
            value = expression(env, least)
            return None if value is None else rs.CostFloor(value)
        case ru.CostEnter(amount=amount):
            value = expression(env, amount)
            return None if value is None else rs.CostEnter(value)
        case ru.CostRate(rate=ex.Rate() as by):
            value = rate(env, by)
            return None if value is None else rs.CostRate(value)
        case ru.CostRate(rate=other):
            value = expression(env, other)
            return None if value is None else rs.CostRate(value)
    return rs.CostAll()


def _moving(env: Env, node: ru.Permit | ru.Halt | ru.StopAfter | ru.Limit) -> Effect | None:
    match node:
        case ru.Permit(verb=verb, what=what, always=always):
            events = tuple(each for each in what if isinstance(each, str))
            spot = Spot(f"after `{verb}`", ("action",))
            named = [each for each in what if isinstance(each, ex.Name)]
            actions = tuple(term.name for term in names_to_terms(env, named, spot))
            return rs.Permit(verb, events, actions, always) if events or actions else None
        case ru.Halt(kind=kind):
            return rs.Halt(kind)
        case ru.StopAfter(distance=distance):
            value = expression(env, distance)
            return None if value is None else rs.StopAfter(value)
        case ru.Limit(kind=limit, value=limited):
            value = expression(env, limited)
            return None if value is None else rs.Limit(limit, value)


def _ground(env: Env, node: ru.Effect) -> Effect | None:
    match node:
        case ru.GainLose(verb=verb, states=refs):
            states = _states(env, verb, refs, node.span)
            return rs.GainLose(verb, states) if states else None
        case ru.GiveCover(grade=grade):
            return cover(env, grade)
        case ru.BlockSight(beyond=beyond):
            depth = None if beyond is None else expression(env, beyond)
            return rs.BlockSight(depth) if beyond is None or depth is not None else None
        case ru.CountsAs(terrains=refs):
            terrains = handed_on(env, refs, Spot("after `counts as`", ("terrain",)))
            return rs.CountsAs(terrains) if terrains else None
        case ru.Treat(ground=about, target=target):
            treated = ground(env, about, "after `treat`")
            targets = handed_on(env, (target,), Spot("after `as`", ("terrain",), groups=False))
            return None if treated is None or not targets else rs.Treat(treated, targets[0])
        case ru.Ignore(ground=about, moving=moving, events=events):
            ignored = ground(env, about, "after `ignore`")
            return None if ignored is None else rs.Ignore(ignored, moving, tuple(e for e in rs.EVENTS if e in events))
        case ru.Replaces(terrains=refs):
            terrains = spoken_of(env, refs, Spot("after `replaces`", ("terrain",)))
            return rs.Replaces(terrains) if terrains else None
        case ru.Becomes(terrain=terrain):
            terrains = handed_on(env, (terrain,), Spot("after `becomes`", ("terrain",), groups=False))
            return rs.Becomes(terrains[0]) if terrains else None
        case ru.NoEffect():
            return rs.NoEffect()
    raise AssertionError(type(node))


def cover(env: Env, grade: ex.Ref) -> rs.GiveCover | None:
    """``cover Hard``."""
    symbol = resolve(env, grade.name, Spot("after `cover`", ("cover",), groups=False))
    if symbol is None:
        return None
    if grade.args:
        env.report.say(
            "GR211", grade.span, f"`{grade.name.text}` takes nothing in brackets", help=f"write `{grade.name.text}`"
        )
    return rs.GiveCover(symbol.name)


def _states(env: Env, verb: str, refs: Sequence[ex.Ref], effect: Span) -> tuple[rs.Term, ...]:
    spot = Spot(f"after `{verb}`", ("state",))
    terms: list[rs.Term] = []
    for ref in refs:
        if len(refs) == 1 and verb == "gain" and _gained_outcome(env, ref, effect):
            continue
        symbol = resolve(env, ref.name, spot)
        if symbol is None:
            continue
        args = () if symbol.kind == "group" else arguments(env, ref, symbol, pattern=verb == "lose")
        if args is not None:
            terms += [rs.Term("state", member.name, args) for member in env.table.members(symbol)]
    return tuple(terms)


def _gained_outcome(env: Env, ref: ex.Ref, effect: Span) -> bool:
    """Report ``gain Hit``: an outcome is an effect by itself."""
    symbol = env.table.get(ref.name.key)
    if symbol is None or symbol.kind != "outcome" or len(ref.args) != len(symbol.params):
        return False
    env.table.use(symbol.key, ref.name.span)
    env.report.say(
        "GR204", ref.name.span, f"`{ref.name.text}` is an outcome; after `gain` stands a state",
        help=f"an outcome stands by itself: `{ref.span.text}`", related=declared_at(symbol),
        fix=edit("take `gain` away", effect.source.span(effect.start, ref.span.start), ""),
    )  # fmt: skip
    return True


# ---- exceptions to rolls

ROLL = Spot("here", ("roll",), groups=False)


def _pass(env: Env, node: ru.Pass) -> list[Effect]:
    by_band: dict[str | None, list[str]] = {}
    for name in node.rolls:
        before = env.report.count
        symbol = resolve(env, name, replace(ROLL, words="after `pass`"))
        if symbol is None:
            if env.report.count > before and env.report.found[-1].code == "GR204":
                env.report.leave_open("rolls of", name)
            continue
        bands = band_names(env.table, symbol)
        if node.band is not None:
            if has_band(env, node.band, symbol, passed=True):
                by_band.setdefault(bands[node.band.key], []).append(symbol.name)
        elif "Success" in bands:
            by_band.setdefault("Success", []).append(symbol.name)
        elif of_each_die(env.table, symbol):
            by_band.setdefault(None, []).append(symbol.name)
        else:
            _say_no_success(env, name.span, symbol, list(bands.values()))
    return [rs.Pass(tuple(rolls), band) for band, rolls in by_band.items()]


def _say_no_success(env: Env, span: Span, symbol: Symbol, bands: list[str]) -> None:
    help = f"say as what it is passed: `pass {symbol.name} as {bands[-1]}`" if bands else "name the band `Success`"
    harmless = None if bands else _harmless_band(symbol)
    fix = None
    if harmless is not None:
        help = f"name the band `Success`, as in `{harmless.span.text} Success`, or name another and say `as` which"
        fix = choice(put_behind("name the band in which nothing happens `Success`", harmless.span, " Success"))
    env.report.say(
        "GR242", span, f"`{symbol.name}` has no band `Success` that it could be passed as",
        help=help, related=(Related(symbol.span, f"`{symbol.name}` is declared here"),), fix=fix,
    )  # fmt: skip


def _harmless_band(symbol: Symbol) -> ast.Range | None:
    """Where the one band of totals stands in which nothing happens: it is what passing comes to."""
    lines = symbol.node.lines if isinstance(symbol.node, ast.Roll) else ()
    found = [
        line.range for line in lines
        if isinstance(line, ast.Band) and line.mode == "total" and not line.qualifiers
        and line.effects and all(isinstance(effect, ru.NoEffect) for effect in line.effects)
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def has_band(env: Env, name: ex.Name, symbol: Symbol, *, passed: bool = False) -> bool:
    """Whether a roll has a band of that name; else a finding. ``passed``: it stands in ``pass … as``."""
    bands = band_names(env.table, symbol)
    if name.key in bands:
        return True
    performing.say_no_band(env, name, [symbol], passed=passed)
    return False


def _reroll(env: Env, node: ru.Reroll) -> Effect | None:
    spot = replace(ROLL, words="after `in`")
    rolls = [symbol for name in node.rolls if (symbol := resolve(env, name, spot)) is not None]
    names = tuple(symbol.name for symbol in rolls)
    if not names:
        return None
    if isinstance(node.what, ex.Name):
        if not all([has_band(env, node.what, symbol) for symbol in rolls]):
            return None
        return rs.Reroll(names, band=band_names(env.table, rolls[0])[node.what.key])
    return rs.Reroll(names, *node.what)
