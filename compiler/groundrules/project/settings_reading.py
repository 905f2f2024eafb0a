"""Values of a settings file, each with its place: what is wrong is said where it stands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from groundrules.codes import CODES
from groundrules.diagnostics import Diagnostic, finding, replace
from groundrules.limits import SETTINGS_DOTS, SETTINGS_FINDINGS, SETTINGS_LENGTH
from groundrules.project.choosing import WEIGHTS, choosable
from groundrules.project.roots import SETTINGS, nearest, nearest_file
from groundrules.source import Source, Span

_WORDS = {
    "text": "a text in quotes",
    "flag": "`true` or `false`",
    "texts": 'a list of texts, such as `["rules"]`',
    "weights": 'codes with their weight, such as `{ GR205 = "off" }`',
}


@dataclass(slots=True)
class Reader:
    """One settings file, and what was found in it so far."""

    source: Source
    root: Path
    found: list[Diagnostic] = field(default_factory=list)

    def tables(self) -> dict[str, Any] | None:
        """All tables of the file; ``None``, with a finding, where it is no TOML."""
        import tomllib  # only where there is a file to read

        if not self._bounded():
            return None
        try:
            return tomllib.loads(self.source.text)
        except tomllib.TOMLDecodeError as problem:
            self._broken(str(problem))
        except ValueError:
            self._broken("a number of too many digits")
        except RecursionError:
            self._broken("values too deep in each other")
        return None

    def _bounded(self) -> bool:
        """Whether the file is so small and plain that reading it takes no time; else that is a finding."""
        text = self.source.text
        if len(text) > SETTINGS_LENGTH:
            message = f"`{SETTINGS}` is too large: settings have up to {SETTINGS_LENGTH:,} characters"
            self._say("GR605", self.source.span(0, 0), message, "leave out what is no setting")
            return False
        at = 0
        for line in text.split("\n"):
            if line.count(".") > SETTINGS_DOTS:
                message = f"`{SETTINGS}` cannot be read: a line has more than {SETTINGS_DOTS} dots"
                self._say("GR612", self.source.span(at, at), message, "write a long list over several lines")
                return False
            at += len(line) + 1
        return True

    def is_table(self, name: str, content: object, known: Mapping[str, Any]) -> bool:
        """Whether there is such a table, and this is one; else that is a finding."""
        if name not in known:
            self._unknown(name, known)
        elif not isinstance(content, dict):
            self._say("GR612", self.key(name), f"`{name}` is no table", f"write `[{name}]` on a line of its own")
        else:
            return True
        return False

    def values(self, table: str, content: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
        """The values of a table that are what they must be."""
        values: dict[str, Any] = {}
        for name, value in content.items():
            kind = known.get(name)
            if kind is None:
                self._unknown(name, known)
            elif not _fits(value, kind):
                message = f"`{name}` is something else than {_WORDS[kind]}"
                self._say("GR612", self.key(name), message, f"write {_WORDS[kind]} behind `{name} =`")
            elif kind == "weights":
                values[name] = self._weights(value)
            else:
                values[name] = value
        return values

    def _weights(self, value: Mapping[str, str]) -> dict[str, str]:
        good = {}
        for code, weight in value.items():
            if weight in WEIGHTS:
                good[code] = weight
                continue
            if self._full():
                continue
            close = nearest(weight, WEIGHTS)
            span = self.value(self.key(code), weight)
            listed = ", ".join(f"`{each}`" for each in WEIGHTS)
            self._say(
                "GR612",
                span,
                f"`{weight}` is no weight",
                f"did you mean `{close}`?" if close else f"write one of {listed}",
            )
        return good

    # ---- paths, languages, codes

    def path(self, key: str, text: str, *, must_exist: bool = True) -> Path | None:
        """A path of the project, absolute; ``None``, with a finding, where it leads out or to nothing."""
        if self._full():
            return None
        try:
            path = Path(os.path.realpath(self.root / text))
            inside = path.is_relative_to(self.root)
            there = not must_exist or path.exists()
        except (OSError, ValueError):  # no file can have such a name
            inside, there, path = True, False, self.root / "x"
        if not inside:
            span = self.value(self.key(key), text)
            self._say("GR608", span, f"`{text}` leads out of the project", f"put it below `{self.root.name}`")
            return None
        if not there:
            span = self.value(self.key(key), text)
            close = nearest_file(path)
            named = text.replace(os.path.basename(text), close) if close else None
            hint = f"did you mean `{named}`?" if named else "the path begins at the root of the project"
            self._say("GR601", span, f"there is no file or folder `{text}`", hint)
            return None
        return path

    def unknown_language(self, text: str, names: Iterable[str]) -> None:
        """Say that no catalogue has a name."""
        if self._full():
            return
        listed = ", ".join(f"`{name}`" for name in names)
        hint = f"there is {listed}; a catalogue of your own is a file: `{text}.yaml`"
        self._say("GR601", self.value(self.key("languages"), text), f"no catalogue of phrases is called `{text}`", hint)

    def codes(self, key: str, texts: Iterable[str]) -> tuple[str, ...]:
        """Those of the texts that begin, or are, codes that can be chosen; for the others there is a finding."""
        good = []
        for text in texts:
            fitting = [code for code in CODES if code.startswith(text)] if text.startswith("GR") else []
            if any(map(choosable, fitting)):
                good.append(text)
                continue
            if self._full():
                break
            where = self.key(text) if key == "severity" else self.value(self.key(key), text)
            if fitting:
                hint = "only warnings about rules can be chosen; `groundrules explain` lists all codes"
                self._say("GR622", where, f"`{text}` is always told", hint)
            else:
                self._no_code(where, text)
        return tuple(good)

    def _no_code(self, where: Span, text: str) -> None:
        close = nearest(text, (code for code in CODES if choosable(code)))
        hint = f"did you mean `{close}`?" if close else "`groundrules explain` lists all codes"
        self.found.append(finding("GR622", where, f"no finding has the code `{text}`", help=hint))

    # ---- places

    def key(self, name: str) -> Span:
        """Where a key or a table of this name is written, as well as a plain search can tell."""
        # Possessive, as no two of its parts may share the same blanks: a line of blanks would be tried in every way.
        above = r"(?:[\w\"'-]++[ \t]*+\.[ \t]*+)*"
        pattern = rf"(?:^[ \t]*+(?:\[[ \t]*+)?|[{{,][ \t]*+){above}[\"']?({re.escape(name)})(?=[\"' \t]*+[\].=])"
        written = re.search(pattern, self.source.text, re.MULTILINE)
        return self.source.span(*written.span(1)) if written else self.source.span(0, 0)

    def value(self, key: Span, text: str) -> Span:
        """Where a text stands behind its key, without its quotes; else the key."""
        written = re.compile(rf"([\"'])({re.escape(text)})\1").search(self.source.text, key.end)
        return self.source.span(*written.span(2)) if written else key

    # ---- findings

    def _full(self) -> bool:
        """Whether so much is wrong that more of it says nothing new."""
        return len(self.found) >= SETTINGS_FINDINGS

    def _say(self, code: str, span: Span, message: str, help: str) -> None:
        self.found.append(finding(code, span, message, help=help))

    def _unknown(self, name: str, known: Mapping[str, Any]) -> None:
        if self._full():
            return
        span = self.key(name)
        close = nearest(name, known)
        listed = ", ".join(f"`{each}`" for each in known)
        self.found.append(
            finding(
                "GR611",
                span,
                f"there is no setting `{name}`",
                help=f"did you mean `{close}`?" if close else f"known here: {listed}",
                fix=replace(f"write `{close}`", span, close) if close and span.text == name else None,
            )
        )

    def _broken(self, problem: str) -> None:
        source = self.source
        place = re.search(r" \(at line (\d+), column (\d+)\)", problem)
        offset = len(source.text)
        if place is not None:
            line = min(int(place[1]), source.line_count())
            offset = min(source.line_bounds(line)[0] + int(place[2]) - 1, len(source.text))
        words = re.sub(r" \(at .*\)$", "", problem)
        self._say(
            "GR612",
            source.span(offset, min(offset + 1, len(source.text))),
            f"`{SETTINGS}` cannot be read: {words[:1].lower()}{words[1:]}",
            "settings are written `name = value` under a table such as `[cards]`",
        )


def _fits(value: object, kind: str) -> bool:
    if kind == "texts":
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    if kind == "weights":
        return isinstance(value, dict) and all(isinstance(each, str) for each in value.values())
    return isinstance(value, bool if kind == "flag" else str)
