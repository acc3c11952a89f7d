"""Choose the strategy that suits a type of request from the available strategies. Pure."""

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

from narabot.errors import StrategyError
from narabot.models.routing import QueryType
from narabot.retrieval import canonical_name

FILE = Path(__file__).with_name("suitability.toml")


def best_strategy(query_type: QueryType, available: Collection[str]) -> str:
    """Return the best available strategy for a type.

    Raises StrategyError if no available strategy suits any type.
    """
    for name in (*read_suitability()[query_type], *read_suitability()[QueryType.SIMPLE]):
        if name in available:
            return name
    raise StrategyError("No strategy that the router can choose is available for this graph.")


def routed_strategies() -> tuple[str, ...]:
    """Return the strategies that suit at least one type, without duplicates."""
    return tuple(dict.fromkeys(name for names in read_suitability().values() for name in names))


@cache
def read_suitability() -> dict[QueryType, list[str]]:
    """Return the strategies for each type, best first."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        QueryType(name): [canonical_name(strategy) for strategy in strategies]
        for name, strategies in written.items()
    }
