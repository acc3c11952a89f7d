"""A request taken apart, each part searched for: document 004's `comprehensive_search`.

Its reference dilutes what it finds (its seventh lesson): here the parts' ranks are joined with that
of the whole request, and each part has a quota.
"""

import re
from dataclasses import replace

from narabot.models import Wording
from narabot.retrieval.operators.evidence import evidence_of
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import hybrid
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.understanding.names import NameTokens
from narabot.words import STOP_WORDS, WORD, fold

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
        cosines = {one.na_id: one.meaning for one in whole}
        return [
            replace(one, meaning=cosines.get(one.na_id, 0.0)) for one in fuse(searches, weights)
        ]

    return evidence_of(retriever, request, rank, budget, steps)


def hits_of(ranked: list[RankedRecord]) -> list[Hit]:
    """Return a ranking as a search's hits."""
    return [Hit(one.chunk_id, one.na_id, one.score) for one in ranked]


def parts_of(request: ParsedRequest) -> list[str]:
    """Return the clauses and the names of a request, in their order, each once.

    Without more than one clause, only its names.
    """
    clauses = [one.strip() for one in BETWEEN_CLAUSES.split(request.searched.text)]
    whole = [one for one in clauses if content_words(one) >= FEWEST_WORDS]
    said = [*(whole if len(whole) > 1 else []), *names_of(request.name_tokens)]
    return [one for one in dict.fromkeys(said) if one != request.searched.text][:MOST_PARTS]


def content_words(text: str) -> int:
    """Return how many words of a text say something."""
    return sum(fold(word) not in STOP_WORDS for word in WORD.findall(text))


def names_of(request: NameTokens) -> list[str]:
    """Return the runs of capitalised words of a request."""
    runs: list[list[str]] = [[]]
    for word in request.words:
        is_of_name = word.is_name_like and not (word.is_first and word.word in STOP_WORDS)
        if word.is_cut or not is_of_name:
            runs.append([])
        if is_of_name:
            runs[-1].append(request.text[word.start : word.end].removesuffix("'s"))
    return [" ".join(run) for run in runs if run]
