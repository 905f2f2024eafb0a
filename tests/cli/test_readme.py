"""The card in the README is the card that its commands make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from groundrules.cli import entry

README = Path(__file__).parents[2] / "README.md"


def test_the_card_is_a_real_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = README.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name, content in re.findall(r"^```terrain file=(\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        Path(name).write_text(content, encoding="utf-8")
    for command in re.findall(r"^\$ groundrules (build .*)$", text, re.MULTILINE):
        assert entry.main(command.split()) == entry.WELL
    cards = re.findall(r"^```markdown card=(\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert cards
    for name, content in cards:
        head, _, card = Path(name).read_text(encoding="utf-8").partition("\n\n")
        assert head.startswith("<!--")
        assert card == content
