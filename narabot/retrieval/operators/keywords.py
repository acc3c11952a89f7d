"""The words of a request that name particulars, and those that say what it is about (LightRAG).

LightRAG has a language model tell low keywords from high ones; here the index does, by how many
chunks have a word (its issue 966: small models tell none, and nothing is found).
"""

from collections.abc import Callable
from dataclasses import dataclass

from narabot.retrieval.operators.words import clause, matching
from narabot.retrieval.retriever import Retriever
from narabot.understanding.names import NameTokens
from narabot.words import STOP_WORDS

RARE = 0.01
"""The share of chunks below which a word is a particular; LightRAG's "specific details"."""

MOST_WORDS = 24
"""Of a request, that are looked up."""


@dataclass(frozen=True, slots=True)
class Keywords:
    """A request's words of both kinds, each in its order."""

    low: tuple[str, ...] = ()
    """Names, numbers, identifiers, rare words."""
    high: tuple[str, ...] = ()
    """What it is about."""

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.low) + len(self.high)


def keywords(retriever: Retriever, request: NameTokens, passages: int) -> Keywords:
    """Return the keywords of a request in a graph of so many chunks. Raises GraphUnavailableError.

    How many chunks have a word is kept as long as nothing is loaded.
    """

    def chunks_with(word: str) -> int:
        found = retriever.cached(
            ("chunks with", word), lambda: [matching(retriever.graph, clause(word))]
        )
        return found[0]

    return told_apart(request, passages, chunks_with)


def told_apart(request: NameTokens, passages: int, chunks_with: Callable[[str], int]) -> Keywords:
    """Return the keywords of a request, by how many of some chunks have each word.

    A word that no chunk has is neither: nothing can be found by it.
    """
    low: list[str] = []
    high: list[str] = []
    for word, is_name in content_words(request)[:MOST_WORDS]:
        chunks = chunks_with(word)
        if not chunks:
            continue
        is_particular = is_name or word[0].isdigit() or chunks < RARE * passages
        (low if is_particular else high).append(word)
    return Keywords(tuple(low), tuple(high))


def content_words(request: NameTokens) -> list[tuple[str, bool]]:
    """Return the words of a request that say something, each once, with whether it is a name's."""
    words = {one.word: one.is_name_like and not one.is_first for one in request.words}
    return [(word, is_name) for word, is_name in words.items() if word not in STOP_WORDS]
