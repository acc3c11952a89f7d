"""Types, labels, and indexes of the catalog and its graph, spelled as in the specification."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

Row = dict[str, Any]
"""One row that is sent to Neo4j or returned by it."""

CATALOG_URL = "https://catalog.archives.gov/id/"
FIRST_EXAMPLE_NA_ID = 9_900_000_000
"""The first naId of the invented records in `sample/`. NARA has no pages for these records."""


def catalog_page(source: str) -> str | None:
    """Return the address of a record's catalog page, or `None` for an invented record."""
    number = source.removeprefix(CATALOG_URL)
    is_example = number.isdecimal() and int(number) >= FIRST_EXAMPLE_NA_ID
    return None if is_example else web_url(source)


def web_url(url: str) -> str | None:
    """Return a URL from a record if its scheme is http or https, or else `None`.

    URLs in records are untrusted data: a browser would run a `javascript:` link that the user
    clicks.
    """
    try:
        parts = urlsplit(url)
    except ValueError:  # for example, an unclosed bracket
        return None
    return url if parts.scheme in {"http", "https"} and parts.netloc else None


class RecordType(StrEnum):
    """The two kinds of catalog record."""

    DESCRIPTION = "description"
    AUTHORITY = "authority"


class LevelOfDescription(StrEnum):
    """The five levels at which NARA describes archival materials."""

    RECORD_GROUP = "recordGroup"
    COLLECTION = "collection"
    SERIES = "series"
    FILE_UNIT = "fileUnit"
    ITEM = "item"


ROOTS = (LevelOfDescription.RECORD_GROUP, LevelOfDescription.COLLECTION)
"""The levels at the top of the hierarchy."""


class AuthorityType(StrEnum):
    """The five types of authority record, as NARA's data spells them."""

    GEOGRAPHIC_PLACE_NAME = "geographicPlaceName"
    ORGANIZATION = "organization"
    PERSON = "person"
    SPECIFIC_RECORDS_TYPE = "specificRecordsType"
    TOPICAL_SUBJECT = "topicalSubject"


CatalogType = LevelOfDescription | AuthorityType
"""The type of a record: its level of description or its authority type."""


def record_type_of(type_: CatalogType) -> RecordType:
    """Return whether records of a type are descriptions or authority records."""
    is_description = isinstance(type_, LevelOfDescription)
    return RecordType.DESCRIPTION if is_description else RecordType.AUTHORITY


class Label(StrEnum):
    """The labels of the graph. The last five are for narabot's own bookkeeping."""

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
    REJECTED_LINE = "rejectedLine"
    GRAPH_VERSION = "graphVersion"
    CATALOG_RELEASE = "catalogueRelease"
    SHARD = "shard"
    UNSETTLED_RECORD = "unsettledRecord"


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
"""The label that identifies a record's type. The specification uses the plural
`specificRecordsTypes`."""


LABEL_GROUPS: Mapping[str, tuple[Label, ...]] = {
    "ANY_AUTHORITY": tuple(TYPE_LABELS[type_] for type_ in AuthorityType)
}
"""Names that represent several labels in a Cypher statement."""

VECTOR_INDEX = "recordText"
FULL_TEXT_INDEX = "recordWords"
AUTHORITIES_INDEX = "authorityNames"

SEARCHED_INDEXES = {
    VECTOR_INDEX: "vector",
    FULL_TEXT_INDEX: "full-text",
    AUTHORITIES_INDEX: "authority",
}
"""The indexes that the chat requires, with their names in messages."""
