"""Ids of rules: the left side as it reads, in one order, names as they were declared.

``Dangerous on enter, start``; ``RULE > Failure``; ``Risky Roll > 2-6``; ``RULE > option
Cautious``; a cell is ``Class/Woods/Vehicle``. An id hangs on nothing but the text of its
own left side: not on layout, comments, or the order of files and of other rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from groundrules.meaning.symbols import SymbolTable
from groundrules.quantity import plain
from groundrules.syntax import ast, ast_expr as ex, ast_rules as ru

_ORDER = (
    ru.On, ru.In, ru.During, ru.For, ru.ForUnit, ru.Except, ru.ExceptDuring, ru.When, ru.Once, ru.Together,
)  # fmt: skip
_OPS = {"ge": "at least", "le": "at most", "gt": "over", "lt": "under", "eq": "is", "ne": "is not"}
_SIGNS = {"add": "+", "sub": "-", "mul": "x", "div": "/"}


class Speller:
    """Writes names as their declaration does."""

    def __init__(self, table: SymbolTable) -> None:
        self.table = table

    def name(self, name: ex.Name) -> str:
        """The declared spelling of a name, or its own where nothing declares it."""
        symbol = self.table.symbols.get(name.key)
        return symbol.name if symbol is not None else name.text

    def names(self, names: Iterable[ex.Name]) -> str:
        """Several names, parted by commas."""
        return ", ".join(self.name(name) for name in names)

    def ref(self, ref: ex.Ref) -> str:
        """A name with what stands in its brackets."""
        return self.name(ref.name) + self.args(ref.args)

    def args(self, args: Sequence[ex.Expr]) -> str:
        """What stands in brackets."""
        return f"({', '.join(self.expression(arg) for arg in args)})" if args else ""

    # ---- left sides

    def subjects(self, subjects: Sequence[ast.Subject]) -> str:
        """``Cavalry, Chariot``."""
        return ", ".join(self.name(s.name) + self.args(s.args) for s in subjects)

    def qualifiers(self, nodes: Sequence[ru.Qualifier]) -> str:
        """The qualifiers in the formatter's order, each with a blank before it."""
        ordered = sorted(nodes, key=lambda node: _ORDER.index(type(node)))
        whens = [node for node in ordered if isinstance(node, ru.When)]
        onces = [node for node in ordered if isinstance(node, ru.Once)]
        words: list[str] = []
        for node in ordered:
            if isinstance(node, ru.When):
                if node is whens[0]:
                    words.append("when " + self.joined([each.condition for each in whens]))
            elif isinstance(node, ru.Once):
                if node is onces[0]:
                    scopes = dict.fromkeys(scope for each in onces for scope in each.scopes)
                    words.append("once" + "".join(f" per {scope}" for scope in scopes))
            else:
                words.append(self.qualifier(node))
        return "".join(f" {word}" for word in dict.fromkeys(words))

    def qualifier(self, node: ru.Qualifier) -> str:
        """One qualifier; of conditions and ``once`` see :meth:`qualifiers`."""
        match node:
            case ru.On(events=events):
                return "on " + ", ".join(dict.fromkeys(events))
            case ru.In(terrains=terrains):
                return "in " + ", ".join(self.ref(each) for each in terrains)
            case ru.During(actions=names):
                return "during " + self.names(names)
            case ru.For(names=names):
                return "for " + self.names(names)
            case ru.ForUnit():
                return "for unit"
            case ru.Except(names=names):
                return "except " + self.names(names)
            case ru.ExceptDuring(actions=names):
                return "except during " + self.names(names)
            case ru.When(condition=condition):
                return "when " + self.condition(condition)
            case ru.Once(scopes=scopes):
                return "once" + "".join(f" per {scope}" for scope in dict.fromkeys(scopes))
            case ru.Together():
                return "together"

    # ---- conditions

    def joined(self, conditions: Sequence[ru.Condition]) -> str:
        """Several conditions that must all hold."""
        if len(conditions) == 1:
            return self.condition(conditions[0])
        return " and ".join(self._inner(each, (ru.Either,)) for each in conditions)

    def condition(self, node: ru.Condition) -> str:
        """A condition with the brackets that it needs and no others."""
        match node:
            case ru.Bracket(term=term):
                return self.condition(term)
            case ru.Both(terms=terms):
                return " and ".join(self._inner(term, (ru.Either,)) for term in terms)
            case ru.Either(terms=terms):
                return " or ".join(self._inner(term, (ru.Both,)) for term in terms)
            case ru.Not(term=term):
                return "not " + self._inner(term, (ru.Both, ru.Either))
            case ru.Fact(kind=kind):
                return kind
            case ru.Agreed(text=text):
                return f'agreed "{text}"'
            case ru.Named(name=name):
                return self.ref(name) if isinstance(name, ex.Ref) else f"{name.owner} {self.name(name.name)}"
            case ru.Share(quantifier=quantifier, of=of, where=where, by=by):
                amount = quantifier.kind
                number = "" if quantifier.number is None else " " + plain(quantifier.number.value, None)
                return f"{amount}{number} of {of} {where}" + ("" if by is None else f" by {self.ref(by)}")
            case ru.Compare(op=op, left=left, right=right):
                return f"{self.expression(left)} {_OPS[op]} {self.expression(right)}"

    def _inner(self, node: ru.Condition, bracketed: tuple[type, ...]) -> str:
        while isinstance(node, ru.Bracket):
            node = node.term
        text = self.condition(node)
        return f"({text})" if isinstance(node, bracketed) else text

    # ---- arithmetic

    def expression(self, node: ex.Expr) -> str:
        """A number to be worked out, with the brackets that it needs."""
        match node:
            case ex.Num(quantity=quantity):
                return plain(quantity.value, quantity.unit)
            case ex.Ref():
                return self.ref(node)
            case ex.Dice(count=count, sides=sides, unit=unit):
                number = str(count) if isinstance(count, int) else self.name(count) + " "
                return f"{number}d{sides}" + ("" if unit is None else f" {unit}")
            case ex.Owned(owner=owner, name=name):
                return f"{owner} {self.name(name)}"
            case ex.Measure(kind=kind):
                return kind
            case ex.Read(what=what):
                return what
            case ex.Half(term=term):
                return "half " + self._operand(term)
            case ex.Neg(term=term):
                return "-" + self._operand(term)
            case ex.Rate(amount=amount, per=per, whole=whole, measure=measure):
                full, part = ("full " if whole == "full" else ""), (" or part" if whole == "part" else "")
                return f"{self._operand(amount)} per {full}{plain(per.value, per.unit)}{part} of {measure}"
            case ex.Binary(op=op, left=left, right=right):
                first = self.expression(left) if op in ("add", "sub") else self._operand(left)
                return f"{first} {_SIGNS[op]} {self._operand(right)}"

    def _operand(self, node: ex.Expr) -> str:
        text = self.expression(node)
        return f"({text})" if isinstance(node, ex.Binary | ex.Neg | ex.Rate) else text

    def range(self, node: ast.Range) -> str:
        """``2-6``, ``7+``, ``1 or less``, ``-9 to -1``, ``otherwise``."""
        low = "" if node.low is None else self.expression(node.low)
        high = "" if node.high is None else self.expression(node.high)
        match node.kind:
            case "span":
                return f"{low} to {high}" if low.startswith("-") else f"{low}-{high}"
            case "from":
                return f"{low}+"
            case "upto":
                return f"{high or low} or less"
            case "exact":
                return low or high
            case "otherwise":
                return "otherwise"


def numbered(ids: Iterable[str]) -> list[str]:
    """Ids made different: the second of the same gets ``~2``; compared without blanks."""
    seen: dict[str, int] = {}
    made = []
    for each in ids:
        key = each.replace(" ", "")
        count = seen[key] = seen.get(key, 0) + 1
        made.append(each if count == 1 else f"{each}~{count}")
    return made
