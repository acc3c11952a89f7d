"""Classify a request into one of six types and choose a strategy for it.

Four classifiers are available, cheapest first: rules over words, a linear probe on the request's
embedding, a language model, and patterns. Each classifier returns a probability for each of the six
types. This package refers to strategies only by name and does not access records.
"""

from narabot.routing.router import Router, RouterMode, Tiers
from narabot.routing.rules import Rules, RulesVerdict
from narabot.routing.suitability import best_strategy, routed_strategies

__all__ = [
    "Router",
    "RouterMode",
    "Rules",
    "RulesVerdict",
    "Tiers",
    "best_strategy",
    "routed_strategies",
]
