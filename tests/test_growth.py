"""Large input of the nastiest shapes known is answered in time: work grows with the input, not with its square.

A round that takes a processor longer than a bound, far above what is needed, is broken off.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from groundrules import limits
from groundrules.lint.prose_numbers import _ELSEWHERE
from groundrules.project.checking import check
from groundrules.project.embedding import _BEGIN
from groundrules.project.settings import settings_of
from groundrules.scenarios.geojson import _parts
from groundrules.scenarios.strips import _AND, _STRIP
from groundrules.scenarios.values import Values
from groundrules.scenarios.yaml_items import Scalar
from groundrules.source import Source

#: Seconds of the processor; each of these inputs took minutes, or more, before its fault was mended.
BOUND = 20.0
LONG = 200_000
NOWHERE = Source("a.yaml", "").span(0, 0)


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    if not hasattr(signal, "SIGVTALRM"):
        pytest.skip("no timer of the processor's time here")

    def over(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"more than {BOUND} s")

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, BOUND)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def settings(text: str, folder: Path) -> list[str]:
    """The codes of what is wrong with settings."""
    return [each.code for each in settings_of(folder, text).diagnostics]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" " * 60_000 + "\n[cards]\nwrong = 1\n", ["GR611"]),
        ("[cards]\n[ " + " " * 60_000 + "x\n", ["GR612"]),
        ("a." * 30_000 + "b = 1\n", ["GR612"]),
        ("a = " + "[" * 60_000, ["GR612"]),
        ("\n".join("a." * 99 + f"b{number} = 1" for number in range(300)), ["GR611"]),
        ("#" + " " * limits.SETTINGS_LENGTH, ["GR605"]),
        ("[cards]\n" + "\n".join(f"a{number} = 1" for number in range(6_000)), ["GR611"] * limits.SETTINGS_FINDINGS),
        ("[lint]\nselect = [" + '"x",' * 15_000 + "]", ["GR622"] * limits.SETTINGS_FINDINGS),
        ("[project]\nsources = [" + '".",\n' * 10_000 + "]", []),
    ],
)
def test_settings(text: str, expected: list[str], tmp_path: Path) -> None:
    assert settings(text, tmp_path) == expected


def test_names_with_brackets() -> None:
    for text in ("a" + " " * LONG + "(", " " * LONG, "(" * LONG, "a(" + ")(" * LONG):
        values = Values()
        values.named(Scalar(text, NOWHERE))
        assert [each.code for each in values.diagnostics] == ["GR404"]
    named = Values().named(Scalar("  Deep Mud  ( 2 ,Bog) ", NOWHERE))
    assert named is not None and (named.name, [str(each) for each in named.args]) == ("Deep Mud", ["2", "Bog"])


def test_strips() -> None:
    for text in ("2 Woods" + " " * LONG + "x", '"' * LONG, "2" + " " * LONG):
        _STRIP.fullmatch(text.strip())
        _AND.split(text)
    found = _STRIP.fullmatch('2" Woods and Sandy Hills+Mud')
    assert found is not None and found[1] == "2"
    assert [each.strip() for each in _AND.split(found[2])] == ["Woods", "Sandy Hills", "Mud"]


def test_marks_of_documents() -> None:
    for text in ("<!-- groundrules: " + " " * LONG + "x", "<!-- groundrules:" + " -->" * LONG + "x"):
        assert _BEGIN.search(text) is None
    found = _BEGIN.search("> <!-- groundrules:  card Woods   -->  ")
    assert found is not None and found[2].rstrip() == "card Woods"


def test_kinds_of_a_map() -> None:
    assert len(_parts(Scalar("a," * LONG, NOWHERE))) == LONG
    assert len(_parts(Scalar("a(," * LONG, NOWHERE))) == LONG
    told = [each.text for each in _parts(Scalar("Woods, Mud(1, 2);Bog (3;4) , Hill", NOWHERE))]
    assert told == ["Woods", "Mud(1, 2)", "Bog (3;4)", "Hill"]


def told(folder: Path, line: str) -> list[str]:
    """The codes of what is said of a ruleset with such a line of prose."""
    path = folder / "woods.terrain"
    path.write_text(f"Woods:\n    cost x2\n    > {line}\n", encoding="utf-8")
    return [each.code for each in check([str(path)]).diagnostics]


def test_numbers_of_prose(tmp_path: Path) -> None:
    assert "GR323" in told(tmp_path, "7 . " * 10_000 + "19 wide")
    assert told(tmp_path, "7" + " " * 50_000 + "x") == ["GR323"]
    assert told(tmp_path, "See page 7, § 8 and   rule   9: 12 wide, v. 12.") == ["GR323"]
    assert _ELSEWHERE.search("see page") and not _ELSEWHERE.search("the homepage")
