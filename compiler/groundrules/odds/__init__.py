"""Exact odds: everything a verdict can say, as fractions, by running the engine over all faces."""

from groundrules.odds.exact import BUDGET, Odds, Way, odds_of

__all__ = ["BUDGET", "Odds", "Way", "odds_of"]
