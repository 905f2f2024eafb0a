"""Declarations other than rules and rolls: kinds of move, outcomes, states, numbers and the like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypedDict

from groundrules import ruleset as rs
from groundrules.meaning.blocks import Words
from groundrules.meaning.drafts import origin
from groundrules.meaning.env import Env
from groundrules.meaning.expressions import expression
from groundrules.meaning.names import Spot, names_to_terms, terms_of
from groundrules.meaning.quantities import bounded
from groundrules.meaning.symbols import Owner, Symbol
from groundrules.source import Source
from groundrules.syntax import ast, ast_expr as ex

#: Declarations whose place is their whole line; the place of all others is their name.
_LINES = frozenset({"outcome", "state", "roll", "number", "cover", "group"})


class Common(TypedDict):
    """What every declaration has."""

    name: str
    display: str | None
    prose: tuple[str, ...]
    ref: str | None
    origin: rs.Origin


@dataclass(slots=True)
class Declared:
    """Makes the compiled declarations; ``words`` is the prose that stood below each, by key."""

    env: Env
    words: Mapping[str, Words] = field(default_factory=dict)
    nodes: dict[str, ex.Node] = field(default_factory=dict)

    def common(self, symbol: Symbol) -> Common:
        """What every declaration has."""
        words = self.words.get(symbol.key, Words())
        self.nodes.setdefault(symbol.name, symbol.node)
        return {
            "name": symbol.name,
            "display": symbol.display,
            "prose": tuple(words.prose),
            "ref": words.ref,
            "origin": origin(symbol.node.span if symbol.kind in _LINES else symbol.span),
        }

    def of(self, kind: str) -> list[Symbol]:
        """The symbols of one kind, in the order of the text."""
        return list(self.env.table.of_kind(kind))

    def terrains(self) -> tuple[rs.Terrain, ...]:
        """All ground, in the order in which it is first spoken of."""
        return tuple(rs.Terrain(**self.common(s), params=s.params) for s in self.of("terrain"))

    def traits(self) -> tuple[rs.Trait, ...]:
        """What models may have."""
        return tuple(rs.Trait(**self.common(s), params=s.params) for s in self.of("trait"))

    def groups(self) -> tuple[rs.Group, ...]:
        """Names for several, members in full."""
        members = self.env.table.members
        return tuple(rs.Group(**self.common(s), members=terms_of(members(s))) for s in self.of("group"))

    def outcomes(self) -> tuple[rs.Outcome, ...]:
        """What is handed to the game around."""
        return tuple(rs.Outcome(**self.common(s), params=s.params, implied=s.implied) for s in self.of("outcome"))

    def states(self) -> tuple[rs.State, ...]:
        """Conditions of models."""
        return tuple(
            rs.State(**self.common(s), params=s.params, until=s.node.until if isinstance(s.node, ast.State) else None)
            for s in self.of("state")
        )

    def covers(self) -> tuple[rs.Cover, ...]:
        """Grades of cover, the best last."""
        return tuple(rs.Cover(**self.common(s)) for s in self.of("cover"))

    # ---- kinds of move

    def actions(self, root: Source) -> tuple[rs.Action, ...]:
        """Kinds of move; with none declared there is one, ``Move``, without limit."""
        allowances: dict[int, rs.Allowance | None] = {}
        made = []
        for symbol in self.of("action"):
            node = symbol.node
            assert isinstance(node, ast.Action)
            if id(node) not in allowances:
                allowances[id(node)] = None if node.allowance is None else self.allowance(node.allowance)
            made.append(rs.Action(**self.common(symbol), allowance=allowances[id(node)], implied=symbol.implied))
        if not made:
            made.append(rs.Action(name="Move", origin=origin(root.span(0, 0)), implied=True))
        return tuple(made)

    def allowance(self, node: ast.Allowance) -> rs.Allowance | None:
        """``3 moves, each up to Speed``: no piece is at hand here, so a bare field is the model's."""
        env = self.env.inside(piece=False)
        spot = Spot("in an allowance", ("field", "number", "roll"), groups=False)
        maximum = expression(env, node.maximum, spot)
        minimum = None if node.minimum is None else expression(env, node.minimum, spot)
        moves = 1 if node.moves is None else int(bounded(env, Fraction(node.moves), node.span))
        if moves < 1:
            env.report.say("GR214", node.span, "an action has at least one move", help="leave `0 moves` out")
            moves = 1
        if maximum is None or (node.minimum is not None and minimum is None):
            return None
        return rs.Allowance(maximum=maximum, minimum=minimum, moves=moves)


# ---- what models, pieces and the day state


@dataclass(slots=True)
class Fields:
    """Makes the schemas of model, piece and game."""

    env: Env
    nodes: dict[str, ex.Node] = field(default_factory=dict)

    def of(self, schema: ast.Schema) -> list[rs.FieldSchema]:
        """The fields of one block; prose belongs to the field above it."""
        made: list[rs.FieldSchema] = []
        prose: list[str] = []
        for member in schema.members:
            if isinstance(member, ast.Prose):
                prose.append(member.text)
                if made:
                    made[-1] = replace(made[-1], prose=(*made[-1].prose, *prose))
                    prose = []
            elif isinstance(member, ast.Field):
                made.append(self.field(schema.owner, member, tuple(prose)))
                prose = []
        return made

    def field(self, owner: Owner, member: ast.Field, prose: tuple[str, ...]) -> rs.FieldSchema:
        """One field."""
        kind = member.type
        spot = Spot("after `agreed for`", ("terrain",), list=", ")
        asked = tuple(term.name for term in names_to_terms(self.env, kind.agreed_for, spot))
        self.nodes[member.name.text] = member
        return rs.FieldSchema(
            name=member.name.text, display=member.display, prose=prose, origin=origin(member.span),
            owner=owner, type=kind.kind, unit=kind.unit,
            values=tuple(rs.Value(name=v.name.text, display=v.display) for v in kind.values),
            agreed_for=asked, optional=kind.optional,
        )  # fmt: skip
