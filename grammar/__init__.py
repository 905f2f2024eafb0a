"""The grammar file, as a package so that it lies inside the wheel: ``groundrules.grammar``."""
