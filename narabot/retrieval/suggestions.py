"""Suggest records while a person types: titles of descriptions and headings of authorities."""

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
"""Minimum number of typed letters before anything is suggested."""

MOST_WORDS = 6
"""Maximum number of typed words to use."""

MOST_SUGGESTIONS = 8
"""Maximum number of suggested records."""

MOST_NAMES = 4
"""Maximum number of authorities among the suggestions if there are enough titles."""

MOST_CANDIDATES = 200
"""Number of records of each type to choose from. Prefix queries do not rank records."""

LONGEST_ENDING = 5
"""Maximum number of letters that a stemmer removes from a word (`relocation` is `reloc` in the
index)."""

TYPE_ORDER: tuple[CatalogType, ...] = (
    LevelOfDescription.RECORD_GROUP,
    LevelOfDescription.COLLECTION,
    *AuthorityType,
    LevelOfDescription.SERIES,
    LevelOfDescription.FILE_UNIT,
    LevelOfDescription.ITEM,
)
"""Types of records, rarest first."""


def suggestions(graph: Graph, typed: str) -> tuple[Suggestion, ...]:
    """Return records whose titles or names contain, for each typed word, a word that begins with
    it.

    Records whose names begin with the typed text come first, followed by records of the rarest
    types and then by records with the shortest names. Raises GraphUnavailableError.
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
    """Return whether enough was typed to suggest anything."""
    return sum(map(len, words_of(typed))) >= LEAST_LETTERS


def words_of(typed: str) -> list[str]:
    """Return the typed words to use, in lowercase."""
    return RUN.findall(typed.lower())[:MOST_WORDS]


def title_suggestions(graph: Graph, words: Sequence[str]) -> Iterator[Suggestion]:
    """Yield descriptions whose titles contain the typed words or words that begin with them."""
    # The index contains stems, so the query also matches words that do not continue as typed.
    query = " ".join(map(title_clause, index_words(words)))
    query_text = load_query("narabot", "suggested_titles")
    for row in graph.read(query_text, index=FULL_TEXT_INDEX, words=query, looked=MOST_CANDIDATES):
        if words_start_with(row["name"], map(fold, words)):
            yield Suggestion(row["naId"], row["name"], LevelOfDescription(row["type"]))


def index_words(words: Sequence[str]) -> Sequence[str]:
    """Return the words to look up in the indexes. Stop words are dropped unless there are no other
    words."""
    return without_stop_words(words) or words[-1:]


def title_clause(word: str) -> str:
    """Return a clause that matches titles with the beginning of a word, with or without accents."""
    return f"+(title:({' '.join(stems_of(word))}) foldedWords:({' '.join(stems_of(fold(word)))}))"


def stems_of(word: str) -> Iterator[str]:
    """Yield clauses for a partly typed word: one for all words that begin with it, and one for each
    stem to which it may be reduced."""
    yield f"{word}*"
    for length in range(max(LEAST_LETTERS, len(word) - LONGEST_ENDING), len(word) + 1):
        yield word[:length]


def authority_suggestions(graph: Graph, words: Sequence[str]) -> Iterator[Suggestion]:
    """Yield authorities with a current or former name that contains the typed words or words that
    begin with them."""
    query = " ".join(f"+{fold(word)}*" for word in index_words(words))
    query_text = load_query("narabot", "suggested_names")
    for row in graph.read(query_text, index=AUTHORITIES_INDEX, words=query, looked=MOST_CANDIDATES):
        yield Suggestion(row["naId"], row["name"], AuthorityType(row["type"]))


def sort_key(one: Suggestion, start: str) -> tuple[bool, int, int, str]:
    """Return the sort key of a suggestion. `start` is the folded text that a person typed."""
    plain = " ".join(folded_parts(one.name))
    return not plain.startswith(start), TYPE_ORDER.index(one.type), len(one.name), one.name
