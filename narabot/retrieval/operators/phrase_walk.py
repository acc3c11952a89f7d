"""Random walk with restarts over names and the texts that mention them. Pure.

The weight of a mention is the rarity of its phrase, divided among all mentions in the text. Lists
of names therefore give each name little weight; HippoRAG 2, in contrast, favors such lists
(HippoRAG issue 154). A mention in the authority record that the phrase is linked to gets the full
weight because that record is about the phrase.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narabot.models.knowledge import folded_name
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.operators.pagerank import pagerank
from narabot.retrieval.operators.phrase_graph import PhraseGraph, Place
from narabot.retrieval.operators.phrases import PhraseFound

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True, slots=True)
class Walk:
    """The visit frequencies of phrases and chunks, highest first."""

    phrases: tuple[tuple[str, float], ...]
    """The phraseId and visit frequency of each phrase."""
    chunks: tuple[Hit, ...]


def start_weights(named: Sequence[PhraseFound]) -> dict[str, float]:
    """Return the start weights of names: a name that n records mention has a weight of 1 / n.

    As in HippoRAG 2, very frequent names get little weight because they are hardly informative. If
    a name is only similar to the request, its weight is also multiplied by the cosine.
    """
    found: dict[str, float] = {}
    for one in named:
        found.setdefault(one.phrase_id, one.similarity / max(one.records, 1))
    return found


def walk(
    graph: PhraseGraph,
    phrase_priors: Mapping[str, float],
    chunk_priors: Mapping[str, float],
    damping: float,
) -> Walk:
    """Return the result of a walk that starts at phrases and chunks. `phrase_priors` and
    `chunk_priors` contain the priors, keyed by phraseId and chunkId.

    Priors of nodes outside the graph are ignored. If no node in the graph has a prior, the walk is
    empty.
    """
    import numpy as np

    places = {one.phrase_id: place for place, one in enumerate(graph.phrases)}
    na_ids = {one.chunk_id: one.na_id for one in graph.places}
    places |= {chunk_id: len(graph.phrases) + place for place, chunk_id in enumerate(na_ids)}
    restart = np.zeros(len(places))
    for node, prior in (*phrase_priors.items(), *chunk_priors.items()):
        if node in places:
            restart[places[node]] += prior
    if not restart.any() or not graph.places:
        return Walk((), ())
    at = pagerank(weights(graph, places), restart, damping)
    return Walk(
        phrases=best_first({one.phrase_id: at[places[one.phrase_id]] for one in graph.phrases}),
        chunks=tuple(
            Hit(chunk_id, na_ids[chunk_id], score)
            for chunk_id, score in best_first({one: at[places[one]] for one in na_ids})
        ),
    )


def best_first(scores: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """Return IDs with their scores, highest scores first. Ties are ordered by ID."""
    return tuple(sorted(((one, float(score)) for one, score in scores.items()), key=by_score))


def by_score(scored: tuple[str, float]) -> tuple[float, str]:
    """Return the sort key of an ID with a score."""
    return -scored[1], scored[0]


def weights(graph: PhraseGraph, places: Mapping[str, int]) -> "csr_array":
    """Return the symmetric matrix of mention weights, shape `(n, n)`, for n nodes."""
    import numpy as np
    from scipy.sparse import coo_array

    by_id = {one.phrase_id: one for one in graph.phrases}
    edges = [
        (
            places[one.phrase_id],
            places[one.chunk_id],
            graph.rarity(by_id[one.phrase_id]) * mention_share(one, by_id[one.phrase_id].na_id),
        )
        for one in graph.places
    ]
    edges += [(places[one], places[other], SAME_NAME_WEIGHT) for one, other in namesakes(graph)]
    rows, columns, values = (np.array(column) for column in zip(*edges, strict=True))
    size = len(places)
    one_way = coo_array((values, (rows, columns)), shape=(size, size))
    return (one_way + one_way.T).tocsr()


def mention_share(place: Place, means: int | None) -> float:
    """Return a phrase's share of the mentions in a chunk, or 1 if the chunk belongs to the record
    that the phrase is linked to."""
    return 1.0 if place.na_id == means else place.times / max(place.names, place.times)


SAME_NAME_WEIGHT = 1.0
"""Weight between two phrases that have the same name and different classes."""


def namesakes(graph: PhraseGraph) -> list[tuple[str, str]]:
    """Return pairs of phrases with the same name. Each pair begins with the first phrase that has
    the name."""
    firsts: dict[str, str] = {}
    pairs = []
    for one in graph.phrases:
        first = firsts.setdefault(folded_name(one.name), one.phrase_id)
        if first != one.phrase_id:
            pairs.append((first, one.phrase_id))
    return pairs
