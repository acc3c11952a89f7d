"""LightRAG: search for specific words and topics separately, and interleave the results (strategies
2.3).

Low-level keywords lead to phrases and to texts that contain these words. High-level keywords lead
to subjects and to similar texts. Results of a vector search for the whole request are interleaved
with both (LightRAG's `mix` mode).
"""

from collections.abc import Sequence
from itertools import chain, zip_longest

from narabot.models import Wording
from narabot.models.knowledge import SUBJECT
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.keywords import Keywords, request_keywords
from narabot.retrieval.operators.phrase_graph import number_of_passages
from narabot.retrieval.operators.phrases import MOST_NEAR, mentions_of, near_phrases, phrases_named
from narabot.retrieval.operators.vector import score_chunks, vector_hits
from narabot.retrieval.operators.words import full_text_hits
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

MOST_COMPARED = 200
"""Number of phrases similar to a request's topics from which subjects are selected; few phrases
are subjects."""


def search_keywords(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records from both keyword searches and from the vector search, interleaved.

    In response to a list request, the records that contain all words in the request come first.
    """
    steps = Steps()

    def rank() -> list[RankedRecord]:
        passages = number_of_passages(retriever)
        words = steps.take(
            "Separating specific words from topics",
            lambda: request_keywords(retriever, request.name_tokens, passages),
        )
        low = steps.take(
            "Searching for the specific words",
            lambda: low_keyword_hits(retriever, request, words, budget),
        )
        high = steps.take(
            "Searching for the topics", lambda: high_keyword_hits(retriever, request, words, budget)
        )
        text, filters = request.searched.text, request.filters
        vector = steps.take(
            "Running a vector search", lambda: vector_hits(retriever, text, budget.chunks, filters)
        )
        return with_cosines(fuse([interleaved(low, high, vector)]), vector)

    return evidence_of(retriever, request, rank, budget, steps)


def low_keyword_hits(
    retriever: Retriever, request: ParsedRequest, words: Keywords, budget: Budget
) -> Sequence[Hit]:
    """Return the chunks that mention names in a request, interleaved with chunks that contain the
    request's specific words."""
    named = phrases_named(retriever.graph, request.name_tokens)
    naming = near_to_request(retriever, request, [one.phrase_id for one in named])
    saying = (
        full_text_hits(retriever, Wording(" ".join(words.low)), budget.chunks, request.filters)
        if words.low
        else ()
    )
    return interleaved(naming, saying)


def high_keyword_hits(
    retriever: Retriever, request: ParsedRequest, words: Keywords, budget: Budget
) -> Sequence[Hit]:
    """Return the chunks with subjects similar to a request's topics, interleaved with chunks whose
    texts are similar to the topics."""
    if not words.high:
        return ()
    topic = " ".join(words.high)
    near = near_phrases(retriever, topic, MOST_COMPARED)
    subjects = [one.phrase_id for one in near if one.entity_class == SUBJECT]
    about = near_to_request(retriever, request, subjects[:MOST_NEAR])
    return interleaved(about, vector_hits(retriever, topic, budget.chunks, request.filters))


def near_to_request(
    retriever: Retriever, request: ParsedRequest, phrase_ids: Sequence[str]
) -> Sequence[Hit]:
    """Return the chunks that mention phrases, starting with the chunks most similar to a
    request."""
    mentions = mentions_of(retriever.graph, phrase_ids) if phrase_ids else ()
    chunk_ids = list(dict.fromkeys(one.chunk_id for one in mentions))
    if not chunk_ids:
        return ()
    return score_chunks(retriever, request.searched.text, chunk_ids, request.filters)


def interleaved(*searches: Sequence[Hit]) -> list[Hit]:
    """Return the hits from several searches, interleaved and without duplicate chunks."""
    turns = chain.from_iterable(zip_longest(*searches))
    return list({hit.chunk_id: hit for hit in turns if hit is not None}.values())
