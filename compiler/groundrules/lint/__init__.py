"""What is allowed in a ruleset and most likely not meant: gaps, overlaps, rules that never act.

One check a file, one function ``check``: from a ruleset that compiled, with its text, to
findings (:data:`~groundrules.lint.registry.Check`). The registry is
:data:`~groundrules.lint.registry.CHECKS`; :func:`lint` runs it. :func:`findings`
gives what the compiler said too, with a witness to rules that tie.
"""

from __future__ import annotations

from groundrules.lint.running import findings, lint

__all__ = ["findings", "lint"]
