"""What the documents in file units are about, where the unit's own title is a code alone."""

from collections.abc import Collection

from narabot.graph import Graph, load_query
from narabot.models import FiledSubject

MOST_SUBJECTS = 3
"""Of a file unit."""


def filed_subjects(graph: Graph, na_ids: Collection[int]) -> dict[int, tuple[FiledSubject, ...]]:
    """Return by naId what several documents of a file unit concern, the most frequent first.

    Units are left out of whose documents no two concern the same. Raises GraphUnavailableError.
    """
    query = load_query("narabot", "filed_subjects")
    rows = graph.read(query, naIds=list(na_ids), most=MOST_SUBJECTS)
    return {
        row["naId"]: tuple(FiledSubject(one["subject"], one["count"]) for one in row["subjects"])
        for row in rows
    }
