"""The kept parse table: made once, never trusted, never needed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from groundrules import usercache
from groundrules.syntax import table_cache
from groundrules.syntax.grammar import grammar_text

KEY = table_cache.cache_key(grammar_text())
NAME = f"table-{KEY[:16]}.json"

_PARSES = """
import sys
from groundrules.source import Source
from groundrules.syntax import parse
parsed = parse(Source("x", "Woods: cost x2"))
assert not parsed.diagnostics and len(parsed.file.items) == 1
print("lark" in sys.modules)
"""


def run(folder: Path | str) -> str:
    """Whether a process of its own had to import Lark to parse."""
    made = subprocess.run(
        [sys.executable, "-c", _PARSES],
        env={"GROUNDRULES_CACHE": str(folder), "PATH": "", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.strip()


def test_lark_is_imported_only_to_make_the_table(tmp_path: Path) -> None:
    assert [run(tmp_path), run(tmp_path)] == ["True", "False"]
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_without_a_cache_the_table_lives_in_memory() -> None:
    assert run("") == "True"


def test_a_damaged_table_is_made_again(tmp_path: Path) -> None:
    run(tmp_path)
    path = tmp_path / NAME
    whole = path.read_bytes()
    for damaged in (b"{}", b"\x00\xff", b"[1, 2]", b"null"):
        assert table_cache.from_json(damaged, KEY) is None
    for damaged in (b"", whole[: len(whole) // 2]):
        path.write_bytes(damaged)
        assert run(tmp_path) == "True"
        assert path.read_bytes() == whole


def test_a_table_of_another_grammar_or_version_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = table_cache.load_grammar()
    data = table_cache.to_json(grammar, KEY)
    assert table_cache.from_json(data, KEY) == grammar
    assert table_cache.from_json(data, "another") is None
    keys = {KEY, table_cache.cache_key(grammar_text() + "\n// another comment")}
    monkeypatch.setattr(table_cache, "lark_version", lambda: "0.0.1")
    keys.add(table_cache.cache_key(grammar_text()))
    monkeypatch.setattr("groundrules.__version__", "0.0.0")
    keys.add(table_cache.cache_key(grammar_text()))
    assert len(keys) == 4


def test_larks_version_is_its_own() -> None:
    import lark

    assert table_cache.lark_version() == lark.__version__


def test_a_folder_that_others_may_write_to_is_not_trusted(tmp_path: Path) -> None:
    run(tmp_path)
    tmp_path.chmod(0o777)
    try:
        assert run(tmp_path) == "True"
    finally:
        tmp_path.chmod(0o700)


def test_the_table_is_plain_data() -> None:
    whole = json.loads(table_cache.to_json(table_cache.load_grammar(), KEY))
    assert set(whole) >= {"key", "terminals", "productions", "actions", "gotos"}
    assert usercache.folder() is not None
