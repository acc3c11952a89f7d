"""What retrieval returns: passages with their paths, authorities, places to look."""

from dataclasses import dataclass

from narabot.models.catalog import ROOTS, AuthorityType, CatalogType, LevelOfDescription, RecordType
from narabot.models.relations import Relation


@dataclass(frozen=True, slots=True)
class NamedAuthority:
    """An authority that a request names, and the words that name it."""

    na_id: int
    authority_type: AuthorityType
    heading: str
    source: str
    matched: str
    """The words of the request."""
    start: int
    """Where they begin in the request (in its composed form, NFC)."""
    records_by: int
    """Descriptions that it, under any of its names, has created, contributed to or donated."""
    records_about: int
    """Descriptions with it, under any of its names, among their subjects."""


@dataclass(frozen=True, slots=True)
class OtherName:
    """An earlier or later name of an organization, or the organization of such a name."""

    na_id: int
    heading: str | None
    start_date: str | None
    end_date: str | None


@dataclass(frozen=True, slots=True)
class RecordCount:
    """How many descriptions of a level have a relation to some authorities."""

    relation: Relation
    level: LevelOfDescription
    count: int


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
    record_group_number: int | None = None
    """Its own; what lies below a record group inherits its number. Of a collection `None`."""
    collection_identifier: str | None = None
    """The same of a collection."""
    reference_units: tuple[str, ...] = ()
    """The reading rooms that it names itself."""
    records_types: tuple[str, ...] = ()
    """The general types of records that it names itself."""
    document_kind: str | None = None
    """What its title calls it, where that has the form of a document's: `Telegram`."""
    start_year: int | None = None
    """Its own, else of the nearest record above that has dates; an authority has none."""
    end_year: int | None = None
    """The same."""


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
    meaning: float = 0.0
    """Cosine of the request and the record's nearest chunk, as the search by meaning gave it; at
    least that of the last that it found."""

    @property
    def record(self) -> PathRecord:
        """The record that the passage is from."""
        return self.path[0]

    @property
    def records_types(self) -> tuple[str, ...]:
        """Its general types: those it states itself, else those of the nearest record above."""
        return next((one.records_types for one in self.path if one.records_types), ())

    @property
    def reference_units(self) -> tuple[str, ...]:
        """Who holds it: whom it names itself, else whom the nearest record above names.

        Of the several that a whole record group or collection names, nobody knows which it is.
        """
        if self.holdings.reference_units:
            return self.holdings.reference_units
        step = next((one for one in self.path[1:] if one.reference_units), self.record)
        is_unsure = step.type in ROOTS and len(step.reference_units) > 1
        return () if is_unsure else step.reference_units


@dataclass(frozen=True, slots=True)
class TitleFacts:
    """From whom and to whom a message is, as ingest has read it in its title."""

    sender: str | None = None
    recipient: str | None = None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A record that somebody who types may mean."""

    na_id: int
    name: str
    type: CatalogType


@dataclass(frozen=True, slots=True)
class FiledSubject:
    """What some documents of a file unit concern."""

    subject: str
    """In the words of their titles."""
    count: int
    """Documents."""


@dataclass(frozen=True, slots=True)
class PlaceToLook:
    """A file unit or series in which to look for something, and what speaks for it."""

    unit: Passage
    score: float
    """0 to 1; 1 where all evidence puts it first."""
    evidence: tuple[Passage, ...]
    """Records in it that were found, best first; none where only its own name speaks for it."""
