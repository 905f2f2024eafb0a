"""Text as Markdown: whatever a text holds, it is shown and does nothing.

A backslash before a punctuation mark is understood by CommonMark everywhere but in code
and raw HTML, neither of which any page has. The marks escaped are those with a meaning in
CommonMark and pipe tables and in what is often built on them: mathematics, strikethrough,
templates of site builders, links made of bare addresses.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from functools import lru_cache

_SPECIAL = re.compile(r"[\\`*_\[\]<>|~${}&@^]|!(?=\[)")
_ADDRESS = re.compile(r"(?<=[A-Za-z]):(?=//)|(?<=\bwww)\.|(?<=\bmailto):|(?<=\bxmpp):", re.IGNORECASE)
#: What would open a heading, a list, a rule, an underline or a definition at the start of a line.
_OPENING = re.compile(r"(?:[#+\-=:]|\d{1,9}(?=[.)]))")

_BREAKS = re.compile(r"[\s\x1c-\x1f\x85\u2028\u2029]+")
_ENDS = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]+")
#: Controls, and marks that reorder or hide what stands around them.
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """The text as one line without controls or marks that turn the direction of what follows."""
    return flat(text).strip()


def flat(text: str) -> str:
    """The same, with the blanks at its ends."""
    return _UNSEEN.sub("", _BREAKS.sub(" ", text))


def shown(text: str) -> str:
    """The text without controls, with a blank for each line end; other blanks stay what they are."""
    return _UNSEEN.sub("", _ENDS.sub(" ", text))


@lru_cache(maxsize=4096)
def inline(text: str) -> str:
    """The text as Markdown that shows exactly this text, anywhere inside a line or a cell."""
    text = _SPECIAL.sub(lambda found: "\\" + found[0], text)
    return _ADDRESS.sub(lambda found: "\\" + found[0], text)


def block(text: str) -> str:
    """The text as Markdown at the start of a line."""
    return opened(inline(text))


def opened(escaped: str) -> str:
    """Escaped text where it comes to stand at the start of a line."""
    found = _OPENING.match(escaped)
    if found is None:
        return escaped
    if found[0].isdigit():
        return f"{found[0]}\\{escaped[found.end() :]}"
    return "\\" + escaped


#: A link as our pages have them; in escaped text nothing else looks like one.
_LINK = re.compile(r"\[((?:\\.|[^\[\]\\])*)\]\(([^()\s]*)\)")


def link(file: str, here: str) -> str:
    """The way from one page to another, both as paths in the ruleset's folder."""
    return _way(file, posixpath.dirname(here) or ".")


@lru_cache(maxsize=4096)
def _way(file: str, folder: str) -> str:
    return posixpath.relpath(file, folder)


def relinked(page: str, here: str, target: Callable[[str], str | None]) -> str:
    """A page whose links to other pages lead where ``target`` says; for ``None`` only the words stay.

    ``target`` is asked with the page's path in the ruleset's folder and answers with one, or
    with a place in the same page (``#woods``).
    """

    def turned(found: re.Match[str]) -> str:
        if not found[2].endswith(".md"):
            return found[0]
        to = target(posixpath.normpath(posixpath.join(posixpath.dirname(here), found[2])))
        if to is None:
            return found[1]
        return f"[{found[1]}]({to if to.startswith('#') else link(to, here)})"

    return _LINK.sub(turned, page)


_HEADING = re.compile(r"^(#{1,6})(?= )", re.MULTILINE)
_HEAD = re.compile(r"\A<!--.*?-->\n+", re.DOTALL)


def headless(page: str) -> str:
    """A page without the comment in its head."""
    return _HEAD.sub("", page)


def lowered(page: str, levels: int) -> str:
    """A page with its headings some levels lower, as far as there are levels."""
    return _HEADING.sub(lambda found: "#" * min(6, len(found[1]) + levels), page)


def comment(text: str) -> str:
    """The text inside an HTML comment, which nothing in it can close."""
    text = clean(text).replace("<", " ").replace(">", " ")
    while "--" in text:
        text = text.replace("--", "- -")
    return text
