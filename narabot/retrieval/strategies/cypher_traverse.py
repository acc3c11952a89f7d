"""From what is near to a request, over names and their relations, to texts: VectorCypher.

Document 004's second tool, in its three phases: vector index, traversal of up to three hops,
collection of passages. What was near by itself is among these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.phrases import (
    PhraseFound,
    mentions_in,
    mentions_of,
    near_phrases,
    phrases_named,
)
from narabot.retrieval.operators.related_names import (
    Reached,
    names_in_chunks,
    names_reached,
    paths_of_names,
)
from narabot.retrieval.operators.vector import by_meaning, measured_chunks
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

NEAR_ENOUGH = 0.7
"""Of the nearest one's cosine. The reference's .5 is of its own embedding model: with ours nothing
is as near. Here the tenth chunk of a middling request in `benchmarks/validation` still is."""

MOST_NEAR = 10
"""Chunks whose names are walked from; as the reference has it."""

MOST_CHUNKS = 50
"""Of one name."""

A_HOP = 0.9
"""What a hop leaves of a passage's cosine."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records near to a request and around the names in these, the nearest first.

    A list holds all that have all of its words before these.
    """
    steps = Steps()
    text, graph = request.searched.text, retriever.graph
    near = steps.take(
        "Searching by meaning",
        lambda: near_enough(by_meaning(retriever, text, budget.chunks, request.filters)),
    )
    said = steps.take("Looking for the names in it", lambda: names_said(retriever, request))
    beside = steps.take("Looking for names in these texts", lambda: names_in(retriever, near))
    reached = steps.take("Walking along relations", lambda: names_reached(graph, said, beside))
    mentions = steps.take(
        "Following the names to the texts",
        lambda: mentions_of(graph, reached.narrow, MOST_CHUNKS),
    )
    there = names_in_chunks(reached, mentions)
    chunk_ids = [one.chunk_id for one in near] + list(there)

    def rank() -> list[RankedRecord]:
        hits = steps.take(
            "Measuring how near these are",
            lambda: measured_chunks(
                retriever, text, list(dict.fromkeys(chunk_ids)), request.filters
            ),
        )
        return with_cosines(fuse([by_length(hits, near, there)]), hits)

    evidence = evidence_of(retriever, request, rank, budget, steps)
    return replace(
        evidence,
        unseen=(*evidence.unseen, *reached.unfollowed),
        paths=paths_of_names(there, evidence.passages),
    )


def near_enough(hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits that are nearly as near as the first."""
    least = NEAR_ENOUGH * max((hit.score for hit in hits), default=0.0)
    return [hit for hit in hits if hit.score >= least]


def names_said(retriever: Retriever, request: ParsedRequest) -> list[PhraseFound]:
    """Return the names that a request says, and those that are near to it in meaning."""
    near = near_phrases(retriever, request.searched.text)
    least = NEAR_ENOUGH * max((one.similarity for one in near), default=0.0)
    named = phrases_named(retriever.graph, request.name_tokens)
    return [*named, *(one for one in near if one.similarity >= least)]


def names_in(retriever: Retriever, near: Sequence[Hit]) -> list[PhraseFound]:
    """Return the names in the nearest chunks, but those of very many records."""
    chunk_ids = [hit.chunk_id for hit in near[:MOST_NEAR]]
    return [phrase for phrase, _ in mentions_in(retriever.graph, chunk_ids)]


def by_length(hits: Sequence[Hit], near: Sequence[Hit], there: Mapping[str, Reached]) -> list[Hit]:
    """Return hits in the order of their cosines, each less for the hops that lead to it.

    A hop is a sentence that somebody else wrote: what it leads to is the less about the request.
    """
    at_once = {hit.chunk_id for hit in near}

    def score(hit: Hit) -> float:
        hops = 0 if hit.chunk_id in at_once else there[hit.chunk_id].hops
        return hit.score * A_HOP**hops

    return sorted(hits, key=lambda hit: (-score(hit), hit.chunk_id))
