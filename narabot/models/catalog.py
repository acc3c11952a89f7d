"""The catalogue and its graph: types, labels and indexes, letter for letter the contract's."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

Row = dict[str, Any]
"""One row to or from Neo4j."""

CATALOG_URL = "https://catalog.archives.gov/id/"
INVENTED_NA_ID_FROM = 9_900_000_000
"""From this naId on, records are examples written for `sample/`: NARA has no page for them."""


def catalog_page(source: str) -> str | None:
    """Return the address of a record's page, `None` for an example, which has none."""
    number = source.removeprefix(CATALOG_URL)
    is_example = number.isdecimal() and int(number) >= INVENTED_NA_ID_FROM
    return None if is_example else web_url(source)


def web_url(url: str) -> str | None:
    """Return an address that a record states if it is one of the web, http or https, else `None`.

    What a record states is data: `javascript:` runs where somebody follows it.
    """
    try:
        parts = urlsplit(url)
    except ValueError:  # such as a bracket that is not closed
        return None
    return url if parts.scheme in {"http", "https"} and parts.netloc else None


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


ROOTS = (LevelOfDescription.RECORD_GROUP, LevelOfDescription.COLLECTION)
"""The levels that stand at the top of a path."""


class AuthorityType(StrEnum):
    """The five types of authority record, as NARA's data spells them."""

    GEOGRAPHIC_PLACE_NAME = "geographicPlaceName"
    ORGANIZATION = "organization"
    PERSON = "person"
    SPECIFIC_RECORDS_TYPE = "specificRecordsType"
    TOPICAL_SUBJECT = "topicalSubject"


CatalogType = LevelOfDescription | AuthorityType
"""What says a record's type: its level or its authority type."""


def record_type_of(type_: CatalogType) -> RecordType:
    """Return what a record of a type is about."""
    is_description = isinstance(type_, LevelOfDescription)
    return RecordType.DESCRIPTION if is_description else RecordType.AUTHORITY


class Label(StrEnum):
    """The labels of the graph; the last five are of our own bookkeeping."""

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
    CATALOGUE_RELEASE = "catalogueRelease"
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
"""The one label that says a record's type. The contract's plural is `specificRecordsTypes`."""


LABEL_GROUPS: Mapping[str, tuple[Label, ...]] = {
    "ANY_AUTHORITY": tuple(TYPE_LABELS[type_] for type_ in AuthorityType)
}
"""What stands for several labels in a statement."""

VECTOR_INDEX = "recordText"
WORDS_INDEX = "recordWords"
AUTHORITIES_INDEX = "authorityNames"

SEARCHED_INDEXES = {
    VECTOR_INDEX: "vector",
    WORDS_INDEX: "full-text",
    AUTHORITIES_INDEX: "authority",
}
"""The indexes that the chat cannot do without, and what we call them."""
