"""From the names in a request to what is around them: document 001's local search.

Its four steps: names; what is related to them; reports on the communities that they are in; the
chunks that all of it comes from. The chunks are what answers are drawn from; the rest is context.
"""

from collections import defaultdict
from dataclasses import replace

from narabot.models import RequestClass
from narabot.retrieval.operators.communities import reports_naming
from narabot.retrieval.operators.contexts import Around, context_of
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.phrases import (
    mentions_of,
    near_phrases,
    phrases_named,
    related_to,
)
from narabot.retrieval.operators.vector import measured_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

READ_REPORTS = 3
"""On communities of the names."""

MEANING, NAMES = 2.0, 1.0
"""What the ranks by meaning and by the names that a chunk says count for, as words elsewhere."""

MOST_CHUNKS = 10_000
"""That are measured, those with most of the names; meaning chooses among them."""

OF_REQUEST, OF_RELATED = 1.0, 0.5
"""What a name of the request, and one that is related to it, counts for in a chunk."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records that say the names of a request, and others around them; and the context.

    A list holds all that have all of its words before these.
    """
    steps = Steps()
    around = gathered(retriever, request, steps)

    def rank() -> list[RankedRecord]:
        return steps.take("Ranking their texts", lambda: ranked(retriever, request, around))

    found = evidence_of(retriever, request, rank, budget, steps)
    if request.request_class is RequestClass.SHOW_RECORDS:
        return found
    wide = [one.name for one in around.named if one.phrase_id in around.too_wide]
    unseen = (f"What is related to {name}: too much is." for name in wide)
    context = context_of(retriever.graph, around, [one.text for one in found.passages])
    return replace(found, context=context, unseen=(*found.unseen, *unseen))


def gathered(retriever: Retriever, request: ParsedRequest, steps: Steps) -> Around:
    """Return the names of a request, what is related to them, and reports on them."""
    graph, text = retriever.graph, request.searched.text
    said = steps.take(
        "Looking for the names in it", lambda: phrases_named(graph, request.name_tokens)
    )
    near = steps.take("Looking for names near to it", lambda: near_phrases(retriever, text))
    named = {one.phrase_id: one for one in (*near, *said)}
    related = steps.take("Following what is related", lambda: related_to(graph, list(named)))
    reports = steps.take(
        "Reading reports on them", lambda: reports_naming(graph, list(named), READ_REPORTS)
    )
    ordered = sorted(named.values(), key=lambda one: (-one.similarity, one.phrase_id))
    return Around(tuple(ordered), related.found, related.too_wide, tuple(reports))


def ranked(retriever: Retriever, request: ParsedRequest, around: Around) -> list[RankedRecord]:
    """Return the records whose chunks say the names, by meaning and by how many of them."""
    weights = {one.other.phrase_id: OF_RELATED for one in around.related}
    weights |= {one.phrase_id: OF_REQUEST * one.similarity for one in around.named}
    said: defaultdict[str, float] = defaultdict(float)
    na_ids: dict[str, int] = {}
    for one in mentions_of(retriever.graph, list(weights)):
        said[one.chunk_id] += weights[one.phrase_id]
        na_ids[one.chunk_id] = one.na_id
    ordered = sorted(said.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_CHUNKS]
    quotes = [quote.chunk_id for one in around.reports for quote in one.report.summary_quotes]
    chunk_ids = list(dict.fromkeys([*(own for own, _ in ordered), *quotes]))
    meaning = measured_chunks(retriever, request.searched.text, chunk_ids, request.filters)
    kept = {hit.chunk_id for hit in meaning}
    names = [Hit(own, na_ids[own], count) for own, count in ordered if own in kept]
    return with_cosines(fuse([meaning, names], [MEANING, NAMES]), meaning)
