"""The types of request that the router distinguishes."""

from enum import StrEnum


class QueryType(StrEnum):
    """The type of evidence that a request needs."""

    SIMPLE = "simple"
    """One fact, a definition, or a list of records, all found in single passages."""
    RELATION = "relation"
    """The link between two things that the request names."""
    MULTI_HOP = "multi_hop"
    """A fact that depends on an intermediate thing that is not named, or a comparison of two texts.
    """
    GLOBAL = "global"
    """The content of a whole set of records: topics, an overview, or all instances of something."""
    TEMPORAL = "temporal"
    """A date, a chronological order, or the situation at a specific time."""
    AGGREGATE = "aggregate"
    """A number, a total, a superlative, or a comparison of amounts."""
