"""``groundrules show``: what each stage of the compiler makes of a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import click

from groundrules.cli import entry
from groundrules.cli.defaults import one_ruleset
from groundrules.cli.render import render
from groundrules.cli.terminal import fit_json, standard_error, standard_output, visible
from groundrules.project.compiling import compile_place
from groundrules.project.library import Library
from groundrules.project.reading import Unreadable
from groundrules.project.roots import NoRuleset, Place, find
from groundrules.source import Source, Span


@click.command(short_help="Show tokens, syntax tree or compiled rules.")
@click.argument("stage", type=click.Choice(["tokens", "ast", "rules"]))
@click.argument("file", required=False)
def show(stage: str, file: str | None) -> int:
    """Show what the compiler makes of FILE: its tokens, its syntax tree (ast),
    or its compiled rules as JSON. In a project of one ruleset, FILE may be left
    out.

    Tokens and tree need no name to be known: they report only what is wrong
    with the syntax, and exit with 1 exactly then.

    \b
    Examples:
        groundrules show ast woods.terrain
        groundrules show rules woods.terrain > woods.json
    """
    if file is None:
        file = one_ruleset("FILE, a ruleset")
    found = find(file)
    if isinstance(found, NoRuleset):
        raise click.UsageError(f"`{file}` is a folder; name a file")
    if len(found) > 1:
        raise click.UsageError(f"`{file}` is a folder of several rulesets; name one file")
    return _rules(found[0]) if stage == "rules" else _syntax(found[0], stage)


def _rules(place: Place) -> int:
    outcome = compile_place(place)
    output = standard_output()
    if outcome.rules is None:
        render(output, "text", outcome.diagnostics, outcome.shown)
        return entry.FOUND
    output.write(fit_json(outcome.rules, output.encoding))
    render(standard_error(), "text", outcome.diagnostics, outcome.shown)
    return entry.WELL


def _syntax(place: Place, stage: str) -> int:
    output = standard_output()
    library = Library()
    opened = library.open(place)
    if isinstance(opened, Unreadable):
        render(output, "text", [opened.in_file(place.source_name)], lambda source: place.shown)
        return entry.FOUND
    from groundrules.syntax import parse

    parsed = parse(opened)
    if stage == "tokens":
        for token in parsed.tokens:
            line, column = opened.line_column(token.start_pos)
            output.line(f"{line}:{column}\t{token.type}\t{visible(token)}")
    else:
        for text in tree(parsed.file):
            output.line(text)
    diagnostics = [*library.warnings, *parsed.diagnostics]
    render(output, "text", diagnostics, lambda source: place.shown)
    return entry.FOUND if any(each.is_error for each in diagnostics) else entry.WELL


def tree(node: object, label: str = "", depth: int = 0) -> Iterator[str]:
    """A node and all below it, a line each: its kind, its place, its plain values; empty ones are left out."""
    indent = "  " * depth
    head = f"{indent}{label + ': ' if label else ''}"
    if not _is_node(node):
        yield f"{head}{visible(repr(node))}"
        return
    plain: list[tuple[str, object]] = []
    deep: list[tuple[str, object]] = []
    for name, value in _parts(node):
        (deep if _is_node(value) or _is_nodes(value) else plain).append((name, value))
    span = getattr(node, "span", None)
    place = " @{}:{}".format(*span.source.line_column(span.start)) if isinstance(span, Span) else ""
    words = "".join(f" {name}={visible(_text(value))}" for name, value in plain)
    yield f"{head}{type(node).__name__}{place}{words}"
    for name, value in deep:
        for each in value if isinstance(value, tuple) else (value,):
            yield from tree(each, name, depth + 1)


def _parts(node: object) -> Iterator[tuple[str, object]]:
    assert is_dataclass(node)
    for each in fields(node):
        value = getattr(node, each.name)
        empty = value is None or value is False or value == () or value == frozenset()
        if each.name != "span" and not empty:
            yield each.name, value


def _is_node(value: object) -> bool:
    return is_dataclass(value) and not isinstance(value, (type, Source, Span)) and hasattr(value, "span")


def _is_nodes(value: object) -> bool:
    return isinstance(value, tuple) and any(_is_node(each) for each in value)


def _text(value: object) -> str:
    if isinstance(value, Span):
        return "@{}:{}".format(*value.source.line_column(value.start))
    if isinstance(value, tuple):
        return f"({', '.join(map(_text, value))})"
    return repr(value) if isinstance(value, str) else str(value)
