"""Tables written in tests, read as the command reads them."""

from __future__ import annotations

from pathlib import Path

from groundrules.project.tables import TableFile, read_table
from groundrules.scenarios.table_report import TableReport


def read(folder: Path, text: str, name: str = "table.yaml") -> TableFile:
    """The table file of a text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_table(path, name)


def sound(folder: Path, text: str, name: str = "table.yaml") -> TableReport:
    """The one table of a text in which nothing is wrong."""
    file = read(folder, text, name)
    assert [(each.code, each.message) for each in file.all_diagnostics] == []
    (report,) = file.reports
    return report


def codes(file: TableFile) -> set[str]:
    """The codes of all that was found."""
    return {each.code for each in file.all_diagnostics}
