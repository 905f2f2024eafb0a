"""A stated chance that is wrong is told with the right one, and with what the stated one is the chance of."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundrules.project.testing import test_file as play_file

RULES = """rules: |
  outcome Hurt
  roll Wound: d6
      1-2  Bad: Hurt
      3+   Fine
  roll Leap: d6
      1-3  Fall: Wound
      4+   Landing

  Gap on enter: Leap
scenarios:
"""


# A leap falls with 1/2, a fall hurts with 1/3: over two gaps it hurts with 1/6 each, 11/36 at least once.
@pytest.mark.parametrize(
    ("track", "stated", "told"),
    [
        ("3 Open, 2 Gap", "Hurt: 5/6", "1/6 (16.7%); 5/6 is the chance that `Hurt` does not happen"),
        ("3 Open, 2 Gap", "Hurt: 1/3", "1/6 (16.7%); 1/3 is the chance of `Fine`"),
        ("3 Open, 2 Gap", "Hart: 1/6", "0 (0.0%); nothing is called `Hart`, but there is `Hurt`"),
        ("3 Open, 2 Gap", "Landing: 1/7", "got 1/2 (50.0%)"),
        ("3 Open, 2 Gap, 1 Open, 2 Gap", "Hurt: 1/6", "1/6 is the chance at a single `Leap`, of which there may be 2"),
        ("3 Open, 2 Gap, 1 Open, 2 Gap", "Hurt: 5/18", "5/18 is the chance of exactly one `Hurt`"),
    ],
)
def test_the_nearest_cause_is_told(track: str, stated: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"{RULES}  - {{name: gap, track: [{track}], odds: {{{stated}}}}}\n", encoding="utf-8")
    tested = play_file(path, "x.yaml")
    assert tested is not None and tested.failed == 1
    assert told in "\n".join(line for each in tested.scenarios for line in each.lines)
