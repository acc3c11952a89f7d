"""A mention: what one line says of a record other than its own, in canonical form.

Mentions make stubs: the smallest gives the stub's properties, the union of all its edges.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec

from ingest.dates import Span
from ingest.schema import Value
from narabot.models import CATALOG_URL, CatalogType, RecordType, Relation, record_type_of

SORTED = msgspec.json.Encoder(order="sorted")


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """A relation from one record's chunk 0 to another's."""

    relation: Relation
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mention:
    """What one line says of another record: properties and edges for its stub."""

    na_id: int
    statement: str
    """Canonical JSON of `[properties, [[relation, start], …]]`."""

    @property
    def key(self) -> str:
        """What the mentioning record remembers of it: naId and hash."""
        return mention_key(self.na_id, self.statement)


def mention(
    na_id: int, type_: CatalogType, known: dict[str, Value], dates: Span, edges: tuple[Edge, ...]
) -> Mention:
    """Return a mention as canonical JSON."""
    stub = known | record_identity(na_id, type_) | dated(dates) | {"stub": True}
    into = sorted({(str(edge.relation), edge.start) for edge in edges if edge.start != na_id})
    return Mention(na_id, canonical_json([stub, into]))


def record_identity(na_id: int, type_: CatalogType) -> dict[str, Value]:
    """Return the properties that every chunk 0 has, stub or not."""
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


def dated(dates: Span) -> dict[str, Value]:
    """Return the properties for dates and years that are there."""
    stated: dict[str, Value | None] = {
        "startDate": dates.start_date,
        "endDate": dates.end_date,
        "startYear": dates.start_year,
        "endYear": dates.end_year,
    }
    return {name: value for name, value in stated.items() if value is not None}


def canonical_json(value: Any) -> str:
    """Return JSON that is the same for equal values: keys sorted, no white space."""
    return SORTED.encode(value).decode()


def mention_key(na_id: int, statement: str) -> str:
    """Return a short name for a mention."""
    return f"{na_id}:{hashlib.sha256(statement.encode()).hexdigest()[:16]}"


def mentioned(key: str) -> int:
    """Return the naId in a mention's key."""
    return int(key.split(":", maxsplit=1)[0])
