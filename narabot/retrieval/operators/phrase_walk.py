"""A walk with restarts over names and the texts that name them. Pure.

The weight of a mention is the rarity of its phrase, shared among all that its text names: so a list
of names gives each of them little (HippoRAG 2 prefers such lists, its issue 154). A text about what
a phrase means, the record of an authority, has the whole of it.
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
    """How often a walk was at each phrase and each chunk, those most often first."""

    phrases: tuple[tuple[str, float], ...]
    """phraseIds."""
    chunks: tuple[Hit, ...]


def by_rarity(named: Sequence[PhraseFound]) -> dict[str, float]:
    """Return where a walk from names begins: a name that n records have counts for 1 / n.

    As HippoRAG 2 has it: a name of very many says nearly nothing of what is sought. One that is
    only near to what was said counts for its cosine of that.
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
    """Return a walk that begins at phrases and chunks by their priors, by their ids.

    Priors of what is not in the graph count for nothing; without any there is no walk.
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
    """Return ids with their scores, the highest first; ties by id."""
    return tuple(sorted(((one, float(score)) for one, score in scores.items()), key=by_score))


def by_score(scored: tuple[str, float]) -> tuple[float, str]:
    """Return what an id with a score is sorted by."""
    return -scored[1], scored[0]


def weights(graph: PhraseGraph, places: Mapping[str, int]) -> "csr_array":
    """Return the weights of all mentions, shape `(n, n)`; they lead both ways."""
    import numpy as np
    from scipy.sparse import coo_array

    by_id = {one.phrase_id: one for one in graph.phrases}
    edges = [
        (
            places[one.phrase_id],
            places[one.chunk_id],
            graph.rarity(by_id[one.phrase_id]) * share(one, by_id[one.phrase_id].na_id),
        )
        for one in graph.places
    ]
    edges += [(places[one], places[other], SAME) for one, other in namesakes(graph)]
    rows, columns, values = (np.array(column) for column in zip(*edges, strict=True))
    size = len(places)
    one_way = coo_array((values, (rows, columns)), shape=(size, size))
    return (one_way + one_way.T).tocsr()


def share(place: Place, means: int | None) -> float:
    """Return the share of a phrase in what a chunk names; of the record that it means, all."""
    return 1.0 if place.na_id == means else place.times / max(place.names, place.times)


SAME = 1.0
"""The weight between two phrases that are called the same, and are of different classes."""


def namesakes(graph: PhraseGraph) -> list[tuple[str, str]]:
    """Return the pairs of phrases that are called the same, each with the first of its name."""
    firsts: dict[str, str] = {}
    pairs = []
    for one in graph.phrases:
        first = firsts.setdefault(folded_name(one.name), one.phrase_id)
        if first != one.phrase_id:
            pairs.append((first, one.phrase_id))
    return pairs
