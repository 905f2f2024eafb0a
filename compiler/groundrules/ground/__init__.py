"""Shapes, crossings of a path, sight and grids; knows nothing of rules."""
