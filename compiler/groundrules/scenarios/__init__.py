"""Scenario files: YAML in, situations for the engine, and what came of them compared with what was expected."""
