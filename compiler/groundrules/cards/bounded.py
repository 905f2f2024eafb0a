"""Templates that a stranger wrote: Jinja's sandbox, with a bound on the work they ask for.

The turns of loops, calls, and the characters that are put together or out are counted. What makes much of little
(a text many times over, a width of a million) is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import SecurityError, TemplateSyntaxError
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment
from jinja2.visitor import NodeTransformer

from groundrules.limits import TEMPLATE_NUMBER, TEMPLATE_STEPS

#: What cards have no use for, and what makes much of little.
_NO_GLOBALS = ("cycler", "joiner", "lipsum")
_NO_FILTERS = ("format", "pprint", "random", "urlize", "xmlattr")
_NO_METHODS = frozenset(
    ("center", "expandtabs", "format", "format_map", "join", "ljust", "replace", "rjust", "translate", "zfill")
)
#: Filters whose numbers are widths, depths and counts.
_COUNTED = frozenset(("batch", "center", "indent", "round", "slice", "tojson", "truncate", "wordwrap"))


class BoundedEnvironment(SandboxedEnvironment):
    """Past a bound, ``jinja2.TemplateError`` is raised where the template asks for too much."""

    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.left = TEMPLATE_STEPS
        self.finalize = self._made
        for name in _NO_GLOBALS:
            del self.globals[name]
        for name in _NO_FILTERS:
            del self.filters[name]
        for name in (*_COUNTED, "join", "replace"):
            self.filters[name] = self._careful(name, self.filters[name])
        self.filters["_turns"] = self._turns
        self.filters["_made"] = self._made

    def spend(self, steps: int) -> None:
        """Count what is done."""
        self.left -= steps
        if self.left < 0:
            raise SecurityError(f"it takes more than {TEMPLATE_STEPS:,} steps")

    def _made(self, value: Any) -> Any:
        self.spend(len(value) if isinstance(value, str) else 1)
        if isinstance(value, dict):
            self._made([*value.keys(), *value.values()])
        elif isinstance(value, (list, tuple)):
            for each in value:
                self._made(each)
        return value

    def _turns(self, values: Iterable[Any], body: int) -> Iterator[Any]:
        for each in values:
            self.spend(body)
            yield each

    def _careful(self, name: str, made: Callable[..., Any]) -> Callable[..., Any]:
        """A filter that takes no large numbers and makes no text longer than what may still be made."""

        @wraps(made)
        def careful(*args: Any, **kwargs: Any) -> Any:
            given = (*args, *kwargs.values())
            if name in _COUNTED and any(isinstance(each, int) and abs(each) > TEMPLATE_NUMBER for each in given[1:]):
                raise SecurityError(f"`{name}` takes no number beyond {TEMPLATE_NUMBER:,}")
            texts = [len(each) for each in given if isinstance(each, str)]
            if name in ("indent", "replace", "wordwrap"):
                whole = 1
                for length in texts:
                    whole *= length + 1
                self.spend(min(whole // 50, TEMPLATE_STEPS + 1))
            for each in given:
                if isinstance(each, (list, tuple)):
                    self.spend(sum(len(one) if isinstance(one, str) else 1 for one in each))
            args = tuple(map(self._made, each) if isinstance(each, Iterator) else each for each in args)
            return self._made(made(*args, **kwargs))

        return careful

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Sums of texts are counted; products, powers and remainders are those of plain numbers."""
        if operator == "*" and isinstance(left, str) and isinstance(right, int) and right <= TEMPLATE_NUMBER:
            self.spend(len(left) * right if right > 0 else 0)
        elif operator != "+":
            large = any(not isinstance(each, (int, float)) or abs(each) > 2**63 for each in (left, right))
            if large or (operator == "**" and abs(right) > 64):
                raise SecurityError(f"`{operator}` is for plain numbers only")
        return self._made(super().call_binop(context, operator, left, right))

    def call(self, context: Context, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """A call counts as some steps."""
        self.spend(100)
        return super().call(context, called, *args, **kwargs)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """No method of a text that makes it longer."""
        return not (isinstance(obj, str) and attr in _NO_METHODS) and super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> None:
        """Texts are not formatted: a width may be of any size."""
        return None

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for loop in tree.find_all(nodes.For):
            if loop.recursive:
                raise TemplateSyntaxError("a loop cannot be `recursive`", loop.lineno, name, filename)
            body = 1 + sum(len(text.data) for text in loop.find_all(nodes.TemplateData))
            steps = nodes.Const(body, lineno=loop.lineno)
            loop.iter = nodes.Filter(loop.iter, "_turns", [steps], [], None, None, lineno=loop.lineno)
        _Counting().visit(tree)
        return tree


class _Counting(NodeTransformer):
    """What is joined by `~` is counted."""

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
        self.generic_visit(node)
        return nodes.Filter(node, "_made", [], [], None, None, lineno=node.lineno)
