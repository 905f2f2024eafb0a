"""Linting texts in tests, and the fixtures of the checks."""

from __future__ import annotations

from pathlib import Path

from groundrules.diagnostics import Diagnostic, finding, in_order
from groundrules.lint import lint
from groundrules.meaning import compile_ruleset
from groundrules.project import bundled
from groundrules.source import Source, Span

BAD = sorted((Path(__file__).parent / "bad").glob("*.terrain"))


class Missing:
    """A text that is not there."""

    def at(self, span: Span) -> Diagnostic:
        return finding("GR601", span, "there is no such file", help="name one that is there")


def found(text: str, files: dict[str, str] | None = None, *, used_too: bool = True) -> tuple[Diagnostic, ...]:
    """Everything that the compiler and the checks say of a text; it may use bundled rulesets."""
    sources = {name: Source(name, content) for name, content in (files or {}).items()}
    root = Source("page.terrain", text)
    compiled = compile_ruleset(root, "page", lambda path, _: sources.get(path) or _bundled(path) or Missing())
    return in_order((*compiled.diagnostics, *lint(compiled, lambda source: used_too or source is root)))


def _bundled(name: str) -> Source | None:
    path = bundled.path(name)
    return Source(f"bundled:{name}", path.read_text(encoding="utf-8")) if path.is_file() else None


def told(diagnostics: tuple[Diagnostic, ...]) -> str:
    """Findings for the eye of who reads a failed test."""
    return "\n".join(f"{each.span.place}: {each.code}: {each.message} ({each.help})" for each in diagnostics)


def mended(text: str, each: Diagnostic) -> str:
    """A text with the fix of a finding applied."""
    assert each.fix is not None
    for edit in sorted(each.fix.edits, key=lambda edit: -edit.span.start):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text
