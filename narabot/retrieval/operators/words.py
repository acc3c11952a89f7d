"""The search by words, and a request as a query for Neo4j's full-text index.

Nothing of what the user wrote reaches Lucene's syntax: only words, in lower case, each in quotes
where it is made of several. So operators, wildcards and unbalanced signs mean nothing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from narabot.dates import MONTHS, PartialDate, without_dates
from narabot.graph import Graph, load_query
from narabot.models import EVERYTHING, WORDS_INDEX, Filters, Wording
from narabot.retrieval.operators.filters import DEEPEST, MOST_NEIGHBOURS, searched
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.retriever import Retriever
from narabot.understanding.tokens import tokenised
from narabot.words import fold

MOST_WORDS = 200
"""Lucene refuses more than 1,024 clauses, and each word is one for each of four properties; of
`02/01/1963` each part is a word."""

LOOSE_FROM, LOOSER_FROM = 4, 6
"""Letters of a word from which on one, or two, of them may differ."""

PARTS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
"""Of a word, as the index takes them apart: `o'brien` is one, `wra-95` two."""

DAYS, TWO_DIGITS = range(1, 32), 10

BETWEEN = 2
"""Words that may stand between a month and its year: the day, or the other day of a span."""

MOST_DATES = 3
"""A month is written in up to 63 ways; with the words they stay below what Lucene refuses."""


def lucene_query(wording: Wording) -> str | None:
    """Return a query for any of a request's content words; `None` where it has none."""
    said = tokenised(wording.text)
    times = Counter(token.folded for token in said.tokens)
    words = [word for word in said.content_words if word not in wording.loose]
    clauses = [clause(word, times[word]) for word in words]
    clauses += [loose_clause(part) for word in wording.loose for part in PARTS.findall(fold(word))]
    return " ".join(as_many(clauses)) or None


def as_many(clauses: Iterable[str]) -> Iterator[str]:
    """Yield clauses as long as all together have no more than `MOST_WORDS` words."""
    words = 0
    for one in clauses:
        words += len(PARTS.findall(one.partition("^")[0]))
        if words > MOST_WORDS:
            return
        yield one


def query_for_all(words: Sequence[str], dates: Sequence[PartialDate] = ()) -> str:
    """Return a query for all of some content words, and for one of some dates."""
    wanted = [*as_many(map(clause, words)), *any_of(dates)]
    return " ".join(f"+{one}" for one in wanted)


def any_of(dates: Sequence[PartialDate]) -> list[str]:
    """Return the one clause for any of some dates, none without dates."""
    ways = [way for one in dates[:MOST_DATES] for way in ways_of_writing(one)]
    return [f"text:({' '.join(ways)})"] if ways else []


def ways_of_writing(one: PartialDate) -> Iterator[str]:
    """Yield phrases for a month of a year, or a day of it, as records write them.

    They write `November 20, 1964`, `11/20/1964` and, of a span, `November 3 - 7, 1964`.
    """
    if one.year is None or one.month is None:
        return
    name, days = MONTHS[one.month - 1].lower(), [one.day] if one.day else DAYS
    yield (
        f'"{name} {one.day} {one.year}"~{BETWEEN}' if one.day else f'"{name} {one.year}"~{BETWEEN}'
    )
    for day in days:
        yield f'"{one.month} {day} {one.year}"'
        if one.month < TWO_DIGITS or day < TWO_DIGITS:
            yield f'"{one.month:02} {day:02} {one.year}"'


def loose_clause(word: str) -> str:
    """Return a clause for a word and what differs from it by a letter or, if it is long, two."""
    return word if len(word) < LOOSE_FROM else f"{word}~{1 if len(word) < LOOSER_FROM else 2}"


def clause(word: str, times: int = 1) -> str:
    """Return one word as a clause; `02/01/1963` and `WRA-95` as their parts in a row.

    A word that is said twice counts twice.
    """
    parts = PARTS.findall(word)
    is_plain = len(parts) == 1 and parts[0].isalnum()
    plain = parts[0] if is_plain else f'"{" ".join(parts)}"'
    return plain if times == 1 else f"{plain}^{times}"


def by_words(
    retriever: Retriever, wording: Wording, count: int, filters: Filters = EVERYTHING
) -> tuple[Hit, ...]:
    """Return the chunks that have most of a request's rarest words."""
    return retriever.cached(
        ("words", wording, count, filters),
        lambda: find_by_words(retriever.graph, wording, count, filters),
    )


def by_dates(
    retriever: Retriever,
    wording: Wording,
    dates: Sequence[PartialDate],
    count: int,
    filters: Filters = EVERYTHING,
) -> tuple[Hit, ...]:
    """Return the chunks with one of some dates that have most of the rarest other words.

    How often and how a chunk writes a date does not count.
    """
    text = without_dates(wording.text, dates)
    words = lucene_query(replace(wording, text=text)) or ""
    query = " ".join([*(f"+{one}^0" for one in any_of(dates)), words])
    return retriever.cached(
        ("dates", query, count, filters), lambda: found_deep(retriever.graph, query, count, filters)
    )


def find_by_words(graph: Graph, wording: Wording, count: int, filters: Filters) -> list[Hit]:
    """Return what a search by words finds."""
    query = lucene_query(wording)
    return found_deep(graph, query, count, filters) if query else []


def found_deep(graph: Graph, query: str, count: int, filters: Filters) -> list[Hit]:
    """Return what a query finds within filters, looking deeper where these leave too few."""
    depths = (MOST_NEIGHBOURS, DEEPEST) if filters else (count,)
    found: list[Hit] = []
    for depth in depths:
        found = matched(graph, query, depth, count, filters)
        if len(found) >= count:
            break
    return found


def with_all_words(
    graph: Graph,
    words: Sequence[str],
    dates: Sequence[PartialDate],
    most: int,
    filters: Filters = EVERYTHING,
) -> tuple[list[Hit], bool]:
    """Return chunks that have all of some content words and a date, and whether these are all."""
    query = query_for_all(words, dates)
    hits = matched(graph, query, DEEPEST, most, filters)
    is_all = len(hits) < most and (not filters or matching(graph, query) < DEEPEST)
    return hits, is_all


def matched(
    graph: Graph, query: str, depth: int, count: int, filters: Filters = EVERYTHING
) -> list[Hit]:
    """Return the best hits of a query among the first so many of the full-text index."""
    rows = searched(
        graph,
        "words_search",
        filters,
        index=WORDS_INDEX,
        words=query,
        candidates=depth,
        count=count,
    )
    return [Hit(row["chunkId"], row["naId"], row["score"]) for row in rows]


def matching(graph: Graph, query: str) -> int:
    """Return how many chunks a query finds, counted as far as the deepest search goes."""
    statement = load_query("narabot", "words_search") + load_query("narabot", "counted_hits")
    values = {"index": WORDS_INDEX, "words": query, "candidates": DEEPEST, "most": DEEPEST}
    return int(graph.read(statement, **values)[0]["size"])
