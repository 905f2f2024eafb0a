"""A ruleset that means harm ends in findings, soon, and its text is inert on the cards."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from groundrules.cli import entry

#: Seconds within which everything here ends, on a slow machine.
SOON = 60

HEAD = "roll Test: d6\n    1: stop\n    2+: no effect\n"

TEXTS = {
    "a name of a million letters": "W" + "o" * 1_000_000 + ": cost x2\n",
    "a million words": "Woods: " + "x " * 500_000 + "\n",
    "a factor without end": "Woods: cost x" + "9" * 100_000 + "\n",
    "a factor that is large": "Woods: cost x99999999999\n",
    "dice without end": "roll Test: 999999999d6\n    1+: stop\n",
    "sides without end": "roll Test: 2d999999999\n    1+: stop\n",
    "a fraction of nothing": "Woods: cost x1/0\n",
    "brackets": "Woods when " + "(" * 5000 + "inside" + ")" * 5000 + ": cost x2\n",
    "open brackets": "Woods when " + "(" * 5000 + "\n",
    "nots": "Woods when " + "not " * 5000 + "inside: cost x2\n",
    "blocks": HEAD + "Woods on enter: Test\n" + "".join(" " * (4 * n) + "Stuck:\n" for n in range(1, 500)),
    "a way out": 'use "../../secret"\nuse "../../secret.terrain"\nuse "/etc/passwd.terrain"\n',
    "itself": 'use "hostile.terrain"\nWoods: cost x2\n',
    "signs of terminals": "Woods: cost x2\n    > \x1b[2J\x1b]0;title\x07 \u202e\u2066\nW\x1b[31m: stop\n",
    "bands without end": "roll Test: 9d9\n" + "".join(f"    {n}: stop\n" for n in range(2000)),
}


def checked(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code and the output of checking a text; it must come soon."""
    path = folder / "hostile.terrain"
    path.write_text(text, encoding="utf-8", newline="")
    started = time.monotonic()
    code = entry.main(["check", "--format", "text", str(path)])
    assert time.monotonic() - started < SOON
    captured = capsys.readouterr()
    assert captured.err == ""
    return code, captured.out


