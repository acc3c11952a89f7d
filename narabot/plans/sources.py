"""The sets of plans, read from the graph: a few statements of ours, values as parameters."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, LiteralString

from narabot.errors import TooMuchToComputeError
from narabot.graph import Graph, load_query
from narabot.models import TYPE_LABELS, LevelOfDescription
from narabot.models.catalog import WORDS_INDEX
from narabot.plans.algebra import (
    Below,
    Both,
    Conditions,
    Either,
    MadeBy,
    Meeting,
    Records,
    RecordSet,
    These,
    Without,
)
from narabot.plans.conditions import meets
from narabot.plans.facts import RecordFacts, read_facts
from narabot.plans.set_cache import SetCache
from narabot.plans.title_queries import phrase, title_query
from narabot.words import content_words

MOST_RECORDS = 20_000
"""Records that one statement gives, and texts that the index of words gives it."""

ReadSet = Callable[[RecordSet], tuple[RecordFacts, ...]]
"""Gives the records of a set, by naId."""


@dataclass(frozen=True, slots=True)
class Maker:
    """Who created records, and when it began and ended, as NARA writes it."""

    na_id: int
    heading: str
    start_date: str | None
    end_date: str | None


Spread = tuple[int, ...]
"""In how many titles of the catalogue each of some words stands."""


@dataclass(frozen=True, slots=True)
class Sets:
    """What plans are computed from."""

    read: ReadSet
    makers: Callable[[tuple[int, ...]], tuple[Maker, ...]]
    """Gives authorities by their naIds; those that are not there are left out."""
    spread: Callable[[tuple[str, ...]], Spread]
    """Gives in how many titles of the catalogue some words stand."""


@dataclass(frozen=True, slots=True)
class Source:
    """A statement that gives descriptions, and its parameters."""

    statement: LiteralString
    values: dict[str, Any]


def open_sets(graph: Graph, kept: SetCache | None = None) -> Sets:
    """Return what reads sets from a graph; each is read once, and none that was kept before.

    It raises TooMuchToComputeError, GraphUnavailableError.
    """
    keep = kept or SetCache(lambda: "")

    def makers(na_ids: tuple[int, ...]) -> tuple[Maker, ...]:
        rows = graph.read(load_query("narabot", "plan_authorities"), **ids(na_ids))
        return tuple(
            Maker(row["naId"], row["heading"] or "", row["startDate"], row["endDate"])
            for row in rows
        )

    def read(wanted: RecordSet) -> tuple[RecordFacts, ...]:
        return keep.of(wanted, partial(found, wanted))

    def found(wanted: RecordSet) -> tuple[RecordFacts, ...]:
        return tuple(sorted(read_set(graph, read, wanted), key=lambda one: one.na_id))

    def spread(words: tuple[str, ...]) -> Spread:
        queries = [f"title:{phrase(word)}" for word in words]
        rows = graph.read(
            load_query("narabot", "titles_having"),
            index=WORDS_INDEX,
            queries=queries,
            most=MOST_RECORDS,
        )
        return tuple(row["size"] for row in rows)

    return Sets(read, makers, spread)


def read_set(graph: Graph, read: ReadSet, wanted: RecordSet) -> Iterable[RecordFacts]:
    """Return the records of a set, in no order; sets within it are given by `read`.

    Sets that differ in their conditions alone are read from the graph once. What is only sought is
    none yet.
    """
    found: Iterable[RecordFacts] = ()
    match wanted:
        case Both() | Either() | Without():
            found = read_pair(read, wanted)
        case These(na_ids=na_ids):
            found = records_from(graph, given(na_ids), is_mentioned=True)
        case Meeting(of=of, conditions=conditions):
            found = meeting(read(of), conditions)
        case Records(conditions=conditions):
            found = read_records(graph, read, conditions)
        case Below(of=of, conditions=conditions) if conditions.in_force:
            found = meeting(read(Below(of)), conditions)
        case Below(of=of):
            found = records_from(graph, kept_in(read(of)))
        case MadeBy():
            found = read_made(graph, read, wanted)
    return found


def meeting(found: Iterable[RecordFacts], conditions: Conditions) -> list[RecordFacts]:
    """Return the records that meet conditions."""
    return [record for record in found if meets(record, conditions)]


def read_records(graph: Graph, read: ReadSet, conditions: Conditions) -> list[RecordFacts]:
    """Return all records that meet conditions: found by words of titles, else by level."""
    if in_titles(conditions):
        return meeting(records_titled(graph, conditions), conditions)
    levels = conditions.levels or tuple(LevelOfDescription)
    found = []
    for level in levels:
        whole = Conditions(levels=(level,), record_group=conditions.record_group)
        if whole == conditions:
            return records_from(graph, level_source(level, conditions.record_group))
        found += meeting(read(Records(whole)), conditions)
    return found


def read_pair(read: ReadSet, wanted: Both | Either | Without) -> Iterable[RecordFacts]:
    """Return what is in both of two sets, in either, or in one and not in the other."""
    if isinstance(wanted, Either):
        both = (*read(wanted.one), *read(wanted.other))
        return {record.na_id: record for record in both}.values()
    kept = na_ids_of(read(wanted.other))
    is_both = isinstance(wanted, Both)
    return [record for record in read(wanted.one) if (record.na_id in kept) == is_both]


def read_made(graph: Graph, read: ReadSet, wanted: MadeBy) -> list[RecordFacts]:
    """Return what names creators in a role, and what is below it where that is meant."""
    if wanted.conditions.in_force:
        series = MadeBy(wanted.na_ids, wanted.role)
        below = read(Below(series)) if reaches_below(wanted.conditions) else ()
        return meeting((*read(series), *below), wanted.conditions)
    made = records_from(graph, Source(load_query("narabot", "plan_made_by"), ids(wanted.na_ids)))
    return [one for one in made if wanted.role is None or one.made_by(wanted.na_ids, wanted.role)]


def reaches_below(conditions: Conditions) -> bool:
    """Return whether what is below a series is meant too: it has the series' creators."""
    below = {LevelOfDescription.FILE_UNIT, LevelOfDescription.ITEM}
    return bool(set(conditions.levels) & below or conditions.words or conditions.kinds)


