"""Exact odds: everything a verdict can say, as fractions, by running the engine over all faces."""

from groundrules.odds.exact import Odds, Way, odds_of
from groundrules.odds.search import BUDGET

__all__ = ["BUDGET", "Odds", "Way", "odds_of"]
