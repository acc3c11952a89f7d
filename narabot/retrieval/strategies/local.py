"""Document 001's local search: from the names in a request to their surroundings.

It has four steps: find the names, follow their relations, read reports on their communities, and
find the chunks from which the names, relations, and reports come. Answers are quoted from the
chunks; the rest is context.
"""

from collections import defaultdict
from dataclasses import replace

from narabot.models import RequestClass
from narabot.retrieval.operators.communities import reports_naming
from narabot.retrieval.operators.contexts import NameContext, local_context
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import VECTOR_WEIGHT, Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.phrases import (
    mentions_of,
    near_phrases,
    phrases_named,
    related_to,
)
from narabot.retrieval.operators.vector import score_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

READ_REPORTS = 3
"""Number of reports to read on communities that contain the names."""

NAME_WEIGHT = 1.0
"""Weight of the rank by the names in a chunk."""

MOST_CHUNKS = 10_000
"""Maximum number of chunks to score by vector similarity. The chunks with the most names are
chosen."""

REQUEST_NAME_WEIGHT, RELATED_NAME_WEIGHT = 1.0, 0.5
"""Weights that a name in the request and a related name add to a chunk's score."""


def search_around_names(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that mention a request's names and related names, and the context for a
    language model.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()
    around = gather_context(retriever, request, steps)

    def rank() -> list[RankedRecord]:
        return steps.take("Ranking the texts", lambda: ranked(retriever, request, around))

    found = evidence_of(retriever, request, rank, budget, steps)
    if request.request_class is RequestClass.SHOW_RECORDS:
        return found
    wide = [one.name for one in around.named if one.phrase_id in around.too_wide]
    limitations = (
        f"Names related to {name} were not examined, because {name} has too many relations."
        for name in wide
    )
    context = local_context(retriever.graph, around, [one.text for one in found.passages])
    return replace(found, context=context, limitations=(*found.limitations, *limitations))


def gather_context(retriever: Retriever, request: ParsedRequest, steps: Steps) -> NameContext:
    """Return the names in a request, their relations, and the reports on their communities."""
    graph, text = retriever.graph, request.searched.text
    mentioned = steps.take(
        "Finding the names in the request", lambda: phrases_named(graph, request.name_tokens)
    )
    near = steps.take("Finding similar names", lambda: near_phrases(retriever, text))
    named = {one.phrase_id: one for one in (*near, *mentioned)}
    related = steps.take("Following relations", lambda: related_to(graph, list(named)))
    reports = steps.take(
        "Reading reports about these names",
        lambda: reports_naming(graph, list(named), READ_REPORTS),
    )
    ordered = sorted(named.values(), key=lambda one: (-one.similarity, one.phrase_id))
    return NameContext(tuple(ordered), related.found, related.too_wide, tuple(reports))


def ranked(retriever: Retriever, request: ParsedRequest, around: NameContext) -> list[RankedRecord]:
    """Return the records whose chunks mention the names, ranked by vector similarity and by the
    names that they mention."""
    weights = {one.other.phrase_id: RELATED_NAME_WEIGHT for one in around.related}
    weights |= {one.phrase_id: REQUEST_NAME_WEIGHT * one.similarity for one in around.named}
    name_weights: defaultdict[str, float] = defaultdict(float)
    na_ids: dict[str, int] = {}
    for one in mentions_of(retriever.graph, list(weights)):
        name_weights[one.chunk_id] += weights[one.phrase_id]
        na_ids[one.chunk_id] = one.na_id
    ordered = sorted(name_weights.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_CHUNKS]
    quotes = [quote.chunk_id for one in around.reports for quote in one.report.summary_quotes]
    chunk_ids = list(dict.fromkeys([*(own for own, _ in ordered), *quotes]))
    vector = score_chunks(retriever, request.searched.text, chunk_ids, request.filters)
    kept = {hit.chunk_id for hit in vector}
    names = [Hit(own, na_ids[own], count) for own, count in ordered if own in kept]
    return with_cosines(fuse([vector, names], [VECTOR_WEIGHT, NAME_WEIGHT]), vector)
