"""The base class of all shapes, and the stored forms of filters and quotes under NARA's names."""

from collections.abc import Iterator, Mapping, Set
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from msgspec import Struct

from narabot.models import (
    AccessStatus,
    ComputedSet,
    Filters,
    LevelOfDescription,
    NamedPhrase,
    NamedRecord,
    Quote,
    RecordsType,
    RecordType,
    Years,
)

Part = TypeVar("Part")
Values = dict[str, Any]
"""Values keyed by field name."""


class Shape(Struct, Generic[Part], frozen=True, rename="camel", omit_defaults=True):
    """The stored form of a data model class. Default values are omitted from the JSON."""

    PART: ClassVar[type]
    """The data model class."""
    FIELDS: ClassVar[Mapping[str, str]] = {}
    """Maps the names of the shape's fields to the names in the data model where they differ."""
    OWN: ClassVar[Set[str]] = frozenset()
    """Fields that the data model lacks. `stored_values` and `model_values` handle them."""

    def __init_subclass__(cls) -> None:
        """Register the shape for its data model class."""
        SHAPES[cls.PART] = cls

    @classmethod
    def of(cls, part: Part) -> Self:
        """Return the stored form of a data model object."""
        return cls(**{name: to_stored(value) for name, value in cls.stored_values(part).items()})

    def restore(self) -> Part:
        """Return the data model object. Raises ValueError for invalid values."""
        values = {name: from_stored(value) for name, value in self.model_values().items()}
        return cast(Part, self.PART(**values))

    @classmethod
    def stored_values(cls, part: Part) -> Values:
        """Return the values of the shape's fields, keyed by their names in the shape."""
        return {name: getattr(part, field) for name, field in cls.shared_fields()}

    def model_values(self) -> Values:
        """Return the values of the data model's fields, keyed by their names in the data model."""
        return {field: getattr(self, name) for name, field in self.shared_fields()}

    @classmethod
    def shared_fields(cls) -> Iterator[tuple[str, str]]:
        """Yield, for each field of both classes, the name in the shape and the name in the data
        model."""
        for name in cls.__struct_fields__:
            if name not in cls.OWN:
                yield name, cls.FIELDS.get(name, name)


SHAPES: dict[type, type[Shape[Any]]] = {}
"""The shape of each data model class."""


def to_stored(value: Any) -> Any:
    """Return the stored form of a value, including its nested parts."""
    if isinstance(value, tuple):
        return tuple(to_stored(one) for one in value)
    shape = SHAPES.get(type(value))
    return shape.of(value) if shape else value


def from_stored(value: Any) -> Any:
    """Return the data model's value for a stored value, including its nested parts."""
    if isinstance(value, tuple):
        return tuple(from_stored(one) for one in value)
    return value.restore() if isinstance(value, Shape) else value


class StoredYears(Shape[Years], frozen=True):
    """A range of years that includes the first and the last year."""

    PART = Years

    first: int | None = None
    last: int | None = None


class StoredNamedRecord(Shape[NamedRecord], frozen=True):
    """A record that a filter names."""

    PART = NamedRecord

    na_id: int
    name: str = ""
    other_na_ids: tuple[int, ...] = ()


class StoredNamedPhrase(Shape[NamedPhrase], frozen=True):
    """A phrase. The records that mention the phrase are looked up again, not stored."""

    PART = NamedPhrase

    phrase_id: str
    name: str = ""


class StoredComputedSet(Shape[ComputedSet], frozen=True):
    """The records that a plan defines. The set is computed again, not stored."""

    PART = ComputedSet

    plan: str
    name: str = ""


class StoredFilters(Shape[Filters], frozen=True):
    """Conditions that records must meet."""

    PART = Filters
    FIELDS: ClassVar = {
        "level_of_description": "levels",
        "general_records_types": "records_types",
        "record_group_number": "record_group",
        "collection_identifier": "collection",
        "access_restriction": "access",
    }

    level_of_description: tuple[LevelOfDescription, ...] = ()
    record_type: RecordType | None = None
    general_records_types: tuple[RecordsType, ...] = ()
    years: StoredYears | None = None
    record_group_number: int | None = None
    collection_identifier: str | None = None
    ancestor: StoredNamedRecord | None = None
    creator: StoredNamedRecord | None = None
    subject: StoredNamedRecord | None = None
    authority: StoredNamedRecord | None = None
    naming: StoredNamedPhrase | None = None
    is_online: bool | None = None
    access_restriction: tuple[AccessStatus, ...] = ()
    computed: StoredComputedSet | None = None


class StoredQuote(Shape[Quote], frozen=True):
    """A quotation from a stored chunk."""

    PART = Quote

    na_id: int
    chunk_id: str
    start: int
    end: int
    quote: str


FILTER_NAMES = {
    StoredFilters.FIELDS.get(field, field): name
    for field, name in zip(
        StoredFilters.__struct_fields__, StoredFilters.__struct_encode_fields__, strict=True
    )
}
"""The stored name of each filter, keyed by field."""

FILTER_FIELDS = {name: field for field, name in FILTER_NAMES.items()}


Value = TypeVar("Value")


def by_stored_name(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return values with the filters' stored names as keys instead of their field names."""
    return {FILTER_NAMES[field]: one for field, one in values.items()}


def by_field(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return values with the filters' fields as keys. Filters that no longer exist are dropped."""
    return {FILTER_FIELDS[name]: one for name, one in values.items() if name in FILTER_FIELDS}
