"""Split a request's words into specific words and topics, as in LightRAG.

LightRAG asks a language model for low-level and high-level keywords. narabot instead counts the
chunks that contain each word, because small models fail to distinguish the two levels and then find
nothing (LightRAG issue 966).
"""

from collections.abc import Callable
from dataclasses import dataclass

from narabot.retrieval.operators.words import clause, count_matches
from narabot.retrieval.retriever import Retriever
from narabot.understanding.names import NameTokens
from narabot.words import STOP_WORDS

RARE = 0.01
"""A word is specific if the share of chunks that contain it is below this value (LightRAG's
"specific details")."""

MOST_WORDS = 24
"""Maximum number of words to look up per request."""


@dataclass(frozen=True, slots=True)
class Keywords:
    """The specific words and the topics in a request, both in the order of the request."""

    low: tuple[str, ...] = ()
    """Names, numbers, identifiers, and rare words."""
    high: tuple[str, ...] = ()
    """The other content words, which describe topics."""

    def __len__(self) -> int:
        """Return the number of keywords."""
        return len(self.low) + len(self.high)


def request_keywords(retriever: Retriever, request: NameTokens, passages: int) -> Keywords:
    """Return the keywords in a request. `passages` is the number of chunks in the graph.

    The number of chunks that contain each word is cached until records are loaded. Raises
    GraphUnavailableError.
    """

    def chunks_with(word: str) -> int:
        found = retriever.cached(
            ("chunks with", word), lambda: [count_matches(retriever.graph, clause(word))]
        )
        return found[0]

    return classify_words(request, passages, chunks_with)


def classify_words(
    request: NameTokens, passages: int, chunks_with: Callable[[str], int]
) -> Keywords:
    """Return the keywords in a request, classified by the number of chunks that contain each word.

    Words that no chunk contains are dropped because such words find nothing.
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
    """Return the content words in a request, without duplicates, and whether each word is part of a
    name."""
    words = {one.word: one.is_name_like and not one.is_first for one in request.words}
    return [(word, is_name) for word, is_name in words.items() if word not in STOP_WORDS]
