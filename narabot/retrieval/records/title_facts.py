"""Use one query to read the senders and recipients that are named in the titles of many records."""

from collections.abc import Collection

from narabot.graph import Graph, load_query
from narabot.models import TitleFacts


def title_facts(graph: Graph, na_ids: Collection[int]) -> dict[int, TitleFacts]:
    """Return the facts that were parsed from titles, keyed by naId. Records without such facts are
    skipped.

    Raises GraphUnavailableError.
    """
    rows = graph.read(load_query("narabot", "title_facts"), naIds=list(na_ids))
    return {row["naId"]: TitleFacts(row["sender"], row["recipient"]) for row in rows}
