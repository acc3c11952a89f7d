"""Of which type a request is, and by which strategy it is to be looked up.

Four ways to tell, cheapest first: words that rules know, a linear probe on the request's vector, a
language model, patterns. Each gives calibrated probabilities of the six types. It knows strategies
by their names alone, and no record.
"""

from narabot.routing.router import Router, RouterMode, Tiers
from narabot.routing.rules import Rules, RulesVerdict
from narabot.routing.suitability import suitable, suited_strategies

__all__ = [
    "Router",
    "RouterMode",
    "Rules",
    "RulesVerdict",
    "Tiers",
    "suitable",
    "suited_strategies",
]
