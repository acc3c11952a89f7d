"""Plan the changes for one batch: nodes, stubs, relations, and deletions.

Each edge belongs to the record at which it ends. If a record has its own line, its edges come from
that line. A stub's edges come from all of its mentions. Therefore a record is replaced by deleting
its incoming edges and writing the edges from the new line.
"""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from ingest.parse.mentions import mention_key, mention_lists, na_id_of_key, stub_edges, stub_row
from ingest.parse.record import CatalogRecord
from ingest.parse.schema import Value
from ingest.releases.changes import RecordContent, history_properties
from ingest.write.decisions import Decision, StoredRecord, Verdict
from narabot.models import Label, Relation, Row
from narabot.words import folded_words

SHARED_PROPERTIES = (
    "naId",
    "recordType",
    "levelOfDescription",
    "authorityType",
    "title",
    "heading",
    "source",
    "startYear",
    "endYear",
    "recordGroupNumber",
    "collectionIdentifier",
    "isOnline",
)
"""Properties of the record that later chunks repeat."""


@dataclass(frozen=True, slots=True)
class PreparedRecord:
    """A record with its chunks and their vectors."""

    record: CatalogRecord
    chunks: tuple[str, ...]
    vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]]
    """Shape `(len(chunks), dimension)`, unit length."""
    names: tuple[str | None, ...] = ()
    """Names that the extractor found in each chunk, as stored. Empty if no extractor ran."""


@dataclass(slots=True)
class BatchPlan:
    """Rows for the statements in one transaction."""

    cleared: list[int] = field(default_factory=list)
    """naIds of records whose incoming relations and later chunks are deleted."""
    chunks: list[Row] = field(default_factory=list)
    stubs: list[Row] = field(default_factory=list)
    orphans: list[int] = field(default_factory=list)
    """Stubs that no line mentions any longer."""
    counts: list[Row] = field(default_factory=list)
    """Stubs for which only the number of mentions changed."""
    places: list[Row] = field(default_factory=list)
    """Records for which only the file and line or the list of other files changed."""
    edges: dict[Relation, list[Row]] = field(default_factory=dict)
    """Rows of `{start, end}`, grouped by relation type.

    Neo4j plans each type's statement only once.
    """
    unsettled: list[Row] = field(default_factory=list)
    """Records for which lines in some files must be read again."""


def plan_batch(
    written: Sequence[tuple[PreparedRecord, Verdict]],
    judged: Sequence[Verdict],
    stored: Mapping[int, StoredRecord],
    before: Mapping[int, RecordContent] | None = None,
) -> BatchPlan:
    """Return the changes for a batch in which no naId occurs twice.

    `judged` contains the verdicts on all of the batch's lines, including lines that update only
    where a record is found. `stored` contains the batch's own records and the records that the new
    or replaced lines mention. All of these records are locked. `before` contains the content of the
    records that a release replaces.
    """
    plan = BatchPlan(places=[place_row(verdict) for verdict in judged if verdict.is_noted])
    for prepared, verdict in written:
        plan_record(plan, prepared, verdict, (before or {}).get(prepared.record.na_id))
    own = {prepared.record.na_id for prepared, _ in written}
    changes = mention_changes([prepared.record for prepared, _ in written], stored)
    for na_id in sorted(changes):
        is_full = na_id in own or (na_id in stored and stored[na_id].record_hash is not None)
        if not is_full:
            known = stored[na_id].statements if na_id in stored else Counter()
            plan_stub(plan, na_id, known, changes[na_id])
    plan.unsettled = unsettled_rows(judged, own)
    plan.orphans += [
        na_id
        for na_id, known in stored.items()
        if known.is_bare and na_id not in own | changes.keys()
    ]
    return plan


def unsettled_rows(judged: Sequence[Verdict], own: Set[int]) -> list[Row]:
    """Return the naIds and files whose lines must be read again.

    If a record's line became less complete, the other files are read again. If a line wins although
    it was expected to lose, its own file is read again.
    """
    rows = []
    for verdict in judged:
        if verdict.may_be_superseded:
            rows.append({"naId": verdict.line.na_id, "files": verdict.other_files})
        elif verdict.is_written and verdict.line.na_id not in own:
            rows.append({"naId": verdict.line.na_id, "files": [verdict.line.file_name]})
    return rows


