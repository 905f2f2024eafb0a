"""Whatever lies at a path becomes a text or a finding."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from groundrules.limits import FILE_BYTES
from groundrules.project.reading import Text, Unreadable, decode, read

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")

TEXT = "Łąka: cost x2\r\n沼地: cost x3 # 🌲\r"


def text_of(data: bytes) -> Text:
    """What the bytes stand for; they stand for something."""
    found = decode(data, "x.terrain")
    assert isinstance(found, Text)
    return found


def problem_of(found: Text | Unreadable) -> Unreadable:
    """Why there is no text."""
    assert isinstance(found, Unreadable)
    return found


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_utf8_with_and_without_its_mark(mark: bytes) -> None:
    found = text_of(mark + TEXT.encode())
    assert found.source.text == TEXT
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_utf16_is_read_with_a_warning(mark: bytes, encoding: str) -> None:
    found = text_of(mark + TEXT.encode(encoding))
    assert found.source.text == TEXT
    assert [(each.code, each.span.start, each.span.end) for each in found.warnings] == [("GR604", 0, 0)]
    assert "Set-Content -Encoding utf8" in (found.warnings[0].help or "")


def test_the_byte_that_is_not_utf8_is_shown() -> None:
    problem = problem_of(decode("Łąka\n  Café".encode() + "é".encode("cp1252"), "x.terrain"))
    assert problem.code == "GR603"
    assert problem.span is not None
    assert (problem.span.line, problem.span.column, problem.span.end - problem.span.start) == (2, 7, 1)
    assert "as Windows-1252 it would be `é`" in problem.message


def test_zero_bytes_are_no_text() -> None:
    problem = problem_of(decode(b"Woods\n: \0cost", "x.terrain"))
    assert problem.code == "GR603"
    assert problem.span is not None and problem.span.start == 8


def test_half_a_character_of_utf16() -> None:
    assert problem_of(decode(codecs.BOM_UTF16_LE + b"abc", "x.terrain")).code == "GR603"


@given(st.binary())
def test_any_bytes_give_a_text_or_a_finding(data: bytes) -> None:
    found = decode(data, "x.terrain")
    if isinstance(found, Text):
        assert found.source.text.encode().decode() == found.source.text
    else:
        assert found.in_file("x.terrain").code == "GR603"


@given(st.text())
def test_any_text_comes_back(text: str) -> None:
    found = decode(text.encode("utf-8", "replace"), "x.terrain")
    if isinstance(found, Text):
        assert found.source.text == text.removeprefix("\ufeff").encode("utf-8", "replace").decode()
    else:
        assert "\0" in text


def test_what_is_not_there(tmp_path: Path) -> None:
    assert problem_of(read(tmp_path / "no.terrain", "no.terrain")).code == "GR601"
    assert problem_of(read(tmp_path / ("a" * 5000), "a")).code == "GR601"
    assert problem_of(read("a\0b", "a")).code == "GR601"
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert problem_of(read(tmp_path / "file" / "below", "below")).code == "GR601"


def test_a_folder(tmp_path: Path) -> None:
    assert problem_of(read(tmp_path, "x")).code == "GR602"


@posix
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert problem_of(read(tmp_path / "pipe", "pipe")).code == "GR602"


@posix
def test_a_circle_of_links(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert problem_of(read(tmp_path / "a", "a")).code == "GR606"


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "x.terrain"
    path.write_text("x", encoding="utf-8")
    path.chmod(0)
    assert problem_of(read(path, "x")).code == "GR607"


@pytest.mark.parametrize(("number", "why"), [(errno.EACCES, "you may not read it"), (errno.EIO, "input/output error")])
def test_a_file_that_the_system_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, why: str) -> None:
    (tmp_path / "x.terrain").touch()

    def refused(*given: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr("builtins.open", refused)
    problem = problem_of(read(tmp_path / "x.terrain", "x.terrain"))
    assert (problem.code, problem.message) == ("GR607", f"`x.terrain` cannot be read: {why}")


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "x.terrain"
    with open(path, "wb") as file:
        file.truncate(FILE_BYTES + 1)
    problem = problem_of(read(path, "x.terrain"))
    assert problem.code == "GR605"
    assert "8 MB" in problem.message