@pytest.mark.parametrize("name", TEXTS)
def test_it_ends_in_findings(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = checked(tmp_path, TEXTS[name], capsys)
    assert code == entry.FOUND
    assert "error[" in out
    assert len(out) < 200_000
    assert not any(ord(char) < 32 and char != "\n" for char in out)


@pytest.mark.parametrize("alike", [False, True])
def test_ten_thousand_terrains(tmp_path: Path, capsys: pytest.CaptureFixture[str], alike: bool) -> None:
    digests = (hashlib.sha256(str(number).encode()).hexdigest()[:12] for number in range(10_000))
    digits = [f"{number:04}" for number in range(10_000)] if alike else digests
    names = ["T" + "".join(chr(ord("a") + int(digit, 16)) for digit in each) for each in digits]
    code, out = checked(tmp_path, "".join(f"{name}: cost x2\n" for name in names), capsys)
    assert (code, "GR901" in out) == (entry.WELL, False), out[:2000]
    assert ("warnings" in out) is alike


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_in_a_circle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.symlink(tmp_path / "b.terrain", tmp_path / "a.terrain")
    os.symlink(tmp_path / "a.terrain", tmp_path / "b.terrain")
    code, out = checked(tmp_path, 'use "a.terrain"\n', capsys)
    assert code == entry.FOUND
    assert "GR606" in out or "GR608" in out
    assert entry.main(["check", str(tmp_path / "a.terrain")]) == entry.FOUND
    assert "GR606" in capsys.readouterr().out


def test_a_folder_where_a_file_should_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.terrain").mkdir()
    code, out = checked(tmp_path, 'use "a.terrain"\n', capsys)
    assert (code, "GR602" in out) == (entry.FOUND, True)
    assert entry.main(["check", str(tmp_path / "a.terrain")]) == entry.FOUND
    assert "GR610" in capsys.readouterr().out


PROSE = [
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "{{ 7 * 7 }} {% for x in y %} {# c #}",
    "a | b || c `code` ``` fence *bold* _it_ [link](javascript:alert(1)) ![i](x)",
    "# heading - list 1. one > quote <!-- comment --> --> &lt; \\",
    "<https://example.org> ~~~ === ---",
]


def test_prose_is_inert_on_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prose = "".join(f"    > {line}\n" for line in PROSE)
    title = 'ruleset "<b>{{ 1 + 1 }}</b> | `x`"\nnotice "<!-- --> | {% raw %}"\n'
    path = tmp_path / "hostile.terrain"
    path.write_text(f'{title}Woods "<i>|`Woods`": cost x2\n{prose}', encoding="utf-8")
    assert entry.main(["build", str(path), "-o", str(tmp_path / "out")]) == entry.WELL, capsys.readouterr()
    cards = list((tmp_path / "out").rglob("*.md"))
    assert len(cards) >= 3
    reader = MarkdownIt("commonmark").enable("table")
    whole = ""
    for card in cards:
        text = card.read_text(encoding="utf-8")
        head, _, body = text.partition("\n")
        assert head.startswith("<!--") and head.endswith("-->") and head.count("-->") == 1
        assert "49" not in body
        tokens = reader.parse(body)
        for token in tokens:
            assert token.type not in ("html_block", "fence", "code_block")
            for child in token.children or ():
                assert child.type not in ("html_inline", "image", "code_inline"), child
                assert not str(child.attrs.get("href", "")).startswith(("javascript:", "http"))
                whole += child.content
    for line in ("<script>alert(1)</script>", "{{ 7 * 7 }}", "{% for x in y %}", "a | b || c `code`"):
        assert line in whole


@pytest.mark.parametrize(
    "line",
    [
        ["check", "no\x1b]0;x\x07such"],
        ["build", "no\x1b]0;x\x07such", "-o", "x"],
        ["explain", "no\x1b]0;x\x07such"],
        ["test", "no\x1b]0;x\x07such"],
        ["show", "no\x1b]0;x\x07such", "rules"],
        ["odds", "no\x1b]0;x\x07such"],
        ["run", "no\x1b]0;x\x07such"],
        ["fmt", "no\x1b]0;x\x07such"],
        ["no\x1b]0;x\x07such"],
        ["try", "epic", "--dice", "no\x1b]0;x\x07such"],
    ],
)
def test_words_of_the_command_line_drive_no_terminal(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert entry.main(line) in (entry.FOUND, entry.MISUSE)
    captured = capsys.readouterr()
    assert captured.err
    assert "\x1b" not in captured.out + captured.err
    assert "\x07" not in captured.out + captured.err


def test_the_name_of_an_output_drives_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "woods.terrain"
    for text in ("Woods: cost x2\n", "Woods cost x2\n"):
        path.write_text(text, encoding="utf-8")
        entry.main(["build", str(path), "-o", str(tmp_path / "a\x1b]0;x\x07")])
        assert "\\x1b" in (told := capsys.readouterr().err)
        assert "\x1b" not in told and "\x07" not in told


@pytest.mark.parametrize(
    "words", ["1/0", "٣+", "3" * 5000, "d" + "3" * 5000, "1/" + "0" * 5000, "²", "٣½", "1." + "1" * 5000]
)
def test_numbers_in_prose_are_no_fault(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "prose.terrain"
    path.write_text(f"Woods: cost x2\n    > It is {words} here.\n", encoding="utf-8")
    assert entry.main(["check", str(path)]) == entry.WELL
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes there")
@pytest.mark.parametrize(
    "line",
    [
        "check NAME",
        "build NAME -o out",
        "odds NAME",
        "show rules NAME",
        "try NAME 2_Woods --dice=3",
        "fmt NAME",
        "diff NAME NAME",
    ],
)
def test_a_name_that_is_no_text(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"\xff.terrain")
    Path(name).write_text("Woods on enter: Test\nroll Test: d6\n    1: stop\n    2+: no effect\n", encoding="utf-8")
    assert entry.main([name if word == "NAME" else word.replace("_", " ") for word in line.split()]) == entry.WELL
    assert "GR901" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (["odds", "epic", "w" * 256], entry.MISUSE),
        (["new", "w" * 256], entry.MISUSE),
        (["test", "w" * 256], entry.MISUSE),
        (["run", "w" * 256 + ".yaml"], entry.MISUSE),
        (["odds", "w" * 256 + ".yaml"], entry.MISUSE),
        (["table", "w" * 256 + ".yaml"], entry.MISUSE),
        (["try", "trench-crusade", "2 Difficult", "Speed=6", "--seed", "\udcff"], entry.WELL),
        (["odds", "trench-crusade", "--roll", "Risky Roll", "--sample", "5", "--seed", "\ud800"], entry.WELL),
    ],
)
def test_words_of_the_command_line_are_no_fault(
    line: list[str], code: int, capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = entry.main(line), capfd.readouterr().err
    assert told[0] == code, told


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk to write to")
@pytest.mark.parametrize(
    "line",
    [
        "--version >/dev/full",
        "--help >/dev/full",
        "check . >/dev/full",
        "explain >/dev/full",
        "--help >&-",
        "fmt - <&-",
    ],
)
def test_a_stream_that_takes_nothing_is_no_fault(line: str, tmp_path: Path) -> None:
    (tmp_path / "woods.terrain").write_text("Woods cost x2\n", encoding="utf-8")
    run = ["sh", "-c", f"exec {sys.executable} -m groundrules {line}"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=SOON, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (entry.MISUSE, 1), done
    assert done.stderr.startswith("groundrules: the ")


def test_a_number_of_the_settings_without_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "groundrules.toml").write_text("[cards]\nascii = " + "9" * 5000 + "\n", encoding="utf-8")
    (tmp_path / "woods.terrain").write_text("Woods: cost x2\n", encoding="utf-8")
    assert entry.main(["check", str(tmp_path / "woods.terrain")]) == entry.FOUND
    captured = capsys.readouterr()
    assert "GR612" in captured.out and captured.err == ""
