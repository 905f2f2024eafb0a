"""A scenario file as a list of scenarios, each with what it inherits laid under it.

Here only the shape of the file counts: known keys, mappings where mappings must stand,
``cases`` spread out, the file's ``table`` and ``models`` laid under each scenario's own.
What the values mean is for :mod:`groundrules.scenarios.situations`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping as Map
from dataclasses import dataclass, replace
from difflib import get_close_matches

from groundrules.diagnostics import Diagnostic, finding, listed, replace as fix_by
from groundrules.scenarios import shapes
from groundrules.scenarios.shapes import Key
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence, read_yaml
from groundrules.source import Source, Span


@dataclass(frozen=True, slots=True)
class Scenario:
    """One thing to play: its name, its place, and all that it states, inheritance included.

    ``name`` of a case is ``SCENARIO / CASE``. ``steps`` are what follows (``then``).
    ``own`` is the scenario or case as written, for tools that rewrite it.
    """

    name: str
    span: Span
    stated: Mapping
    steps: tuple[Mapping, ...] = ()
    example: bool = False
    own: Mapping | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A scenario file: where its rules come from, and its scenarios. ``rules`` is absent in a bare table.

    ``table``, ``models`` and ``agreed`` are what all its scenarios begin with.
    """

    source: Source
    rules: Scalar | None
    scenarios: tuple[Scenario, ...]
    table: Mapping | None = None
    models: Mapping | None = None
    agreed: Item | None = None


def read_document(source: Source) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """The scenarios of a file, or ``None`` when nothing of it can be used. Never raises."""
    root, found = read_yaml(source)
    return (None, found) if root is None else document_of(source, root, found)


def document_of(
    source: Source, root: Item, found: Iterable[Diagnostic] = ()
) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """The same of a file whose values have been read, with what reading ``found``."""
    reader = _Reader(list(found))
    document = reader.document(source, root)
    return document, tuple(reader.diagnostics)


def lay_over(below: Item | None, above: Item) -> Item:
    """``above`` laid over ``below``: mappings are merged key by key, all else is replaced."""
    if isinstance(below, Mapping) and isinstance(above, Mapping):
        items = dict(below.items)
        for key, value in above.items.items():
            items[key] = lay_over(items.get(key), value)
        return Mapping(items, {**below.keys, **above.keys}, above.span)
    return above


def without(mapping: Mapping, *keys: str) -> Mapping:
    """The mapping less some keys."""
    return replace(mapping, items={k: v for k, v in mapping.items.items() if k not in keys})


