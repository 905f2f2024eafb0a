"""The pages of the codes, as a package so that they lie inside the wheel: ``groundrules.diagnostic_pages``."""
