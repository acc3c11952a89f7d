"""Records as JSON for programs, under NARA's names: found ones, and places to look. Pure.

The same shapes for the command line, the API with its specification, MCP and exports.
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
    """What is answered, under NARA's names; a field that is not promised is an error of ours."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        from_attributes=True,
        extra="forbid",
    )

    def to_json(self) -> Json:
        """Return it as JSON has it, with the fields that were given alone."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class Numbered(Shape):
    """A record: a description has title and level, an authority heading and type."""

    na_id: int
    title: str | None = None
    level_of_description: LevelOfDescription | None = None
    heading: str | None = None
    authority_type: AuthorityType | None = None


def naming(record: PathRecord) -> Json:
    """Return the fields of a record's number, name and type."""
    if isinstance(record.type, LevelOfDescription):
        return {
            "na_id": record.na_id,
            "title": record.name,
            "level_of_description": record.type,
        }
    return {"na_id": record.na_id, "heading": record.name, "authority_type": record.type}


class Named(Numbered):
    """A record: a description has title and level, an authority heading and type."""

    source: str | None = Field(None, description="Its page in NARA's catalogue.")

    @classmethod
    def of(cls, record: PathRecord) -> "Named":
        """Return a record; `source` is null for an example record, which has no page."""
        return Named(**naming(record), source=catalog_page(record.source))


class RelatedAuthorityShape(Shape):
    """An authority that a record names."""

    heading: str
    authority_type: AuthorityType
    source: str | None

    @classmethod
    def of(cls, authority: RelatedAuthority) -> Self:
        """Return an authority."""
        return cls(
            heading=authority.heading,
            authority_type=authority.authority_type,
            source=catalog_page(authority.source),
        )


class FoundRecord(Numbered):
    """A record that was found, with the way down to it."""

    dates: str | None
    source: str | None = Field(None, description="Its page in NARA's catalogue.")
    score: float = Field(description="Within one response, more is nearer.")
    path: list[Named] = Field(description="From the root down to the parent.")
    related_authorities: list[RelatedAuthorityShape] = Field(alias="related_authorities")

    @classmethod
    def of(cls, passage: Passage) -> "FoundRecord":
        """Return a record that was found."""
        return FoundRecord(**found(passage, passage.score))


def found(passage: Passage, score: float) -> Json:
    """Return the fields of a record that was found."""
    record = passage.record
    return naming(record) | {
        "dates": plain_span(record.start_date, record.end_date),
        "source": catalog_page(record.source),
        "score": round(score, 6),
        "path": [Named.of(above) for above in reversed(passage.path[1:])],
        "related_authorities": [
            RelatedAuthorityShape.of(one) for one in passage.related_authorities
        ],
    }


class Place(FoundRecord):
    """A file unit or series in which to look."""

    containers: list[str]
    reference_units: list[str]
    access_restriction: str | None
    online_copies: int
    evidence: list[Named]

    @classmethod
    def of_place(cls, place: PlaceToLook) -> Self:
        """Return a place with the records that speak for it, and where it is kept."""
        held = place.unit.holdings
        return cls(
            **found(place.unit, place.score),
            containers=list(held.containers),
            reference_units=list(held.reference_units),
            access_restriction=held.access_status,
            online_copies=held.online_count,
            evidence=[Named.of(one.record) for one in place.evidence],
        )
