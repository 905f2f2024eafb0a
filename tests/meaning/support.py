"""Compiling texts in tests: no files, every text by its name."""

from __future__ import annotations

from pathlib import Path

from groundrules.diagnostics import Diagnostic, finding
from groundrules.meaning import Compiled, compile_ruleset
from groundrules.ruleset import Rule, Ruleset
from groundrules.source import Source, Span

BUNDLED = Path(__file__).parents[2] / "rules_src"


class Missing:
    """A text that is not there."""

    def at(self, span: Span) -> Diagnostic:
        return finding("GR601", span, "there is no such file", help="name one that is there")


def compiled(text: str, **bases: str) -> Compiled:
    """What the compiler makes of a text; ``use "NAME"`` reaches the text of that name, or the bundled ruleset."""
    sources = {name: Source(f"{name}.terrain", base) for name, base in bases.items()}

    def load(name: str, using: Source) -> Source | Missing:
        path = BUNDLED / name / f"{name}.terrain"
        if name not in sources and path.is_file():
            sources[name] = Source(path.name, path.read_text(encoding="utf-8"))
        return sources.get(name) or Missing()

    return compile_ruleset(Source("rules.terrain", text), "rules", load)


def clean(text: str, **bases: str) -> Ruleset:
    """The rules of a text that has nothing wrong with it."""
    made = compiled(text, **bases)
    assert made.diagnostics == (), told(made)
    assert made.ruleset is not None
    return made.ruleset


def rules(ruleset: Ruleset) -> dict[str, Rule]:
    """Rules by id."""
    return {rule.id: rule for rule in ruleset.rules}


def codes(made: Compiled) -> list[tuple[str, int]]:
    """Each finding as its code and line."""
    return [(each.code, each.span.line) for each in made.diagnostics]


def told(made: Compiled) -> str:
    """Findings for the eye."""
    return "\n".join(f"{each.span.place}: {each.code}: {each.message} ({each.help})" for each in made.diagnostics)
