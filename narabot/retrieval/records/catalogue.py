"""What is in the catalogue as a whole: how much was loaded, when, and records to begin with."""

from dataclasses import dataclass
from datetime import date

from narabot.graph import Graph, load_query

MOST_CANDIDATES = 500
"""Records of a kind among which examples are looked for."""

SHORTEST_TITLE, LONGEST_TITLE = 20, 70
"""Characters of a title that reads well in a question."""

MOST_COUNTED = 20_000
"""Descriptions below a record group or collection that are counted."""

MOST_ROOTS = 60
"""Record groups and collections that are told of."""

LONGEST_HEADING = 120
"""Characters of the whole heading of an organization, of which a question has the last part."""

TITLE_LIMITS = {"shortest": SHORTEST_TITLE, "longest": LONGEST_TITLE, "most": MOST_CANDIDATES}
"""What statements for titles take."""

EXAMPLES = 4
"""Of each kind."""


@dataclass(frozen=True, slots=True)
class LoadSummary:
    """What ingest has read."""

    records: int
    """Descriptions and authority records that are there now; none that are only mentioned."""
    files: int
    on: date | None
    """When a file was last read, in UTC; `None` where the graph does not say."""


@dataclass(frozen=True, slots=True)
class ExampleRecords:
    """Records for questions to begin with: naId and name of each, the most telling first."""

    series: tuple[tuple[int, str], ...]
    """Of known creators."""
    items: tuple[tuple[int, str], ...]
    """Items and file units, dated, online."""
    authorities: tuple[tuple[int, str], ...]
    """Persons and organizations."""


@dataclass(frozen=True, slots=True)
class ExampleLinks:
    """Organizations and series for questions about what they have to do with each other."""

    makers: tuple[tuple[int, str], ...]
    """naId and heading of organizations that have created several series."""
    pairs: tuple[tuple[str, str], ...]
    """Titles of two series by one organization."""


@dataclass(frozen=True, slots=True)
class Root:
    """A record group or collection with what is below it."""

    na_id: int
    title: str | None
    record_group_number: int | None
    """`None` of a collection."""
    count: int
    """Descriptions below it on all levels; one more than `MOST_OF_A_ROOT` stands for any number
    above it."""
    online: int
    """Of these, those with digital copies."""
    first_year: int | None
    """Its own, or of what is below it."""
    last_year: int | None

    @property
    def is_counted(self) -> bool:
        """Whether all of its descriptions are counted."""
        return self.count <= MOST_COUNTED


def load_summary(graph: Graph) -> LoadSummary:
    """Return what was loaded. Raises GraphUnavailableError."""
    [row] = graph.read(load_query("narabot", "loaded"))
    on = date.fromisoformat(row["on"]) if row["on"] else None
    return LoadSummary(row["records"], row["files"], on)


def example_records(graph: Graph) -> ExampleRecords:
    """Return records for questions to begin with. Raises GraphUnavailableError."""
    series = graph.read(load_query("narabot", "example_series"), **TITLE_LIMITS)
    items = graph.read(load_query("narabot", "example_items"), **TITLE_LIMITS)
    authorities = graph.read(
        load_query("narabot", "example_authorities"), longest=LONGEST_TITLE, most=MOST_CANDIDATES
    )
    return ExampleRecords(
        tuple((row["naId"], row["title"]) for row in series[:EXAMPLES]),
        tuple((row["naId"], row["title"]) for row in items[:EXAMPLES]),
        tuple((row["naId"], row["heading"]) for row in authorities[:EXAMPLES]),
    )


def example_links(graph: Graph) -> ExampleLinks:
    """Return organizations and series that belong together. Raises GraphUnavailableError."""
    makers = graph.read(
        load_query("narabot", "example_makers"), longest=LONGEST_HEADING, most=MOST_CANDIDATES
    )
    pairs = graph.read(load_query("narabot", "example_pairs"), **TITLE_LIMITS)
    return ExampleLinks(
        tuple((row["naId"], row["heading"]) for row in makers[:EXAMPLES]),
        tuple((row["first"], row["second"]) for row in pairs[:EXAMPLES]),
    )


def largest_roots(graph: Graph) -> tuple[Root, ...]:
    """Return the record groups and collections that hold most. Raises GraphUnavailableError."""
    rows = graph.read(
        load_query("narabot", "largest_roots"), most=MOST_COUNTED + 1, roots=MOST_ROOTS
    )
    return tuple(
        Root(
            na_id=row["naId"],
            title=row["title"],
            record_group_number=row["recordGroupNumber"],
            count=row["count"],
            online=row["online"],
            first_year=row["first"],
            last_year=row["last"],
        )
        for row in rows
    )
