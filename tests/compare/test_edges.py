"""A change shows at its edge: the threshold met, and all that is joined to it so that it decides."""

from __future__ import annotations

import pytest

from groundrules.compare.apart import Searching, read_one
from groundrules.meaning import compile_ruleset
from groundrules.project.library import Library
from groundrules.ruleset import Ruleset
from groundrules.scenarios.running import run_scenario
from groundrules.source import Source

HEAD = """overlap worst
model
    Speed: distance
    Save: number
    AP: number
    Initiative: number
    Class: Foot, Horse, Wheels
    traits: Flying, Tall
piece
    Height: number, optional
game
    Book: First, Second, Third
action Move: up to Speed
action Run: up to Speed
action Charge: up to Speed
outcome Hit
cover Soft: target Save -1
state Hidden until end of turn
"""
NEAR = "(target Save over 3 or shooter AP over 0)"
CLIMB = "roll Climb: d6\n    natural 6 Failure: stop\n    1-Initiative Success\n    otherwise Failure: stop\n"
CLIMB += "Wall on climb: Climb\n"
EDGE = "roll Edge: d6 - Initiative\n    1+ Falls: Hit\n    otherwise Stays\nRoof on turn start when Second: Edge\n"


def rules(text: str) -> Ruleset:
    compiled = compile_ruleset(Source("rules.terrain", HEAD + text), "rules", Library().load)
    assert compiled.ruleset is not None, [each.message for each in compiled.diagnostics]
    return compiled.ruleset


def wood(condition: str) -> str:
    return f"Wood when {condition}: cover Soft\n"


CASES = {
    # the far end of a range, the value itself and both sides of it
    "at most, at": ('Roof on drop when fall over 3" and fall at most 12": Hit\n', "at most 12", "under 12"),
    "at most, above": ('Roof on drop when fall over 3" and fall at most 12": Hit\n', "at most 12", "at most 13"),
    "at most, below": ('Roof on drop when fall over 3" and fall at most 12": Hit\n', "at most 12", "at most 11"),
    "at most, gone": ('Roof on drop when fall over 3" and fall at most 12": Hit\n', ' and fall at most 12"', ""),
    "rise": ('Roof on climb when rise over 7" and rise under 19": Hit\n', "under 19", "at most 19"),
    "gap": ('Roof on jump when First and gap at least 9": Hit\n', "at least 9", "at least 8"),
    "moved": ('Mud on enter when moved over 9": Hit\n', "over 9", "over 10"),
    "width of a look": (wood('between and width at least 11"'), "at least 11", "over 11"),
    "distance of a look": (wood('between and distance over 17"'), "over 17", "at least 17"),
    "a share hidden": (wood("obscured over 2/3"), "over 2/3", "at least 2/3"),
    "a share hidden of all": (wood("at least 1/4 of facing obscured by Wood"), "at least 1/4", "over 1/4"),
    # what is joined
    "or, the one": (wood(f"partly obscured and {NEAR}"), "over 3", "over 2"),
    "or, the other": (wood(f"partly obscured and {NEAR}"), "over 0", "at least 0"),
    "or, gone": (wood(f"partly obscured and {NEAR}"), f" and {NEAR}", ""),
    "and with names": (wood("Foot and Save over 3 and shooter AP over 2"), "AP over 2", "AP over 3"),
    "a not": (wood("between and not (shooter Flying or target Tall)"), "shooter Flying or target Tall", "target Tall"),
    "a name of the shooter": (wood("between and shooter Flying"), "shooter Flying", "target Flying"),
    # where models stand
    "own ground": (wood("all of base inside or partly obscured"), "all of base inside or partly", "partly"),
    "part of a base": (wood("all of base inside or partly obscured"), "all of base", "any of base"),
    "behind or between": (wood("not Hidden and behind"), "behind", "between"),
    # names in lists
    "a subject": ("Mud, Bog, Sand when Second: cost x2\nSand: no effect\n", "Mud, Bog, Sand", "Mud, Bog"),
    "who": ("Mud for Foot, Wheels when Third: cost x2\n", "for Foot, Wheels", "for Foot"),
    "all but": ("Mud except Flying, Tall when Third: cost x2\n", "except Flying, Tall", "except Flying"),
    "an action": ("Mud during Move, Charge when Third: cost x2\n", "Move, Charge", "Move"),
    # rolls
    "a face that is a total too": (CLIMB, "natural 6", "natural 5-6"),
    "chances of a later step": (EDGE, "d6 -", "d8 -"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_plainly_matters_is_shown(name: str) -> None:
    text, old, new = CASES[name]
    assert text.count(old) == 1
    before, after = rules(text), rules(text.replace(old, new))
    found = Searching(before).against(after, [], name)
    assert found is not None
    scenario = read_one(found.text)
    assert scenario is not None
    assert run_scenario(before, scenario).passed
    changed = run_scenario(after, scenario)
    assert not changed.findings and not changed.passed
