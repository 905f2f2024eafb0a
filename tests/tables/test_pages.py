"""The pages of table findings: what they avoid is found and nothing else, what they prefer is sound."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.fences import snippets
from tests.tables.reading import codes, read

from groundrules.codes import CODES

SHOWN = sorted(code for code in CODES if code.startswith("GR5"))


@pytest.mark.parametrize("code", SHOWN)
def test_what_a_page_avoids_is_found(code: str, tmp_path: Path) -> None:
    assert codes(read(tmp_path, snippets(code)["Avoid"])) == {code}


@pytest.mark.parametrize("code", SHOWN)
def test_what_a_page_prefers_is_sound(code: str, tmp_path: Path) -> None:
    assert codes(read(tmp_path, snippets(code)["Prefer"])) == set()
