"""Reads the record sets of plans from the graph with a few fixed, parameterized statements."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, LiteralString

from narabot.errors import ComputationLimitError
from narabot.graph import Graph, load_query
from narabot.models import TYPE_LABELS, LevelOfDescription
from narabot.models.catalog import FULL_TEXT_INDEX
from narabot.plans.algebra import (
    Conditions,
    CreatedBy,
    Descendants,
    Difference,
    Intersection,
    Records,
    RecordsById,
    RecordSet,
    Subset,
    Union,
)
from narabot.plans.conditions import meets
from narabot.plans.facts import RecordFacts, facts_from_row
from narabot.plans.set_cache import SetCache
from narabot.plans.title_queries import lucene_phrase, title_query
from narabot.words import content_words

MAX_RECORDS = 20_000
"""Maximum number of records that a statement returns, and of texts that the full-text index
returns."""

ReadSet = Callable[[RecordSet], tuple[RecordFacts, ...]]
"""Returns the records of a set, ordered by naId."""


@dataclass(frozen=True, slots=True)
class CreatorDates:
    """A creator with its start and end dates, as NARA writes them."""

    na_id: int
    heading: str
    start_date: str | None
    end_date: str | None


TitleCounts = tuple[int, ...]
"""The number of titles in the catalog that contain each word."""


@dataclass(frozen=True, slots=True)
class Sets:
    """The functions that supply data for computing plans."""

    read: ReadSet
    creators: Callable[[tuple[int, ...]], tuple[CreatorDates, ...]]
    """Returns the authorities with the specified naIds. Unknown naIds are omitted."""
    title_counts: Callable[[tuple[str, ...]], TitleCounts]
    """Returns the number of titles in the catalog that contain each word."""


@dataclass(frozen=True, slots=True)
class RecordQuery:
    """A statement that returns descriptions, with the statement's parameters."""

    statement: LiteralString
    values: dict[str, Any]


def open_sets(graph: Graph, kept: SetCache | None = None) -> Sets:
    """Return functions that read sets from a graph through a cache.

    The functions may raise ComputationLimitError and GraphUnavailableError.
    """
    cache = kept or SetCache(lambda: "")

    def creators(na_ids: tuple[int, ...]) -> tuple[CreatorDates, ...]:
        rows = graph.read(load_query("narabot", "plan_authorities"), **ids_parameter(na_ids))
        return tuple(
            CreatorDates(row["naId"], row["heading"] or "", row["startDate"], row["endDate"])
            for row in rows
        )

    def read(wanted: RecordSet) -> tuple[RecordFacts, ...]:
        return cache.get(wanted, partial(found, wanted))

    def found(wanted: RecordSet) -> tuple[RecordFacts, ...]:
        return tuple(sorted(read_set(graph, read, wanted), key=lambda one: one.na_id))

    def title_counts(words: tuple[str, ...]) -> TitleCounts:
        queries = [f"title:{lucene_phrase(word)}" for word in words]
        rows = graph.read(
            load_query("narabot", "titles_having"),
            index=FULL_TEXT_INDEX,
            queries=queries,
            most=MAX_RECORDS,
        )
        return tuple(row["size"] for row in rows)

    return Sets(read, creators, title_counts)


def read_set(graph: Graph, read: ReadSet, wanted: RecordSet) -> Iterable[RecordFacts]:
    """Return the records of a set in any order. `read` supplies nested sets.

    Sets that differ only in their conditions are read from the graph once. If a search has not yet
    found a described record, its set is empty.
    """
    found: Iterable[RecordFacts] = ()
    match wanted:
        case Intersection() | Union() | Difference():
            found = read_pair(read, wanted)
        case RecordsById(na_ids=na_ids):
            found = records_from(graph, by_id_query(na_ids), is_mentioned=True)
        case Subset(of=of, conditions=conditions):
            found = filter_records(read(of), conditions)
        case Records(conditions=conditions):
            found = read_records(graph, read, conditions)
        case Descendants(of=of, conditions=conditions) if conditions.in_force:
            found = filter_records(read(Descendants(of)), conditions)
        case Descendants(of=of):
            found = records_from(graph, descendants_query(read(of)))
        case CreatedBy():
            found = read_created(graph, read, wanted)
    return found


def filter_records(found: Iterable[RecordFacts], conditions: Conditions) -> list[RecordFacts]:
    """Return the records that meet conditions."""
    return [record for record in found if meets(record, conditions)]


def read_records(graph: Graph, read: ReadSet, conditions: Conditions) -> list[RecordFacts]:
    """Return all records that meet conditions. Candidates are found by title words or, without
    title words, by level."""
    if title_word_groups(conditions):
        return filter_records(records_titled(graph, conditions), conditions)
    levels = conditions.levels or tuple(LevelOfDescription)
    found = []
    for level in levels:
        whole = Conditions(levels=(level,), record_group=conditions.record_group)
        if whole == conditions:
            return records_from(graph, level_query(level, conditions.record_group))
        found += filter_records(read(Records(whole)), conditions)
    return found


