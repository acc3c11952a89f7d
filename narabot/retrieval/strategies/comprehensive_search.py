"""Document 004's `comprehensive_search`: search for each part of a request.

In the reference implementation, this search dilutes the results (the document's seventh lesson).
narabot therefore fuses the ranks of the parts with the ranks for the whole request and limits the
number of records from each part.
"""

import re
from dataclasses import replace

from narabot.models import Wording
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.request_entities import capitalized_names
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import hybrid
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.words import content_words

MOST_PARTS = 6
"""Maximum number of parts to search for in addition to the whole request."""

QUOTA = 20
"""Maximum number of records from one part."""

WHOLE, PART = 2.0, 1.0
"""Weights of the ranks for the whole request and for each part."""

BETWEEN_CLAUSES = re.compile(r"[;:?.]\s|,\s|\s(?:and|or|but|as well as|и|или|а также)\s")

FEWEST_WORDS = 2
"""Minimum number of content words in a clause that is searched for separately."""


def search_parts(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the records for a request and for each clause and name in the request, combined by
    rank fusion."""
    steps = Steps()

    def rank() -> list[RankedRecord]:
        whole = hybrid.ranked(retriever, request, budget.chunks, steps)
        searches = [hits_of(whole)]
        for part in request_parts(request):
            asked = replace(request, searched=Wording(part), dates=())
            searches.append(hits_of(hybrid.ranked(retriever, asked, budget.chunks, steps)[:QUOTA]))
        weights = [WHOLE, *[PART] * (len(searches) - 1)]
        return with_cosines(fuse(searches, weights), cosines_of(whole))

    return evidence_of(retriever, request, rank, budget, steps)


def cosines_of(ranked: list[RankedRecord]) -> list[Hit]:
    """Return a ranking as the hits of a vector search, most similar first."""
    hits = [Hit(one.chunk_id, one.na_id, one.meaning) for one in ranked]
    return sorted(hits, key=lambda hit: -hit.score)


def hits_of(ranked: list[RankedRecord]) -> list[Hit]:
    """Return a ranking as hits."""
    return [Hit(one.chunk_id, one.na_id, one.score) for one in ranked]


def request_parts(request: ParsedRequest) -> list[str]:
    """Return the clauses and names in a request, in order and without duplicates.

    If the request has only one clause, return its names.
    """
    clauses = [one.strip() for one in BETWEEN_CLAUSES.split(request.searched.text)]
    whole = [one for one in clauses if len(content_words(one)) >= FEWEST_WORDS]
    parts = [*(whole if len(whole) > 1 else []), *capitalized_names(request.name_tokens).values()]
    return [one for one in dict.fromkeys(parts) if one != request.searched.text][:MOST_PARTS]
