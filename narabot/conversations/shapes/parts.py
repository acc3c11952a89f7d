"""What all shapes are made of; filters and quotes as they are kept, under NARA's names."""

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
"""Values by the names of fields."""


class Shape(Struct, Generic[Part], frozen=True, rename="camel", omit_defaults=True):
    """A part of what is kept; what has its default is left out of the JSON."""

    PART: ClassVar[type]
    """What is kept, of the data model."""
    FIELDS: ClassVar[Mapping[str, str]] = {}
    """The name of a field here, and in the data model, where they differ."""
    OWN: ClassVar[Set[str]] = frozenset()
    """Fields that the data model has not: `kept_values` and `restored_values` see to them."""

    def __init_subclass__(cls) -> None:
        """Note of which part of the data model this is the shape."""
        SHAPES[cls.PART] = cls

    @classmethod
    def of(cls, part: Part) -> Self:
        """Return a part of the data model as it is kept."""
        return cls(**{name: kept(value) for name, value in cls.kept_values(part).items()})

    def restored(self) -> Part:
        """Return the part of the data model. Raises ValueError for what it does not allow."""
        values = {name: restored(value) for name, value in self.restored_values().items()}
        return cast(Part, self.PART(**values))

    @classmethod
    def kept_values(cls, part: Part) -> Values:
        """Return what the fields of the shape are made of, by their names here."""
        return {name: getattr(part, field) for name, field in cls.shared_fields()}

    def restored_values(self) -> Values:
        """Return what the part of the data model is made of, by its names there."""
        return {field: getattr(self, name) for name, field in self.shared_fields()}

    @classmethod
    def shared_fields(cls) -> Iterator[tuple[str, str]]:
        """Yield the names here and there of the fields that both have."""
        for name in cls.__struct_fields__:
            if name not in cls.OWN:
                yield name, cls.FIELDS.get(name, name)


SHAPES: dict[type, type[Shape[Any]]] = {}
"""The shape of each part of the data model."""


def kept(value: Any) -> Any:
    """Return a value of the data model as it is kept, its parts in their shapes."""
    if isinstance(value, tuple):
        return tuple(kept(one) for one in value)
    shape = SHAPES.get(type(value))
    return shape.of(value) if shape else value


def restored(value: Any) -> Any:
    """Return a kept value as the data model has it."""
    if isinstance(value, tuple):
        return tuple(restored(one) for one in value)
    return value.restored() if isinstance(value, Shape) else value


class KeptYears(Shape[Years], frozen=True):
    """Years, both inclusive."""

    PART = Years

    first: int | None = None
    last: int | None = None


class KeptNamedRecord(Shape[NamedRecord], frozen=True):
    """A record that a filter names."""

    PART = NamedRecord

    na_id: int
    name: str = ""
    other_na_ids: tuple[int, ...] = ()


class KeptNamedPhrase(Shape[NamedPhrase], frozen=True):
    """A name that texts say; which records name it is looked up anew."""

    PART = NamedPhrase

    phrase_id: str
    name: str = ""


class KeptComputedSet(Shape[ComputedSet], frozen=True):
    """Records that a plan gives; which they are is computed anew."""

    PART = ComputedSet

    plan: str
    name: str = ""


class KeptFilters(Shape[Filters], frozen=True):
    """What records must be."""

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
    years: KeptYears | None = None
    record_group_number: int | None = None
    collection_identifier: str | None = None
    ancestor: KeptNamedRecord | None = None
    creator: KeptNamedRecord | None = None
    subject: KeptNamedRecord | None = None
    authority: KeptNamedRecord | None = None
    naming: KeptNamedPhrase | None = None
    is_online: bool | None = None
    access_restriction: tuple[AccessStatus, ...] = ()
    computed: KeptComputedSet | None = None


class KeptQuote(Shape[Quote], frozen=True):
    """Words of a stored chunk."""

    PART = Quote

    na_id: int
    chunk_id: str
    start: int
    end: int
    quote: str


FILTER_NAMES = {
    KeptFilters.FIELDS.get(field, field): name
    for field, name in zip(
        KeptFilters.__struct_fields__, KeptFilters.__struct_encode_fields__, strict=True
    )
}
"""The field of each filter, and the name under which it is kept."""

FILTER_FIELDS = {name: field for field, name in FILTER_NAMES.items()}


Value = TypeVar("Value")


def by_kept_name(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return what is said of filters by their kept names instead of their fields."""
    return {FILTER_NAMES[field]: one for field, one in values.items()}


def by_field(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return what is said of filters by their fields, without filters that there are no more."""
    return {FILTER_FIELDS[name]: one for name, one in values.items() if name in FILTER_FIELDS}
