"""Which strategy suits a type of request, of those that there are. Pure."""

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

from narabot.errors import StrategyError
from narabot.models.routing import QueryType

FILE = Path(__file__).with_name("suitability.toml")


def suitable(query_type: QueryType, available: Collection[str]) -> str:
    """Return the best strategy for a type among those available.

    Raises StrategyError where none of them is for requests of any type.
    """
    for name in (*read_table()[query_type], *read_table()[QueryType.SIMPLE]):
        if name in available:
            return name
    raise StrategyError("None of the strategies that requests are sent to is available here.")


def suited_strategies() -> tuple[str, ...]:
    """Return the strategies that suit any type, each once."""
    return tuple(dict.fromkeys(name for names in read_table().values() for name in names))


@cache
def read_table() -> dict[QueryType, list[str]]:
    """Return the strategies of each type, the best first."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {QueryType(name): strategies for name, strategies in written.items()}
