"""Of which type a request is."""

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
