"""Build the knowledge layer: extract from changed texts, write each record's results, and update
the affected phrases.

Each batch is a transaction that also marks its records as processed. An interrupted build therefore
resumes where it stopped.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, LiteralString

import neo4j
from tenacity import Retrying

from narabot.graph import Graph, load_query, translate_errors
from narabot.knowledge.chunks import SourceRecord, source_record
from narabot.knowledge.extraction import Extractor, extract
from narabot.knowledge.extractor_list import active_extractors, layer_version
from narabot.knowledge.gazetteer import Gazetteer
from narabot.knowledge.ner_cache import NerCacheSource, add_cached_names
from narabot.knowledge.rows import KnowledgeRows, record_rows
from narabot.models import AuthorityType
from narabot.models.knowledge import KnownAuthority
from narabot.reading.names import NAME_CLASSES

PACKAGE = "narabot.knowledge"

RECORDS_PER_TRANSACTION = 500
"""Number of records in one transaction."""

PHRASES_PER_TRANSACTION = 1000
"""Number of phrases in one transaction, each with all of its mentions."""

SCHEMA_STATEMENTS = (
    "create_phrase_constraint",
    "create_statement_constraint",
    "create_phrase_name_index",
    "create_phrase_na_id_index",
    "create_touched_index",
    "create_passage_index",
    "create_phrase_words_index",
)

Within = Sequence[int] | None
"""The naIds of the records that the build covers along with their descendants, or `None` for all
records."""

Progress = Callable[[int], object]
"""Receives the number of newly processed records."""


@dataclass(slots=True)
class BuildReport:
    """The results of a build."""

    records: int = 0
    """Number of records processed."""
    written: int = 0
    """Number of processed records whose results changed."""
    chunks: int = 0
    mentions: int = 0
    statements: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    """For each extractor, the number of chunks on which the extractor failed.

    These chunks lack the extractor's results."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Backlog:
    """The numbers of records and chunks in the catalog and in the backlog."""

    records: int
    chunks: int
    outdated_records: int
    outdated_chunks: int


@dataclass(frozen=True, slots=True)
class Build:
    """One build: its graph, its extractors, and the records that it covers."""

    graph: Graph
    retrying: Retrying
    methods: tuple[Extractor, ...]
    version: str
    within: Within
    names: NerCacheSource | None = None
    report: BuildReport = field(default_factory=BuildReport)


def read_gazetteer(graph: Graph) -> Gazetteer:
    """Return a gazetteer of all authorities' names. May raise GraphUnavailableError."""
    rows = graph.read(load_query(PACKAGE, "authorities_with_variants"))
    known = (
        KnownAuthority(
            row["naId"], AuthorityType(row["type"]), row["heading"], tuple(row["variants"])
        )
        for row in rows
    )
    return Gazetteer({one.na_id: one for one in known})


def begin_build(
    graph: Graph,
    retrying: Retrying,
    within: Within = None,
    *,
    names: NerCacheSource | None = None,
    name_classes: Collection[str] = NAME_CLASSES,
) -> Build:
    """Return a build that is ready to run.

    If an NER cache is supplied, the build also extracts the cached names of the specified classes.
    May raise GraphUnavailableError.
    """
    gazetteer = retrying(read_gazetteer, graph)
    methods = active_extractors(
        gazetteer, names.version if names is not None else None, name_classes
    )
    return Build(graph, retrying, methods, layer_version(gazetteer, methods), within, names)


def read_backlog(build: Build) -> Backlog:
    """Return how many records and chunks exist and how many need processing.

    May raise GraphUnavailableError.
    """
    [row] = build.retrying(
        build.graph.read,
        load_query(PACKAGE, "count_outdated"),
        version=build.version,
        within=build.within,
    )
    return Backlog(row["records"], row["chunks"], row["behind"], row["chunksBehind"])


def run_build(build: Build, progress: Progress = lambda _: None) -> BuildReport:
    """Process all outdated records, write the names and statements in these records, and update the
    phrases.

    Raise GraphUnavailableError if the database does not respond for INGEST_RETRY_SECONDS.
    """
    started = time.monotonic()
    build.retrying(create_schema, build.graph)
    after = -(2**62)
    while records := outdated_records(build, after):
        after = records[-1].na_id
        build.retrying(write_records, build, [extract_rows(build, one) for one in records])
        progress(len(records))
    while build.retrying(update_phrases, build.graph):
        pass
    build.retrying(build.graph.write, load_query(PACKAGE, "mark_layer"))
    build.report.seconds = time.monotonic() - started
    return build.report


