"""Writing into a Markdown file: only what stands in its fences changes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st
from tests.docs.fences import ROOT

from groundrules.diagnostics import Edit
from groundrules.project.formatting import format_text
from groundrules.project.markdown import content, edited, read_page, replaced
from groundrules.source import Source

UGLY = """\
# Rules   of  mine

```terrain
Woods for Vehicle on enter:cost ×2
```
1. A list:

   ~~~terrain
   Marsh:

     > Wet.


     at most  6″
   ~~~
> ```terrain
> table by Class
>   |terrain|A|
>
>   |Mud|x2|
> ```
```terrain example
- Pit :  forbid enter
```
```terrain file=x.terrain
Left :   alone
```
"""

PLAIN = """\
# Rules   of  mine

```terrain
Woods on enter for Vehicle: cost x2
```
1. A list:

   ~~~terrain
   Marsh:

       > Wet.

       at most 6"
   ~~~
> ```terrain
> table by Class
>     | terrain | A  |
>     |---------|----|
>
>     | Mud     | x2 |
> ```
```terrain example
Pit: forbid enter
```
```terrain file=x.terrain
Left :   alone
```
"""


def formatted(text: str) -> str:
    after, found = format_text("page.md", text, is_page=True)
    assert after is not None, found
    return after


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_only_the_fences_are_formatted(end: str) -> None:
    assert formatted(UGLY.replace("\n", end)) == PLAIN.replace("\n", end)
    assert formatted(PLAIN.replace("\n", end)) == PLAIN.replace("\n", end)


def test_a_page_with_a_mistake_is_left_alone() -> None:
    after, found = format_text("page.md", UGLY.replace("cost", "costt"), is_page=True)
    assert after is None and [(each.code, each.span.line) for each in found] == [("GR110", 4)]
    after, found = format_text("page.md", UGLY.replace("forbid", "forbidd"), is_page=True)
    assert after is None and [(each.code, each.span.line) for each in found] == [("GR110", 23)]


def test_a_fence_that_goes_on_in_another_stays_as_it_is() -> None:
    text = "```terrain\nWoods :\n  cost x2\n```\nand\n```terrain\n  for Cart :  cost x3\n```\n"
    after, found = format_text("page.md", text, is_page=True)
    # The first fence alone would become deeper than the line that goes on in it.
    assert after is None and [each.code for each in found] == ["GR618"]
    text = text.replace("\n  ", "\n    ")
    assert formatted(text) == text.replace("Woods :", "Woods:")


def test_nothing_else_of_our_own_pages_changes() -> None:
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = path.read_bytes().decode()
        after, _ = format_text(path.name, text, is_page=True)
        outside = re.compile(r"```terrain.*?```", re.DOTALL)
        assert after is None or outside.sub("", after) == outside.sub("", text), path


def test_what_is_put_back_is_what_was_there() -> None:
    page = read_page("page.md", UGLY)
    same = {fence: content(page, fence).split("\n")[:-1] for fence in page.fences}
    assert replaced(page, same) == UGLY


def edit(source: Source, old: str, new: str, *, behind: bool = False) -> Edit:
    at = source.text.index(old)
    return Edit(source.span(at + len(old), at + len(old)) if behind else source.span(at, at + len(old)), new)


def test_edits_are_made_in_the_fences() -> None:
    page = read_page("page.md", UGLY)
    rules = page.rules
    assert rules is not None
    after = edited(page, [edit(rules, "×2", "x2"), edit(rules, "> Wet.", "> Wet.\n  > And cold.")])
    assert after == UGLY.replace("×2", "x2").replace("     > Wet.\n", "     > Wet.\n     > And cold.\n")


def test_a_line_put_into_a_quotation_is_quoted() -> None:
    page = read_page("page.md", UGLY)
    rules = page.rules
    assert rules is not None
    after = edited(page, [edit(rules, "|Mud|x2|", "\n  |Bog|x3|", behind=True)])
    assert after == UGLY.replace("|Mud|x2|\n", "|Mud|x2|\n>   |Bog|x3|\n")
    at = rules.text.index("table by")
    after = edited(page, [Edit(rules.span(at, at), "overlap worst\n")])
    assert after == UGLY.replace("> table by", "> overlap worst\n> table by")


def test_an_edit_outside_of_the_fences_is_refused() -> None:
    page = read_page("page.md", UGLY)
    assert edited(page, [Edit(Source("page.md", UGLY).span(0, 0), "overlap worst\n")]) is None


@given(st.text(st.sampled_from("```terrain \n\t>-1.~Ax:\r")))
def test_putting_back_changes_nothing_but_line_ends(text: str) -> None:
    page = read_page("page.md", text)
    same = {f: content(page, f).split("\n")[:-1] for f in page.fences}
    back = read_page("page.md", replaced(page, same))
    assert [content(back, f) for f in back.fences] == [content(page, f) for f in page.fences]
