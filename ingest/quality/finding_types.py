"""What a quality report looks for, what matters most first; knows nothing of the graph."""

from dataclasses import dataclass

CATALOGUE, READ = "the catalogue", "the files read"
"""What a finding is about: NARA's records, or which of their lines narabot was given."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing to look for. `name` is the statement's: `queries/quality_<name>.cypher`."""

    name: str
    title: str
    explanation: str
    """What is compared with what, and what to think of it."""
    detail: str
    """What is said of each record: a template for the statement's `detail`."""
    about: str = CATALOGUE
    unit: str = "record"
    units: str = "records"
    is_fault: bool = True
    """Whether it goes into the summary."""

    @property
    def title_within(self) -> str:
        """The title as it stands within a sentence."""
        return self.title[0].lower() + self.title[1:]

    @property
    def anchor(self) -> str:
        """The name as an address within the report."""
        return self.name.replace("_", "-")


REJECTED = Kind(
    name="rejected",
    title="Lines that are no records",
    explanation="Lines that narabot could not read as catalogue records, with the reason. The rest "
    "of their files was read. Files are named as they were when they were read: the lines of one "
    "that was renamed or deleted since stay here until narabot is told (README).",
    detail="{reason}",
    unit="line",
    units="lines",
)

KINDS = (
    Kind(
        name="cyclic",
        title="Records above themselves",
        explanation="Following a record's ancestors leads back to the record. Each circle is "
        "listed once, under its smallest naId. Circles of more than 13 records are not looked for.",
        detail="a circle of {circle}",
        unit="circle",
        units="circles",
    ),
    Kind(
        name="several_parents",
        title="Records under several others",
        explanation="A description should stand directly under one other. Lines of different "
        "records disagree about what is above these.",
        detail="directly under {parents}",
    ),
    Kind(
        name="misplaced",
        title="Records under a level that does not fit",
        explanation="Expected are series under record groups and collections, file units under "
        "series, and items under file units or series.",
        detail="directly under the {above} of naId {naId}",
    ),
    Kind(
        name="unparented",
        title="Records under nothing",
        explanation="Series, file units and items whose line names no record above them, so that "
        "no path leads to them.",
        detail="records directly below: {below:,}",
    ),
    Kind(
        name="unnamed",
        title="Records without a title or heading",
        explanation="What a reader sees of them begins as shown.",
        detail="{text}",
    ),
    Kind(
        name="reversed_dates",
        title="Dates that end before they begin",
        explanation="Compared are the logical dates of coverage and of creation, of birth and "
        "death, of establishment and abolition.",
        detail="from {starts} to {ends}",
    ),
    Kind(
        name="unreadable_years",
        title="Years that cannot be meant",
        explanation="The year of a description's own date lies before 1000 or has five digits: a "
        "slip of the pen, or a spreadsheet's number for a day. No search by year finds it.",
        detail="begins {starts}, ends {ends}",
    ),
    Kind(
        name="future_dates",
        title="Dates in the future",
        explanation="The record's own dates end after the year of this report.",
        detail="begins {starts}, ends {ends}",
    ),
    Kind(
        name="outlying_dates",
        title="Dates outside those of the record above",
        explanation="The record's own dates begin before, or end after, those of the record "
        "directly above, by calendar years; the farthest first. Records of one series may be "
        "older than the series, but a span of many years is often a wrong digit on either side.",
        detail="{starts} to {ends}; the {above} of naId {naId} has {aboveStarts} to {aboveEnds}",
    ),
    Kind(
        name="differing_headings",
        title="Headings that are not the authority's own",
        explanation="Compared are the heading on the authority's own line and those on lines that "
        "name its naId as creator, contributor, donor, subject or related term. In brackets: on "
        "how many records, and one of them.",
        detail="named {names}",
    ),
    Kind(
        name="differing_mentions",
        title="One naId, several names",
        explanation="Records without a line of their own here, which other lines mention by "
        "different titles or headings. In brackets: how many lines say so. What lines say of a "
        "record that has a line of its own is compared for authorities only.",
        detail="{names}",
    ),
    Kind(
        name="duplicates",
        title="Probable duplicates",
        explanation="Under one record, descriptions of the same level with the same title and the "
        "same dates (or both without), but different naIds. Copies filed twice look like this too. "
        "Each group is listed once, under its smallest naId.",
        detail="{copies:,} records {dated}; the others: {others}",
        unit="group",
        units="groups",
    ),
    Kind(
        name="dated_titles",
        title="Descriptions whose date stands in the title only",
        explanation="Neither the description nor a record above it states a year, but the title "
        "ends in what looks like one, so that the date could be filled in.",
        detail="ends “{ending}”",
    ),
    Kind(
        name="undated",
        title="Descriptions without any date",
        explanation="Neither the description nor a record above it states a year, and none stands "
        "at the end of the title, so no search by year finds it.",
        detail="date stated: {stated}",
    ),
    Kind(
        name="several_files",
        title="Records with lines in several files",
        explanation="The fuller line counts; it stands where the place says. Files are named as "
        "they were when they were read: one that was renamed since has both names here until the "
        "graph is made anew (`narabot ingest --rebuild`).",
        detail="also in {files}",
    ),
    Kind(
        name="unread_parents",
        title="Records above others, without a line of their own",
        explanation="Their lines were not among the files read. The path to the records below is "
        "made of what those lines say of them.",
        detail="records read directly below: {below:,}",
        about=READ,
    ),
    Kind(
        name="dangling",
        title="naIds that lead to no line",
        explanation="Mentioned by other lines, but not among the files read; if all files were "
        "read, the naId leads nowhere. Names inside an organization's record have no line by "
        "nature and are not counted here.",
        detail="mentioned by {lines:,} lines; relations from it: {out:,}, to it: {into:,}",
        about=READ,
    ),
    Kind(
        name="offline",
        title="Descriptions without an online copy",
        explanation="The line lists no digital object. Series and record groups seldom have any "
        "of their own: look at the share by level.",
        detail="held at: {held}",
    ),
    Kind(
        name="longest",
        title="Longest records",
        explanation="By the number of text chunks that the record is searched by, transcriptions "
        "and machine-read text included. Chunks overlap a little, so the characters are a few "
        "more than the text has.",
        detail="{chunks:,} chunks, {characters:,} characters",
        is_fault=False,
    ),
)
"""Those with a statement of their own, in the order of the report; `REJECTED` stands before."""

FITTING = (
    "recordGroup > series",
    "collection > series",
    "series > fileUnit",
    "series > item",
    "fileUnit > item",
)
"""Which level may stand directly below which, in NARA's hierarchy."""

YEAR = "(?:1[6-9][0-9]{2}|20[0-2][0-9])"

YEAR_AT_END = (
    rf"(?s).*(?:[^0-9]{YEAR}[\s.?\]\"]*|[(](?:[0-9/ ,.–-]*[^0-9])?{YEAR}[)][\s.]*)"
    r"(?:[(][0-9]+ of [0-9]+[)])?"
)
"""A title that ends in a year: `to Rio: 7/9/1964`, `Letters (1941-1943)`, `5/1/1964 (1 of 2)`.

Not one that ends in a number within other brackets: `Telegram (Brasilia 1867)`.
"""
