"""The shapes of what is sent and answered: that of `narabot ask --json`, under NARA's own names."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from narabot.models import (
    AccessStatus,
    AuthorityType,
    Filters,
    LevelOfDescription,
    NamedRecord,
    RecordsType,
    RecordType,
    RequestClass,
    Years,
)

GREATEST_NA_ID = 2**53 - 1
"""The greatest whole number that every JSON reader keeps."""

MOST_RECORDS = 100
MOST_NA_IDS = 500
LONGEST_QUERY = 50_000
"""Characters; QUESTION_MAX_CHARS says how many are read."""

NaId = Annotated[int, Field(ge=1, le=GREATEST_NA_ID, examples=[143509498])]
Year = Annotated[int, Field(ge=0, le=9999)]


class Body(BaseModel):
    """What a client sends; a field that is not known is an error."""

    model_config = ConfigDict(extra="forbid", validate_by_name=True, validate_by_alias=True)


class YearsBody(Body):
    """Years, both inclusive; null is an open end."""

    first: Year | None = None
    last: Year | None = None

    @model_validator(mode="after")
    def in_order(self) -> "YearsBody":
        """Refuse years that say nothing, or end before they begin."""
        if self.first is None and self.last is None:
            raise ValueError("give the first year, the last, or both")
        if self.first is not None and self.last is not None and self.first > self.last:
            raise ValueError("the first year is after the last")
        return self


class NamedRecordBody(Body):
    """A record, by its naId."""

    na_id: NaId = Field(alias="naId")
    name: str | None = Field(None, max_length=1000)


class FiltersBody(Body):
    """What records must be; the filters of a response can be sent again."""

    levels: list[LevelOfDescription] = Field([], alias="levelOfDescription", max_length=5)
    record_type: RecordType | None = Field(None, alias="recordType")
    records_types: list[RecordsType] = Field([], alias="generalRecordsTypes", max_length=9)
    years: YearsBody | None = None
    record_group: int | None = Field(None, alias="recordGroupNumber", ge=0, le=99_999)
    collection: str | None = Field(None, alias="collectionIdentifier", min_length=1, max_length=100)
    ancestor: NamedRecordBody | None = None
    creator: NamedRecordBody | None = None
    subject: NamedRecordBody | None = None
    authority: NamedRecordBody | None = None
    is_online: bool | None = Field(None, alias="isOnline")
    access: list[AccessStatus] = Field([], alias="accessRestriction", max_length=5)

    def filters(self) -> Filters:
        """Return them as the product has them."""
        return Filters(
            levels=tuple(self.levels),
            record_type=self.record_type,
            records_types=tuple(self.records_types),
            years=Years(self.years.first, self.years.last) if self.years else None,
            record_group=self.record_group,
            collection=self.collection,
            ancestor=named(self.ancestor),
            creator=named(self.creator),
            subject=named(self.subject),
            authority=named(self.authority),
            is_online=self.is_online,
            access=tuple(self.access),
        )


def named(body: NamedRecordBody | None) -> NamedRecord | None:
    """Return a record for a filter; its name is the graph's to say."""
    return None if body is None else NamedRecord(body.na_id)


class AskBody(Body):
    """A question, or an order for records."""

    query: str = Field(max_length=LONGEST_QUERY, examples=["Show me photographs of the Civil War"])
    filters: FiltersBody = FiltersBody()
    id: str | int | None = Field(None, description="Comes back with the response.")


class SearchBody(Body):
    """What is searched for, by meaning and by words."""

    query: str = Field(max_length=LONGEST_QUERY, examples=["letters about harbors"])
    filters: FiltersBody = FiltersBody()
    limit: int = Field(10, ge=1, le=MOST_RECORDS)


class WhereBody(Body):
    """What is looked for."""

    query: str = Field(max_length=LONGEST_QUERY, examples=["lighthouse keepers in Maine"])
    limit: int = Field(10, ge=1, le=MOST_RECORDS)
    level: LevelOfDescription | None = Field(
        None, description="`series` or `fileUnit`; else places of both levels."
    )