def read_pair(read: ReadSet, wanted: Intersection | Union | Difference) -> Iterable[RecordFacts]:
    """Return the union, intersection, or difference of two sets."""
    if isinstance(wanted, Union):
        both = (*read(wanted.one), *read(wanted.other))
        return {record.na_id: record for record in both}.values()
    kept = na_ids_of(read(wanted.other))
    is_both = isinstance(wanted, Intersection)
    return [record for record in read(wanted.one) if (record.na_id in kept) == is_both]


def read_created(graph: Graph, read: ReadSet, wanted: CreatedBy) -> list[RecordFacts]:
    """Return the records that name creators in a role.

    If the conditions also apply to descendants, include the descendants of these records.
    """
    if wanted.conditions.in_force:
        series = CreatedBy(wanted.na_ids, wanted.role)
        below = read(Descendants(series)) if includes_descendants(wanted.conditions) else ()
        return filter_records((*read(series), *below), wanted.conditions)
    made = records_from(
        graph, RecordQuery(load_query("narabot", "plan_made_by"), ids_parameter(wanted.na_ids))
    )
    return [one for one in made if wanted.role is None or one.made_by(wanted.na_ids, wanted.role)]


def includes_descendants(conditions: Conditions) -> bool:
    """Return whether conditions also apply to descendants, which inherit creators."""
    below = {LevelOfDescription.FILE_UNIT, LevelOfDescription.ITEM}
    return bool(set(conditions.levels) & below or conditions.words or conditions.kinds)


def na_ids_of(records: Iterable[RecordFacts]) -> frozenset[int]:
    """Return the naIds of records."""
    return frozenset(record.na_id for record in records)


def ids_parameter(na_ids: Iterable[int]) -> dict[str, Any]:
    """Return naIds as a query parameter."""
    return {"naIds": list(na_ids)}


def by_id_query(na_ids: Iterable[int]) -> RecordQuery:
    """Return the query that finds records by naId."""
    return RecordQuery(load_query("narabot", "plan_given"), ids_parameter(na_ids))


def title_word_groups(conditions: Conditions) -> tuple[tuple[str, ...], ...]:
    """Return the groups of words that the titles of matching records contain.

    Ingest takes senders and recipients from titles, so the words in their names are included. Words
    with punctuation are excluded, because the index may split `M.D.` in two ways.
    """
    posts = f"{conditions.sender or ''} {conditions.recipient or ''}"
    plain = (word for word in posts.split() if word.isalnum() and content_words(word))
    return (*conditions.words, *((word,) for word in plain))


def title_words_query(conditions: Conditions) -> RecordQuery:
    """Return the query that finds records whose titles contain the words in conditions."""
    values = {
        "recordGroup": conditions.record_group,
        "index": FULL_TEXT_INDEX,
        "words": title_query(title_word_groups(conditions)),
        "most": MAX_RECORDS + 1,
    }
    return RecordQuery(load_query("narabot", "plan_words"), values)


def descendants_query(records: Iterable[RecordFacts]) -> RecordQuery:
    """Return the query that finds the descendants of records, at all levels."""
    return RecordQuery(
        load_query("narabot", "plan_below"), ids_parameter(one.na_id for one in records)
    )


def level_query(level: LevelOfDescription, record_group: int | None) -> RecordQuery:
    """Return the query that finds descriptions at a level, in a record group if one is
    specified."""
    statement = load_query("narabot", "plan_level", TYPE_LABELS[level])
    return RecordQuery(statement, {"recordGroup": record_group})


def records_from(
    graph: Graph, source: RecordQuery, *, is_mentioned: bool = False
) -> list[RecordFacts]:
    """Return the descriptions that a query finds.

    May raise ComputationLimitError or GraphUnavailableError.
    """
    query = source.statement + load_query("narabot", "facts_of_records")
    values = {"most": MAX_RECORDS + 1} | source.values
    rows = graph.read(query, **values, mentioned=is_mentioned)
    check_record_count(len(rows))
    return [facts_from_row(row) for row in rows]


def records_titled(graph: Graph, conditions: Conditions) -> list[RecordFacts]:
    """Return records whose titles contain the words in conditions, and possibly other records.

    The index limits the number of texts before the query checks the record group. May raise
    ComputationLimitError or GraphUnavailableError.
    """
    source = title_words_query(conditions)
    rows = graph.read(load_query("narabot", "plan_hits"), **source.values)
    check_record_count(sum(row["hits"] for row in rows))
    return records_from(graph, source)


def check_record_count(count: int) -> None:
    """Raise ComputationLimitError if a set needs more records than the limit."""
    if count > MAX_RECORDS:
        raise ComputationLimitError(
            f"This computation would examine more than {MAX_RECORDS:,} records. Ask about a record "
            "group, a series, or a range of years."
        )
