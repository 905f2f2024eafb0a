"""From the tree to compiled rules: names, kinds, tables, inheritance, revisions, precedence."""

from groundrules.meaning.compiling import Compiled, compile_ruleset, compile_units
from groundrules.meaning.context import Context
from groundrules.meaning.loading import Loader
from groundrules.meaning.precedence import resolve

__all__ = ["Compiled", "Context", "Loader", "compile_ruleset", "compile_units", "resolve"]