def na_ids_of(records: Iterable[RecordFacts]) -> frozenset[int]:
    """Return the naIds of some records."""
    return frozenset(record.na_id for record in records)


def ids(na_ids: Iterable[int]) -> dict[str, Any]:
    """Return naIds as a parameter."""
    return {"naIds": list(na_ids)}


def given(na_ids: Iterable[int]) -> Source:
    """Return the source of some records."""
    return Source(load_query("narabot", "plan_given"), ids(na_ids))


def in_titles(conditions: Conditions) -> tuple[tuple[str, ...], ...]:
    """Return the words that titles have where records meet conditions: ingest reads senders and
    recipients in titles. Of these plain words alone: `M.D.` may be cut in two ways."""
    posts = f"{conditions.sender or ''} {conditions.recipient or ''}"
    plain = (word for word in posts.split() if word.isalnum() and content_words(word))
    return (*conditions.words, *((word,) for word in plain))


def titled_source(conditions: Conditions) -> Source:
    """Return the source of the records whose titles have the words of conditions."""
    values = {
        "recordGroup": conditions.record_group,
        "index": WORDS_INDEX,
        "words": title_query(in_titles(conditions)),
        "most": MOST_RECORDS + 1,
    }
    return Source(load_query("narabot", "plan_words"), values)


def kept_in(records: Iterable[RecordFacts]) -> Source:
    """Return the source of what is kept in some records, on all levels below."""
    return Source(load_query("narabot", "plan_below"), ids(one.na_id for one in records))


def level_source(level: LevelOfDescription, record_group: int | None) -> Source:
    """Return the source of the descriptions of a level, of a record group where one is given."""
    statement = load_query("narabot", "plan_level", TYPE_LABELS[level])
    return Source(statement, {"recordGroup": record_group})


def records_from(graph: Graph, source: Source, *, is_mentioned: bool = False) -> list[RecordFacts]:
    """Return the descriptions of a source. Raises TooMuchToComputeError, GraphUnavailableError."""
    query = source.statement + load_query("narabot", "facts_of_records")
    values = {"most": MOST_RECORDS + 1} | source.values
    rows = graph.read(query, **values, mentioned=is_mentioned)
    refuse_too_many(len(rows))
    return [read_facts(row) for row in rows]


def records_titled(graph: Graph, conditions: Conditions) -> list[RecordFacts]:
    """Return the records whose titles have the words of conditions, and perhaps some others.

    The index gives so many texts and no more, before any record group is looked at. Raises
    TooMuchToComputeError, GraphUnavailableError.
    """
    source = titled_source(conditions)
    rows = graph.read(load_query("narabot", "plan_hits"), **source.values)
    refuse_too_many(sum(row["hits"] for row in rows))
    return records_from(graph, source)


def refuse_too_many(count: int) -> None:
    """Raise TooMuchToComputeError for more records than are gone through for one set."""
    if count > MOST_RECORDS:
        raise TooMuchToComputeError(
            f"That would go through more than {MOST_RECORDS:,} records. Ask about a record group, "
            "a series or some years."
        )
