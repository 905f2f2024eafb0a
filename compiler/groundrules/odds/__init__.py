"""Exact odds: everything a verdict can say, as fractions, by running the engine over all faces."""
