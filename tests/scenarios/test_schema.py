"""The JSON Schema of scenario files is the one that the table of keys gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from groundrules.scenarios import schema


def test_snapshot_of_the_schema(snapshot: Callable[[Path, str], None]) -> None:
    snapshot(Path(schema.__file__).with_name("scenarios.schema.json"), schema.schema_text())
