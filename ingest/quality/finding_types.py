"""The types of findings in a quality report, most important first.

This module does not use the graph.
"""

from dataclasses import dataclass

CATALOG, FILES = "the catalog", "the loaded files"
"""The subject of a finding: NARA's records, or the selection of files that were loaded."""


@dataclass(frozen=True, slots=True)
class FindingType:
    """One type of finding. Its query is `queries/quality_<name>.cypher`."""

    name: str
    title: str
    explanation: str
    """What the query compares, and how to interpret the results."""
    detail: str
    """A template for each record's detail, filled with values from the query's `detail`."""
    about: str = CATALOG
    unit: str = "record"
    units: str = "records"
    is_fault: bool = True
    """Whether the finding counts as a fault, which the summary lists."""

    @property
    def title_in_sentence(self) -> str:
        """The title with a lowercase first letter."""
        return self.title[0].lower() + self.title[1:]

    @property
    def anchor(self) -> str:
        """The name as an HTML anchor."""
        return self.name.replace("_", "-")


REJECTED = FindingType(
    name="rejected",
    title="Rejected lines",
    explanation="These lines could not be loaded as records for the stated reasons. The other "
    "lines of these files were loaded. narabot does not detect renamed or deleted files, so "
    "their lines remain in this list (see docs/ingest.md).",
    detail="{reason}",
    unit="line",
    units="lines",
)

FINDING_TYPES = (
    FindingType(
        name="cyclic",
        title="Records that are their own ancestors",
        explanation="A record's ancestors lead back to the record. Each cycle is listed once, "
        "under its smallest naId. Cycles of more than 13 records are not detected.",
        detail="cycle of {circle}",
        unit="cycle",
        units="cycles",
    ),
    FindingType(
        name="several_parents",
        title="Records with several parents",
        explanation="A description should have only one parent. For these records, the lines in "
        "the loaded files name different parents.",
        detail="parents: {parents}",
    ),
    FindingType(
        name="misplaced",
        title="Records with a parent at the wrong level",
        explanation="Series belong to record groups or collections, file units to series, and "
        "items to file units or series.",
        detail="parent: {above}, naId {naId}",
    ),
    FindingType(
        name="unparented",
        title="Records without a parent",
        explanation="The lines for these series, file units, and items name no ancestors. No "
        "path leads to these records.",
        detail="children: {below:,}",
    ),
    FindingType(
        name="unnamed",
        title="Records without a title or heading",
        explanation="The list shows the beginning of each record's text.",
        detail="{text}",
    ),
    FindingType(
        name="reversed_dates",
        title="End dates before start dates",
        explanation="The comparison uses the logical dates: coverage and inclusive dates, birth "
        "and death, and establishment and abolition.",
        detail="from {starts} to {ends}",
    ),
    FindingType(
        name="unreadable_years",
        title="Impossible years",
        explanation="The year of a description's own date is before 1000 or has five digits. "
        "Such a year is a typing error or a date number from a spreadsheet. Searches by "
        "year do not find these descriptions.",
        detail="start: {starts}, end: {ends}",
    ),
    FindingType(
        name="future_dates",
        title="Dates in the future",
        explanation="The record's own dates end after the year of this report.",
        detail="start: {starts}, end: {ends}",
    ),
    FindingType(
        name="outlying_dates",
        title="Dates outside the parent's dates",
        explanation="The record's own dates begin before the parent's dates or end after them. "
        "Only calendar years are compared. The largest differences come first. Records can "
        "be older than their series, but a difference of many years often results from a "
        "wrong digit in either record.",
        detail="{starts} to {ends}; parent: {above}, naId {naId}, {aboveStarts} to {aboveEnds}",
    ),
    FindingType(
        name="differing_headings",
        title="Headings that differ from the authority record",
        explanation="The heading on the authority's own line differs from headings on lines "
        "that name its naId as a creator, contributor, donor, subject, or related term. The "
        "number of records and one example are in parentheses.",
        detail="named {names}",
    ),
    FindingType(
        name="differing_mentions",
        title="Different names for one naId",
        explanation="These records have not been loaded, and other lines mention them with "
        "different titles or headings. The number of lines is in parentheses. For loaded "
        "records, the report compares only the headings of authorities.",
        detail="{names}",
    ),
    FindingType(
        name="duplicates",
        title="Probable duplicates",
        explanation="These descriptions have the same parent, level, title, and dates (or no "
        "dates), but different naIds. Copies that were filed twice also appear here. Each "
        "group is listed once, under its smallest naId.",
        detail="{copies:,} records {dated}; others: {others}",
        unit="group",
        units="groups",
    ),
    FindingType(
        name="dated_titles",
        title="Descriptions with a date only in the title",
        explanation="Neither the description nor its ancestors state a year, but the title "
        "seems to end in a year. That year could be entered as the date.",
        detail="title ends in “{ending}”",
    ),
    FindingType(
        name="undated",
        title="Descriptions without any date",
        explanation="Neither the description nor its ancestors state a year, and the title does "
        "not end in a year. Searches by year do not find these descriptions.",
        detail="stated date: {stated}",
    ),
    FindingType(
        name="several_files",
        title="Records with lines in several files",
        explanation="narabot uses the more complete line, and the list shows the file and "
        "number of that line. If a file was renamed after loading, both names appear here "
        "until you rebuild the graph (`narabot ingest --rebuild`).",
        detail="also in {files}",
    ),
    FindingType(
        name="unread_parents",
        title="Parent records that were not loaded",
        explanation="The loaded files do not contain these records. The paths to the children "
        "of these records come from the children's lines.",
        detail="loaded children: {below:,}",
        about=FILES,
    ),
    FindingType(
        name="dangling",
        title="References to records that were not loaded",
        explanation="Other lines mention these records, but the loaded files do not contain "
        "them. If you loaded all files, the naId is wrong. An organization's earlier and "
        "later names never have their own lines and are not counted.",
        detail="mentioned by {lines:,} lines; outgoing relations: {out:,}, incoming: {into:,}",
        about=FILES,
    ),
    FindingType(
        name="offline",
        title="Descriptions without digital objects",
        explanation="The lines for these descriptions list no digital objects. Series and "
        "record groups seldom have their own digital objects, so compare the shares at each "
        "level.",
        detail="held at: {held}",
    ),
    FindingType(
        name="longest",
        title="Longest records",
        explanation="These records have the most text chunks, including transcriptions and "
        "machine-read text. Because chunks overlap, the number of characters is slightly "
        "larger than the length of the text.",
        detail="{chunks:,} chunks, {characters:,} characters",
        is_fault=False,
    ),
)
"""The types that have their own query, in report order. In the report, `REJECTED` precedes them."""

VALID_PLACEMENTS = (
    "recordGroup > series",
    "collection > series",
    "series > fileUnit",
    "series > item",
    "fileUnit > item",
)
"""The valid pairs of parent and child levels in NARA's hierarchy."""

YEAR = "(?:1[6-9][0-9]{2}|20[0-2][0-9])"

YEAR_AT_END = (
    rf"(?s).*(?:[^0-9]{YEAR}[\s.?\]\"]*|[(](?:[0-9/ ,.–-]*[^0-9])?{YEAR}[)][\s.]*)"
    r"(?:[(][0-9]+ of [0-9]+[)])?"
)
"""Matches a title that ends in a year.

Examples: `to Rio: 7/9/1964`, `Letters (1941-1943)`, and `5/1/1964 (1 of 2)`. A number after other
words in parentheses does not match: `Telegram (Brasilia 1867)`.
"""
