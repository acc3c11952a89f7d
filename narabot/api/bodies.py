"""Request bodies, with NARA's field names."""

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictInt,
    StrictStr,
    model_validator,
)

from narabot.errors import StrategyError
from narabot.models import (
    AccessStatus,
    ComputedSet,
    FilterChoice,
    Filters,
    LevelOfDescription,
    NamedPhrase,
    NamedRecord,
    RecordsType,
    RecordType,
    Years,
)
from narabot.models.filters import FILTERS
from narabot.plans.plan_json import MAX_PLAN_LENGTH
from narabot.retrieval import DEFAULT_STRATEGY, STRATEGIES, find_strategy

MAX_NA_ID = 2**53 - 1
"""Largest integer that every JSON parser preserves."""

MAX_RECORDS = 100
MAX_NA_IDS = 500
MAX_QUERY_CHARS = 50_000
"""Maximum length of a query text, in characters. QUESTION_MAX_CHARS is a separate limit for
questions."""


def without_fraction(value: object) -> object:
    """Return a whole-number float as an integer, because 10.0 is an integer in JSON Schema."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def digits_alone(value: object) -> object:
    """Return a URL value unchanged. Raise ValueError unless the value consists of digits."""
    if isinstance(value, bool) or (
        isinstance(value, str) and not (value.isascii() and value.isdecimal())
    ):
        raise ValueError("a whole number must contain only digits")
    return value


def known_strategy(name: str) -> str:
    """Return the current name of a strategy. Raise ValueError if the strategy is unknown."""
    try:
        return find_strategy(name).name
    except StrategyError as error:
        raise ValueError(f"unknown strategy; valid strategies: {', '.join(STRATEGIES)}") from error


INTEGER = BeforeValidator(without_fraction)
"""Validator for a strict integer, which rejects text and Booleans."""

DIGITS = BeforeValidator(digits_alone)
"""Validator for a number in a URL."""

NaId = Annotated[int, Field(ge=1, le=MAX_NA_ID, examples=[143509498]), DIGITS]
Year = Annotated[int, Field(ge=0, le=9999, strict=True), INTEGER]
RecordGroup = Annotated[int, Field(ge=0, le=99_999, strict=True), INTEGER]
Limit = Annotated[int, Field(ge=1, le=MAX_RECORDS, strict=True), INTEGER]
Offset = Annotated[
    int,
    Field(
        ge=0,
        le=10**9,
        description="Number of entries to skip. The response contains up to 20 entries.",
    ),
    DIGITS,
]
RequestId = StrictStr | Annotated[StrictInt, INTEGER]
Query = Annotated[
    str, Field(max_length=MAX_QUERY_CHARS, json_schema_extra={"minLength": 1, "pattern": r"^\s*\S"})
]
"""A query text. Blank queries reach the request parser, which returns a clear error."""

PhraseWords = Annotated[
    str, Field(min_length=1, max_length=200, description="Words in the phrase's name.")
]
PhraseId = Annotated[str, Field(max_length=16, description="ID of the phrase.")]

StrategyName = Annotated[
    str,
    AfterValidator(known_strategy),
    Field(
        description="The search strategy.",
        json_schema_extra={"enum": list(STRATEGIES)},
    ),
]
PlaceLevel = Literal["series", "fileUnit"]


class Body(BaseModel):
    """A request body. Unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", validate_by_name=True, validate_by_alias=True)


class YearsBody(Body):
    """A range of years that includes the first and the last year. Null leaves an end open."""

    first: Year | None = None
    last: Year | None = None

    @model_validator(mode="after")
    def in_order(self) -> "YearsBody":
        """Reject a range that is empty or that ends before it begins."""
        if self.first is None and self.last is None:
            raise ValueError("specify the first year, the last year, or both")
        if self.first is not None and self.last is not None and self.first > self.last:
            raise ValueError("the first year is after the last year")
        return self


class NamedRecordBody(Body):
    """A record, identified by its naId."""

    na_id: Annotated[NaId, Field(strict=True), INTEGER] = Field(alias="naId")
    name: str | None = Field(None, max_length=1000)


