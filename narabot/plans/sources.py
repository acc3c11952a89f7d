"""The sets of plans, read from the graph: a few statements of ours, values as parameters."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, LiteralString

from narabot.errors import TooMuchToComputeError
from narabot.graph import Graph, load_query
from narabot.models import TYPE_LABELS, Label, LevelOfDescription
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
    Sought,
    These,
    Without,
)
from narabot.plans.conditions import meets
from narabot.plans.facts import RecordFacts, read_facts
from narabot.words import content_words, fold

MOST_RECORDS = 20_000
"""Records that are gone through for one set."""

KEPT_SETS = 64
"""Sets of one plan that are kept while it is computed."""

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


def open_sets(graph: Graph) -> Sets:
    """Return what reads sets from a graph; each is read once.

    It raises TooMuchToComputeError, GraphUnavailableError.
    """

    def makers(na_ids: tuple[int, ...]) -> tuple[Maker, ...]:
        rows = graph.read(load_query("narabot", "plan_authorities"), **ids(na_ids))
        return tuple(
            Maker(row["naId"], row["heading"] or "", row["startDate"], row["endDate"])
            for row in rows
        )

    @lru_cache(KEPT_SETS)
    def read(wanted: RecordSet) -> tuple[RecordFacts, ...]:
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
    """Return the records of a set, in no order; sets within it are given by `read`."""
    match wanted:
        case Both() | Either() | Without():
            return read_pair(read, wanted)
        case Sought():
            return []
        case These(na_ids=na_ids):
            return records_from(graph, given(na_ids), is_mentioned=True)
        case Meeting(of=of, conditions=conditions):
            found: Iterable[RecordFacts] = read(of)
        case Below(of=of, conditions=conditions):
            above = [record.na_id for record in read(of)]
            found = records_from(graph, Source(load_query("narabot", "plan_below"), ids(above)))
        case MadeBy(conditions=conditions):
            found = read_made(graph, wanted)
        case Records(conditions=conditions):
            sources = sources_of(conditions)
            found = [record for source in sources for record in records_from(graph, source)]
    return [record for record in found if meets(record, conditions)]


def read_pair(read: ReadSet, wanted: Both | Either | Without) -> Iterable[RecordFacts]:
    """Return what is in both of two sets, in either, or in one and not in the other."""
    if isinstance(wanted, Either):
        both = (*read(wanted.one), *read(wanted.other))
        return {record.na_id: record for record in both}.values()
    kept = na_ids_of(read(wanted.other))
    is_both = isinstance(wanted, Both)
    return [record for record in read(wanted.one) if (record.na_id in kept) == is_both]


def read_made(graph: Graph, wanted: MadeBy) -> list[RecordFacts]:
    """Return what names creators in a role, and what is below it where that is meant."""
    made = records_from(graph, Source(load_query("narabot", "plan_made_by"), ids(wanted.na_ids)))
    found = [one for one in made if wanted.role is None or one.made_by(wanted.na_ids, wanted.role)]
    if reaches_below(wanted.conditions):
        series = ids(one.na_id for one in found)
        found += records_from(graph, Source(load_query("narabot", "plan_below"), series))
    return found


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


def sources_of(conditions: Conditions) -> list[Source]:
    """Return where to look for what meets conditions: by words of titles, else by levels."""
    values: dict[str, Any] = {"recordGroup": conditions.record_group}
    if conditions.words:
        values |= {
            "index": WORDS_INDEX,
            "words": title_query(conditions.words),
            "most": MOST_RECORDS + 1,
        }
        return [Source(load_query("narabot", "plan_words"), values)]
    levels = conditions.levels or tuple(LevelOfDescription)
    return [Source(level_query(TYPE_LABELS[level]), values) for level in levels]


def level_query(label: Label) -> LiteralString:
    """Return the statement for the descriptions of a level."""
    return load_query("narabot", "plan_level", label)


def title_query(groups: Iterable[tuple[str, ...]]) -> str:
    """Return a Lucene query for titles that have, of each group, one spelling."""
    clauses = []
    for group in groups:
        ways = (titled(said) for said in group)
        clauses.append(f"+({' '.join(way for way in ways if way)})")
    return " ".join(clauses)


def titled(said: str) -> str:
    """Return a Lucene query for titles that have all words of a topic that say something."""
    words = [word for word in WORDS.findall(said) if content_words(word)] or [said]
    clauses = []
    for word in words:
        spellings = sorted({phrase(word), phrase(fold(word))})
        ways = " ".join(f"title:{one} foldedWords:{one}" for one in spellings)
        clauses.append(f"+({ways})")
    return f"({' '.join(clauses)})"


WORDS = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")


def phrase(word: str) -> str:
    """Return a word, or several, as a Lucene phrase: nothing in it is an operator."""
    owner = re.sub(r"['’]s\b", "", word)
    letters = "".join(sign if sign.isalnum() else " " for sign in owner)
    return '"' + " ".join(letters.split()) + '"'


def records_from(graph: Graph, source: Source, *, is_mentioned: bool = False) -> list[RecordFacts]:
    """Return the descriptions of a source. Raises TooMuchToComputeError, GraphUnavailableError."""
    query = source.statement + load_query("narabot", "facts_of_records")
    values = {"most": MOST_RECORDS + 1} | source.values
    rows = graph.read(query, **values, mentioned=is_mentioned)
    if len(rows) > MOST_RECORDS:
        raise TooMuchToComputeError(
            f"That would go through more than {MOST_RECORDS:,} records. Ask about a record group, "
            "a series or some years."
        )
    return [read_facts(row) for row in rows]
