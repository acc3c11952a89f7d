"""Correct the words in a request that occur in no record, using words from the catalog."""

from collections import Counter
from collections.abc import Iterator, Sequence

from narabot.graph import Graph, load_query
from narabot.retrieval.operators.words import clause, fuzzy_clause, index_hits
from narabot.understanding.tokens import iter_tokens
from narabot.words import fold, stem

SHORTEST_WORD = 5
"""Minimum length of a word to check, in letters."""

MOST_WORDS = 12
"""Maximum number of words in a request to check."""

MOST_CHUNKS = 50
"""Maximum number of chunks with similarly spelled words to read."""


def spelling_corrections(graph: Graph, words: Sequence[str]) -> dict[str, str]:
    """Return corrections, spelled as in the records, for the folded words that no record contains.

    A correction differs from the original word by one letter or by two transposed adjacent letters.
    Most misspellings are of this kind (Damerau, 1964). Words without a correction, short words,
    numbers, and words in non-Latin letters are skipped. Raises GraphUnavailableError.
    """
    named = [word for word in words if len(word) >= SHORTEST_WORD and is_plain(word)][:MOST_WORDS]
    found = ((word, correction_for(graph, word)) for word in named if not is_known(graph, word))
    return {word: meant for word, meant in found if meant is not None}


def is_plain(word: str) -> bool:
    """Return whether a folded word consists only of Latin letters."""
    return word.isascii() and word.isalpha()


def is_known(graph: Graph, word: str) -> bool:
    """Return whether any record contains a word in any of its forms."""
    return bool(index_hits(graph, clause(word), 1, 1))


def correction_for(graph: Graph, word: str) -> str | None:
    """Return the correction of a word that is most frequent in the records, or `None` if there is
    no correction."""
    written = Counter(similarly_spelled_words(graph, word))
    slips = [one for one, _ in written.most_common() if is_slip(word, fold(one))]
    return slips[0] if slips else None


def is_slip(word: str, meant: str) -> bool:
    """Return whether two words differ by one letter or by two transposed adjacent letters."""
    if len(word) == len(meant):
        places = [place for place in range(len(word)) if word[place] != meant[place]]
        first, last = (places[0], places[-1]) if places else (0, 0)
        is_swap = last == first + 1 and word[first : last + 1] == meant[first : last + 1][::-1]
        return len(places) == 1 or (len(places) == 2 and is_swap)
    short, long = sorted((word, meant), key=len)
    return len(long) == len(short) + 1 and any(
        long[:place] + long[place + 1 :] == short for place in range(len(long))
    )


def similarly_spelled_words(graph: Graph, word: str) -> Iterator[str]:
    """Yield all words in chunks that contain a similarly spelled word."""
    # The index contains stems, and a misspelled word may have a quite different stem.
    query = f"{fuzzy_clause(word)} {fuzzy_clause(stem(word))} {word[:SHORTEST_WORD]}*"
    hits = index_hits(graph, query, MOST_CHUNKS, MOST_CHUNKS)
    chunk_ids = [hit.chunk_id for hit in hits]
    for row in graph.read(load_query("narabot", "texts_of_chunks"), chunkIds=chunk_ids):
        yield from (part.written for one in iter_tokens(row["text"]) for part in one.parts)
