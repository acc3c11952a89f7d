"""Pydantic models for found records and places to look. The JSON has NARA's field names.

The command line, the API and its specification, MCP, and exports share these models.
"""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from narabot.dates import plain_span
from narabot.models import (
    AuthorityType,
    LevelOfDescription,
    Passage,
    PathRecord,
    PlaceToLook,
    RelatedAuthority,
    catalog_page,
)

Json = dict[str, Any]


class Shape(BaseModel):
    """Part of a response, with NARA's field names. Undeclared fields are rejected."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        from_attributes=True,
        extra="forbid",
    )

    def to_json(self) -> Json:
        """Return JSON with only the fields that were set."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class Numbered(Shape):
    """A record.

    A description has a title and a level. An authority record has a heading and a type.
    """

    na_id: int
    title: str | None = None
    level_of_description: LevelOfDescription | None = None
    heading: str | None = None
    authority_type: AuthorityType | None = None


def name_fields(record: PathRecord) -> Json:
    """Return the fields for a record's number, name, and type."""
    if isinstance(record.type, LevelOfDescription):
        return {
            "na_id": record.na_id,
            "title": record.name,
            "level_of_description": record.type,
        }
    return {"na_id": record.na_id, "heading": record.name, "authority_type": record.type}


class Named(Numbered):
    """A record, with the address of its page in NARA's catalog."""

    source: str | None = Field(None, description="Page in NARA's catalog.")

    @classmethod
    def of(cls, record: PathRecord) -> "Named":
        """Return a record's fields. `source` is null for an example record, which has no page."""
        return Named(**name_fields(record), source=catalog_page(record.source))


class RelatedAuthorityShape(Shape):
    """An authority record that a record names."""

    heading: str
    authority_type: AuthorityType
    source: str | None

    @classmethod
    def of(cls, authority: RelatedAuthority) -> Self:
        return cls(
            heading=authority.heading,
            authority_type=authority.authority_type,
            source=catalog_page(authority.source),
        )


class FoundRecord(Numbered):
    """A found record with its path."""

    dates: str | None
    source: str | None = Field(None, description="Page in NARA's catalog.")
    score: float = Field(
        description="Higher is more relevant. Scores are comparable only within one response."
    )
    path: list[Named] = Field(description="Ancestors from the root to the parent.")
    related_authorities: list[RelatedAuthorityShape] = Field(alias="related_authorities")

    @classmethod
    def of(cls, passage: Passage) -> "FoundRecord":
        return FoundRecord(**found_fields(passage, passage.score))


def found_fields(passage: Passage, score: float) -> Json:
    """Return the fields of a found record."""
    record = passage.record
    return name_fields(record) | {
        "dates": plain_span(record.start_date, record.end_date),
        "source": catalog_page(record.source),
        "score": round(score, 6),
        "path": [Named.of(above) for above in reversed(passage.path[1:])],
        "related_authorities": [
            RelatedAuthorityShape.of(one) for one in passage.related_authorities
        ],
    }


class Place(FoundRecord):
    """A file unit or series where the reader should look."""

    containers: list[str]
    reference_units: list[str]
    access_restriction: str | None
    online_copies: int
    evidence: list[Named]

    @classmethod
    def of_place(cls, place: PlaceToLook) -> Self:
        """Return a place to look, with its location and the records that support the suggestion."""
        holdings = place.unit.holdings
        return cls(
            **found_fields(place.unit, place.score),
            containers=list(holdings.containers),
            reference_units=list(holdings.reference_units),
            access_restriction=holdings.access_status,
            online_copies=holdings.online_count,
            evidence=[Named.of(one.record) for one in place.evidence],
        )
