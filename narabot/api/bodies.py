"""The shapes of what is sent, under NARA's own names."""

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
from narabot.plans.plan_json import LONGEST
from narabot.retrieval import DEFAULT_STRATEGY, STRATEGIES

GREATEST_NA_ID = 2**53 - 1
"""The greatest whole number that every JSON reader keeps."""

MOST_RECORDS = 100
MOST_NA_IDS = 500
LONGEST_QUERY = 50_000
"""Characters; QUESTION_MAX_CHARS says how many are read."""


def without_fraction(value: object) -> object:
    """Return a number of JSON as whole where it is one: to JSON Schema 10.0 is 10."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def digits_alone(value: object) -> object:
    """Return what an address says for a number. Raises ValueError unless it is digits alone."""
    if isinstance(value, bool) or (
        isinstance(value, str) and not (value.isascii() and value.isdecimal())
    ):
        raise ValueError("a whole number is digits alone")
    return value


def known_strategy(name: str) -> str:
    """Return the name of a strategy. Raises ValueError naming those there are."""
    if name not in STRATEGIES:
        raise ValueError(f"there is no such strategy; there are: {', '.join(STRATEGIES)}")
    return name


WHOLE = BeforeValidator(without_fraction)
"""Of a strict whole number, which neither a text nor true is."""

WRITTEN = BeforeValidator(digits_alone)
"""Of a number in an address."""

NaId = Annotated[int, Field(ge=1, le=GREATEST_NA_ID, examples=[143509498]), WRITTEN]
Year = Annotated[int, Field(ge=0, le=9999, strict=True), WHOLE]
RecordGroup = Annotated[int, Field(ge=0, le=99_999, strict=True), WHOLE]
Limit = Annotated[int, Field(ge=1, le=MOST_RECORDS, strict=True), WHOLE]
From = Annotated[
    int,
    Field(ge=0, le=10**9, description="So many are left out before the 20 that are told."),
    WRITTEN,
]
RequestId = StrictStr | Annotated[StrictInt, WHOLE]
Query = Annotated[
    str, Field(max_length=LONGEST_QUERY, json_schema_extra={"minLength": 1, "pattern": r"^\s*\S"})
]
"""An empty one is refused where questions are read, in a sentence."""

PhraseWords = Annotated[str, Field(min_length=1, max_length=200, description="Words of the name.")]
PhraseId = Annotated[str, Field(max_length=16, description="Of a phrase.")]

StrategyName = Annotated[
    str,
    AfterValidator(known_strategy),
    Field(
        description="The way in which the catalogue is searched.",
        json_schema_extra={"enum": list(STRATEGIES)},
    ),
]
PlaceLevel = Literal["series", "fileUnit"]


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

    na_id: Annotated[NaId, Field(strict=True), WHOLE] = Field(alias="naId")
    name: str | None = Field(None, max_length=1000)


class NamedPhraseBody(Body):
    """A name that texts say, by its id."""

    phrase_id: str = Field(alias="phraseId", pattern="^[0-9a-f]{16}$")
    name: str | None = Field(None, max_length=1000)


class ComputedSetBody(Body):
    """Records that a plan gives, as a response with a computed answer tells."""

    plan: str = Field(min_length=2, max_length=LONGEST)
    name: str = Field("", max_length=1000)


class FiltersBody(Body):
    """What records must be; the filters of a response can be sent again."""

    levels: list[LevelOfDescription] = Field(
        [], alias="levelOfDescription", max_length=5, description="Of one of these levels."
    )
    record_type: RecordType | None = Field(
        None, alias="recordType", description="A description, or an authority."
    )
    records_types: list[RecordsType] = Field(
        [],
        alias="generalRecordsTypes",
        max_length=9,
        description="Of one of these general types of records.",
    )
    years: YearsBody | None = Field(None, description="With dates that overlap these years.")
    record_group: RecordGroup | None = Field(
        None,
        alias="recordGroupNumber",
        description="In this record group.",
    )
    collection: str | None = Field(
        None,
        alias="collectionIdentifier",
        min_length=1,
        max_length=100,
        description="In this collection of donated materials.",
    )
    ancestor: NamedRecordBody | None = Field(
        None, description="Below this description: a record group, collection, series, file unit."
    )
    creator: NamedRecordBody | None = Field(
        None, description="Made, contributed or given by this authority."
    )
    subject: NamedRecordBody | None = Field(None, description="About this authority.")
    authority: NamedRecordBody | None = Field(None, description="By or about this authority.")
    naming: NamedPhraseBody | None = Field(None, description="Whose texts say this name.")
    is_online: bool | None = Field(
        None, alias="isOnline", strict=True, description="With a digital copy, or without one."
    )
    access: list[AccessStatus] = Field(
        [],
        alias="accessRestriction",
        max_length=5,
        description="With one of these restrictions of access.",
    )
    computed: ComputedSetBody | None = Field(
        None, description="Among the records behind a computed answer."
    )

    def filters(self) -> Filters:
        """Return them as the product has them."""
        return Filters(**{field: filter_value(getattr(self, field)) for field in FILTERS})

    def choice(self) -> FilterChoice:
        """Return them as what a reader chose, beside what the words of a request say."""
        return FilterChoice(self.filters())


def filter_value(sent: object) -> Any:
    """Return the value of a filter; a record's name is the graph's to say."""
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
    """A question, or an order for records."""

    query: Query = Field(examples=["Show me photographs of the Civil War"])
    filters: FiltersBody = FiltersBody()
    strategy: StrategyName = DEFAULT_STRATEGY
    id: RequestId | None = Field(None, description="Comes back with the response.")


class SearchBody(Body):
    """What is searched for, by meaning and by words."""

    query: Query = Field(examples=["letters about harbors"])
    filters: FiltersBody = FiltersBody()
    limit: Limit = 10
    strategy: StrategyName = DEFAULT_STRATEGY


class WhereBody(Body):
    """What is looked for."""

    query: Query = Field(examples=["lighthouse keepers in Maine"])
    limit: Limit = 10
    level: PlaceLevel | None = Field(None, description="Without it, places of both levels.")


def level_of_places(level: PlaceLevel | None) -> LevelOfDescription | None:
    """Return the level of the places that are looked for, `None` for both."""
    return LevelOfDescription(level) if level else None
