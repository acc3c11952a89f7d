"""Create mentions, which represent what a line states about other records.

A record that is only mentioned becomes a stub.
"""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

import msgspec

from ingest.parse.dates import DateSpan
from ingest.parse.schema import Value
from narabot.models import (
    CATALOG_URL,
    TYPE_LABELS,
    AuthorityType,
    CatalogType,
    Label,
    LevelOfDescription,
    RecordType,
    Relation,
    Row,
    record_type_of,
)

SORTED = msgspec.json.Encoder(order="sorted")


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """A relation from one record's chunk 0 to another record's chunk 0."""

    relation: Relation
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mention:
    """What one line states about another record: properties and edges for that record's stub."""

    na_id: int
    statement: str
    """Canonical JSON of `[properties, [[relation, start], …]]`."""

    @property
    def key(self) -> str:
        """A short identifier that is stored with the mentioning record.

        It consists of the mentioned record's naId and a hash.
        """
        return mention_key(self.na_id, self.statement)


def build_mention(
    na_id: int,
    type_: CatalogType,
    known: dict[str, Value],
    dates: DateSpan,
    edges: tuple[Edge, ...],
) -> Mention:
    """Return a mention, with its content as canonical JSON."""
    stub = known | record_identity(na_id, type_) | date_properties(dates) | {"stub": True}
    into = sorted({(str(edge.relation), edge.start) for edge in edges if edge.start != na_id})
    return Mention(na_id, canonical_json([stub, into]))


def record_identity(na_id: int, type_: CatalogType) -> dict[str, Value]:
    """Return the properties that every record's chunk 0 has, even if the record is a stub."""
    record_type = record_type_of(type_)
    is_description = record_type is RecordType.DESCRIPTION
    return {
        "naId": na_id,
        "recordType": str(record_type),
        ("levelOfDescription" if is_description else "authorityType"): str(type_),
        "source": f"{CATALOG_URL}{na_id}",
        "chunkId": f"{na_id}-0",
        "chunkSeqId": 0,
    }


def date_properties(dates: DateSpan) -> dict[str, Value]:
    """Return the properties for the stated dates and years."""
    stated: dict[str, Value | None] = {
        "startDate": dates.start_date,
        "endDate": dates.end_date,
        "startYear": dates.start_year,
        "endYear": dates.end_year,
    }
    return {name: value for name, value in stated.items() if value is not None}


def canonical_json(value: Any) -> str:
    """Return JSON with sorted keys and without white space. Equal values yield identical JSON."""
    return SORTED.encode(value).decode()


def mention_key(na_id: int, statement: str) -> str:
    """Return a short identifier for a mention."""
    return f"{na_id}:{hashlib.sha256(statement.encode()).hexdigest()[:16]}"


def na_id_of_key(key: str) -> int:
    """Return the naId in a mention's key."""
    return int(key.split(":", maxsplit=1)[0])


def stub_row(na_id: int, statements: Counter[str]) -> Row:
    """Return the row for a stub."""
    properties = json.loads(min(statements))[0]
    stated = properties.get("levelOfDescription")
    type_ = LevelOfDescription(stated) if stated else AuthorityType(properties["authorityType"])
    return {
        "chunkId": f"{na_id}-0",
        "labels": [Label.RECORD, TYPE_LABELS[type_]],
        "properties": properties | mention_lists(statements),
    }


def mention_lists(statements: Counter[str]) -> Row:
    """Return a stub's mentions and the number of lines for each mention, in a stable order."""
    ordered = sorted(statements)
    return {"mentions": ordered, "mentionCounts": [statements[one] for one in ordered]}


def stub_edges(statements: Counter[str]) -> list[tuple[Relation, int]]:
    """Return the relation and start record of each edge that a stub's mentions imply."""
    edges = {
        (relation, start)
        for statement in statements
        for relation, start in json.loads(statement)[1]
    }
    return [(Relation(relation), start) for relation, start in sorted(edges)]
