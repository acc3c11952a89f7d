"""Render the overview of a record for the page, as a Markdown file, and as JSON."""

from collections.abc import Callable, Sequence
from typing import Self

from pydantic import Field

from narabot.models import Amount, Computation
from narabot.plans.overview_text import overview_lines
from narabot.plans.overviews import Profile, RecordOverview, ValueCount
from narabot.plans.phrasing import Phrasing
from narabot.presentation.markdown import LINE_END, escape, escape_in_file
from narabot.presentation.record_json import Shape
from narabot.presentation.response_json import ComputedSetShape, QuoteShape
from narabot.presentation.strings import later, page_language, say

SOURCE_NOTE = later(
    "Computed from all loaded records that are part of this record or were created by this "
    "person or organization."
)


def overview_text(overview: RecordOverview, escaped: Callable[[str], str] = escape) -> str:
    """Return an overview as Markdown, with quotations from the scope note first.

    `escaped` is the function that escapes text from records: `escape` for the page, or
    `escape_in_file` for a file.
    """
    phrasing = Phrasing(page_language(), 0, {}, "")
    lines = overview_lines(overview.name, overview.profile, phrasing)
    quotes = [f"> {escaped(one.quote)}" for one in overview.scope]
    text = LINE_END.join(bold_label(line, escaped) for line in lines)
    return "\n\n".join([*quotes, text])


def bold_label(line: str, escaped: Callable[[str], str]) -> str:
    """Return a line with the text before its first colon in bold."""
    label, colon, rest = line.partition(": ")
    return f"**{escaped(label)}:** {escaped(rest)}" if colon else escaped(line)


def overview_markdown(overview: RecordOverview) -> str:
    """Return an overview as a Markdown file."""
    head = f"# Overview of {escape_in_file(overview.name)}"
    made = f"NAID {overview.na_id}. {SOURCE_NOTE}"
    return "\n\n".join([head, made, overview_text(overview, escape_in_file)]) + "\n"


def decade_computation(overview: RecordOverview) -> Computation:
    """Return the number of records per decade as a computation, for a bar chart."""
    amounts = tuple(Amount(decade_label(one.value), one.count) for one in overview.profile.decades)
    return Computation("", "", "", facet=say("decade"), amounts=amounts)


def decade_label(decade: str) -> str:
    """Return the label of a decade, such as `1940s`."""
    return say("{decade}s", decade=decade.removesuffix("s"))


class ShareShape(Shape):
    """A value and the number of records that have it."""

    value: str
    count: int


class LargeShape(Shape):
    """A file unit and the number of documents that its description states."""

    na_id: int
    title: str
    documents: int


class GapsShape(Shape):
    """Numbers of undated, offline, restricted, and undescribed records."""

    undated: int
    offline: int = Field(description="Number of records without a digital object.")
    restricted: int = Field(description="Number of records with their own access restriction.")
    undescribed: int = Field(description="Number of records without a scope and content note.")


class OverviewResponse(Shape):
    """A summary of all records that are part of a record or were created by it."""

    na_id: int
    name: str
    count: int
    first: str | None = Field(description="First date, in ISO 8601 format.")
    last: str | None
    levels: list[ShareShape]
    decades: list[ShareShape] = Field(description="All decades in chronological order.")
    years: list[ShareShape]
    types: list[ShareShape]
    kinds: list[ShareShape] = Field(description="Kinds of documents.")
    creators: list[ShareShape]
    senders: list[ShareShape]
    recipients: list[ShareShape]
    subjects: list[ShareShape]
    names: list[ShareShape] = Field(description="Names in titles, the most characteristic first.")
    terms: list[ShareShape] = Field(description="Words in titles, the most characteristic first.")
    boxes: list[str]
    largest: list[LargeShape]
    gaps: GapsShape
    scope: list[QuoteShape] = Field(
        description="First sentences of the record's scope and content note."
    )
    records: ComputedSetShape = Field(
        description="All records that the overview covers, as a set for the `computed` filter."
    )

    @classmethod
    def of(cls, overview: RecordOverview) -> Self:
        whole = overview.profile
        return cls(
            na_id=overview.na_id,
            name=overview.name,
            count=whole.count,
            first=whole.first,
            last=whole.last,
            **{name: share_shapes(getattr(whole, name)) for name in SHARES},
            boxes=list(whole.boxes),
            largest=[
                LargeShape(na_id=one.na_id, title=one.title, documents=one.document_count or 0)
                for one in whole.largest
            ],
            gaps=gaps(whole),
            scope=[QuoteShape.model_validate(one) for one in overview.scope],
            records=ComputedSetShape.model_validate(overview.records),
        )


SHARES = (
    "levels",
    "decades",
    "years",
    "types",
    "kinds",
    "creators",
    "senders",
    "recipients",
    "subjects",
    "names",
    "terms",
)
"""Fields of an overview that contain values with counts."""


def share_shapes(shares: Sequence[ValueCount]) -> list[ShareShape]:
    return [ShareShape(value=one.value, count=one.count) for one in shares]


def gaps(whole: Profile) -> GapsShape:
    return GapsShape(
        undated=whole.undated,
        offline=whole.offline,
        restricted=whole.restricted,
        undescribed=whole.undescribed,
    )