def create_schema(graph: Graph) -> None:
    """Create the constraints and indexes, even if a killed server left some of them incomplete."""
    for row in graph.read(load_query("ingest", "orphaned_indexes")):
        graph.write(load_query("ingest", "drop_index"), name=row["name"])
    for name in SCHEMA_STATEMENTS:
        graph.write(load_query(PACKAGE, name))


def outdated_records(build: Build, after: int) -> list[SourceRecord]:
    """Return the next records to process, with the names that the NER model finds in those
    records."""
    rows = build.retrying(
        build.graph.read,
        load_query(PACKAGE, "outdated_records"),
        after=after,
        limit=RECORDS_PER_TRANSACTION,
        version=build.version,
        within=build.within,
    )
    records = [source_record(row) for row in rows]
    return add_cached_names(records, build.names, build.report.failed)


def extract_rows(build: Build, record: SourceRecord) -> KnowledgeRows:
    """Return the rows to write for a record."""
    found = [
        (chunk, extract(record, chunk, build.methods, build.report.failed))
        for chunk in record.chunks
    ]
    return record_rows(record, found)


def write_records(build: Build, read: Sequence[KnowledgeRows]) -> None:
    """Write the results for a batch of records in one transaction, and count the records."""
    with translate_errors(build.graph.connection), build.graph.session() as session:
        kept = session.execute_write(write_batch, build.version, read)
    count_written(build.report, read, kept)


def write_batch(
    transaction: neo4j.ManagedTransaction, version: str, read: Sequence[KnowledgeRows]
) -> set[int]:
    """Write a batch of records.

    Return the naIds of the records that have not changed since the build read them.
    """
    rows = [
        {
            "naId": one.record.na_id,
            "recordHash": one.record.record_hash,
            "knownBy": one.record.record_hash + version,
            "knownAs": one.content_digest,
        }
        for one in read
    ]
    kept = {row["naId"] for row in transaction.run(load_query(PACKAGE, "mark_records"), rows=rows)}
    names = [row for one in read if one.record.na_id in kept for row in one.names]
    run_statement(transaction, load_query(PACKAGE, "store_names"), rows=names)
    new = [one for one in read if one.is_new and one.record.na_id in kept]
    if new:
        forgotten = [one.record.na_id for one in new]
        run_statement(transaction, load_query("ingest", "forget_texts"), naIds=forgotten)
        phrases = {row["phraseId"]: row for one in new for row in one.phrases}
        in_order = [phrases[name] for name in sorted(phrases)]
        run_statement(transaction, load_query(PACKAGE, "write_phrases"), rows=in_order)
        mentions = [row for one in new for row in one.mentions]
        run_statement(transaction, load_query(PACKAGE, "write_mentions"), rows=mentions)
        statements = [row for one in new for row in one.statements]
        run_statement(transaction, load_query(PACKAGE, "write_statements"), rows=statements)
    return kept


def run_statement(
    transaction: neo4j.ManagedTransaction, query: LiteralString, **parameters: Any
) -> None:
    """Run a statement and consume its result."""
    transaction.run(query, parameters).consume()


def count_written(report: BuildReport, read: Sequence[KnowledgeRows], kept: set[int]) -> None:
    """Add the processed and written records to the report."""
    report.records += len(read)
    report.chunks += sum(len(one.record.chunks) for one in read)
    written = [one for one in read if one.is_new and one.record.na_id in kept]
    report.written += len(written)
    report.mentions += sum(len(one.mentions) for one in written)
    report.statements += sum(len(one.statements) for one in written)


def update_phrases(graph: Graph) -> int:
    """Update a batch of phrases whose mentions or statements changed.

    Return the number of phrases updated.
    """
    return int(
        graph.write(load_query(PACKAGE, "update_phrases"), limit=PHRASES_PER_TRANSACTION)[0][
            "updated"
        ]
    )