class Shape(BaseModel):
    """What is answered, under NARA's names; a field that is not promised is an error of ours."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")


class Named(Shape):
    """A record: a description has title and level, an authority heading and type."""

    na_id: int
    title: str | None = None
    level_of_description: LevelOfDescription | None = None
    heading: str | None = None
    authority_type: AuthorityType | None = None
    source: str | None = Field(None, description="Its page in NARA's catalogue.")


class RelatedAuthorityShape(Shape):
    """An authority that a record names."""

    heading: str
    authority_type: AuthorityType
    source: str | None


class FoundRecord(Named):
    """A record that was found, with the way down to it."""

    dates: str | None
    score: float
    path: list[Named] = Field(description="From the root down to the parent.")
    related_authorities: list[RelatedAuthorityShape] = Field(alias="related_authorities")


class QuoteShape(Shape):
    """Words of a record, as they stand in a stored chunk from `start` to `end`."""

    na_id: int
    chunk_id: str
    start: int
    end: int
    quote: str


class SentenceShape(Shape):
    """A sentence of an answer with the quotes on which it stands."""

    text: str
    quotes: list[QuoteShape]


class NamedAuthorityShape(Shape):
    """An authority that a name in the request may mean."""

    words: str
    na_id: int
    heading: str
    authority_type: AuthorityType
    source: str | None
    records_by: int
    records_about: int


class ListingShape(Shape):
    """How far a list goes; the records with all of the words come first."""

    words: list[str]
    with_all_words: int
    counted: bool
    complete: bool


class TraceShape(Shape):
    """What ran, and how long."""

    classifier: str
    retrieval: str
    answerer: str
    timings_ms: dict[str, float] = Field(alias="timings_ms")
    searched_as: str | None = Field(alias="searched_as")


class AskResponse(Shape):
    """What a request gets, as `narabot ask --json` prints it."""

    id: str | int | None
    query: str
    request_class: RequestClass = Field(alias="class")
    answer: str | None
    refused: bool
    confidence: float
    sentences: list[SentenceShape]
    records: list[FoundRecord]
    filters: dict[str, Any]
    names: list[list[NamedAuthorityShape]]
    listing: ListingShape | None
    trace: TraceShape


class SearchResponse(Shape):
    """Records that were found, best first."""

    query: str
    searched_as: str
    filters: dict[str, Any]
    records: list[FoundRecord]


class Place(FoundRecord):
    """A file unit or series in which to look."""

    containers: list[str]
    reference_units: list[str]
    access_restriction: str | None
    online_copies: int
    evidence: list[Named]


class WhereResponse(Shape):
    """The places to look, the likeliest first."""

    query: str
    places: list[Place]


class Line(Shape):
    """A labelled line of a record's text, in NARA's words."""

    label: str
    text: str
    is_machine_read: bool


class InheritedLineShape(Line):
    """A line that a record above states."""

    stated_by: Named


class RestrictionShape(Shape):
    """Whether materials may be seen, or used."""

    status: str
    stated_by: Named


class OnlineCopyShape(Shape):
    """A digital copy."""

    url: str
    type: str
    description: str


class RoleShape(Shape):
    """An authority, and what it is to a record."""

    relation: str
    kind: str | None
    authority: Named
    stated_by: Named


class Listed(Shape):
    """Some of many records."""

    total: int
    skipped: int
    records: list[Named]


class RecordResponse(Named):
    """All that is known of a record."""

    dates: str | None
    is_stub: bool = Field(description="Only mentioned by others; its own line was not loaded.")
    path: list[Named]
    lines: list[Line]
    inherited: list[InheritedLineShape]
    access: RestrictionShape | None
    use: RestrictionShape | None
    online: list[OnlineCopyShape]
    authorities: list[RoleShape]
    children: Listed
    descriptions: Listed = Field(description="By or about an authority.")
    other_names: list[Named]


class CitationShape(Shape):
    """A record cited."""

    na_id: int
    nara: str = Field(description="In the form of NARA's General Information Leaflet 17.")
    chicago: str


class CiteResponse(Shape):
    """Citations, in the order in which they were asked for."""

    citations: list[CitationShape]


class Health(Shape):
    """Whether the service is there, and ready."""

    status: str


class Problem(Shape):
    """Problem details (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
