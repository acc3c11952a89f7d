"""Pydantic models for a complete record, as JSON for programs."""

from typing import Self

from pydantic import Field

from narabot.dates import plain_span
from narabot.models import (
    CATALOG_URL,
    AuthorityType,
    FullRecord,
    InheritedLine,
    OnlineCopy,
    OtherName,
    RecordsPage,
    Restriction,
    Role,
    catalog_page,
    web_url,
)
from narabot.presentation.record_json import Named, Shape, name_fields


class Line(Shape):
    """A labeled line of a record's text, in NARA's words."""

    label: str
    text: str
    is_machine_read: bool


class InheritedLineShape(Line):
    """A line inherited from an ancestor."""

    stated_by: Named

    @classmethod
    def of(cls, inherited: InheritedLine) -> Self:
        """Return a line, with the ancestor that it comes from."""
        line = Line.model_validate(inherited.line)
        return cls(**line.model_dump(), stated_by=Named.of(inherited.stated_by))


class WithdrawalShape(Shape):
    """The release that no longer contains a record."""

    release: str
    date: str = Field(description="Date on which narabot detected the withdrawal.")


class RestrictionShape(Shape):
    """An access or use status."""

    status: str
    stated_by: Named

    @classmethod
    def of(cls, restriction: Restriction) -> Self:
        return cls(status=restriction.status, stated_by=Named.of(restriction.stated_by))


class OnlineCopyShape(Shape):
    """A digital object."""

    url: str | None = Field(description="Null if the record states no web address.")
    type: str
    description: str

    @classmethod
    def of(cls, copy: OnlineCopy) -> Self:
        return cls(url=web_url(copy.url), type=copy.type, description=copy.description)


class RoleShape(Shape):
    """An authority and its role in a record."""

    relation: str
    kind: str | None
    authority: Named
    stated_by: Named

    @classmethod
    def of(cls, role: Role) -> Self:
        return cls(
            relation=role.relation,
            kind=role.kind,
            authority=Named.of(role.authority),
            stated_by=Named.of(role.stated_by),
        )


class Listed(Shape):
    """One page of a list of records."""

    total: int
    skipped: int
    records: list[Named]

    @classmethod
    def of(cls, page: RecordsPage) -> Self:
        records = [Named.of(one) for one in page.records]
        return cls(total=page.total, skipped=page.skipped, records=records)


class RecordResponse(Named):
    """All information about a record."""

    dates: str | None
    is_stub: bool = Field(
        description="Whether only references to the record, and not its own line, are loaded."
    )
    withdrawn: WithdrawalShape | None = Field(
        description="The withdrawal, if NARA has withdrawn the record."
    )
    path: list[Named]
    lines: list[Line]
    inherited: list[InheritedLineShape]
    access: RestrictionShape | None
    use: RestrictionShape | None
    online: list[OnlineCopyShape]
    authorities: list[RoleShape]
    children: Listed
    descriptions: Listed = Field(description="Descriptions by or about an authority.")
    other_names: list[Named]

    @classmethod
    def of_record(cls, full: FullRecord) -> Self:
        """Return all information about a record. The path begins at the root."""
        record = full.record
        return cls(
            **name_fields(record),
            source=catalog_page(record.source),
            dates=plain_span(record.start_date or None, record.end_date or None),
            is_stub=full.is_stub,
            withdrawn=full.withdrawal and WithdrawalShape.model_validate(full.withdrawal),
            path=[Named.of(step) for step in full.path[:0:-1]],
            lines=[Line.model_validate(line) for line in full.lines],
            inherited=[InheritedLineShape.of(one) for one in full.inherited],
            access=RestrictionShape.of(full.access) if full.access else None,
            use=RestrictionShape.of(full.use) if full.use else None,
            online=[OnlineCopyShape.of(one) for one in full.online],
            authorities=[RoleShape.of(one) for one in full.roles],
            children=Listed.of(full.children),
            descriptions=Listed.of(full.descriptions),
            other_names=[other_name(one) for one in full.other_names],
        )


def other_name(other: OtherName) -> Named:
    """Return an earlier or later name of an organization."""
    return Named(
        na_id=other.na_id,
        heading=other.heading,
        authority_type=AuthorityType.ORGANIZATION,
        source=catalog_page(f"{CATALOG_URL}{other.na_id}"),
    )
