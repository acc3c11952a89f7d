"""The first way: words for which rules know a type. Knows the rules by what they return alone."""

from collections.abc import Callable, Sequence
from typing import Protocol

from narabot.models.routing import QueryType
from narabot.routing.verdict import Verdict, calibrated
from narabot.words import RUN

RULES = "rules"


class RulesVerdict(Protocol):
    """What rules say of a request's words."""

    @property
    def query_type(self) -> str | None:
        """One of the types; `None` where no word speaks for any."""

    @property
    def fired(self) -> tuple[str, ...]:
        """The phrases that speak for it."""


Rules = Callable[[Sequence[str]], RulesVerdict]
"""From the words of a request in their order, as they are written."""


def told_by_rules(rules: Rules, request: str) -> Verdict:
    """Return what rules say of a request; where they are silent, what such requests mostly are."""
    said = rules(RUN.findall(request))
    query_type = QueryType(said.query_type) if said.query_type else None
    return Verdict(1, RULES, calibrated(RULES, query_type), said.fired)
