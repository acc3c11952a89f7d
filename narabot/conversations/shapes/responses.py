"""A response as it is kept: its answer with quotes, or its list; the passages that it stands on."""

from typing import ClassVar

from msgspec import field

from narabot.conversations.shapes.computations import KeptComputation
from narabot.conversations.shapes.parts import (
    FILTER_NAMES,
    KeptFilters,
    KeptQuote,
    Shape,
    Values,
    by_field,
    by_kept_name,
)
from narabot.conversations.shapes.traces import KeptTrace
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


class KeptPathRecord(Shape[PathRecord], frozen=True):
    """A record in a path: of a description level and title, of an authority type and heading."""

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
    def kept_values(cls, part: PathRecord) -> Values:
        """Return what a record is made of, its type and name under the names of its kind."""
        own = super().kept_values(part)
        if isinstance(part.type, LevelOfDescription):
            return {**own, "level_of_description": part.type, "title": part.name}
        return {**own, "authority_type": part.type, "heading": part.name}

    def restored_values(self) -> Values:
        """Return what a record is made of. Raises ValueError for one without a type."""
        level = self.level_of_description
        return {
            **super().restored_values(),
            "record_type": RecordType.DESCRIPTION if level else RecordType.AUTHORITY,
            "type": level or AuthorityType(self.authority_type or ""),
            "name": self.title if level else self.heading,
        }


class KeptRelatedAuthority(Shape[RelatedAuthority], frozen=True):
    """An authority that a record names."""

    PART = RelatedAuthority

    authority_type: AuthorityType
    heading: str
    source: str


class KeptChunk(Shape[Chunk], frozen=True):
    """A piece of a record's text."""

    PART = Chunk

    chunk_id: str
    text: str


class KeptHoldings(Shape[Holdings], frozen=True):
    """Access, place and online copies."""

    PART = Holdings

    access_status: str | None = None
    access_note: str | None = None
    use_status: str | None = None
    reference_units: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    online_urls: tuple[str, ...] = ()
    online_count: int = 0


class KeptPassage(Shape[Passage], frozen=True):
    """A record that was found, with the words that were."""

    PART = Passage

    na_id: int
    chunk_id: str
    score: float
    text: str
    path: tuple[KeptPathRecord, ...]
    chunks: tuple[KeptChunk, ...] = ()
    related_authorities: tuple[KeptRelatedAuthority, ...] = ()
    holdings: KeptHoldings = KeptHoldings()
    meaning: float = 0.0


class KeptPlace(Shape[PlaceToLook], frozen=True):
    """A place to look, with the records that speak for it."""

    PART = PlaceToLook

    unit: KeptPassage
    score: float
    evidence: tuple[KeptPassage, ...] = ()


class KeptSentence(Shape[Sentence], frozen=True):
    """A sentence with the quotes that it stands on."""

    PART = Sentence

    text: str
    quotes: tuple[KeptQuote, ...] = ()
    computation: KeptComputation | None = None


class KeptAnswer(Shape[Answer], frozen=True):
    """An answer; without sentences, the refusal."""

    PART = Answer

    confidence: float
    answerer: str
    sentences: tuple[KeptSentence, ...] = ()
    span: KeptQuote | None = None
    why: str = ""


class KeptNamedAuthority(Shape[NamedAuthority], frozen=True):
    """An authority that words of the request may mean."""

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


class KeptListing(Shape[Listing], frozen=True):
    """How far a list goes."""

    PART = Listing

    words: tuple[str, ...]
    with_all_words: int
    is_counted: bool
    is_complete: bool


class KeptResponse(Shape[Response], frozen=True):
    """What a request got. Filters stand under their kept names also in `removed`, `emptiedBy`."""

    PART = Response

    query: str
    asked: str
    request_class: RequestClass = field(name="class")
    passages: tuple[KeptPassage, ...] = ()
    answer: KeptAnswer | None = None
    trace: KeptTrace = KeptTrace()
    filters: KeptFilters = KeptFilters()
    removed: tuple[str, ...] = ()
    names: tuple[tuple[KeptNamedAuthority, ...], ...] = ()
    listing: KeptListing | None = None
    emptied_by: dict[str, int] = {}  # noqa: RUF012  # msgspec gives each its own
    meant: dict[str, str] = {}  # noqa: RUF012
    searched_as: str | None = None
    quoted_texts: dict[str, str] = {}  # noqa: RUF012

    @classmethod
    def kept_values(cls, part: Response) -> Values:
        """Return what a response is made of, its filters under the names of the kept ones."""
        removed = tuple(sorted(FILTER_NAMES[one] for one in part.removed))
        emptied_by = by_kept_name(part.emptied_by)
        return {**super().kept_values(part), "removed": removed, "emptied_by": emptied_by}

    def restored_values(self) -> Values:
        """Return what a response is made of, without filters that there are no more."""
        removed = frozenset(by_field(dict.fromkeys(self.removed)))
        emptied_by = by_field(self.emptied_by)
        return {**super().restored_values(), "removed": removed, "emptied_by": emptied_by}
