"""The shapes of one record read whole."""

from pydantic import Field

from narabot.api.shapes import Named, Shape


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

    url: str | None = Field(description="Null where a record states none of the web.")
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


class WithdrawalShape(Shape):
    """That a release of the catalogue had a record no more."""

    release: str
    date: str = Field(description="On which that was found.")


class RecordResponse(Named):
    """All that is known of a record."""

    dates: str | None
    is_stub: bool = Field(description="Only mentioned by others; its own line was not loaded.")
    withdrawn: WithdrawalShape | None = Field(description="If the catalogue has it no more.")
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
