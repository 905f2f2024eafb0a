"""The pages of the diagnostic codes, as a package so that they lie inside the wheel: ``groundrules.diagnostic_pages``."""
