"""The two searches for chunks, by meaning and by words, within filters or without.

Filters are applied in the database: to the chunks of the few records in which all must be, or to
more hits of an index than are wanted, or, where these leave too few, to all chunks. Where the ways
cross is measured by `benchmarks/filtering.py` (decision 0010).
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, LiteralString

from narabot.embedding import Embeddings
from narabot.graph import Graph, load_query
from narabot.models import (
    EVERYTHING,
    VECTOR_INDEX,
    WORDS_INDEX,
    Filters,
    Row,
    Wording,
)
from narabot.retrieval.caching import Cache
from narabot.retrieval.operators.filters import kept, kept_at_once, kept_values, looks_above
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.operators.lucene import lucene_query, query_for_all

MOST_NEIGHBOURS = 1000
"""Neighbours that the vector index is asked for; with filters, those that look at paths too."""

DEEPEST = 10_000
"""Hits that an index is asked for with filters that each chunk answers by itself."""

FEW = 2000
"""Chunks in some records that are measured one by one without asking the index."""

MOST_MEASURED = 20_000
"""Chunks that are measured one by one where the index gives too few."""

MOST_UNITS = 1000
"""Records of an authority from which an exact search starts."""


@dataclass(frozen=True, slots=True)
class Searches:
    """The searches of one graph with one embedding model."""

    graph: Graph
    embeddings: Embeddings
    candidates: int
    """Neighbours asked of the vector index; it takes their number as the width of its search."""
    cache: Cache
    index_state: Callable[[], str]

    def by_meaning(
        self, request: str, count: int, filters: Filters = EVERYTHING
    ) -> tuple[Hit, ...]:
        """Return the chunks whose vectors are nearest to a request's, scored by their cosine."""
        return self.cached(
            ("meaning", request, count, filters),
            lambda: self.find_by_meaning(request, count, filters),
        )

    def by_words(
        self, wording: Wording, count: int, filters: Filters = EVERYTHING
    ) -> tuple[Hit, ...]:
        """Return the chunks that have most of a request's rarest words."""
        return self.cached(
            ("words", wording, count, filters), lambda: self.find_by_words(wording, count, filters)
        )

    def cached(
        self, search: tuple[Hashable, ...], find: Callable[[], list[Hit]]
    ) -> tuple[Hit, ...]:
        """Return what a search found in the index as it is, or finds now."""
        if not self.cache.most:
            return tuple(find())
        began = perf_counter()
        key = (self.index_state(), *search)
        found, is_kept = self.cache.found(key, lambda: tuple(find()))
        if is_kept and self.graph.watch is not None:
            name = f"{search[0]} (kept)"
            self.graph.watch(name, len(found), began, perf_counter() - began)
        return found

    def find_by_meaning(self, request: str, count: int, filters: Filters) -> list[Hit]:
        """Return what a search by meaning finds."""
        vector = self.embeddings.embed_query(request)
        if not filters:
            wide = max(self.candidates, min(count, MOST_NEIGHBOURS))
            return cosines(self.nearest(vector, wide, count))
        units = self.units_to_start_from(filters)
        if units is not None and self.kept_count(filters, units, FEW) <= FEW:
            return cosines(self.measured(vector, count, filters, units))
        depth = MOST_NEIGHBOURS if looks_above(filters) else DEEPEST
        found = self.nearest(vector, depth, count, filters)
        if len(found) < count and self.kept_count(filters, units, MOST_MEASURED) <= MOST_MEASURED:
            found = self.measured(vector, count, filters, units)
        return cosines(found)

    def find_by_words(self, wording: Wording, count: int, filters: Filters) -> list[Hit]:
        """Return what a search by words finds."""
        query = lucene_query(wording)
        if query is None:
            return []
        depths = (MOST_NEIGHBOURS, DEEPEST) if filters else (count,)
        found: list[Hit] = []
        for depth in depths:
            found = self.matched(query, depth, count, filters)
            if len(found) >= count:
                break
        return found

    def with_all_words(
        self, words: Sequence[str], most: int, filters: Filters = EVERYTHING
    ) -> tuple[list[Hit], bool]:
        """Return chunks that have all of some content words, and whether these are all."""
        query = query_for_all(words)
        hits = self.matched(query, DEEPEST, most, filters)
        is_all = len(hits) < most and (not filters or self.matching(query) < DEEPEST)
        return hits, is_all

    def matched(self, query: str, depth: int, count: int, filters: Filters) -> list[Hit]:
        """Return the best hits of a query among the first so many of the full-text index."""
        rows = self.searched(
            "words_search",
            filters,
            index=WORDS_INDEX,
            words=query,
            candidates=depth,
            count=count,
        )
        return [Hit(row["chunkId"], row["naId"], row["score"]) for row in rows]

    def matching(self, query: str) -> int:
        """Return how many chunks a query finds, counted as far as the deepest search goes."""
        statement = load_query("narabot", "words_search") + load_query("narabot", "counted_hits")
        values = {"index": WORDS_INDEX, "words": query, "candidates": DEEPEST, "most": DEEPEST}
        return int(self.graph.read(statement, **values)[0]["size"])

    def nearest(
        self, vector: Sequence[float], wide: int, count: int, filters: Filters = EVERYTHING
    ) -> list[Row]:
        """Return the rows of a search by meaning of some width."""
        return self.searched(
            "meaning_search",
            filters,
            index=VECTOR_INDEX,
            vector=vector,
            candidates=wide,
            count=count,
        )

    def searched(self, search: str, filters: Filters, **values: Any) -> list[Row]:
        """Return the rows of a search of an index, those that filters keep."""
        query = load_query("narabot", search) + kept(filters) + load_query("narabot", "ranked_hits")
        return self.graph.read(query, **values, **kept_values(filters))

    def measured(
        self, vector: Sequence[float], count: int, filters: Filters, units: list[int] | None
    ) -> list[Row]:
        """Return the rows of an exact search among the chunks that filters keep."""
        query = start(units) + kept(filters) + load_query("narabot", "measured_hits")
        values = kept_values(filters)
        return self.graph.read(query, **values, units=units, vector=vector, count=count)

    def kept_records(self, filters: Filters, most: int) -> list[int]:
        """Return the naIds of so many records that filters keep, in no order."""
        units = self.units_to_start_from(filters)
        query = start(units) + kept(filters) + load_query("narabot", "kept_records")
        rows = self.graph.read(query, **kept_values(filters), units=units, most=most)
        return [row["naId"] for row in rows]

    def kept_count(self, filters: Filters, units: list[int] | None, most: int) -> int:
        """Return how many chunks filters keep by what each states itself; of more, `most` + 1."""
        query = start(units) + kept_at_once() + load_query("narabot", "counted_hits")
        values = kept_values(filters)
        [row] = self.graph.read(query, **values, units=units, most=most)
        return int(row["size"])

    def units_to_start_from(self, filters: Filters) -> list[int] | None:
        """Return the naIds in which all that filters keep must be, `None` if it may be anywhere."""
        values = kept_values(filters)
        if filters.ancestor is not None:
            return [filters.ancestor.na_id]
        if filters.creator or filters.subject or filters.authority:
            found = self.na_ids("units_naming", **values, most=MOST_UNITS + 1)
            return found if len(found) <= MOST_UNITS else None
        if filters.record_group is not None or filters.collection is not None:
            return self.na_ids("roots", **values)
        return None

    def na_ids(self, name: str, **values: Any) -> list[int]:
        """Return the naIds that a statement finds."""
        [row] = self.graph.read(load_query("narabot", name), **values)
        return list(row["naIds"])


def start(units: list[int] | None) -> LiteralString:
    """Return the beginning of a statement that looks at all chunks, or at those in some records."""
    return load_query("narabot", "all_chunks" if units is None else "chunks_below")


def cosines(rows: Sequence[Row]) -> list[Hit]:
    """Return the rows of a search by meaning as hits; Neo4j scores a cosine c as (1 + c) / 2."""
    return [Hit(row["chunkId"], row["naId"], 2 * row["score"] - 1) for row in rows]
