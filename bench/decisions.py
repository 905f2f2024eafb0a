"""What rules say of a model on a piece of ground, beside zen-engine (a rules engine in Rust).

The rules are those of two of the documents that groundrules is made for: difficult,
dangerous and impassable ground with models that fly, and seven kinds of ground for three
classes of unit. All 768 combinations of facts are asked. The peer gets its quickest form:
one compiled expression with the facts in a dict; for many at once, its `evaluate_batch`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, TypeAlias

from bench.side_by_side import Row, faster

import groundrules as gr

KINDS = ("Open Ground", "Fortifications", "Buildings", "Ruins", "Woods", "Marsh", "River", "Road")
CLASSES = ("Infantry", "Vehicle", "War Engine")

RULES = """
distance inches
overlap worst
model
    Class: Infantry, Vehicle, War Engine
    traits: Flying
action Move
roll Test: 2d6
    2-6 Failure: end activation
    7+ Success
Difficult: cost x2
Dangerous on enter: Test
Impassable: forbid enter and end
Flying:
    ignore Difficult and Dangerous and Impassable while moving
    on end in Dangerous: Test
table by Class
    | terrain        | Infantry  | Vehicle    | War Engine |
    |----------------|-----------|------------|------------|
    | Fortifications | -         | Impassable | Impassable |
    | Buildings      | -         | Impassable | Impassable |
    | Ruins          | -         | Dangerous  | Dangerous  |
    | Woods          | -         | Dangerous  | Dangerous  |
    | Marsh          | Dangerous | Dangerous  | Dangerous  |
    | River          | Dangerous | Impassable | Dangerous  |
    | Open Ground    | -         | -          | -          |
    | Road           | -         | -          | -          |
"""

#: The same rules for the peer: `ground` is what the table makes of a kind for a class.
EXPRESSION = """{
  cost: difficult and not flying ? 2 : 1,
  allowed: not ((impassable or KINDS_IMPASSABLE) and (not flying or ends)),
  test: (dangerous or KINDS_DANGEROUS) and (not flying or ends)
}"""
_IMPASSABLE = """(class == "Vehicle" and kind in ["Fortifications", "Buildings", "River"]
    or class == "War Engine" and kind in ["Fortifications", "Buildings"])"""
_DANGEROUS = """(kind == "Marsh" or class != "Infantry" and kind in ["Ruins", "Woods"]
    or kind == "River" and class != "Vehicle")"""

Facts: TypeAlias = dict[str, Any]
Answer: TypeAlias = tuple[int, bool, bool]


def facts() -> Iterator[Facts]:
    """All 768 combinations."""
    names = ("difficult", "dangerous", "impassable", "kind", "class", "flying", "ends")
    both = (False, True)
    for values in product(both, both, both, KINDS, CLASSES, both, both):
        yield dict(zip(names, values, strict=True))


def models() -> dict[tuple[str, bool], gr.Model]:
    """One model of each class, on foot and flying."""
    return {
        (class_, flying): gr.Model(Class=class_, traits=["Flying"] if flying else [])
        for class_ in CLASSES
        for flying in (False, True)
    }


def asked(each: Facts, known: dict[tuple[str, bool], gr.Model]) -> tuple[gr.Model, str, tuple[str, ...]]:
    """The facts as a question to a ruleset."""
    words = [name for name in ("Difficult", "Dangerous", "Impassable") if each[name.lower()]]
    return known[each["class"], each["flying"]], "Move", (each["kind"], *words)


def ours_says(decision: gr.Decision, each: Facts) -> Answer:
    """A decision in the words of the peer."""
    forbidden = {event for event, _ in decision.forbidden}
    waiting = {event for event, _ in decision.on}
    events = {"enter", "end"} if each["ends"] else {"enter"}
    return int(decision.cost), not forbidden & events, bool(waiting & events)


def peer_says(result: dict[str, Any]) -> Answer:
    return int(result["cost"]), result["allowed"], result["test"]


def compiled_expression() -> Any:
    import zen

    text = EXPRESSION.replace("KINDS_IMPASSABLE", _IMPASSABLE).replace("KINDS_DANGEROUS", _DANGEROUS)
    return zen.compile_expression(text)


def batch_engine() -> Any:
    """The peer's engine with the same three outputs in one node of expressions."""
    import json

    import zen

    text = EXPRESSION.replace("KINDS_IMPASSABLE", _IMPASSABLE).replace("KINDS_DANGEROUS", _DANGEROUS)
    outputs = [part.split(":", 1) for part in text.strip().strip("{}").strip().split(",\n  ")]
    expressions = [
        {"id": key.strip(), "key": key.strip(), "value": value.strip()} for key, value in outputs if value.strip()
    ]
    graph = {
        "nodes": [
            {"id": "in", "name": "in", "type": "inputNode"},
            {"id": "all", "name": "all", "type": "expressionNode", "content": {"expressions": expressions}},
            {"id": "out", "name": "out", "type": "outputNode"},
        ],
        "edges": [
            {"id": "1", "sourceId": "in", "targetId": "all", "type": "edge"},
            {"id": "2", "sourceId": "all", "targetId": "out", "type": "edge"},
        ],
    }
    return zen.ZenEngine({"loader": lambda key: json.dumps(graph)})


def rows() -> Iterator[Row]:
    """One at a time, then 100,000 at once."""
    rules, found = gr.check(RULES)
    assert rules is not None, found
    known = models()
    every = list(facts())
    questions = [asked(each, known) for each in every]
    expression = compiled_expression()
    for each, question in zip(every, questions, strict=True):
        mine, theirs = ours_says(rules.decide(*question), each), peer_says(expression.evaluate(each))
        assert mine == theirs, (each, mine, theirs)

    def ours() -> None:
        decide = rules.decide
        for model, action, ground in questions:
            decide(model, action, ground)

    def peer() -> None:
        evaluate = expression.evaluate
        for each in every:
            evaluate(each)

    yield Row("one terrain decision", "zen-engine, compiled expression", faster(ours, peer), 6)
    yield Row(
        "100,000 decisions", "zen-engine, `evaluate_batch`", faster(*_many(rules, questions, every), rounds=9), 30
    )


def _many(rules: gr.Ruleset, questions: list[Any], every: list[Facts]) -> tuple[Callable[[], Any], Callable[[], Any]]:
    engine = batch_engine()
    times = 100_000 // len(every) + 1
    wanted = (questions * times)[:100_000]
    requests = [{"key": "rules", "context": each} for each in (every * times)[:100_000]]
    results = engine.evaluate_batch(requests[: len(every)])
    for each, question, result in zip(every, questions, results, strict=True):
        assert result["success"], result
        mine = ours_says(rules.decide_all([question])[0], each)
        assert mine == peer_says(result["data"]["result"]), (each, mine, result)
    return lambda: rules.decide_all(wanted), lambda: engine.evaluate_batch(requests)


if __name__ == "__main__":
    for row in rows():
        print(row)
