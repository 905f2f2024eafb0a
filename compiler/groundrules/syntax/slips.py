"""The known slips, in the order in which they are looked for."""

from __future__ import annotations

from groundrules.syntax.slip import Recogniser

SLIPS: tuple[Recogniser, ...] = ()
