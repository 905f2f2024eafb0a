"""Every bound on what an author may ask for, in one place.

Each has a diagnostic that names it; none is met by a ruleset written by hand.
"""

from __future__ import annotations

from typing import Final

# ---- terrain files

#: How deep blocks, brackets, `not`, `half` and the terms of one sum may lie in each other.
NESTING: Final = 64
#: Digits of one number: 999,999,999 is the largest whole one.
DIGITS: Final = 9
#: Characters of one name.
NAME_LENGTH: Final = 120

# ---- scenario files and tables

#: Values in one YAML document, anchors counted each time they are used.
YAML_VALUES: Final = 200_000
#: How deep values may lie in each other.
YAML_DEPTH: Final = 40

# ---- files and folders

#: Bytes of one file: some thirty times the longest rulebook.
FILE_BYTES: Final = 8 * 1024 * 1024
#: How many folders below the named one rulesets are looked for.
FOLDER_DEPTH: Final = 16

# ---- meaning

#: How many rulesets may stand on one another.
RULESETS_DEEP: Final = 16
#: The largest number of a rule, and the largest one below a line.
LARGEST_NUMBER: Final = 1_000_000
#: Dice that are rolled at once, and sides of one of them.
DICE: Final = 1_000
SIDES: Final = 1_000
#: Pairs of rules that are compared before a ruleset counts as too tangled to judge.
COMPARISONS: Final = 400_000
#: Ties that are reported; more of them say nothing new.
TIES: Final = 100

# ---- what is remembered

#: Decisions that a ruleset of the library keeps by what was asked; a new one after that forgets the rest.
DECISIONS_KEPT: Final = 100_000
