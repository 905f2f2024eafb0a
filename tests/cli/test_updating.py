"""``test --update``: what is expected is brought up to what comes, and nothing else is touched; ``--watch``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from groundrules.cli import entry
from groundrules.cli.watching import changed, look, watch

RULES = """\
model
    Speed: distance
outcome Hit
outcome Lost
action Move: up to Speed
roll Luck: 2d6
    2-6   Bad: Hit, Lost
    7+    Good: no effect
Marsh: cost x2
Mire on enter: Luck
Wall: forbid enter
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "r.terrain").write_text(RULES, encoding="utf-8")
    return tmp_path


def updated(folder: Path, text: str, *argv: str, code: int = 0) -> str:
    path = folder / "s.yaml"
    path.write_bytes(text.encode())
    assert entry.main(["test", "--update", "--yes", *argv, "s.yaml"]) == code
    return path.read_bytes().decode()


SCALARS = """\
rules: r.terrain   # the rules
models: {it: {Speed: 20}}
scenarios:
  # first of all
  - name: a marsh
    track: [2 Open, 4 Marsh]
    expect: {legal: false, cost: 9, left: 10}   # looked up

  - name: a mire
    track: [4 Mire]
    dice: [1, 2]
    expect:
      cost:   7   # what it costs
      rolls: [{outcome: Good}]
      outcomes: []      # nothing at all
      ends_at: [4, 1]
"""
AFTER = """\
rules: r.terrain   # the rules
models: {it: {Speed: 20}}
scenarios:
  # first of all
  - name: a marsh
    track: [2 Open, 4 Marsh]
    expect: {legal: true, cost: 10, left: 10}   # looked up

  - name: a mire
    track: [4 Mire]
    dice: [1, 2]
    expect:
      cost:   4   # what it costs
      rolls: [{outcome: Bad}]
      outcomes: [Hit, Lost]      # nothing at all
      ends_at: [4, 0]
"""


def test_values_are_written_where_they_stand(folder: Path) -> None:
    assert updated(folder, SCALARS) == AFTER
    assert entry.main(["test", "s.yaml"]) == 0


def test_line_ends_and_the_byte_order_mark_stay(folder: Path) -> None:
    crlf = ("\ufeff" + SCALARS).replace("\n", "\r\n")
    assert updated(folder, crlf) == ("\ufeff" + AFTER).replace("\n", "\r\n")


def test_what_passes_is_not_touched(folder: Path) -> None:
    text = AFTER.replace("cost: 10,", "cost: 20/2,")
    assert updated(folder, text) == text


BLOCK = """\
rules: r.terrain
model: &who {Speed: 20}
scenarios:
  - name: a mire
    model: {Speed: 20}
    track: [4 Mire, 1 Open]
    dice: [1, 2]
    expect:
      outcomes:
        - Lost   # one
        # and no more
      events:
        - contact mire   # first
        - leave mire
        - enter mire
        - start mire
        - end mire  # last
"""


def test_lists_of_lines_are_changed_line_by_line(folder: Path) -> None:
    text = BLOCK.replace("model: &who {Speed: 20}\n", "")
    assert updated(folder, text) == text.replace("- Lost   # one\n", "- Hit   # one\n        - Lost\n").replace(
        """\
        - leave mire
        - enter mire
        - start mire
        - end mire  # last
""",
        """\
        - enter mire
        - leave mire
        - cross mire  # last
""",
    )


def test_only_the_named_ones(folder: Path) -> None:
    half = updated(folder, SCALARS, "-k", "mire")
    assert "legal: false, cost: 9" in half and "cost:   4 " in half


CASES = """\
rules: r.terrain
scenarios:
  - name: shared
    model: {Speed: 20}
    expect: {cost: 1}
    cases:
      - {name: one, track: [2 Marsh]}
      - {name: two, track: [SECOND]}
"""


def test_a_shared_value_is_changed_where_all_agree(folder: Path) -> None:
    assert "expect: {cost: 4}" in updated(folder, CASES.replace("SECOND", "4 Open"))


def test_a_shared_value_stays_where_they_do_not(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = CASES.replace("SECOND", "3 Open")
    assert updated(folder, text, code=1) == text
    assert "shared / one: it fails by something else than a value, or shares" in capsys.readouterr().err
    # Nor where one of them passes as it is.
    text = CASES.replace("SECOND", "1 Open")
    assert updated(folder, text, code=1) == text


def test_chances(folder: Path) -> None:
    text = """\
rules: r.terrain
scenarios:
  - name: chances
    model: {Speed: 20}
    track: [4 Mire]
    odds: {Bad: 1/2, Hit: {0: 1/2, 2: 1/2}}
"""
    # Of 36 throws of two dice, 15 come to 6 or less.
    assert "odds: {Bad: 5/12, Hit: {0: 7/12, 2: 0, 1: 5/12}}" in updated(folder, text)


def test_what_no_value_can_mend_is_left(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "rules: r.terrain\nscenarios:\n  - name: dice\n    model: {Speed: 20}\n    track: [4 Mire]\n"
    assert updated(folder, text + "    expect: {legal: true}\n", code=1).endswith("expect: {legal: true}\n")
    assert "nothing to update" in capsys.readouterr().err


def test_it_asks_and_without_an_answer_writes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    (folder / "s.yaml").write_text(SCALARS, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert entry.main(["test", "--update", "s.yaml"]) == 1
    assert (folder / "s.yaml").read_text(encoding="utf-8") == SCALARS
    said = capsys.readouterr()
    assert "-    expect: {legal: false, cost: 9, left: 10}   # looked up" in said.out.splitlines()
    assert "write the expectations of 2 scenarios in 1 file?" in said.err
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert entry.main(["test", "--update", "s.yaml"]) == 0
    assert (folder / "s.yaml").read_text(encoding="utf-8") == AFTER


def test_pages_are_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = f"# A page\n\n```terrain\n{RULES}```\n\n```yaml scenarios\n{SCALARS.partition(chr(10))[2]}```\n"
    (folder / "p.md").write_text(page, encoding="utf-8")
    assert entry.main(["test", "--update", "--yes", "p.md"]) == 1
    assert (folder / "p.md").read_text(encoding="utf-8") == page
    assert "scenarios in Markdown are not rewritten" in capsys.readouterr().err


# ---- watching


def test_what_changed_between_two_looks(folder: Path) -> None:
    rules = folder / "r.terrain"
    before = look([folder])
    assert list(before) == [str(rules)]
    (folder / "new.yaml").write_text("a: 1\n", encoding="utf-8")
    (folder / "picture.png").write_bytes(b"")
    (folder / ".hidden.yaml").write_text("a: 1\n", encoding="utf-8")
    os.utime(rules, ns=(1, 1))
    assert changed(before, look([folder])) == [str(folder / "new.yaml"), str(rules)]
    rules.unlink()
    assert changed(before, look([folder])) == [str(folder / "new.yaml"), str(rules)]


def test_work_is_done_again_after_each_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done: list[str] = []
    texts = iter(["one", "", "two", ""])

    def pause(seconds: float) -> None:
        assert seconds > 0
        text = next(texts)
        if text:
            (folder / "r.terrain").write_text(text, encoding="utf-8")

    def work() -> list[Path]:
        done.append((folder / "r.terrain").read_text(encoding="utf-8"))
        return [folder / "r.terrain"]

    watch(work, pause, rounds=4)
    assert done == [RULES, "one", "two"]
    assert "r.terrain changed" in capsys.readouterr().err
