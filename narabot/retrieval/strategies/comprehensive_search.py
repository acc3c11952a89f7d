"""A request taken apart, each part searched for: document 004's `comprehensive_search`.

Its reference dilutes what it finds (its seventh lesson): here the parts' ranks are joined with that
of the whole request, and each part has a quota.
"""

import re
from dataclasses import replace

from narabot.models import Wording
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse, with_cosines
from narabot.retrieval.operators.request_entities import capitalised_names
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import hybrid
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.words import content_words

MOST_PARTS = 6
"""Searched for beside the whole request."""

QUOTA = 20
"""Records of one part that are joined."""

WHOLE, PART = 2.0, 1.0
"""What the rank of the whole request counts for against that of one part."""

BETWEEN_CLAUSES = re.compile(r"[;:?.]\s|,\s|\s(?:and|or|but|as well as|и|или|а также)\s")

FEWEST_WORDS = 2
"""Content words of a clause that can be searched for by itself."""


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return what a request and each of its clauses and names find, joined by ranks."""
    steps = Steps()

    def rank() -> list[RankedRecord]:
        whole = hybrid.ranked(retriever, request, budget.chunks, steps)
        searches = [hits_of(whole)]
        for part in parts_of(request):
            asked = replace(request, searched=Wording(part), dates=())
            searches.append(hits_of(hybrid.ranked(retriever, asked, budget.chunks, steps)[:QUOTA]))
        weights = [WHOLE, *[PART] * (len(searches) - 1)]
        return with_cosines(fuse(searches, weights), cosines_of(whole))

    return evidence_of(retriever, request, rank, budget, steps)


def cosines_of(ranked: list[RankedRecord]) -> list[Hit]:
    """Return a ranking as a search by meaning, the nearest first."""
    hits = [Hit(one.chunk_id, one.na_id, one.meaning) for one in ranked]
    return sorted(hits, key=lambda hit: -hit.score)


def hits_of(ranked: list[RankedRecord]) -> list[Hit]:
    """Return a ranking as a search's hits."""
    return [Hit(one.chunk_id, one.na_id, one.score) for one in ranked]


def parts_of(request: ParsedRequest) -> list[str]:
    """Return the clauses and the names of a request, in their order, each once.

    Without more than one clause, only its names.
    """
    clauses = [one.strip() for one in BETWEEN_CLAUSES.split(request.searched.text)]
    whole = [one for one in clauses if len(content_words(one)) >= FEWEST_WORDS]
    said = [*(whole if len(whole) > 1 else []), *capitalised_names(request.name_tokens).values()]
    return [one for one in dict.fromkeys(said) if one != request.searched.text][:MOST_PARTS]
