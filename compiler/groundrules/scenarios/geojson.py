"""A table as GeoJSON: every feature a piece, its properties what the piece states.

``name`` and ``terrain`` are the piece's own keys, all other properties its fields and
heights; what drawing tools add for looks is passed over. A ``Point`` with a ``radius`` is a
circle, which GeoJSON has no geometry for. ``rules`` and ``agreed`` may stand beside
``features``. Coordinates are the table's, in the ruleset's unit.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from groundrules.diagnostics import Diagnostic, Related, finding
from groundrules.scenarios.documents import Document, document_of
from groundrules.scenarios.yaml_items import Item, Mapping, Scalar, Sequence, read_yaml
from groundrules.source import Source, Span

#: What drawing tools say of looks.
LOOKS = frozenset(
    ("stroke", "stroke-width", "stroke-opacity", "fill", "fill-opacity", "title", "description",
     "marker-color", "marker-size", "marker-symbol")
)  # fmt: skip

_EXPONENT = re.compile(r"(-?\d{1,20}(?:\.\d{1,20})?)[eE]([+-]?\d{1,2})", re.ASCII)
_BRACKETS = re.compile(r"([()])")
_COMMA = re.compile(r"[,;]")


def read_table_file(source: Source) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """A table from YAML or GeoJSON, whichever the text is; ``None`` when nothing of it can be used. Never raises."""
    root, found = read_yaml(source)
    if root is None:
        return None, found
    if isinstance(root, Mapping) and (kind := root.get("type")) is not None and isinstance(kind, Scalar):
        reader = _Features(list(found))
        return reader.document(source, root, kind), tuple(reader.diagnostics)
    return document_of(source, root, found)


class _Features:
    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        self.items: dict[str, Item] = {}
        self.keys: dict[str, Span] = {}

    def document(self, source: Source, root: Mapping, kind: Scalar) -> Document | None:
        features = root.get("features")
        if kind.text == "Feature":
            features = Sequence((root,), root.span)
        elif kind.text != "FeatureCollection":
            self.wrong(
                kind.span, f"a table is no `{kind.text}`", "a table is a `FeatureCollection`, its pieces features"
            )
            return None
        if not isinstance(features, Sequence):
            self.wrong((features or root).span, "`features` must be a list", 'write `"features": [ … ]`')
            return None
        for number, each in enumerate(features.items, 1):
            self.feature(each, number)
        rules = root.get("rules")
        if rules is not None and not isinstance(rules, Scalar):
            self.wrong(rules.span, "`rules` must be a name or a path", 'write `"rules": "trench-crusade"`')
            rules = None
        return Document(source, rules, (), Mapping(self.items, self.keys, features.span), None, root.get("agreed"))

    def feature(self, item: Item, number: int) -> None:
        """One feature as the piece that a YAML table would hold."""
        if not isinstance(item, Mapping) or getattr(item.get("type"), "text", "Feature") != "Feature":
            self.wrong(item.span, "a piece must be a feature", 'write `{"type": "Feature", … }`')
            return
        given = item.get("properties")
        properties = given if isinstance(given, Mapping) else Mapping({}, {}, item.span)
        stated: dict[str, Item] = {}
        places: dict[str, Span] = {}
        name, place = f"feature {number}", Span(item.span.source, item.span.start, item.span.start + 1)
        if isinstance(own := item.get("id"), Scalar) and not _blank(own):
            name, place = own.text, own.span
        for key, value in properties.items.items():
            if key.casefold() == "name" and isinstance(value, Scalar) and not _blank(value):
                name, place = value.text, value.span
            elif not _blank(value) and key not in LOOKS and key.casefold() != "name":
                known = key.casefold() if key.casefold() in ("terrain", "bottom", "top") else key
                stated[known], places[known] = _plain(value), properties.keys[key]
        if isinstance(kinds := stated.get("terrain"), Scalar):
            stated["terrain"] = Sequence(tuple(_parts(kinds)), kinds.span)
        self.shape(item, stated, places)
        if name in self.items:
            self.diagnostics.append(
                finding(
                    "GR504", place, f"two features are called `{name}`", help="give each a `name` of its own",
                    related=(Related(self.keys[name], "first called so here"),),
                )
            )  # fmt: skip
            return
        self.items[name], self.keys[name] = Mapping(stated, places, item.span), place

    def shape(self, item: Mapping, stated: dict[str, Item], places: dict[str, Span]) -> None:
        geometry = item.get("geometry")
        if geometry is None or _blank(geometry):
            return
        key, value = "geometry", _plain(geometry)
        radius = stated.get("radius")
        if radius is not None and isinstance(value, Mapping) and getattr(value.get("type"), "text", "") == "Point":
            centre = value.get("coordinates")
            if isinstance(centre, Sequence) and len(centre.items) >= 2:
                del stated["radius"]
                key, value = "circle", Sequence((*centre.items[:2], radius), geometry.span)
        stated[key], places[key] = value, item.keys["geometry"]

    def wrong(self, span: Span, message: str, help: str) -> None:
        self.diagnostics.append(finding("GR404", span, message, help=help))


def _blank(item: Item) -> bool:
    """Whether nothing is stated: programs write ``null`` and ``""`` for that."""
    return isinstance(item, Scalar) and (item.empty or not item.text.strip())


def _parts(kinds: Scalar) -> list[Scalar]:
    """``Woods, Marsh``: several kinds in one text, since programs for maps know no lists."""
    parts = [""]
    chunks = _BRACKETS.split(kinds.text)
    for number, chunk in enumerate(chunks):
        # What a closing bracket follows stands in brackets, its commas too.
        inside = number % 2 == 1 or chunks[number + 1 : number + 2] == [")"]
        first, *others = [chunk] if inside else _COMMA.split(chunk)
        parts[-1] += first
        parts += others
    return [replace(kinds, text=part.strip()) for part in parts if part.strip()]


def _plain(item: Item) -> Item:
    """Numbers without exponents; texts that are numbers count as such, since programs write both."""
    if isinstance(item, Sequence):
        return replace(item, items=tuple(_plain(each) for each in item.items))
    if isinstance(item, Mapping):
        return replace(item, items={key: _plain(each) for key, each in item.items.items()})
    found = _EXPONENT.fullmatch(item.text)
    if found is not None and not item.quoted:
        return replace(item, text=str(Fraction(found[1]) * Fraction(10) ** int(found[2])))
    loose = replace(item, quoted=False)
    return loose if item.quoted and loose.number() is not None else item
