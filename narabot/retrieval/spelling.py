"""Words of a request that no record has, and which of the catalogue's own words are meant."""

from collections import Counter
from collections.abc import Iterator, Sequence

from narabot.graph import Graph, load_query
from narabot.retrieval.operators.words import clause, fuzzy_clause, index_hits
from narabot.understanding.tokens import iter_tokens
from narabot.words import fold, stem

SHORTEST_WORD = 5
"""Letters of a word that is looked at."""

MOST_WORDS = 12
"""Words of a request that are looked at."""

MOST_CHUNKS = 50
"""Chunks with a word that is spelled nearly so."""


def spelling_corrections(graph: Graph, words: Sequence[str]) -> dict[str, str]:
    """Return what is meant by those of some folded words that no record has, as records write it.

    What is meant differs by one letter, or by two that have changed places (Damerau, 1964: most
    slips are of this kind). Words without such a one are left out, and so are short ones, numbers
    and words in other letters than Latin ones. Raises GraphUnavailableError.
    """
    named = [word for word in words if len(word) >= SHORTEST_WORD and is_plain(word)][:MOST_WORDS]
    found = ((word, correction_for(graph, word)) for word in named if not is_known(graph, word))
    return {word: meant for word, meant in found if meant is not None}


def is_plain(word: str) -> bool:
    """Return whether a folded word is made of Latin letters alone."""
    return word.isascii() and word.isalpha()


def is_known(graph: Graph, word: str) -> bool:
    """Return whether any record has a word, in any of its forms."""
    return bool(index_hits(graph, clause(word), 1, 1))


def correction_for(graph: Graph, word: str) -> str | None:
    """Return the word of the records that one is a slip of, the most frequent of several."""
    written = Counter(similarly_spelled_words(graph, word))
    slips = [one for one, _ in written.most_common() if is_slip(word, fold(one))]
    return slips[0] if slips else None


def is_slip(word: str, meant: str) -> bool:
    """Return whether two words differ by one letter, or by two neighbours that changed places."""
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
    """Yield the words of the chunks that have one which is spelled nearly so."""
    # the index has stems, and of a word that is misspelled the stem may be quite another
    query = f"{fuzzy_clause(word)} {fuzzy_clause(stem(word))} {word[:SHORTEST_WORD]}*"
    hits = index_hits(graph, query, MOST_CHUNKS, MOST_CHUNKS)
    chunk_ids = [hit.chunk_id for hit in hits]
    for row in graph.read(load_query("narabot", "texts_of_chunks"), chunkIds=chunk_ids):
        yield from (part.written for one in iter_tokens(row["text"]) for part in one.parts)
