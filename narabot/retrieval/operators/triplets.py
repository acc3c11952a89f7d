"""Traverse and filter the triplets around names: document 003's third stage.

A triplet is an edge of the statement graph: a relation between two names, or a name's role in any
other kind of statement.
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
"""If the request mentions only one name, the cheapest paths lead to this number of the most similar
names."""

MOST_TRIPLETS = 20
"""Document 003's hyperparameter N, with the default value from the reference implementation."""

MOST_NEAREST = 100
"""Number of edges to select by similarity alone, roughly the number of statements in 25 chunks."""

MIXTURE = "mixture"
MIXTURE_WALKS = ("astar", "beam", "water", "naive")
"""`bfs` is excluded because it returns the whole neighborhood, which would drown out the other
walks."""

Traversal = Callable[[StatementGraph], Walk]


def by_cheapest_paths(around: StatementGraph) -> Walk:
    """Return the edges of the cheapest paths between the names in a request. If there is only one
    name, the paths lead to the most similar other names."""
    goals = around.roots if len(around.roots) > 1 else around.nearest_phrases(MOST_GOALS)
    return cheapest_paths(around, around.roots, goals, BOUNDS)


def by_nearness(around: StatementGraph) -> Walk:
    """Return the edges whose statements are most similar to the request, without walking the
    graph."""
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
"""Traversals, keyed by name. The names are short forms of the names in the reference
implementation."""


def nearest_triplets(
    retriever: Retriever,
    around: StatementGraph,
    walk: Walk,
    filters: Filters,
    most: int = MOST_TRIPLETS,
) -> tuple[StatementFound, ...]:
    """Return the statements for a walk's edges, most similar first, one per chunk.

    Only statements in chunks that match the filters are returned. If a chunk contains statements of
    several kinds, the first kind in `StatementKind` wins because all of them would yield the same
    passage. Raises GraphUnavailableError.
    """
    found = {one.statement_id: one for one in map(around.stated.__getitem__, walk.edges)}
    best: dict[str, StatementFound] = {}
    for one in sorted(found.values(), key=sort_key):
        best.setdefault(one.chunk_id, one)
    kept = filtered_chunks(retriever.graph, filters, list(best))
    return tuple(one for one in best.values() if one.chunk_id in kept)[:most]


def sort_key(one: StatementFound) -> tuple[float, str, int, str]:
    return -one.closeness, one.chunk_id, list(StatementKind).index(one.kind), one.statement_id
