"""A Markdown file as a ruleset: what is taken, where it stands, what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from groundrules.project.checking import check
from groundrules.project.compiling import compile_place
from groundrules.project.markdown import read_page
from groundrules.project.roots import find
from groundrules.project.testing import test_paths as run_paths

PAGE = """\
# House rules

Words before, with `code` and ```three```.

```terrain
ruleset "From a page"
Woods: cost x2
```

1. A list:

   ```terrain
   Marsh on enter: Bog Test
       > Wet.
   ```
   - deeper

     ~~~~terrain
     roll Bog Test: d6

         1: stop
         2+: no effect
     ~~~~

> > ```terrain
> > Flying:
> >     ignore Woods
> > ```

```terrain example
Pit: forbid enter
```

```terrain file=other.terrain
Not taken, nor read.
```

    ```terrain
    Indented code is no fence.
    ```

<!--
```terrain
Neither: is a comment
```
-->
```python
Nor: this
```
"""

LINES = """\
ruleset "From a page"
Woods: cost x2
Marsh on enter: Bog Test
    > Wet.
roll Bog Test: d6

    1: stop
    2+: no effect
Flying:
    ignore Woods
"""


def rules(text: str) -> str:
    """The lines of a page's ruleset, without the blank ones around its fences."""
    source = read_page("page.md", text).rules
    assert source is not None and len(source.text) == len(text)
    return source.text


def put(folder: Path, name: str, text: str) -> str:
    (folder / name).write_bytes(text.encode())
    return str(folder / name)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_fences_are_taken_in_order(end: str) -> None:
    text = rules(PAGE.replace("\n", end))
    own = [line.rstrip() for line in text.split(end)]
    assert [line for line in own if line] == [line for line in LINES.split("\n") if line]


def test_every_character_keeps_its_place() -> None:
    text = rules(PAGE)
    for word in ("From a page", "Marsh", "> Wet.", "1: stop", "ignore"):
        assert text.index(word) == PAGE.index(word)


def test_lines_and_columns_are_those_of_the_page() -> None:
    source = read_page("page.md", PAGE).rules
    assert source is not None
    at = source.text.index("1: stop")
    line = PAGE[:at].count("\n") + 1
    assert source.line_column(at) == (line, len("         ") + 1)
    assert source.line_text(line) == "         1: stop"
    quoted = source.text.index("ignore")
    assert source.line_text(source.line_column(quoted)[0]) == "> >     ignore Woods"


def test_an_example_stands_alone() -> None:
    page = read_page("page.md", PAGE)
    assert [example.text.split() for example in page.examples] == [["Pit:", "forbid", "enter"]]
    assert "Pit" not in rules(PAGE)


def test_the_page_is_checked_and_compiled_as_the_same_text_in_a_file(tmp_path: Path) -> None:
    (place,) = find(put(tmp_path, "page.md", PAGE))  # type: ignore[misc]  # a file is one place
    (other,) = find(put(tmp_path, "page.terrain", LINES + "\n# the trait is the reader's\n"))  # type: ignore[misc]
    page, file = compile_place(place), compile_place(other)
    assert [(each.code, each.message) for each in page.diagnostics] == [(e.code, e.message) for e in file.diagnostics]
    assert (page.ruleset is None) == (file.ruleset is None)


def test_findings_stand_at_their_places_in_the_page(tmp_path: Path) -> None:
    text = "Text.\n\n- x\n\n  ```terrain\n  Woods: costt x2\n  ```\n\n```terrain example\nA: forbidd end\n```\n"
    path = put(tmp_path, "page.md", text)
    for _ in range(2):  # the second time from the cache
        report = check([path])
        places = [each.span.source.line_column(each.span.start) for each in report.diagnostics]
        assert [each.code for each in report.diagnostics] == ["GR110", "GR110"]
        assert places == [(6, 10), (10, 4)]
        assert report.diagnostics[0].span.source.line_text(6) == "  Woods: costt x2"


def test_another_file_can_use_a_page(tmp_path: Path) -> None:
    put(tmp_path, "base.md", "```terrain\nWoods: cost x2\n```\n")
    path = put(tmp_path, "more.terrain", 'use "base.md"\noverride Woods: cost x3\n')
    report = check([path])
    assert report.diagnostics == ()
    ruleset = report.outcomes[0].ruleset
    assert ruleset is not None and [each.name for each in ruleset.terrains] == ["Woods"]


@pytest.mark.parametrize(
    "text", ["", "# Only words\n", "```\nWoods: cost x2\n```\n", "```terrain file=x\nA: stop\n```\n"]
)
def test_a_page_without_rules_is_told(text: str, tmp_path: Path) -> None:
    path = put(tmp_path, "page.md", text)
    assert [each.code for each in check([path]).diagnostics] == ["GR617"]
    using = put(tmp_path, "more.terrain", 'use "page.md"\n')
    assert [each.code for each in check([using]).diagnostics] == ["GR617"]


