"""Of which type a request is, and what told so."""

from dataclasses import dataclass
from enum import StrEnum


class QueryType(StrEnum):
    """What kind of way leads from a request to its evidence."""

    SIMPLE = "simple"
    """One fact, a definition, a list of records: what a passage says."""
    RELATION = "relation"
    """How two things that it names are linked."""
    MULTI_HOP = "multi_hop"
    """Something that is reached through what it does not name, or two texts compared."""
    GLOBAL = "global"
    """What a whole holds: topics, an overview, all of something."""
    TEMPORAL = "temporal"
    """A time, an order in time, or what was so at a time."""
    AGGREGATE = "aggregate"
    """A number, a total, a superlative, what there is more of."""


@dataclass(frozen=True, slots=True)
class RouterStep:
    """As what a request was taken, and by what it is to be looked up."""

    tier: int
    """Which of the router's ways to tell did: 1 rules, 2 embedding, 3 language model, 4 pattern."""
    method: str
    """The name of that way; `plan` where a plan made it certain."""
    probabilities: tuple[tuple[QueryType, float], ...]
    """Of each type, the likeliest first."""
    query_type: QueryType
    suggested_strategy: str
    words_fired: tuple[str, ...] = ()
    """Words of the request by which it was told."""
    unseen: tuple[str, ...] = ()
    """What was to tell and could not, a sentence each."""

    @property
    def probability(self) -> float:
        """That of the type that was chosen."""
        return dict(self.probabilities)[self.query_type]
