"""Build the layer: read what has changed, write it record by record, tell of its phrases anew.

Each batch is a transaction of its own, in which the records are noted as read: a run that is
stopped, however it is stopped, goes on where it was.
"""

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, LiteralString

import neo4j
from tenacity import Retrying

from narabot.graph import Graph, load_query, named_errors
from narabot.knowledge.chunks import KnownRecord, known_record
from narabot.knowledge.extraction import Extractor, extract
from narabot.knowledge.gazetteer import Gazetteer
from narabot.knowledge.methods import extractors, layer_version
from narabot.knowledge.name_keeping import KeepsNames, with_names
from narabot.knowledge.rows import KnowledgeRows, rows_of
from narabot.models import AuthorityType
from narabot.models.knowledge import KnownAuthority
from narabot.reading.names import NAME_CLASSES

PACKAGE = "narabot.knowledge"

RECORDS_AT_ONCE = 500
"""In one transaction."""

TOLD_AT_ONCE = 1000
"""Phrases in one transaction, each with all of its mentions."""

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
"""The naIds of the records below which the layer is built; `None` for all."""

Progress = Callable[[int], object]
"""Is told of how many records more have been read."""


@dataclass(slots=True)
class BuildReport:
    """What a build has done."""

    records: int = 0
    """That were read."""
    written: int = 0
    """Of these, those of which something else was found than before."""
    chunks: int = 0
    mentions: int = 0
    statements: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    """Chunks on which an extractor failed, by its name: what it would have found is missing."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Behind:
    """How far the layer is behind the catalogue."""

    records: int
    chunks: int
    records_behind: int
    chunks_behind: int


@dataclass(frozen=True, slots=True)
class Build:
    """One run: what it reads with, and where."""

    graph: Graph
    retrying: Retrying
    methods: tuple[Extractor, ...]
    version: str
    within: Within
    names: KeepsNames | None = None
    report: BuildReport = field(default_factory=BuildReport)


def read_gazetteer(graph: Graph) -> Gazetteer:
    """Return the names of all authorities. Raises GraphUnavailableError."""
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
    names: KeepsNames | None = None,
    told: Collection[str] = NAME_CLASSES,
) -> Build:
    """Return a run that is ready to read; with a reader of names, whose classes `told` are told.

    Raises GraphUnavailableError.
    """
    gazetteer = retrying(read_gazetteer, graph)
    methods = extractors(gazetteer, names.version if names is not None else None, told)
    return Build(graph, retrying, methods, layer_version(gazetteer, methods), within, names)


def behind(build: Build) -> Behind:
    """Return how many records are to be read. Raises GraphUnavailableError."""
    [row] = build.retrying(
        build.graph.read,
        load_query(PACKAGE, "count_behind"),
        version=build.version,
        within=build.within,
    )
    return Behind(row["records"], row["chunks"], row["behind"], row["chunksBehind"])


def run_build(build: Build, progress: Progress = lambda _: None) -> BuildReport:
    """Read all that is behind, write what it names and states, and tell of its phrases anew.

    Raises GraphUnavailableError when the database does not answer for INGEST_PATIENCE_S.
    """
    started = time.monotonic()
    build.retrying(make_schema, build.graph)
    after = -(2**62)
    while records := records_behind(build, after):
        after = records[-1].na_id
        build.retrying(write_records, build, [known_rows(build, one) for one in records])
        progress(len(records))
    while build.retrying(tell_some, build.graph):
        pass
    build.retrying(build.graph.write, load_query(PACKAGE, "mark_layer"))
    build.report.seconds = time.monotonic() - started
    return build.report


def make_schema(graph: Graph) -> None:
    """Make the constraints and indexes, also where a killed server has left half of one."""
    for row in graph.read(load_query("ingest", "orphaned_indexes")):
        graph.write(load_query("ingest", "drop_index"), name=row["name"])
    for name in SCHEMA_STATEMENTS:
        graph.write(load_query(PACKAGE, name))


def records_behind(build: Build, after: int) -> list[KnownRecord]:
    """Return the next records that are to be read, with the names that the reader finds there."""
    rows = build.retrying(
        build.graph.read,
        load_query(PACKAGE, "records_behind"),
        after=after,
        limit=RECORDS_AT_ONCE,
        version=build.version,
        within=build.within,
    )
    records = [known_record(row) for row in rows]
    return with_names(records, build.names, build.report.failed)


def known_rows(build: Build, record: KnownRecord) -> KnowledgeRows:
    """Return what is to be written of a record."""
    found = [
        (chunk, extract(record, chunk, build.methods, build.report.failed))
        for chunk in record.chunks
    ]
    return rows_of(record, found)


def write_records(build: Build, read: Sequence[KnowledgeRows]) -> None:
    """Write what was read of some records, in one transaction; count what was written."""
    with named_errors(build.graph.connection), build.graph.session() as session:
        kept = session.execute_write(write_batch, build.version, read)
    count(build.report, read, kept)


def write_batch(
    transaction: neo4j.ManagedTransaction, version: str, read: Sequence[KnowledgeRows]
) -> set[int]:
    """Write some records; return the naIds of those that are still as they were read."""
    rows = [
        {
            "naId": one.record.na_id,
            "recordHash": one.record.record_hash,
            "knownBy": one.record.record_hash + version,
            "knownAs": one.known_as,
        }
        for one in read
    ]
    kept = {row["naId"] for row in transaction.run(load_query(PACKAGE, "mark_records"), rows=rows)}
    names = [row for one in read if one.record.na_id in kept for row in one.names]
    send(transaction, load_query(PACKAGE, "keep_names"), rows=names)
    new = [one for one in read if one.is_new and one.record.na_id in kept]
    if new:
        forgotten = [one.record.na_id for one in new]
        send(transaction, load_query("ingest", "forget_texts"), naIds=forgotten)
        phrases = {row["phraseId"]: row for one in new for row in one.phrases}
        in_order = [phrases[name] for name in sorted(phrases)]
        send(transaction, load_query(PACKAGE, "write_phrases"), rows=in_order)
        mentions = [row for one in new for row in one.mentions]
        send(transaction, load_query(PACKAGE, "write_mentions"), rows=mentions)
        statements = [row for one in new for row in one.statements]
        send(transaction, load_query(PACKAGE, "write_statements"), rows=statements)
    return kept


def send(transaction: neo4j.ManagedTransaction, query: LiteralString, **parameters: Any) -> None:
    """Run a statement to its end."""
    transaction.run(query, parameters).consume()


def count(report: BuildReport, read: Sequence[KnowledgeRows], kept: set[int]) -> None:
    """Count what was read and written."""
    report.records += len(read)
    report.chunks += sum(len(one.record.chunks) for one in read)
    written = [one for one in read if one.is_new and one.record.na_id in kept]
    report.written += len(written)
    report.mentions += sum(len(one.mentions) for one in written)
    report.statements += sum(len(one.statements) for one in written)


def tell_some(graph: Graph) -> int:
    """Tell anew of some phrases that something was said of or forgotten; return of how many."""
    return int(graph.write(load_query(PACKAGE, "tell_phrases"), limit=TOLD_AT_ONCE)[0]["told"])
