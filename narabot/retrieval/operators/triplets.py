"""Which triplets are looked at around some names, and which are kept: document 003's third stage.

A triplet is an edge of what was read: a relation of two names, or a name's part in a thesis or an
episode.
"""

from collections.abc import Callable
from types import MappingProxyType

from narabot.models import Filters
from narabot.models.knowledge import StatementKind
from narabot.retrieval.operators.filters import kept_chunks
from narabot.retrieval.operators.statements import Neighbourhood, StatementFound
from narabot.retrieval.operators.traversals import (
    Bounds,
    Walk,
    beam,
    breadth_first,
    cheapest_paths,
    joined,
    water_circles,
)
from narabot.retrieval.retriever import Retriever

BOUNDS = Bounds()

MOST_GOALS = 5
"""Names nearest to a request to which the cheapest paths lead where it says but one itself."""

KEPT = 20
"""Document 003's N, a hyperparameter; the reference's default."""

MOST_NEAREST = 100
"""Edges that are taken for their nearness alone; the statements of some 25 chunks."""

MIXTURE = "mixture"
MIXED = ("astar", "beam", "water", "naive")
"""The whole neighbourhood, which `bfs` returns, would drown what the others choose."""

Traversal = Callable[[Neighbourhood], Walk]


def by_cheapest_paths(around: Neighbourhood) -> Walk:
    """Return the edges between the names of a request, of one name those to the nearest others."""
    goals = around.roots if len(around.roots) > 1 else around.nearest_phrases(MOST_GOALS)
    return cheapest_paths(around, around.roots, goals, BOUNDS)


def by_nearness(around: Neighbourhood) -> Walk:
    """Return the edges that are stated nearest to the request: no walk, the vectors alone."""
    return Walk(around.nearest_edges(MOST_NEAREST))


WALKS: dict[str, Traversal] = {
    "astar": by_cheapest_paths,
    "beam": lambda around: beam(around, around.roots, BOUNDS),
    "bfs": lambda around: breadth_first(around, around.roots, BOUNDS),
    "naive": by_nearness,
    "water": lambda around: water_circles(around, around.roots, BOUNDS),
}

TRAVERSALS = MappingProxyType(
    {**WALKS, MIXTURE: lambda around: joined(WALKS[name](around) for name in MIXED)}
)
"""By the names that the reference gives them, shortened."""


def nearest_triplets(
    retriever: Retriever, around: Neighbourhood, walk: Walk, filters: Filters, most: int = KEPT
) -> tuple[StatementFound, ...]:
    """Return what the edges of a walk state, nearest to the request first, of each chunk once.

    Only what filters keep. A chunk that states something as a relation, a thesis and an episode has
    the first of these: all three would be one passage. Raises GraphUnavailableError.
    """
    found = {one.statement_id: one for one in map(around.stated.__getitem__, walk.edges)}
    best: dict[str, StatementFound] = {}
    for one in sorted(found.values(), key=order):
        best.setdefault(one.chunk_id, one)
    kept = kept_chunks(retriever.graph, filters, list(best))
    return tuple(one for one in best.values() if one.chunk_id in kept)[:most]


def order(one: StatementFound) -> tuple[float, str, int, str]:
    """Return what statements are sorted by."""
    return -one.closeness, one.chunk_id, list(StatementKind).index(one.kind), one.statement_id
