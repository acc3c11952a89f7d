"""By particulars and by topics, each for itself, and then in turn: LightRAG's way (strategies 2.3).

Low keywords lead to what is named and to texts with these words, high ones to subjects and to texts
near to them. Texts near to the whole request are taken in turn with both (its mode `mix`).
"""

from collections.abc import Sequence
from itertools import chain, zip_longest

from narabot.models import Wording
from narabot.models.knowledge import SUBJECT
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.keywords import Keywords, keywords
from narabot.retrieval.operators.phrase_graph import number_of_passages
from narabot.retrieval.operators.phrases import MOST_NEAR, mentions_of, near_phrases, phrases_named
from narabot.retrieval.operators.vector import by_meaning, measured_chunks
from narabot.retrieval.operators.words import by_words
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

MOST_COMPARED = 200
"""Phrases near to a request's topics of which the subjects are taken: of ten few are any."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records of both retrievals and of the search by meaning, in turn.

    A list holds all that have all of its words before these.
    """
    steps = Steps()

    def rank() -> list[RankedRecord]:
        passages = number_of_passages(retriever)
        words = steps.take(
            "Telling particulars from topics",
            lambda: keywords(retriever, request.name_tokens, passages),
        )
        low = steps.take(
            "Looking up the particulars", lambda: by_particulars(retriever, request, words, budget)
        )
        high = steps.take(
            "Looking up the topics", lambda: by_topics(retriever, request, words, budget)
        )
        text, filters = request.searched.text, request.filters
        meaning = steps.take(
            "Searching by meaning", lambda: by_meaning(retriever, text, budget.chunks, filters)
        )
        return with_cosines(fuse([in_turn(low, high, meaning)]), meaning)

    return evidence_of(retriever, request, rank, budget, steps)


def by_particulars(
    retriever: Retriever, request: ParsedRequest, words: Keywords, budget: Budget
) -> Sequence[Hit]:
    """Return the chunks that name what a request names, then those with its particular words."""
    named = phrases_named(retriever.graph, request.name_tokens)
    naming = near_to_request(retriever, request, [one.phrase_id for one in named])
    saying = (
        by_words(retriever, Wording(" ".join(words.low)), budget.chunks, request.filters)
        if words.low
        else ()
    )
    return in_turn(naming, saying)


def by_topics(
    retriever: Retriever, request: ParsedRequest, words: Keywords, budget: Budget
) -> Sequence[Hit]:
    """Return the chunks with subjects near to a request's topics, then those near to these."""
    if not words.high:
        return ()
    topic = " ".join(words.high)
    near = near_phrases(retriever, topic, MOST_COMPARED)
    subjects = [one.phrase_id for one in near if one.entity_class == SUBJECT]
    about = near_to_request(retriever, request, subjects[:MOST_NEAR])
    return in_turn(about, by_meaning(retriever, topic, budget.chunks, request.filters))


def near_to_request(
    retriever: Retriever, request: ParsedRequest, phrase_ids: Sequence[str]
) -> Sequence[Hit]:
    """Return the chunks that name some phrases, those nearest to a request first."""
    mentions = mentions_of(retriever.graph, phrase_ids) if phrase_ids else ()
    chunk_ids = list(dict.fromkeys(one.chunk_id for one in mentions))
    if not chunk_ids:
        return ()
    return measured_chunks(retriever, request.searched.text, chunk_ids, request.filters)


def in_turn(*searches: Sequence[Hit]) -> list[Hit]:
    """Return the hits of searches by turns, the first of each first; each chunk once."""
    turns = chain.from_iterable(zip_longest(*searches))
    return list({hit.chunk_id: hit for hit in turns if hit is not None}.values())