def place_row(verdict: Verdict) -> Row:
    """Return the current place of the stored line, and the other files that contain the record."""
    place = verdict.line if verdict.decision is Decision.MOVE else verdict.stored
    return {
        "chunkId": f"{verdict.line.na_id}-0",
        "release": verdict.release,
        "file_name": place.file_name if place else None,
        "line_num": place.line_num if place else None,
        "otherFiles": verdict.other_files or None,
    }


def plan_record(
    plan: BatchPlan, prepared: PreparedRecord, verdict: Verdict, before: RecordContent | None
) -> None:
    """Add the rows for a record that is not a stub."""
    record = prepared.record
    if verdict.stored is not None and not verdict.stored.is_bare:
        plan.cleared.append(record.na_id)
    now = RecordContent(record.properties, prepared.chunks)
    history = history_properties(verdict, now, before)
    plan.chunks += chunk_rows(prepared, verdict.other_files, history)
    for number in range(len(prepared.chunks) - 1):
        add_edge(plan, Relation.NEXT, f"{record.na_id}-{number}", f"{record.na_id}-{number + 1}")
    for edge in record.references.edges:
        add_edge(plan, edge.relation, f"{edge.start}-0", f"{edge.end}-0")


def add_edge(plan: BatchPlan, relation: Relation, start: str, end: str) -> None:
    """Add an edge between two chunks."""
    plan.edges.setdefault(relation, []).append({"start": start, "end": end})


def chunk_rows(
    prepared: PreparedRecord,
    elsewhere: Sequence[str] = (),
    history: Mapping[str, Value] = MappingProxyType({}),
) -> list[Row]:
    """Return a row for each chunk. The first row has all of the record's properties.

    `elsewhere` contains the names of the other files that contain the record. `history` contains
    the record's release history.
    """
    record = prepared.record
    own: dict[str, Value] = record.properties | {
        "recordHash": record.record_hash,
        "canonicalLength": record.canonical_length,
    }
    lends = [mention.key for mention in record.references.mentions]
    if lends:
        own["lends"] = lends
    if elsewhere:
        own["otherFiles"] = list(elsewhere)
    own |= history
    shared = {name: own[name] for name in SHARED_PROPERTIES if name in own}
    return [
        {
            "chunkId": f"{record.na_id}-{number}",
            "labels": [Label.RECORD, Label.RECORD_WITH_TEXT, record.label],
            "properties": (shared if number else own) | text_properties(prepared, number),
            "embedding": prepared.vectors[number].tolist(),
        }
        for number in range(len(prepared.chunks))
    ]


def text_properties(prepared: PreparedRecord, number: int) -> dict[str, Value]:
    """Return a chunk's own properties: ID, number, text, and any folded words and names."""
    text = prepared.chunks[number]
    own: dict[str, Value] = {
        "chunkId": f"{prepared.record.na_id}-{number}",
        "chunkSeqId": number,
        "text": text,
    }
    if folded := folded_words(text):
        own["foldedWords"] = folded
    names = prepared.names[number] if prepared.names else None
    if names is not None:
        own["namesRead"] = names
    return own


def mention_changes(
    records: Sequence[CatalogRecord], stored: Mapping[int, StoredRecord]
) -> dict[int, tuple[Counter[str], Counter[str]]]:
    """Return, for each mentioned naId, the added statements and the removed statements' keys."""
    changes: dict[int, tuple[Counter[str], Counter[str]]] = {}
    for record in records:
        for mention in record.references.mentions:
            coming, _ = changes.setdefault(mention.na_id, (Counter(), Counter()))
            coming[mention.statement] += 1
        before = stored.get(record.na_id)
        for key in before.lends if before else ():
            _, going = changes.setdefault(na_id_of_key(key), (Counter(), Counter()))
            going[key] += 1
    return changes


def plan_stub(
    plan: BatchPlan, na_id: int, known: Counter[str], change: tuple[Counter[str], Counter[str]]
) -> None:
    """Add a stub's rows after its mentions have changed.

    If mentions differ, the properties come from the mention whose canonical JSON sorts first.
    """
    coming, going = change
    statements = known + coming
    for statement in known:
        statements[statement] -= going[mention_key(na_id, statement)]
    statements = +statements
    if not statements:
        plan.orphans.append(na_id)
    elif set(statements) == set(known):
        if statements != known:
            plan.counts.append({"chunkId": f"{na_id}-0"} | mention_lists(statements))
    else:
        if known:
            plan.cleared.append(na_id)
        plan.stubs.append(stub_row(na_id, statements))
        for relation, start in stub_edges(statements):
            add_edge(plan, relation, f"{start}-0", f"{na_id}-0")
