"""First classifier: rules that infer the type from the words in a request. This module depends only
on what the rules return."""

from collections.abc import Callable, Sequence
from typing import Protocol

from narabot.models.routing import QueryType
from narabot.routing.verdict import Verdict, calibrated
from narabot.words import RUN

RULES = "rules"


class RulesVerdict(Protocol):
    """The verdict of the rules on a request's words."""

    @property
    def query_type(self) -> str | None:
        """One of the types, or `None` if no word indicates a type."""

    @property
    def fired(self) -> tuple[str, ...]:
        """The phrases that indicate the type."""


Rules = Callable[[Sequence[str]], RulesVerdict]
"""Returns the verdict on the words in a request, which are passed in order and as written."""


def classify_by_rules(rules: Rules, request: str) -> Verdict:
    """Return the verdict of the rules. If no rule applies, return the prior probabilities for such
    requests."""
    said = rules(RUN.findall(request))
    query_type = QueryType(said.query_type) if said.query_type else None
    return Verdict(1, RULES, calibrated(RULES, query_type), said.fired)
