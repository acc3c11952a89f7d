"""The overview of a record: for the page, as Markdown to take away, as JSON. Pure."""

from collections.abc import Callable, Sequence
from typing import Self

from pydantic import Field

from narabot.models import Amount, Computation
from narabot.plans.overview_text import overview_lines
from narabot.plans.overviews import Profile, RecordOverview, Share
from narabot.plans.phrasing import Telling
from narabot.presentation.markdown import LINE_END, escape, escape_in_file
from narabot.presentation.record_json import Shape
from narabot.presentation.response_json import ComputedSetShape, QuoteShape
from narabot.presentation.strings import later, say, spoken

COMPUTED_FROM = later("Computed from all records loaded here that are kept in it or made by it.")


def overview_text(overview: RecordOverview, escaped: Callable[[str], str] = escape) -> str:
    """Return an overview as Markdown: its sentences, what is quoted of the scope note first.

    `escaped` makes what others wrote plain: `escape` for the page, `escape_in_file` for a file.
    """
    told = Telling(spoken(), 0, {}, "")
    lines = overview_lines(overview.name, overview.whole, told)
    quotes = [f"> {escaped(one.quote)}" for one in overview.scope]
    said = LINE_END.join(bold_label(line, escaped) for line in lines)
    return "\n\n".join([*quotes, said])


def bold_label(line: str, escaped: Callable[[str], str]) -> str:
    """Return a line with what stands before its first colon in bold."""
    label, colon, rest = line.partition(": ")
    return f"**{escaped(label)}:** {escaped(rest)}" if colon else escaped(line)


def overview_markdown(overview: RecordOverview) -> str:
    """Return an overview as a file of Markdown."""
    head = f"# Overview of {escape_in_file(overview.name)}"
    made = f"NAID {overview.na_id}. {COMPUTED_FROM}"
    return "\n\n".join([head, made, overview_text(overview, escape_in_file)]) + "\n"


def decades(overview: RecordOverview) -> Computation:
    """Return the records by decade, as bars show them."""
    amounts = tuple(Amount(decade_said(one.value), one.count) for one in overview.whole.decades)
    return Computation("", "", "", facet=say("decade"), amounts=amounts)


def decade_said(decade: str) -> str:
    """Return a decade as the page says it: `1940s`."""
    return say("{decade}s", decade=decade.removesuffix("s"))


class ShareShape(Shape):
    """A value and how many records have it."""

    value: str
    count: int


class LargeShape(Shape):
    """A folder, and how many documents it states."""

    na_id: int
    title: str
    documents: int


class GapsShape(Shape):
    """How many records lack something."""

    undated: int
    offline: int = Field(description="Without an online copy.")
    restricted: int = Field(description="With a restriction of access of their own.")
    undescribed: int = Field(description="Without a scope and content note.")


class OverviewResponse(Shape):
    """What is kept in a record, or was made by it, as a whole."""

    na_id: int
    name: str
    count: int
    first: str | None = Field(description="The first day, as ISO.")
    last: str | None
    levels: list[ShareShape]
    decades: list[ShareShape] = Field(description="All, in the order of time.")
    years: list[ShareShape]
    types: list[ShareShape]
    kinds: list[ShareShape] = Field(description="Of documents.")
    creators: list[ShareShape]
    senders: list[ShareShape]
    recipients: list[ShareShape]
    subjects: list[ShareShape]
    names: list[ShareShape] = Field(description="In titles, those that say most first.")
    terms: list[ShareShape] = Field(description="Words of titles, those that say most first.")
    boxes: list[str]
    largest: list[LargeShape]
    gaps: GapsShape
    scope: list[QuoteShape] = Field(description="The first sentences of its own scope note.")
    records: ComputedSetShape = Field(description="All of them; a filter lists them.")

    @classmethod
    def of(cls, overview: RecordOverview) -> Self:
        """Return an overview."""
        whole = overview.whole
        return cls(
            na_id=overview.na_id,
            name=overview.name,
            count=whole.count,
            first=whole.first,
            last=whole.last,
            **{name: shared(getattr(whole, name)) for name in SHARES},
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
"""The parts of an overview that are values with their counts."""


def shared(shares: Sequence[Share]) -> list[ShareShape]:
    """Return values with their counts."""
    return [ShareShape(value=one.value, count=one.count) for one in shares]


def gaps(whole: Profile) -> GapsShape:
    """Return how many records lack something."""
    return GapsShape(
        undated=whole.undated,
        offline=whole.offline,
        restricted=whole.restricted,
        undescribed=whole.undescribed,
    )