def test_a_page_of_examples_is_checked_and_has_no_rules(tmp_path: Path) -> None:
    path = put(tmp_path, "page.md", "```terrain example\nWoods: cost x2\n```\n")
    report = check([path])
    assert report.diagnostics == () and report.outcomes[0].rules is None
    using = put(tmp_path, "more.terrain", 'use "page.md"\n')
    assert [each.code for each in check([using]).diagnostics] == ["GR617"]


def test_an_unclosed_fence_reaches_to_the_end() -> None:
    assert rules("```terrain\nWoods: stop").split("\n")[1] == "Woods: stop"
    assert rules("> ```terrain\n> Woods: stop\nNo more of it").split("\n")[-1].strip() == ""


@given(st.text(st.sampled_from("```terrain \n\t>-1.~Ax:\r")))
def test_no_page_is_too_strange(text: str) -> None:
    page = read_page("page.md", text)
    for source in [*([page.rules] if page.rules else []), *page.examples]:
        assert len(source.text) == len(text)
        for shown, read in zip(text, source.text, strict=True):
            assert read in (shown, " ", "\n", "\r")


SCENARIOS = """\
# A house rule

```terrain
model
    Speed: distance
action Move: up to Speed
Woods: cost x2
```

What that means:

1. Half of the way.

   ```yaml scenarios
   scenarios:
     - name: through the woods
       model: {Speed: 6}
       track: [3 Woods]
       expect: {moved: 3, cost: 6}
   ```

```yaml
not: taken
```
"""


def scenarios(text: str, folder: Path) -> list[tuple[str, str, bool]]:
    tested = list(run_paths([put(folder, "page.md", text)]))
    assert [line for each in tested for line in each.findings] == []
    return [(each.name, each.place.rpartition("/")[2], each.passed) for file in tested for each in file.scenarios]


def test_a_page_can_hold_its_own_scenarios(tmp_path: Path) -> None:
    line = SCENARIOS.split("\n").index("     - name: through the woods") + 1
    assert scenarios(SCENARIOS, tmp_path) == [("through the woods", f"page.md:{line}", True)]
    wrong = SCENARIOS.replace("cost x2", "cost x3")
    assert scenarios(wrong, tmp_path) == [("through the woods", f"page.md:{line}", False)]


def test_scenarios_of_several_fences_and_of_other_files(tmp_path: Path) -> None:
    own = SCENARIOS[SCENARIOS.index("   ```yaml scenarios") :].replace("   ```", "```").replace("\n   ", "\n")
    more = SCENARIOS + own.replace("through the woods", "once more")
    assert [name for name, _, passed in scenarios(more, tmp_path) if passed] == ["through the woods", "once more"]
    file = own[own.index("scenarios:\n") : own.index("```\n", 10)]
    put(tmp_path, "away.yaml", f"rules: page.md\n{file}")
    (tested,) = run_paths([str(tmp_path / "away.yaml")])
    assert (tested.passed, tested.failed, tested.findings) == (1, 0, ())


def test_a_page_without_scenarios_is_passed_over(tmp_path: Path) -> None:
    assert list(run_paths([put(tmp_path, "page.md", PAGE)])) == []


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "groundrules", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", env=environment, check=False)


def test_a_page_is_built_and_shown_as_any_ruleset(tmp_path: Path) -> None:
    put(tmp_path, "page.md", SCENARIOS)
    assert run(tmp_path, "build", "page.md", "-o", "cards").returncode == 0
    card = (tmp_path / "cards" / "page" / "cards" / "terrain-woods.md").read_text(encoding="utf-8")
    assert "page.md:7" in card
    shown = run(tmp_path, "show", "rules", "page.md")
    assert shown.returncode == 0 and json.loads(shown.stdout)["name"] == "page"
    tree = run(tmp_path, "show", "ast", "page.md")
    assert tree.returncode == 0 and "Rule @7:1" in tree.stdout


def test_there_is_nothing_to_build_of_examples(tmp_path: Path) -> None:
    put(tmp_path, "page.md", "```terrain example\nWoods: cost x2\n```\n")
    ran = run(tmp_path, "build", "page.md", "-o", "cards")
    assert ran.returncode == 1 and "[GR617]" in ran.stdout and not (tmp_path / "cards").exists()


def test_a_folder_without_a_ruleset_points_to_its_page(tmp_path: Path) -> None:
    put(tmp_path, "diary.md", "Nothing about ```terrain``` here.\n")
    put(tmp_path, "evening.md", PAGE)
    ran = run(tmp_path, "check")
    assert ran.returncode == 1 and "[GR610]" in ran.stdout
    assert "`evening.md`" in ran.stdout and "diary" not in ran.stdout
