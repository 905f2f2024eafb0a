"""The bundled rulesets, as a package so that they lie inside the wheel: ``groundrules.rules_src``."""
