"""Full-text search: build queries for Neo4j's full-text index, and run them.

Queries contain only lowercase words, quoted if they have several parts. Operators, wildcards, and
unbalanced characters in a request are therefore never parsed as Lucene syntax.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from narabot.dates import MONTHS, PartialDate, without_dates
from narabot.graph import Graph, load_query
from narabot.models import FULL_TEXT_INDEX, NO_FILTERS, Filters, Wording
from narabot.retrieval.operators.filters import DEEPEST_SEARCH, FILTERED_SEARCH_DEPTH, search_index
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.retriever import Retriever
from narabot.understanding.tokens import tokenize
from narabot.words import fold

MOST_WORDS = 200
"""Maximum number of words in a query. Lucene allows at most 1,024 clauses, and each word needs one
clause for each of four properties. Each part of `02/01/1963` counts as a word."""

ONE_EDIT_LENGTH, TWO_EDIT_LENGTH = 4, 6
"""Minimum length of a word, in letters, for a match with one edit and for a match with two
edits."""

PARTS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
"""Parts of a word as the index tokenizes it: `o'brien` has one part, and `wra-95` has two."""

DAYS, TWO_DIGITS = range(1, 32), 10

DATE_SLOP = 2
"""Number of additional words allowed between a month and a year, such as the days in a range."""

MOST_DATES = 3
"""Maximum number of dates in a query. A month has up to 63 written forms, so more dates could
exceed Lucene's limit on clauses."""


def lucene_query(wording: Wording) -> str | None:
    """Return a query that matches any of the content words in a request, or `None` if there are no
    content words."""
    tokenized = tokenize(wording.text)
    times = Counter(token.folded for token in tokenized.tokens)
    words = [word for word in tokenized.content_words if word not in wording.loose]
    clauses = [clause(word, times[word]) for word in words]
    clauses += [fuzzy_clause(part) for word in wording.loose for part in PARTS.findall(fold(word))]
    return " ".join(within_word_limit(clauses)) or None


def within_word_limit(clauses: Iterable[str]) -> Iterator[str]:
    """Yield the first clauses, up to a total of `MOST_WORDS` words."""
    words = 0
    for one in clauses:
        words += len(PARTS.findall(one.partition("^")[0]))
        if words > MOST_WORDS:
            return
        yield one


def query_for_all(words: Sequence[str], dates: Sequence[PartialDate] = ()) -> str:
    """Return a query that matches texts with all of the content words and any of the dates."""
    wanted = [*within_word_limit(map(clause, words)), *date_clauses(dates)]
    return " ".join(f"+{one}" for one in wanted)


def date_clauses(dates: Sequence[PartialDate]) -> list[str]:
    """Return a list with one clause that matches any of the dates, or an empty list if there are no
    dates."""
    forms = [form for one in dates[:MOST_DATES] for form in written_dates(one)]
    return [f"text:({' '.join(forms)})"] if forms else []


def written_dates(one: PartialDate) -> Iterator[str]:
    """Yield query phrases for the forms in which a month or a day may occur in records.

    Examples are `November 20, 1964`, `11/20/1964`, and, for a range, `November 3 - 7, 1964`.
    """
    if one.year is None or one.month is None:
        return
    name, days = MONTHS[one.month - 1].lower(), [one.day] if one.day else DAYS
    yield (
        f'"{name} {one.day} {one.year}"~{DATE_SLOP}'
        if one.day
        else f'"{name} {one.year}"~{DATE_SLOP}'
    )
    for day in days:
        yield f'"{one.month} {day} {one.year}"'
        if one.month < TWO_DIGITS or day < TWO_DIGITS:
            yield f'"{one.month:02} {day:02} {one.year}"'


def fuzzy_clause(word: str) -> str:
    """Return a clause that matches a word and words that differ from it by one letter, or by two
    letters if the word is long."""
    return (
        word if len(word) < ONE_EDIT_LENGTH else f"{word}~{1 if len(word) < TWO_EDIT_LENGTH else 2}"
    )


def clause(word: str, times: int = 1) -> str:
    """Return a clause for one word. `02/01/1963` and `WRA-95` become quoted phrases of several
    words.

    A word that occurs twice in the request has twice the weight.
    """
    parts = PARTS.findall(word)
    is_plain = len(parts) == 1 and parts[0].isalnum()
    plain = parts[0] if is_plain else f'"{" ".join(parts)}"'
    return plain if times == 1 else f"{plain}^{times}"


def full_text_hits(
    retriever: Retriever, wording: Wording, count: int, filters: Filters = NO_FILTERS
) -> tuple[Hit, ...]:
    """Return the chunks that match the most words and the rarest words in a request."""
    return retriever.cached(
        ("full text", wording, count, filters),
        lambda: uncached_full_text_hits(retriever.graph, wording, count, filters),
    )


def date_hits(
    retriever: Retriever,
    wording: Wording,
    dates: Sequence[PartialDate],
    count: int,
    filters: Filters = NO_FILTERS,
) -> tuple[Hit, ...]:
    """Return the chunks with any of the dates, ranked by the other words in the request. Rare words
    count most.

    The number and form of the dates in a chunk do not affect the chunk's score.
    """
    text = without_dates(wording.text, dates)
    words = lucene_query(replace(wording, text=text)) or ""
    query = " ".join([*(f"+{one}^0" for one in date_clauses(dates)), words])
    return retriever.cached(
        ("dates", query, count, filters),
        lambda: hits_within_filters(retriever.graph, query, count, filters),
    )


def uncached_full_text_hits(
    graph: Graph, wording: Wording, count: int, filters: Filters
) -> list[Hit]:
    """Return the hits of a full-text search."""
    query = lucene_query(wording)
    return hits_within_filters(graph, query, count, filters) if query else []


def hits_within_filters(graph: Graph, query: str, count: int, filters: Filters) -> list[Hit]:
    """Return the hits of a query that match the filters; search deeper if too few hits match."""
    depths = (FILTERED_SEARCH_DEPTH, DEEPEST_SEARCH) if filters else (count,)
    found: list[Hit] = []
    for depth in depths:
        found = index_hits(graph, query, depth, count, filters)
        if len(found) >= count:
            break
    return found


def hits_with_all_words(
    graph: Graph,
    words: Sequence[str],
    dates: Sequence[PartialDate],
    most: int,
    filters: Filters = NO_FILTERS,
) -> tuple[list[Hit], bool]:
    """Return chunks that contain all content words and one of the dates, and whether the list is
    complete."""
    query = query_for_all(words, dates)
    hits = index_hits(graph, query, DEEPEST_SEARCH, most, filters)
    is_all = len(hits) < most and (not filters or count_matches(graph, query) < DEEPEST_SEARCH)
    return hits, is_all


def index_hits(
    graph: Graph, query: str, depth: int, count: int, filters: Filters = NO_FILTERS
) -> list[Hit]:
    """Return the best hits that match the filters among the first `depth` hits in the full-text
    index."""
    rows = search_index(
        graph,
        "words_search",
        filters,
        index=FULL_TEXT_INDEX,
        words=query,
        candidates=depth,
        count=count,
    )
    return [Hit(row["chunkId"], row["naId"], row["score"]) for row in rows]


def count_matches(graph: Graph, query: str) -> int:
    """Return the number of chunks that a query matches, up to `DEEPEST_SEARCH`."""
    statement = load_query("narabot", "words_search") + load_query("narabot", "counted_hits")
    values = {
        "index": FULL_TEXT_INDEX,
        "words": query,
        "candidates": DEEPEST_SEARCH,
        "most": DEEPEST_SEARCH,
    }
    return int(graph.read(statement, **values)[0]["size"])
