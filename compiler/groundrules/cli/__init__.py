"""The command line: a thin face over :mod:`groundrules.project`, one small file a command."""
