"""Subjects of the documents in file units whose titles are only codes."""

from collections.abc import Collection

from narabot.graph import Graph, load_query
from narabot.models import FiledSubject

MOST_SUBJECTS = 3
"""Maximum number of subjects per file unit."""


def filed_subjects(graph: Graph, na_ids: Collection[int]) -> dict[int, tuple[FiledSubject, ...]]:
    """Return the subjects that several documents in a file unit share, keyed by the file unit's
    naId. The most frequent subjects come first.

    File units without a shared subject are skipped. Raises GraphUnavailableError.
    """
    query = load_query("narabot", "filed_subjects")
    rows = graph.read(query, naIds=list(na_ids), most=MOST_SUBJECTS)
    return {
        row["naId"]: tuple(FiledSubject(one["subject"], one["count"]) for one in row["subjects"])
        for row in rows
    }