class NamedPhraseBody(Body):
    """A phrase, identified by its ID."""

    phrase_id: str = Field(alias="phraseId", pattern="^[0-9a-f]{16}$")
    name: str | None = Field(None, max_length=1000)


class ComputedSetBody(Body):
    """A set of records that a plan computes. A computed answer includes such a plan."""

    plan: str = Field(min_length=2, max_length=MAX_PLAN_LENGTH)
    name: str = Field("", max_length=1000)


class FiltersBody(Body):
    """Conditions that records must meet. A client can send back the filters of a response."""

    levels: list[LevelOfDescription] = Field(
        [],
        alias="levelOfDescription",
        max_length=5,
        description="The description is at one of these levels.",
    )
    record_type: RecordType | None = Field(
        None,
        alias="recordType",
        description="Whether the record is a description or an authority record.",
    )
    records_types: list[RecordsType] = Field(
        [],
        alias="generalRecordsTypes",
        max_length=9,
        description="The record belongs to one of these general records types.",
    )
    years: YearsBody | None = Field(None, description="The record's dates overlap these years.")
    record_group: RecordGroup | None = Field(
        None,
        alias="recordGroupNumber",
        description="The record is in this record group.",
    )
    collection: str | None = Field(
        None,
        alias="collectionIdentifier",
        min_length=1,
        max_length=100,
        description="The record is in this collection of donated materials.",
    )
    ancestor: NamedRecordBody | None = Field(
        None,
        description=(
            "The record is a descendant of this record group, collection, series, or file unit."
        ),
    )
    creator: NamedRecordBody | None = Field(
        None, description="This authority created, contributed, or donated the record."
    )
    subject: NamedRecordBody | None = Field(None, description="The record is about this authority.")
    authority: NamedRecordBody | None = Field(
        None, description="The record is by or about this authority."
    )
    naming: NamedPhraseBody | None = Field(
        None, description="The record's text mentions this phrase."
    )
    is_online: bool | None = Field(
        None,
        alias="isOnline",
        strict=True,
        description="Whether the record has digital objects online.",
    )
    access: list[AccessStatus] = Field(
        [],
        alias="accessRestriction",
        max_length=5,
        description="The record has one of these access restrictions.",
    )
    computed: ComputedSetBody | None = Field(
        None, description="The record is in this computed set."
    )

    def filters(self) -> Filters:
        """Return the body as filters."""
        return Filters(**{field: filter_value(getattr(self, field)) for field in FILTERS})

    def choice(self) -> FilterChoice:
        """Return the filters as a reader's choice, which supplements filters in the request."""
        return FilterChoice(self.filters())


def filter_value(sent: object) -> Any:
    """Return the value of a filter. The graph, not the client, supplies a record's name."""
    match sent:
        case NamedRecordBody(na_id=na_id):
            return NamedRecord(na_id)
        case NamedPhraseBody(phrase_id=phrase_id):
            return NamedPhrase(phrase_id)
        case ComputedSetBody(plan=plan, name=name):
            return ComputedSet(plan, name)
        case YearsBody(first=first, last=last):
            return Years(first, last)
        case list(values):
            return tuple(values)
        case _:
            return sent


class AskBody(Body):
    """A question or a list request."""

    query: Query = Field(examples=["Show me photographs of the Civil War"])
    filters: FiltersBody = FiltersBody()
    strategy: StrategyName = DEFAULT_STRATEGY
    id: RequestId | None = Field(None, description="Returned unchanged with the response.")


class SearchBody(Body):
    """A hybrid search: vector search and full-text search combined."""

    query: Query = Field(examples=["letters about harbors"])
    filters: FiltersBody = FiltersBody()
    limit: Limit = 10
    strategy: StrategyName = DEFAULT_STRATEGY


class WhereBody(Body):
    """A request for places to look."""

    query: Query = Field(examples=["lighthouse keepers in Maine"])
    limit: Limit = 10
    level: PlaceLevel | None = Field(
        None, description="Level of the places to return. The default is both levels."
    )


def level_of_places(level: PlaceLevel | None) -> LevelOfDescription | None:
    """Return the level of description to search, or `None` for both levels."""
    return LevelOfDescription(level) if level else None
