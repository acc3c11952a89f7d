"""Search by meaning and by words, join both, and fetch the context of what was chosen."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from narabot.embedding import Embeddings
from narabot.graph import Graph, Watch, load_query
from narabot.models import (
    EVERYTHING,
    Chunk,
    Filters,
    LevelOfDescription,
    Passage,
    PlaceToLook,
    Wording,
)
from narabot.retrieval.caching import Cache, IndexState
from narabot.retrieval.operators.by_id import first_chunk, read_passages
from narabot.retrieval.operators.diversity import told_apart, without_near_duplicates
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse
from narabot.retrieval.operators.vector import Searches
from narabot.retrieval.store import QUERY_TIMEOUT_S, ReadOnlyNeo4jVector, open_store
from narabot.retrieval.units import RankedUnit, Unit, gist, rank_units
from narabot.versions import GraphVersion, check_model

SEARCHED_CHUNKS = 200
"""Chunks that each search gives to the fusion, at least."""

LOOKED_AT = 2
"""So many times more passages than are wanted are looked at for near-duplicates."""

SEARCHED_FOR_UNITS = 1000
"""Chunks that each search gives to the ranking of units."""
MOST_LABELLED_CHUNKS = 4
"""Of one record."""


MOST_MATCHES = 1000
"""Chunks with all words of a request that are counted, and whose records are listed."""


@dataclass(frozen=True, slots=True)
class Matches:
    """Records that have all words of a request; without words, all that its filters keep."""

    words: tuple[str, ...]
    chunk_ids: Mapping[int, str]
    """The best chunk that has them, by naId, best first; none of too many without words."""
    count: int
    """Records, as far as counted."""
    is_counted: bool
    """Whether there are no more."""

    @property
    def is_all(self) -> bool:
        """Whether nothing else is to be listed."""
        return not self.words and self.is_counted


@dataclass(frozen=True, slots=True)
class Retriever:
    """Searches one graph with one embedding model; `open_retriever` makes it."""

    graph: Graph
    store: ReadOnlyNeo4jVector
    searches: Searches
    version: GraphVersion

    def watched(self, watch: Watch) -> "Retriever":
        """Return the same retriever, whose statements somebody is told of."""
        graph = replace(self.graph, watch=watch)
        return replace(self, graph=graph, searches=replace(self.searches, graph=graph))

    def find_passages(
        self, wording: Wording, count: int, filters: Filters = EVERYTHING
    ) -> list[Passage]:
        """Return the best passage of each of the `count` best records, best first.

        Raises GraphUnavailableError when the database does not answer.
        """
        return self.passages(self.rank_records(wording, count, filters)[:count])

    def find_varied_passages(
        self, wording: Wording, count: int, filters: Filters = EVERYTHING
    ) -> list[Passage]:
        """Return the same, but of a sequence of near-duplicates only the best few."""
        ranked = self.rank_records(wording, count, filters)[: LOOKED_AT * count]
        best = self.passages(ranked[:count])
        _, alike = told_apart(best)
        others = self.passages(ranked[count:]) if alike else []
        return without_near_duplicates([*best, *others], count)

    def list_passages(
        self, wording: Wording, count: int, filters: Filters, matched: Matches | None
    ) -> list[Passage]:
        """Return the best passage of each record for a list, in the order of `list_records`."""
        return self.passages(self.list_records(wording, count, filters, matched))

    def list_records(
        self, wording: Wording, count: int, filters: Filters, matched: Matches | None
    ) -> list[RankedRecord]:
        """Return the records for a list: all that have all words, then others of the `count` best.

        Each part stands best first.
        """
        is_all = matched is not None and matched.is_all
        best = [] if is_all else self.rank_records(wording, count, filters)[:count]
        chunk_ids = matched.chunk_ids if matched is not None else {}
        there = {record.na_id for record in best}
        have_all = [record for record in best if record.na_id in chunk_ids]
        have_all += [
            RankedRecord(na_id, chunk_id, 0.0)
            for na_id, chunk_id in chunk_ids.items()
            if na_id not in there
        ]
        return have_all + [record for record in best if record.na_id not in chunk_ids]

    def kept(self, filters: Filters) -> Matches:
        """Return all records that filters keep, as far as they are not too many."""
        na_ids = self.searches.kept_records(filters, MOST_MATCHES + 1)
        is_counted = len(na_ids) <= MOST_MATCHES
        chunk_ids = {na_id: first_chunk(na_id) for na_id in na_ids} if is_counted else {}
        return Matches((), chunk_ids, min(len(na_ids), MOST_MATCHES), is_counted)

    def matches(self, words: Sequence[str], filters: Filters = EVERYTHING) -> Matches:
        """Return the records that have all of some content words; without any, all there are."""
        if not words:
            return self.kept(filters)
        hits, is_counted = self.searches.with_all_words(words, MOST_MATCHES, filters)
        chunk_ids: dict[int, str] = {}
        for hit in hits:
            chunk_ids.setdefault(hit.na_id, hit.chunk_id)
        return Matches(tuple(words), chunk_ids, len(chunk_ids), is_counted)

    def rank_records(
        self, wording: Wording, count: int, filters: Filters = EVERYTHING
    ) -> list[RankedRecord]:
        """Return all records that the searches find for a request, best first."""
        chunks = max(SEARCHED_CHUNKS, 2 * count)
        meaning = self.searches.by_meaning(wording.text, chunks, filters)
        words = self.searches.by_words(wording, chunks, filters)
        cosines = {hit.na_id: hit.score for hit in reversed(meaning)}
        least = meaning[-1].score if meaning else 0.0
        return [
            replace(record, meaning=cosines.get(record.na_id, least))
            for record in fuse([meaning, words])
        ]

    def passages(self, records: Sequence[RankedRecord]) -> list[Passage]:
        """Return the passages of some records, in their order."""
        scores = {record.chunk_id: record.score for record in records}
        found = read_passages(self.graph, scores, self.store.retrieval_query)
        return [
            replace(found[record.chunk_id], meaning=record.meaning)
            for record in records
            if record.chunk_id in found
        ]

    def rank_units(
        self, wording: Wording, level: LevelOfDescription | None = None
    ) -> list[RankedUnit]:
        """Return the file units and series in which to look for what a request is about."""
        words = self.searches.by_words(wording, SEARCHED_FOR_UNITS)
        meaning = self.searches.by_meaning(gist(wording.text), SEARCHED_FOR_UNITS)
        return rank_units(words, meaning, self.units_above([*words, *meaning]), level)

    def places_to_look(
        self, wording: Wording, count: int, level: LevelOfDescription | None = None
    ) -> list[PlaceToLook]:
        """Return the best places to look, with the records that speak for them."""
        ranked = self.rank_units(wording, level)[:count]
        wanted = [na_id for one in ranked for na_id in (one.unit.na_id, *one.evidence)]
        known = {found.na_id: found for found in self.records(dict.fromkeys(wanted))}
        return [
            PlaceToLook(
                known[one.unit.na_id],
                one.score,
                tuple(known[na_id] for na_id in one.evidence if na_id in known),
            )
            for one in ranked
            if one.unit.na_id in known
        ]

    def records(self, na_ids: Iterable[int]) -> list[Passage]:
        """Return the first passage of each of some records."""
        return self.passages([RankedRecord(na_id, first_chunk(na_id), 0.0) for na_id in na_ids])

    def units_above(self, found: Sequence[Hit]) -> dict[int, tuple[Unit, ...]]:
        """Return the file units and series that some hits are, or are kept in, by naId."""
        rows = self.graph.read(
            load_query("narabot", "units_above"),
            naIds=sorted({hit.na_id for hit in found}),
            levels=[LevelOfDescription.FILE_UNIT, LevelOfDescription.SERIES],
        )
        return {
            row["naId"]: tuple(
                Unit(unit["naId"], LevelOfDescription(unit["level"])) for unit in row["units"]
            )
            for row in rows
        }

    def labelled_chunks(
        self, na_ids: Sequence[int], labels: Sequence[str]
    ) -> dict[int, tuple[Chunk, ...]]:
        """Return the chunks of some records in which some labelled lines stand, by naId."""
        rows = self.graph.read(
            load_query("narabot", "labelled_lines"),
            naIds=na_ids,
            labels=labels,
            most=MOST_LABELLED_CHUNKS,
        )
        return {
            row["naId"]: tuple(Chunk(one["chunkId"], one["text"]) for one in row["chunks"])
            for row in rows
        }


def open_retriever(
    graph: Graph, embeddings: Embeddings, candidates: int, most_kept: int = 0
) -> Retriever:
    """Return a retriever on a graph that was made with this embedding model.

    What so many searches found is kept.

    Raises IndexUnavailableError for an empty graph and for an index that is missing or still
    being built, IndexMismatchError for a graph made with another model or version.
    """
    graph = replace(graph, read_timeout_s=QUERY_TIMEOUT_S)
    version = check_model(graph, embeddings.identity, embeddings.probe)
    store = open_store(graph, embeddings, version.dimension)
    searches = Searches(graph, embeddings, candidates, Cache(most_kept), IndexState(graph))
    return Retriever(graph, store, searches, version)
