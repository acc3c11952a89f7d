"""The results of retrieval: passages with their paths, authorities, and places to look."""

from dataclasses import dataclass

from narabot.models.catalog import ROOTS, AuthorityType, CatalogType, LevelOfDescription, RecordType
from narabot.models.relations import Relation


@dataclass(frozen=True, slots=True)
class NamedAuthority:
    """An authority that a request names, with the words that name it."""

    na_id: int
    authority_type: AuthorityType
    heading: str
    source: str
    matched: str
    """The words in the request that name the authority."""
    start: int
    """Start of the words in the request (in composed form, NFC)."""
    records_by: int
    """Number of descriptions that the authority, under any of its names, created, contributed to,
    or donated."""
    records_about: int
    """Number of descriptions that have the authority, under any of its names, as a subject."""


@dataclass(frozen=True, slots=True)
class OtherName:
    """An organization's earlier or later name, or an organization that has such a name."""

    na_id: int
    heading: str | None
    start_date: str | None
    end_date: str | None


@dataclass(frozen=True, slots=True)
class RecordCount:
    """The number of descriptions at one level that have a relation to an authority under any of its
    names."""

    relation: Relation
    level: LevelOfDescription
    count: int


@dataclass(frozen=True, slots=True)
class PathRecord:
    """A record on a path from a record up to the root."""

    na_id: int
    record_type: RecordType
    type: CatalogType
    name: str | None
    """Title or heading, or `None` if NARA provides no name."""
    start_date: str | None
    end_date: str | None
    source: str
    record_group_number: int | None = None
    """The number that the record itself states. Descendants of a record group inherit it. `None`
    for a collection."""
    collection_identifier: str | None = None
    """The identifier of a collection, by the same rule as `record_group_number`."""
    reference_units: tuple[str, ...] = ()
    """The reading rooms that the record itself names."""
    records_types: tuple[str, ...] = ()
    """The general types of records that the record itself names."""
    document_kind: str | None = None
    """The kind of document that the title begins with, such as `Telegram`."""
    start_year: int | None = None
    """The record's own start year, or the start year of the nearest ancestor with dates. `None` for
    authorities."""
    end_year: int | None = None
    """The end year, by the same rule as `start_year`."""


@dataclass(frozen=True, slots=True)
class RelatedAuthority:
    """An authority with one of the eleven authority relations to a record."""

    authority_type: AuthorityType
    heading: str
    source: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stored chunk of a record's text. Quotes refer to positions in this text."""

    chunk_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Holdings:
    """Access to a record, its physical location, and its digital objects.

    `None` means that NARA does not state the value.
    """

    access_status: str | None = None
    access_note: str | None = None
    use_status: str | None = None
    reference_units: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    online_urls: tuple[str, ...] = ()
    online_count: int = 0


@dataclass(frozen=True, slots=True)
class Passage:
    """One retrieval hit: chunk texts, score, path to the root, and authorities."""

    na_id: int
    chunk_id: str
    score: float
    text: str
    chunks: tuple[Chunk, ...]
    path: tuple[PathRecord, ...]
    """The path from the record up to the root. For an authority, only the record itself."""
    related_authorities: tuple[RelatedAuthority, ...]
    holdings: Holdings
    meaning: float = 0.0
    """Cosine similarity between the request and the record's nearest chunk.

    If vector search did not return the record, this is the similarity of the search's last hit."""

    @property
    def record(self) -> PathRecord:
        """The record that contains the passage."""
        return self.path[0]

    @property
    def records_types(self) -> tuple[str, ...]:
        """The general types that the record states, or else those of its nearest ancestor with
        types."""
        return next((one.records_types for one in self.path if one.records_types), ())

    @property
    def reference_units(self) -> tuple[str, ...]:
        """The units that hold the record.

        The units come from the record itself or from its nearest ancestor that names a unit. If a
        record group or collection names several units, it is unknown which unit holds the record.
        The result is then empty.
        """
        if self.holdings.reference_units:
            return self.holdings.reference_units
        step = next((one for one in self.path[1:] if one.reference_units), self.record)
        is_unsure = step.type in ROOTS and len(step.reference_units) > 1
        return () if is_unsure else step.reference_units


@dataclass(frozen=True, slots=True)
class TitleFacts:
    """The sender and the recipient of a message, as ingest parsed them from its title."""

    sender: str | None = None
    recipient: str | None = None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A record that matches what the user has typed so far."""

    na_id: int
    name: str
    type: CatalogType


@dataclass(frozen=True, slots=True)
class FiledSubject:
    """A subject that several documents in a file unit share."""

    subject: str
    """The subject, in the words of the titles."""
    count: int
    """Number of documents."""


@dataclass(frozen=True, slots=True)
class PlaceToLook:
    """A file unit or series in which to look for something, with the supporting evidence."""

    unit: Passage
    score: float
    """Score from 0 to 1. A score of 1 means that all evidence ranks the unit first."""
    evidence: tuple[Passage, ...]
    """Matching records in the unit, best first. Empty if only the name of the unit matches."""
