"""What somebody who has begun to type may mean: titles of descriptions, headings of authorities."""

from collections.abc import Iterator, Sequence

from narabot.graph import Graph, load_query
from narabot.models import (
    AUTHORITIES_INDEX,
    FULL_TEXT_INDEX,
    AuthorityType,
    CatalogType,
    LevelOfDescription,
    Suggestion,
)
from narabot.words import RUN, fold, folded_parts, without_stop_words, words_start_with

LEAST_LETTERS = 3
"""That are typed before anything is suggested."""

MOST_WORDS = 6
"""Of what is typed that are looked at."""

MOST_SUGGESTIONS = 8
"""Records that are suggested."""

MOST_NAMES = 4
"""Authorities among them, where there are titles enough."""

MOST_CANDIDATES = 200
"""Records of each kind among which the best are sought: a begun word ranks none before others."""

LONGEST_ENDING = 5
"""Letters that a stemmer may have taken off a word (`relocation` is `reloc` in the index)."""

TYPE_ORDER: tuple[CatalogType, ...] = (
    LevelOfDescription.RECORD_GROUP,
    LevelOfDescription.COLLECTION,
    *AuthorityType,
    LevelOfDescription.SERIES,
    LevelOfDescription.FILE_UNIT,
    LevelOfDescription.ITEM,
)
"""Kinds of records, those first of which there are fewest."""


def suggestions(graph: Graph, typed: str) -> tuple[Suggestion, ...]:
    """Return records whose titles or names have each typed word, whole or begun, best first.

    First stand those that begin as what was typed, then kinds of which there are fewest, then short
    ones. Raises GraphUnavailableError.
    """
    if not is_enough(typed):
        return ()
    words = words_of(typed)
    start = " ".join(map(fold, words))
    titles, names = (
        sorted(found, key=lambda one: sort_key(one, start))
        for found in (title_suggestions(graph, words), authority_suggestions(graph, words))
    )
    names = names[: max(MOST_SUGGESTIONS - len(titles), MOST_NAMES)]
    found = [*names, *titles[: MOST_SUGGESTIONS - len(names)]]
    return tuple(sorted(found, key=lambda one: sort_key(one, start)))


def is_enough(typed: str) -> bool:
    """Return whether enough was typed for anything to be suggested."""
    return sum(map(len, words_of(typed))) >= LEAST_LETTERS


def words_of(typed: str) -> list[str]:
    """Return the words that are looked at, in small letters."""
    return RUN.findall(typed.lower())[:MOST_WORDS]


def title_suggestions(graph: Graph, words: Sequence[str]) -> Iterator[Suggestion]:
    """Yield descriptions whose titles have some words, whole or begun."""
    # the index has stems, so it finds more than what goes on as typed
    query = " ".join(map(title_clause, index_words(words)))
    query_text = load_query("narabot", "suggested_titles")
    for row in graph.read(query_text, index=FULL_TEXT_INDEX, words=query, looked=MOST_CANDIDATES):
        if words_start_with(row["name"], map(fold, words)):
            yield Suggestion(row["naId"], row["name"], LevelOfDescription(row["type"]))


def index_words(words: Sequence[str]) -> Sequence[str]:
    """Return the words that the indexes have: no stop words, unless there is no other."""
    return without_stop_words(words) or words[-1:]


def title_clause(word: str) -> str:
    """Return a clause for titles with a begun word, with its accents or without."""
    return f"+(title:({' '.join(stems_of(word))}) foldedWords:({' '.join(stems_of(fold(word)))}))"


def stems_of(word: str) -> Iterator[str]:
    """Yield clauses for a begun word: what goes on from it, and stems that it may go on from."""
    yield f"{word}*"
    for length in range(max(LEAST_LETTERS, len(word) - LONGEST_ENDING), len(word) + 1):
        yield word[:length]


def authority_suggestions(graph: Graph, words: Sequence[str]) -> Iterator[Suggestion]:
    """Yield authorities one of whose names, former ones too, has some words, whole or begun."""
    query = " ".join(f"+{fold(word)}*" for word in index_words(words))
    query_text = load_query("narabot", "suggested_names")
    for row in graph.read(query_text, index=AUTHORITIES_INDEX, words=query, looked=MOST_CANDIDATES):
        yield Suggestion(row["naId"], row["name"], AuthorityType(row["type"]))


def sort_key(one: Suggestion, start: str) -> tuple[bool, int, int, str]:
    """Return by what suggestions stand, for a folded beginning."""
    plain = " ".join(folded_parts(one.name))
    return not plain.startswith(start), TYPE_ORDER.index(one.type), len(one.name), one.name
