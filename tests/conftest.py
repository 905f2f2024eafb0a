"""What all tests share: files of expected output, and a cache of their own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples every time, and no clock: a slow machine is not a finding.
settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--snapshots`` writes the expected outputs anew; review them in the diff."""
    parser.addoption("--snapshots", action="store_true", help="write expected outputs anew instead of comparing")


@pytest.fixture
def snapshot(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """``snapshot(path, text)``: the text is what the file at ``path`` holds."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--snapshots"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.is_file(), f"{path} is missing: `make snapshots` writes it"
        assert text == path.read_bytes().decode("utf-8")

    return compare


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The tests neither read nor write the cache of the person who runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GROUNDRULES_CACHE", os.fspath(tmp_path_factory.mktemp("cache")))
        yield
