"""The data model that every part shares: labels, relations, passages, answers.

Labels and relation types are the contract's (the seed's), letter for letter.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import SecretStr

Row = dict[str, Any]
"""One row to or from Neo4j."""

CATALOG_URL = "https://catalog.archives.gov/id/"
INVENTED_NA_ID_FROM = 9_900_000_000
"""From this naId on, records are examples written for `sample/`: NARA has no page for them."""


class RecordType(StrEnum):
    """What a catalogue line is about."""

    DESCRIPTION = "description"
    AUTHORITY = "authority"


class LevelOfDescription(StrEnum):
    """The five levels at which NARA describes archival materials."""

    RECORD_GROUP = "recordGroup"
    COLLECTION = "collection"
    SERIES = "series"
    FILE_UNIT = "fileUnit"
    ITEM = "item"


class AuthorityType(StrEnum):
    """The five types of authority record, as NARA's data spells them."""

    GEOGRAPHIC_PLACE_NAME = "geographicPlaceName"
    ORGANIZATION = "organization"
    PERSON = "person"
    SPECIFIC_RECORDS_TYPE = "specificRecordsType"
    TOPICAL_SUBJECT = "topicalSubject"


CatalogType = LevelOfDescription | AuthorityType
"""What says a record's type: its level or its authority type."""


class Label(StrEnum):
    """The labels of the graph."""

    RECORD_GROUP = "recordGroup"
    COLLECTION = "collection"
    SERIES = "series"
    FILE_UNIT = "fileUnit"
    ITEM = "item"
    GEOGRAPHIC_PLACE_NAME = "geographicPlaceName"
    ORGANIZATION = "organization"
    PERSON = "person"
    SPECIFIC_RECORDS_TYPES = "specificRecordsTypes"
    TOPICAL_SUBJECT = "topicalSubject"
    RECORD_WITH_TEXT = "recordWithText"
    RECORD = "record"
    GRAPH_VERSION = "graphVersion"


TYPE_LABELS: dict[CatalogType, Label] = {
    LevelOfDescription.RECORD_GROUP: Label.RECORD_GROUP,
    LevelOfDescription.COLLECTION: Label.COLLECTION,
    LevelOfDescription.SERIES: Label.SERIES,
    LevelOfDescription.FILE_UNIT: Label.FILE_UNIT,
    LevelOfDescription.ITEM: Label.ITEM,
    AuthorityType.GEOGRAPHIC_PLACE_NAME: Label.GEOGRAPHIC_PLACE_NAME,
    AuthorityType.ORGANIZATION: Label.ORGANIZATION,
    AuthorityType.PERSON: Label.PERSON,
    AuthorityType.SPECIFIC_RECORDS_TYPE: Label.SPECIFIC_RECORDS_TYPES,
    AuthorityType.TOPICAL_SUBJECT: Label.TOPICAL_SUBJECT,
}
"""The one label that says a record's type. The contract's plural is `specificRecordsTypes`."""


class Relation(StrEnum):
    """The relation types of the graph."""

    NEXT = "Next"
    INCLUDES = "Includes"
    CREATOR = "creator"
    CONTRIBUTOR = "contributor"
    DONOR = "donor"
    SUBJECT = "subject"
    BROADER_TERM = "broaderTerm"
    NARROWER_TERM = "narrowerTerm"
    RELATED_TERM = "relatedTerm"
    JURISDICTION = "jurisdiction"
    ORGANIZATION_NAME = "organizationName"
    PERSONAL_REFERENCE = "personalReference"
    ORGANIZATIONAL_REFERENCE = "organizationalReference"


VECTOR_INDEX = "recordText"
FULLTEXT_INDEX = "recordWords"


@dataclass(frozen=True, slots=True)
class Connection:
    """Where a Neo4j answers and who we are there."""

    uri: str
    username: str
    password: SecretStr
    database: str


@dataclass(frozen=True, slots=True)
class PathRecord:
    """A record as it stands in a path: the passage's own, or one above it."""

    na_id: int
    record_type: RecordType
    type: CatalogType
    name: str | None
    """Title or heading, `None` where NARA gives none."""
    start_date: str | None
    end_date: str | None
    source: str


@dataclass(frozen=True, slots=True)
class RelatedAuthority:
    """An authority with one of the eleven authority relations into a record."""

    authority_type: AuthorityType
    heading: str
    source: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stored piece of a record's text; quotes point into it."""

    chunk_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the page says of access, place and online copies; `None` is "not stated"."""

    access_status: str | None = None
    access_note: str | None = None
    use_status: str | None = None
    reference_units: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    online_urls: tuple[str, ...] = ()
    online_count: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """What retrieval returns for one hit: chunk texts, score, path to the root, authorities."""

    na_id: int
    chunk_id: str
    score: float
    text: str
    chunks: tuple[Chunk, ...]
    path: tuple[PathRecord, ...]
    """The record first, the root last; for an authority the record alone."""
    related_authorities: tuple[RelatedAuthority, ...]
    holdings: Holdings

    @property
    def record(self) -> PathRecord:
        """The record that the passage is from."""
        return self.path[0]


class RequestClass(StrEnum):
    """The two kinds of request."""

    QUESTION = "question"
    SHOW_RECORDS = "show_records"


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a stored chunk: `text[start:end] == quote` for the chunk's `text`."""

    na_id: int
    chunk_id: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an answer with the quotes that it stands on."""

    text: str
    quotes: tuple[Quote, ...]
