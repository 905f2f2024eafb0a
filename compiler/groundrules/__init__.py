"""Groundrules: a language for terrain rules, and the tools around it."""

__version__ = "0.1.0"

__all__ = ["__version__"]
