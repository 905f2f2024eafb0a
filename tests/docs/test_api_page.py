"""The page of the library: its code runs in order, and prints what stands below it."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import pytest
from tests.docs.fences import ROOT, fences

PAGE = ROOT / "docs" / "api.md"


def test_the_code_prints_what_the_page_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.chdir(tmp_path)
    shown = fences(PAGE)
    names: dict[str, Any] = {}
    ran = 0
    for fence, after in zip(shown, [*shown[1:], None], strict=True):
        if fence.words != ("python",):
            assert fence.words == ("text",), fence
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(fence.text, str(fence), "exec"), names)
        expected = after.text if after is not None and after.words == ("text",) else ""
        assert out.getvalue() == expected, fence
        ran += 1
    assert ran > 10
