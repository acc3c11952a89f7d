"""Physical locations of records: the information that a reader needs to see the originals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest

from narabot.graph import Graph, load_query
from narabot.models import (
    ROOTS,
    HeldRecord,
    Passage,
    PathRecord,
    RecordType,
    ReferenceUnit,
    Row,
    StatedTexts,
)
from narabot.models.lines import HELD_AT, NAMES_HELD_AT
from narabot.retrieval.operators.by_id import (
    batches,
    distinct_values,
    labeled_chunks,
    read_records,
    restriction,
)
from narabot.retrieval.records.sentences import lines

MICROFILM = "Microfilm"
"""One of NARA's specific media types."""

MEDIUM_NOTE = "Medium note"

Texts = Callable[[Row], tuple[str, ...]]


def read_held_records(graph: Graph, na_ids: Sequence[int]) -> list[HeldRecord]:
    """Return records with their physical locations, in the order of the naIds. Unknown records are
    skipped.

    Raises GraphUnavailableError.
    """
    return add_locations(graph, read_records(graph, na_ids))


def add_locations(graph: Graph, passages: Sequence[Passage]) -> list[HeldRecord]:
    """Return the passages' records with their physical locations, in the same order. Raises
    GraphUnavailableError."""
    na_ids = list({step.na_id: None for one in passages for step in one.path})
    query = load_query("narabot", "held_records")
    rows = {
        row["naId"]: row for some in batches(na_ids) for row in graph.read(query, naIds=list(some))
    }
    on_film = [na_id for na_id, row in rows.items() if is_on_film(row)]
    for na_id, notes in media_notes(graph, on_film).items():
        rows[na_id][MEDIUM_NOTE] = notes
    return [held_record(one, rows) for one in passages]


def media_notes(graph: Graph, na_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Return the medium notes of records, such as the number of rolls, keyed by naId."""
    found = labeled_chunks(graph, na_ids, (MEDIUM_NOTE,)) if na_ids else {}
    return {
        na_id: tuple(
            chunk.text[start:end].removeprefix(f"{MEDIUM_NOTE}: ")
            for chunk in chunks
            for label, start, end in lines(chunk.text)
            if label == MEDIUM_NOTE
        )
        for na_id, chunks in found.items()
    }


def held_record(passage: Passage, rows: Mapping[int, Row]) -> HeldRecord:
    """Return a record with the physical location that it or its nearest ancestor states."""
    path = tuple(step for step in passage.path if step.na_id in rows)
    steps = [(step, rows[step.na_id]) for step in path]
    access = restriction(steps, "status_accessRestriction")
    note = rows[access.stated_by.na_id]["note_accessRestriction"] if access else None
    return HeldRecord(
        passage,
        record_reference_units(path, rows),
        nearest_statement(path, rows, containers),
        nearest_statement(path, rows, microfilm),
        nearest_statement(path, rows, handling_notes),
        access,
        note or None,
        restriction(steps, "status_useRestriction"),
    )


def nearest_statement(
    path: Sequence[PathRecord], rows: Mapping[int, Row], texts: Texts
) -> StatedTexts | None:
    """Return the texts from the first record on a path that has any."""
    found = ((texts(rows[step.na_id]), step) for step in path)
    return next((StatedTexts(some, step) for some, step in found if some), None)


def containers(row: Row) -> tuple[str, ...]:
    """Return the containers of a record, without duplicates."""
    return distinct_values(row["containerId"])


def handling_notes(row: Row) -> tuple[str, ...]:
    """Return a record's notes on handling."""
    return distinct_values(
        ["; ".join(distinct_values(row["physicalRestrictionNote_mediaOccurrences"]))]
    )


def microfilm(row: Row) -> tuple[str, ...]:
    """Return the microfilm publications of a record, each with its note, such as the roll.

    If a record has no publication but is on microfilm itself, return its medium notes.
    """
    names = ("title", "identifier", "note")
    lists = (row[f"{name}_microformPublications"] or () for name in names)
    publications = (
        ". ".join(microfilm_parts(*parts)) for parts in zip_longest(*lists, fillvalue="")
    )
    published = distinct_values(f"{one}." for one in publications if one)
    if published or not is_on_film(row):
        return published
    return distinct_values(row.get(MEDIUM_NOTE, ())) or ("On microfilm.",)


def is_on_film(row: Row) -> bool:
    """Return whether a record or a copy of it is on microfilm."""
    return MICROFILM in (row["specificMediaType"] or ())


def microfilm_parts(title: str, identifier: str, note: str) -> Iterator[str]:
    """Yield a publication's title, or its identifier if it has no title, and then its note."""
    for part in (title or identifier, note):
        if part:
            yield part.rstrip(".")


def record_reference_units(
    path: Sequence[PathRecord], rows: Mapping[int, Row]
) -> tuple[ReferenceUnit, ...]:
    """Return the reference units that hold a record.

    If a record group or collection lists several units, the unit of a descendant is unknown.
    Authority records have no reference unit.
    """
    for step in path:
        row = rows[step.na_id]
        names = distinct_values(row["name_referenceUnits"])
        if names and step.record_type is RecordType.DESCRIPTION:
            is_unsure = step is not path[0] and step.type in ROOTS and len(names) > 1
            return () if is_unsure else reference_units(names, row)
    return ()


def reference_units(names: Sequence[str], row: Row) -> tuple[ReferenceUnit, ...]:
    """Return reference units with the addresses that a record states after the units' names."""
    addresses: dict[str, str] = {}
    for name, text in zip(row[NAMES_HELD_AT] or (), row[HELD_AT] or (), strict=True):
        addresses.setdefault(name, text.removeprefix(name).strip(" ,;"))
    return tuple(ReferenceUnit(name, addresses.get(name) or None) for name in names)
