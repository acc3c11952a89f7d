"""The shapes of what is answered: those of `narabot ask --json`, under NARA's own names."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from narabot.models import (
    AuthorityType,
    LevelOfDescription,
    RequestClass,
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
    score: float = Field(description="Within one response, more is nearer.")
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


class QueryRunShape(BaseModel):
    """A statement that the database ran."""

    model_config = ConfigDict(extra="forbid")

    name: str
    rows: int
    began_ms: float
    ms: float


class StepShape(BaseModel):
    """Something that was done for a request."""

    model_config = ConfigDict(extra="forbid")

    name: str
    found: int | None
    ms: float


class ScoreShape(Shape):
    """How near a record is: by the strategy, and the cosine of the search by meaning."""

    na_id: int
    score: float = Field(description="By the strategy: by default of both searches, joined.")
    meaning: float = Field(description="The cosine of the search by meaning.")


class TraceShape(BaseModel):
    """What ran, and how long."""

    model_config = ConfigDict(extra="forbid")

    trace_id: str = Field(description="As in the log, and in OpenTelemetry.")
    began: str | None = Field(description="ISO 8601, in UTC.")
    classifier: str
    retrieval: str = Field(description="The name of the strategy.")
    answerer: str
    timings_ms: dict[str, float]
    steps: list[StepShape] = Field(description="In their order, as they tell it themselves.")
    not_looked_at: list[str] = Field(description="A sentence each.")
    queries: list[QueryRunShape]
    scores: list[ScoreShape]
    index: str = Field(description="What the graph was made with.")
    prompt: str | None = Field(description="The first digits of its SHA-256.")
    searched_as: str | None


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
