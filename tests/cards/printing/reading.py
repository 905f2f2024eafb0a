"""A printed file as a browser reads it: its elements, its text, and nothing that could run or be fetched."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "col", "link", "img", "br", "hr", "input", "base", "embed", "source"}
#: All that our pages are made of.
ELEMENTS = {
    "html", "head", "meta", "title", "style", "body", "section", "article", "header", "footer", "div", "h1", "h2", "p",
    "span", "small", "b", "i", "ul", "ol", "li", "table", "colgroup", "col", "thead", "tbody", "tr", "th",
    "td", "svg", "symbol", "g", "use", "path", "rect", "circle", "text",
}  # fmt: skip
ATTRIBUTES = {
    "lang", "charset", "http-equiv", "content", "name", "class", "style", "scope", "data-card", "viewbox",
    "aria-hidden", "id", "href", "d", "x", "y", "width", "height", "rx", "cx", "cy", "r", "fill", "stroke", "transform",
}  # fmt: skip


@dataclass
class Element:
    """An element, what stands in it, and its attributes."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in it, in order."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, tag: str, name: str | None = None) -> list[Element]:
        """The elements of a tag, and of a class, below this one."""
        found: list[Element] = []
        for child in self.children:
            if isinstance(child, Element):
                if child.tag == tag and (name is None or name in child.attributes.get("class", "").split()):
                    found.append(child)
                found += child.all(tag, name)
        return found


class Reader(HTMLParser):
    """A page as a tree; whatever is not ours, or not closed in its turn, is a failure."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]
        self.comments: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ELEMENTS, f"<{tag}>"
        attributes = {name: value or "" for name, value in attrs}
        assert len(attributes) == len(attrs)
        assert set(attributes) <= ATTRIBUTES, attributes
        if "href" in attributes:
            assert tag == "use" and attributes["href"].startswith("#icon-"), attributes
        if "style" in attributes:
            assert tag in ("col", "h2", "div", "table")
        element = Element(tag, attributes)
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")


def read(page: str) -> Element:
    """The page; it must be whole, and hold nothing that runs or is fetched."""
    assert page.startswith("<!doctype html>\n")
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == [reader.root]
    (root,) = [child for child in reader.root.children if isinstance(child, Element)]
    (style,) = root.all("style")
    # What the style sheet fetches lies in the file.
    assert "@import" not in style.text
    assert all(part.startswith('"data:font/woff2;base64,') for part in style.text.split("url(")[1:])
    return root
