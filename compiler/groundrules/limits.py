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
