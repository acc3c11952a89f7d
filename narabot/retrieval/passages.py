"""From a row of the retrieval query to a passage. Pure."""

from collections.abc import Iterable

from narabot.models import (
    AuthorityType,
    Chunk,
    Holdings,
    LevelOfDescription,
    Passage,
    PathRecord,
    RecordType,
    RelatedAuthority,
    Row,
)


def passage(text: str | None, metadata: Row) -> Passage:
    """Return a row of the retrieval query as a passage."""
    return Passage(
        na_id=metadata["naId"],
        chunk_id=metadata["chunkId"],
        score=metadata["score"],
        text=text or "",  # a stub has none
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
    """Return a record of a path."""
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
        records_types=stated(row.get("generalRecordsTypes")),
        reference_units=stated(row.get("name_referenceUnits")),
    )


def holdings(row: Row) -> Holdings:
    """Return what a record says of access, place and online copies; an authority says nothing."""
    return Holdings(
        access_status=row.get("status_accessRestriction"),
        access_note=row.get("note_accessRestriction"),
        use_status=row.get("status_useRestriction"),
        reference_units=stated(row.get("name_referenceUnits")),
        containers=stated(row.get("containerId")),
        online_urls=stated(row.get("online_urls")),
        online_count=row.get("online_count", 0),
    )


def stated(values: Iterable[str] | None) -> tuple[str, ...]:
    """Return the values of a list that are there, each once."""
    return tuple(dict.fromkeys(value for value in values or () if value))
