"""Read passages and labeled lines by ID, without a search or a model.

A passage includes the context of a chunk: its neighbors, the path to the root, and authorities.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from narabot.errors import UnknownRecordError
from narabot.graph import Graph, load_query
from narabot.models import (
    AuthorityType,
    Chunk,
    Holdings,
    LevelOfDescription,
    Passage,
    PathNode,
    PathRecord,
    RecordType,
    RelatedAuthority,
    Restriction,
    Row,
)
from narabot.retrieval.operators.fusion import RankedRecord


def passage(text: str | None, metadata: Row) -> Passage:
    """Convert a row of the retrieval query to a passage."""
    return Passage(
        na_id=metadata["naId"],
        chunk_id=metadata["chunkId"],
        score=metadata["score"],
        text=text or "",  # a stub has no text
        chunks=tuple(Chunk(chunk["chunkId"], chunk["text"] or "") for chunk in metadata["chunks"]),
        path=tuple(path_record(row) for row in metadata["path_nodes"]),
        related_authorities=tuple(
            RelatedAuthority(AuthorityType(row["authorityType"]), row["heading"], row["source"])
            for row in metadata["related_authorities"]
            if row["heading"] is not None
        ),
        holdings=holdings(metadata["path_nodes"][0]),
    )


def path_record(row: Row) -> PathRecord:
    """Convert a row to a record on a path."""
    is_description = row["recordType"] == RecordType.DESCRIPTION
    return PathRecord(
        na_id=row["naId"],
        record_type=RecordType(row["recordType"]),
        type=LevelOfDescription(row["levelOfDescription"])
        if is_description
        else AuthorityType(row["authorityType"]),
        name=row["title"] if is_description else row["heading"],
        start_date=row["startDate"],
        end_date=row["endDate"],
        start_year=row.get("startYear"),
        end_year=row.get("endYear"),
        source=row["source"],
        record_group_number=row.get("recordGroupNumber"),
        collection_identifier=row.get("collectionIdentifier"),
        records_types=distinct_values(row.get("generalRecordsTypes")),
        reference_units=distinct_values(row.get("name_referenceUnits")),
        document_kind=row.get("documentKind"),
    )


def holdings(row: Row) -> Holdings:
    """Return a record's access and use restrictions, location, and digital objects. Authority
    records have none of these."""
    return Holdings(
        access_status=row.get("status_accessRestriction"),
        access_note=row.get("note_accessRestriction"),
        use_status=row.get("status_useRestriction"),
        reference_units=distinct_values(row.get("name_referenceUnits")),
        containers=distinct_values(row.get("containerId")),
        online_urls=distinct_values(row.get("online_urls")),
        online_count=row.get("online_count", 0),
    )


def distinct_values(values: Iterable[str] | None) -> tuple[str, ...]:
    """Return the nonempty values in a list, without duplicates."""
    return tuple(dict.fromkeys(value for value in values or () if value))


def restriction(steps: Iterable[tuple[PathRecord, Row]], field: str) -> Restriction | None:
    """Return a record's access or use restriction, as stated by the record or its nearest ancestor.

    The steps are the record and its ancestors, each with the row that contains the field.
    """
    found = (Restriction(row[field], step) for step, row in steps if row[field])
    return next(found, None)


def passages_of(graph: Graph, records: Sequence[RankedRecord]) -> list[Passage]:
    """Return the passages of ranked records, in the same order."""
    found = read_passages(graph, {record.chunk_id: record.score for record in records})
    return [
        replace(found[record.chunk_id], meaning=record.meaning)
        for record in records
        if record.chunk_id in found
    ]


def read_passages(graph: Graph, scores: Mapping[str, float]) -> dict[str, Passage]:
    """Return the passage around each chunk, with the chunk's score, keyed by chunkId."""
    hits = [{"chunkId": chunk_id, "score": score} for chunk_id, score in scores.items()]
    query = load_query("narabot", "given_hits") + load_query("narabot", "retrieval")
    found = [passage(row["text"], row["metadata"]) for row in graph.read(query, hits=hits)]
    return {one.chunk_id: one for one in found}


BATCH = 500
"""Number of records per query."""

MOST_LABELED_CHUNKS = 4
"""Maximum number of chunks with labeled lines to read per record."""


def read_records(graph: Graph, na_ids: Sequence[int]) -> list[Passage]:
    """Return the first passage of each record, in the order of the naIds. Unknown records are
    skipped.

    Raises GraphUnavailableError if the database does not answer.
    """
    found: dict[str, Passage] = {}
    for some in batches(na_ids):
        found |= read_passages(graph, {first_chunk(na_id): 0.0 for na_id in some})
    return [found[first_chunk(na_id)] for na_id in na_ids if first_chunk(na_id) in found]


def known_records(graph: Graph, na_ids: Sequence[int]) -> list[Passage]:
    """Return the first passage of each record, without duplicates.

    Raises UnknownRecordError with the naIds that are not in the graph.
    """
    wanted = list(dict.fromkeys(na_ids))
    records = read_records(graph, wanted)
    known = {one.na_id for one in records}
    missing = [str(na_id) for na_id in wanted if na_id not in known]
    if missing:
        raise UnknownRecordError(
            f"The loaded catalog has no record with naId {', '.join(missing)}."
        )
    return records


def record_hashes(graph: Graph, na_ids: Sequence[int]) -> dict[int, str]:
    """Return the hash of each record's line in the export, keyed by naId. Unknown records are
    skipped."""
    rows = graph.read(load_query("narabot", "record_hashes"), naIds=na_ids)
    return {row["naId"]: row["hash"] for row in rows}


def chunks_of(graph: Graph, na_ids: Sequence[int]) -> dict[int, tuple[Chunk, ...]]:
    """Return all chunks of the specified records in reading order, keyed by naId."""
    rows = graph.read(load_query("narabot", "chunks_of_records"), naIds=na_ids)
    return {row["naId"]: read_chunks(row["chunks"]) for row in rows}


def record_nodes(graph: Graph, na_ids: Sequence[int]) -> dict[int, PathNode]:
    """Return records as path nodes, keyed by naId. The naId of an unknown record serves as its
    name."""
    rows = graph.read(load_query("narabot", "record_nodes"), naIds=na_ids)
    known = {
        row["naId"]: PathNode(row["name"] or str(row["naId"]), row["type"], row["naId"])
        for row in rows
    }
    return {
        na_id: known.get(na_id, PathNode(str(na_id), RecordType.DESCRIPTION, na_id))
        for na_id in na_ids
    }


def labeled_chunks(
    graph: Graph, na_ids: Sequence[int], labels: Sequence[str]
) -> dict[int, tuple[Chunk, ...]]:
    """Return the records' chunks that contain a line with any of the labels, keyed by naId."""
    rows = graph.read(
        load_query("narabot", "labeled_lines"),
        naIds=na_ids,
        labels=labels,
        most=MOST_LABELED_CHUNKS,
    )
    return {row["naId"]: read_chunks(row["chunks"]) for row in rows}


def read_chunks(rows: Sequence[Row]) -> tuple[Chunk, ...]:
    return tuple(Chunk(row["chunkId"], row["text"]) for row in rows)


def batches(na_ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield naIds in batches."""
    for start in range(0, len(na_ids), BATCH):
        yield na_ids[start : start + BATCH]


def first_chunk(na_id: int) -> str:
    """Return the chunkId of a record's first chunk."""
    return f"{na_id}-0"