class _Reader:
    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics

    def document(self, source: Source, root: Item) -> Document | None:
        if not isinstance(root, Mapping):
            self.wrong(root.span, "a scenario file is a mapping", "write `scenarios:` with a list below it")
            return None
        self.known(root, shapes.FILE)
        rules = root.get("rules")
        if rules is not None and not isinstance(rules, Scalar):
            self.wrong(
                rules.span, "`rules` must be a name, a path or the text of the rules", "write `rules: trench-crusade`"
            )
            rules = None
        table, models = self.mapping(root.get("table"), "table"), self.mapping(root.get("models"), "models")
        below = {"table": table, "models": models, "agreed": root.get("agreed"), "given": root.get("given")}
        listed = root.get("scenarios")
        if listed is not None and not isinstance(listed, Sequence):
            self.wrong(listed.span, "`scenarios` must be a list", "begin each scenario with `- name: …`")
            listed = None
        scenarios = [
            scenario
            for number, item in enumerate(listed.items if listed else (), 1)
            for scenario in self.spread(item, number, below)
        ]
        self.names(scenarios)
        return Document(source, rules, tuple(scenarios), table, models, below["agreed"])

    def spread(self, item: Item, number: int, below: Map[str, Item | None]) -> Iterable[Scenario]:
        """A scenario, or one for each of its cases."""
        own = self.mapping(item, "a scenario")
        if own is None:
            return
        self.known(own, shapes.SCENARIO)
        name = self.name(own) or f"scenario {number}"
        stated = without(own, "cases", "then", "example", "name")
        for key, shared in below.items():
            stated = self.inherit(stated, key, shared)
        example = self.boolean(own.get("example"))
        steps = self.steps(own.get("then"))
        if own.get("cases") is None:
            yield Scenario(name, own.span, stated, steps, example, own)
            return
        cases = own.get("cases")
        if not isinstance(cases, Sequence):
            assert cases is not None
            self.wrong(cases.span, "`cases` must be a list", "begin each case with `- name: …`")
            return
        for count, each in enumerate(cases.items, 1):
            case = self.mapping(each, "a case")
            if case is None:
                continue
            self.known(case, shapes.CASE)
            laid = lay_over(stated, without(case, "name", "then"))
            assert isinstance(laid, Mapping)
            further = self.steps(case.get("then")) if case.get("then") is not None else steps
            yield Scenario(
                f"{name} / {self.name(case) or count}", case.span, laid, further, example and count == 1, case
            )

    def steps(self, item: Item | None) -> tuple[Mapping, ...]:
        if item is None:
            return ()
        if not isinstance(item, Sequence):
            self.wrong(item.span, "`then` must be a list of steps", "begin each step with `- action: …`")
            return ()
        steps = [step for each in item.items if (step := self.mapping(each, "a step")) is not None]
        for step in steps:
            self.known(step, shapes.STEP)
        return tuple(steps)

    def inherit(self, stated: Mapping, key: str, below: Item | None) -> Mapping:
        if below is None:
            return stated
        own = stated.get(key)
        laid = below if own is None else lay_over(below, own)
        return replace(stated, items={**stated.items, key: laid})

    def names(self, scenarios: list[Scenario]) -> None:
        first: dict[str, Scenario] = {}
        for scenario in scenarios:
            if scenario.name in first:
                message = f"two scenarios are called `{scenario.name}`"
                self.diagnostics.append(
                    finding(
                        "GR401", scenario.span, message, help="give each its own name, so that one can be run alone"
                    )
                )
            first.setdefault(scenario.name, scenario)

    def name(self, mapping: Mapping) -> str | None:
        item = mapping.get("name")
        if item is None:
            return None
        if not isinstance(item, Scalar):
            self.wrong(item.span, "`name` must be a text", "write a sentence")
            return None
        return item.text

    def boolean(self, item: Item | None) -> bool:
        if item is None:
            return False
        value = item.boolean() if isinstance(item, Scalar) else None
        if value is None:
            self.wrong(item.span, "`true` or `false` must stand here", "only these two words are yes and no")
        return bool(value)

    def mapping(self, item: Item | None, what: str) -> Mapping | None:
        if item is None or isinstance(item, Mapping):
            return item
        if not (isinstance(item, Scalar) and item.empty):
            self.wrong(item.span, f"{what} must be a mapping", "write `key: value` lines")
        return None

    def known(self, mapping: Mapping, keys: Map[str, Key]) -> None:
        self.diagnostics.extend(unknown_keys(mapping, keys))

    def wrong(self, span: Span, message: str, help: str) -> None:
        self.diagnostics.append(finding("GR404", span, message, help=help))


def unknown_keys(mapping: Mapping, keys: Map[str, Key]) -> list[Diagnostic]:
    """A finding for each key that has no meaning here, with the nearest one that has."""
    found = []
    for key in mapping:
        if key in keys:
            continue
        near = get_close_matches(key, keys, 1, 0.6)
        span = mapping.keys[key]
        if near:
            found.append(
                finding(
                    "GR402",
                    span,
                    f"`{key}` has no meaning here",
                    help=f"did you mean `{near[0]}`?",
                    fix=fix_by(f"write `{near[0]}`", span, near[0]),
                )
            )
        else:
            help = f"here may stand: {listed(list(keys), len(keys))}"
            if _is_cut_off(mapping, key):
                help = f"a comma ends a value between `{{` and `}}`: put a text with a comma in quotes; {help}"
            found.append(finding("GR402", span, f"`{key}` has no meaning here", help=help))
    return found


def _is_cut_off(mapping: Mapping, key: str) -> bool:
    """Whether a key without a value stands behind a comma: ``{name: a five, a four, …}``."""
    value, span = mapping.get(key), mapping.keys[key]
    text = span.source.text
    empty = isinstance(value, Scalar) and value.empty and text[span.end :].lstrip()[:1] in (",", "}")
    return empty and text[: span.start].rstrip()[-1:] == ","
