"""Pydantic models for a response, as JSON for the command line, the API, MCP, and files."""

from collections.abc import Sequence
from typing import Any, Self

from pydantic import Field

from narabot.models import (
    AuthorityType,
    Filters,
    Listing,
    NamedAuthority,
    Passage,
    PlaceToLook,
    RequestClass,
    Response,
    catalog_page,
)
from narabot.presentation.filters import filters_json
from narabot.presentation.pipeline_trace_json import PipelineTraceShape
from narabot.presentation.record_json import FoundRecord, Json, Place, Shape
from narabot.presentation.trace_json import TraceShape


class QuoteShape(Shape):
    """A quotation from a record, from `start` to `end` in a stored chunk."""

    na_id: int
    chunk_id: str
    start: int
    end: int
    quote: str


class ComputedSetShape(Shape):
    """A set of records that a plan computes. The `computed` filter accepts such a set."""

    plan: str
    name: str


class BehindShape(Shape):
    """The records that a computed number counts, with that number."""

    records: ComputedSetShape
    count: int


class AmountShape(Shape):
    """A facet value and its amount."""

    value: str
    amount: int


class StepShape(Shape):
    """A step on the path from a record to the ancestor that several records share."""

    na_id: int
    name: str


class ComputationShape(Shape):
    """The computation that supports a sentence.

    The plan yields the same result until the records change.
    """

    plan: str = Field(description="The plan as JSON.")
    said: str = Field(description="The plan in words.")
    digest: str = Field(description="SHA-256 of the result.")
    behind: list[BehindShape]
    others: list[BehindShape] = Field(
        description="Record sets for an alternative interpretation of the request."
    )
    facet: str
    amounts: list[AmountShape]
    paths: list[list[StepShape]]


class SentenceShape(Shape):
    """A sentence of an answer, with the quotations or the computation that support it."""

    text: str
    quotes: list[QuoteShape]
    computation: ComputationShape | None


class NamedAuthorityShape(Shape):
    """An authority that a name in the request may refer to."""

    words: str
    na_id: int
    heading: str
    authority_type: AuthorityType
    source: str | None
    records_by: int
    records_about: int

    @classmethod
    def of(cls, authority: NamedAuthority) -> Self:
        return cls(
            words=authority.matched,
            na_id=authority.na_id,
            heading=authority.heading,
            authority_type=authority.authority_type,
            source=catalog_page(authority.source),
            records_by=authority.records_by,
            records_about=authority.records_about,
        )


class ListingShape(Shape):
    """How complete a list is. Records that contain all the words come first in the list."""

    words: list[str]
    with_all_words: int
    counted: bool
    complete: bool

    @classmethod
    def of(cls, listing: Listing) -> Self:
        return cls(
            words=list(listing.words),
            with_all_words=listing.with_all_words,
            counted=listing.is_counted,
            complete=listing.is_complete,
        )


class AskResponse(Shape):
    """The response to a request, as `narabot ask --json` prints it."""

    id: str | int | None
    query: str
    request_class: RequestClass = Field(alias="class")
    answer: str | None
    refused: bool
    why: str = Field(
        description="For a refusal, the text that was not found. For a request for numbers, a "
        "note that narabot searched but did not compute an answer. Otherwise empty."
    )
    confidence: float
    sentences: list[SentenceShape]
    span: QuoteShape | None = Field(description="The answer span, if it is known.")
    records: list[FoundRecord]
    filters: Json
    names: list[list[NamedAuthorityShape]]
    listing: ListingShape | None
    did_you_mean: dict[str, str] = Field(
        description="Similar words from the records, keyed by the words that no record contains."
    )
    trace: TraceShape
    pipeline_trace: PipelineTraceShape = Field(
        alias="pipeline_trace",
        description="A shorter trace that uses agentic-graph-rag's field names.",
    )

    @classmethod
    def of(cls, response: Response, request_id: str | int | None = None) -> Self:
        """Return a response in the JSON format.

        `records` has one entry for each naId, with the best record first, even if the answer is a
        refusal.
        """
        answer = response.answer
        return cls(
            id=request_id,
            query=response.query,
            request_class=response.request_class,
            answer=answer.text if answer else None,
            refused=answer.is_refused if answer else False,
            why=answer.why if answer else "",
            confidence=round(answer.confidence, 4) if answer else float(bool(response.records)),
            sentences=[SentenceShape.model_validate(one) for one in answer.sentences]
            if answer
            else [],
            span=QuoteShape.model_validate(answer.span) if answer and answer.span else None,
            records=[FoundRecord.of(passage) for passage in response.records],
            filters=filters_json(response.filters),
            names=[[NamedAuthorityShape.of(one) for one in alike] for alike in response.names],
            listing=ListingShape.of(response.listing) if response.listing else None,
            did_you_mean=dict(response.meant),
            trace=TraceShape.of(response),
            pipeline_trace=PipelineTraceShape.of(response),
        )


class AskError(Shape):
    """An `AskResponse` for a request that failed. `error` contains the reason."""

    id: Any = None
    query: str | None = None
    request_class: None = Field(None, alias="class")
    answer: None = None
    refused: bool = False
    why: str = ""
    confidence: float = 0.0
    sentences: tuple[()] = ()
    span: None = None
    records: tuple[()] = ()
    filters: Json = Field(default_factory=dict)
    names: tuple[()] = ()
    listing: None = None
    did_you_mean: dict[str, str] = Field(default_factory=dict)
    trace: None = None
    pipeline_trace: None = Field(None, alias="pipeline_trace")
    error: str

    def to_json(self) -> Json:
        """Return JSON with all fields."""
        return self.model_dump(mode="json", by_alias=True)


class SearchResponse(Shape):
    """Found records, best first."""

    query: str
    searched_as: str
    filters: Json
    records: list[FoundRecord]

    @classmethod
    def of(
        cls, query: str, searched_as: str, filters: Filters, passages: Sequence[Passage]
    ) -> Self:
        """Return the results of a search."""
        return cls(
            query=query,
            searched_as=searched_as,
            filters=filters_json(filters),
            records=[FoundRecord.of(one) for one in passages],
        )


class WhereResponse(Shape):
    """Places to look, the most likely first."""

    query: str
    places: list[Place]

    @classmethod
    def of(cls, query: str, places: Sequence[PlaceToLook]) -> Self:
        """Return the places to look."""
        return cls(query=query, places=[Place.of_place(one) for one in places])
