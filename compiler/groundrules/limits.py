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
#: Characters of one line.
LINE_LENGTH: Final = 60_000
#: Characters of one name.
NAME_LENGTH: Final = 120

# ---- scenario files and tables

#: Values in one YAML document, anchors counted each time they are used.
YAML_VALUES: Final = 200_000
#: How deep values may lie in each other.
YAML_DEPTH: Final = 40

#: Strips of one track.
STRIPS: Final = 1_000

# ---- files and folders

#: Bytes of one file: some thirty times the longest rulebook.
FILE_BYTES: Final = 8 * 1024 * 1024
#: Examples and scenarios in fences of one Markdown file, each of which is looked for in all of the file.
FENCES: Final = 200
#: Characters of one settings file, dots in one of its lines (keys in keys), and findings in it.
SETTINGS_LENGTH: Final = 65_536
SETTINGS_DOTS: Final = 100
SETTINGS_FINDINGS: Final = 50
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

# ---- tables

#: No coordinate, length or height may be larger, in the unit of the table: beyond it the tolerance would not hold.
COORDINATE: Final = 100_000
#: Corners of one piece, holes and parts together.
CORNERS: Final = 5_000
#: Pieces of one table.
PIECES: Final = 10_000
#: Points and upright steps of one path.
PATH_POINTS: Final = 1_000
#: Stretches on which one path lies in or along pieces.
CROSSINGS: Final = 20_000
#: Cells that one path or one piece takes up on a grid.
CELLS: Final = 250_000
#: Binary digits of a number that a program hands in, above and below the line.
BITS: Final = 200

# ---- playing and counting

#: Steps of the evaluator in one action, unless the caller says otherwise.
STEPS: Final = 2_000_000
#: Rolls that one action may ask for.
ROLLS: Final = 20_000
#: Rolls that make further rolls, inside of one another.
ROLLS_DEEP: Final = 40
#: States visited for the odds of one action, unless the caller says otherwise.
ODDS_STATES: Final = 1_000_000
#: Ways for the dice to fall that are played one by one.
WAYS: Final = 1_000_000
#: Digits of one number in the JSON of a verdict.
JSON_DIGITS: Final = 400

# ---- templates of a project

#: Turns of loops, calls and characters that templates put together, for all cards of a ruleset.
TEMPLATE_STEPS: Final = 20_000_000
#: A width, depth or count in a template.
TEMPLATE_NUMBER: Final = 1_000

# ---- what is remembered

#: Decisions that a ruleset of the library keeps by what was asked; a new one after that forgets the rest.
DECISIONS_KEPT: Final = 100_000
