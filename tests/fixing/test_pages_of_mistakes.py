"""Fixes in the fences of a page, in a list too: as good as in a file of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundrules.project.fixing import fix

ONE = sorted((Path(__file__).parents[1] / "broken" / "one").glob("*.terrain"))
#: Those that a page can hold as they are.
TAKEN = [path for path in ONE if not any(sign in path.read_bytes() for sign in (b"\r", b"\t", b'use "'))]


@pytest.mark.parametrize("prefix", ["", "    ", "> "], ids=["plain", "list", "quotation"])
def test_a_fix_mends_the_fence(prefix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    for path in TAKEN:
        lines = ["```terrain", *path.read_text(encoding="utf-8").rstrip("\n").split("\n"), "```"]
        head = "1.  Rules:\n\n" if prefix == "    " else "Rules:\n\n"
        page.write_text(head + "".join(f"{(prefix + line).rstrip()}\n" for line in lines) + "\nAnd so on.\n")
        found = fix(["page.md"], choices=True)
        if any(each.fix is not None for each in found.before.diagnostics):
            assert not [each for each in found.after.diagnostics if not each.code.startswith("GR3")], path.stem
            assert found.files[0].after.startswith(head) and found.files[0].after.endswith("\nAnd so on.\n")
