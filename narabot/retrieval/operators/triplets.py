"""Traverse and filter the triplets around names: document 003's third stage.

A triplet is an edge of the statement graph: a relation between two names, or a name's role in a
thesis or an episode.
"""

from collections.abc import Callable
from types import MappingProxyType

from narabot.models import Filters
from narabot.models.knowledge import StatementKind
from narabot.retrieval.operators.filters import filtered_chunks
from narabot.retrieval.operators.statements import StatementFound, StatementGraph
from narabot.retrieval.operators.traversals import (
    Bounds,
    Walk,
    beam,
    breadth_first,
    cheapest_paths,
    interleaved,
    water_circles,
)
from narabot.retrieval.retriever import Retriever

BOUNDS = Bounds()

MOST_GOALS = 5
"""Number of most similar names that the cheapest paths lead to if the request mentions only one
name."""

MOST_TRIPLETS = 20
"""Document 003's hyperparameter N, with the reference's default."""

MOST_NEAREST = 100
"""Number of edges to select by similarity alone, which is roughly the statements in 25 chunks."""

MIXTURE = "mixture"
MIXTURE_WALKS = ("astar", "beam", "water", "naive")
"""`bfs` is excluded because it returns the whole neighborhood, which would drown out the other
walks."""

Traversal = Callable[[StatementGraph], Walk]


def by_cheapest_paths(around: StatementGraph) -> Walk:
    """Return the edges between a request's names, or from its only name to the most similar other
    names."""
    goals = around.roots if len(around.roots) > 1 else around.nearest_phrases(MOST_GOALS)
    return cheapest_paths(around, around.roots, goals, BOUNDS)


def by_nearness(around: StatementGraph) -> Walk:
    """Return the edges whose statements are most similar to the request, without a walk."""
    return Walk(around.nearest_edges(MOST_NEAREST))


WALKS: dict[str, Traversal] = {
    "astar": by_cheapest_paths,
    "beam": lambda around: beam(around, around.roots, BOUNDS),
    "bfs": lambda around: breadth_first(around, around.roots, BOUNDS),
    "naive": by_nearness,
    "water": lambda around: water_circles(around, around.roots, BOUNDS),
}

TRAVERSALS = MappingProxyType(
    {**WALKS, MIXTURE: lambda around: interleaved(WALKS[name](around) for name in MIXTURE_WALKS)}
)
"""Traversals by name. The names are shortened from the reference's names."""


def nearest_triplets(
    retriever: Retriever,
    around: StatementGraph,
    walk: Walk,
    filters: Filters,
    most: int = MOST_TRIPLETS,
) -> tuple[StatementFound, ...]:
    """Return the statements for a walk's edges, most similar first, one per chunk.

    Only statements in chunks that match the filters are returned. If a chunk contains a relation, a
    thesis, and an episode, the first of these kinds wins, since all three would yield the same
    passage. Raises GraphUnavailableError.
    """
    found = {one.statement_id: one for one in map(around.stated.__getitem__, walk.edges)}
    best: dict[str, StatementFound] = {}
    for one in sorted(found.values(), key=sort_key):
        best.setdefault(one.chunk_id, one)
    kept = filtered_chunks(retriever.graph, filters, list(best))
    return tuple(one for one in best.values() if one.chunk_id in kept)[:most]


def sort_key(one: StatementFound) -> tuple[float, str, int, str]:
    """Return the sort key of a statement."""
    return -one.closeness, one.chunk_id, list(StatementKind).index(one.kind), one.statement_id
