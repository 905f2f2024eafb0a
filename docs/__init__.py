"""Pages that the command line shows, as a package so that they lie inside the wheel: ``groundrules.pages``."""
