"""The types of request that the router distinguishes."""

from enum import StrEnum


class QueryType(StrEnum):
    """The type of evidence that a request needs."""

    SIMPLE = "simple"
    """One fact, a definition, or a list of records, all found in single passages."""
    RELATION = "relation"
    """The link between two things that the request names."""
    MULTI_HOP = "multi_hop"
    """A thing that is reached through an unnamed thing, or a comparison of two texts."""
    GLOBAL = "global"
    """The content of a whole: topics, an overview, or all instances of something."""
    TEMPORAL = "temporal"
    """A time, an order in time, or a state at some time."""
    AGGREGATE = "aggregate"
    """A number, a total, a superlative, or a comparison of amounts."""
