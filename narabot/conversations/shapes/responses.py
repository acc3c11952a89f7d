"""The stored form of a response: its answer with quotes or its list, and the passages."""

from typing import ClassVar

from msgspec import field

from narabot.conversations.shapes.computations import StoredComputation
from narabot.conversations.shapes.parts import (
    FILTER_NAMES,
    Shape,
    StoredFilters,
    StoredQuote,
    Values,
    by_field,
    by_stored_name,
)
from narabot.conversations.shapes.traces import StoredTrace
from narabot.models import (
    Answer,
    AuthorityType,
    Chunk,
    Holdings,
    LevelOfDescription,
    Listing,
    NamedAuthority,
    Passage,
    PathRecord,
    PlaceToLook,
    RecordType,
    RelatedAuthority,
    RequestClass,
    Response,
    Sentence,
)


class StoredPathRecord(Shape[PathRecord], frozen=True):
    """A record in a path.

    Descriptions have a level and a title. Authorities have a type and a heading.
    """

    PART = PathRecord
    FIELDS: ClassVar = {"general_records_types": "records_types"}
    OWN: ClassVar = frozenset({"level_of_description", "authority_type", "title", "heading"})

    na_id: int
    source: str
    level_of_description: LevelOfDescription | None = None
    authority_type: AuthorityType | None = None
    title: str | None = None
    heading: str | None = None
    start_date: str | None = None
    end_date: str | None = None
    record_group_number: int | None = None
    collection_identifier: str | None = None
    reference_units: tuple[str, ...] = ()
    general_records_types: tuple[str, ...] = ()
    document_kind: str | None = None
    start_year: int | None = None
    end_year: int | None = None

    @classmethod
    def stored_values(cls, part: PathRecord) -> Values:
        """Return the fields of a record, with the type and name under the keys for its record
        type."""
        own = super().stored_values(part)
        if isinstance(part.type, LevelOfDescription):
            return {**own, "level_of_description": part.type, "title": part.name}
        return {**own, "authority_type": part.type, "heading": part.name}

    def model_values(self) -> Values:
        """Return the fields of a record. Raises ValueError for a record without a type."""
        level = self.level_of_description
        return {
            **super().model_values(),
            "record_type": RecordType.DESCRIPTION if level else RecordType.AUTHORITY,
            "type": level or AuthorityType(self.authority_type or ""),
            "name": self.title if level else self.heading,
        }


class StoredRelatedAuthority(Shape[RelatedAuthority], frozen=True):
    """An authority that a record names."""

    PART = RelatedAuthority

    authority_type: AuthorityType
    heading: str
    source: str


class StoredChunk(Shape[Chunk], frozen=True):
    """A chunk of a record's text."""

    PART = Chunk

    chunk_id: str
    text: str


class StoredHoldings(Shape[Holdings], frozen=True):
    """Access and use status, physical location, and digital objects."""

    PART = Holdings

    access_status: str | None = None
    access_note: str | None = None
    use_status: str | None = None
    reference_units: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    online_urls: tuple[str, ...] = ()
    online_count: int = 0


class StoredPassage(Shape[Passage], frozen=True):
    """A retrieved passage with its record."""

    PART = Passage

    na_id: int
    chunk_id: str
    score: float
    text: str
    path: tuple[StoredPathRecord, ...]
    chunks: tuple[StoredChunk, ...] = ()
    related_authorities: tuple[StoredRelatedAuthority, ...] = ()
    holdings: StoredHoldings = StoredHoldings()
    meaning: float = 0.0


class StoredPlace(Shape[PlaceToLook], frozen=True):
    """A place to look, with the records that support it."""

    PART = PlaceToLook

    unit: StoredPassage
    score: float
    evidence: tuple[StoredPassage, ...] = ()


class StoredSentence(Shape[Sentence], frozen=True):
    """A sentence with the quotes that support it."""

    PART = Sentence

    text: str
    quotes: tuple[StoredQuote, ...] = ()
    computation: StoredComputation | None = None


class StoredAnswer(Shape[Answer], frozen=True):
    """An answer. An answer without sentences is the refusal."""

    PART = Answer

    confidence: float
    answerer: str
    sentences: tuple[StoredSentence, ...] = ()
    span: StoredQuote | None = None
    why: str = ""


class StoredNamedAuthority(Shape[NamedAuthority], frozen=True):
    """An authority that words in the request may denote."""

    PART = NamedAuthority
    FIELDS: ClassVar = {"words": "matched"}

    na_id: int
    authority_type: AuthorityType
    heading: str
    source: str
    words: str
    start: int
    records_by: int = 0
    records_about: int = 0


class StoredListing(Shape[Listing], frozen=True):
    """How many of the matching records a list covers."""

    PART = Listing

    words: tuple[str, ...]
    with_all_words: int
    is_counted: bool
    is_complete: bool


class StoredResponse(Shape[Response], frozen=True):
    """A response. The keys in `removed` and `emptiedBy` are the filters' stored names."""

    PART = Response

    query: str
    asked: str
    request_class: RequestClass = field(name="class")
    passages: tuple[StoredPassage, ...] = ()
    answer: StoredAnswer | None = None
    trace: StoredTrace = StoredTrace()
    filters: StoredFilters = StoredFilters()
    removed: tuple[str, ...] = ()
    names: tuple[tuple[StoredNamedAuthority, ...], ...] = ()
    listing: StoredListing | None = None
    emptied_by: dict[str, int] = {}  # noqa: RUF012  # msgspec gives each its own
    meant: dict[str, str] = {}  # noqa: RUF012
    searched_as: str | None = None
    quoted_texts: dict[str, str] = {}  # noqa: RUF012

    @classmethod
    def stored_values(cls, part: Response) -> Values:
        """Return the fields of a response, with the filters' stored names."""
        removed = tuple(sorted(FILTER_NAMES[one] for one in part.removed))
        emptied_by = by_stored_name(part.emptied_by)
        return {**super().stored_values(part), "removed": removed, "emptied_by": emptied_by}

    def model_values(self) -> Values:
        """Return the fields of a response, without filters that no longer exist."""
        removed = frozenset(by_field(dict.fromkeys(self.removed)))
        emptied_by = by_field(self.emptied_by)
        return {**super().model_values(), "removed": removed, "emptied_by": emptied_by}
