"""What the titles of many records say of messages, in one statement."""

from collections.abc import Collection

from narabot.graph import Graph, load_query
from narabot.models import TitleFacts


def title_facts(graph: Graph, na_ids: Collection[int]) -> dict[int, TitleFacts]:
    """Return by naId what was read in titles, of those in which there is anything.

    Raises GraphUnavailableError.
    """
    rows = graph.read(load_query("narabot", "title_facts"), naIds=list(na_ids))
    return {row["naId"]: TitleFacts(row["sender"], row["recipient"]) for row in rows}
