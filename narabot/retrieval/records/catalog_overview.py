"""An overview of the catalog: its size, load date, and example records."""

from dataclasses import dataclass
from datetime import date

from narabot.graph import Graph, load_query

MOST_CANDIDATES = 500
"""Number of records of each type from which examples are chosen."""

SHORTEST_TITLE, LONGEST_TITLE = 20, 70
"""Minimum and maximum length of a title that reads well in a question, in characters."""

MOST_COUNTED = 20_000
"""Maximum number of descriptions to count below a record group or collection."""

MOST_ROOTS = 60
"""Maximum number of record groups and collections to list."""

LONGEST_HEADING = 120
"""Maximum length of an organization's full heading, in characters. A question uses only the last
part of the heading."""

TITLE_LIMITS = {"shortest": SHORTEST_TITLE, "longest": LONGEST_TITLE, "most": MOST_CANDIDATES}
"""Parameters of queries for titles."""

EXAMPLES = 4
"""Number of examples of each type."""


@dataclass(frozen=True, slots=True)
class LoadSummary:
    """A summary of the records that have been loaded."""

    records: int
    """Number of descriptions and authority records in the graph, excluding records that are only
    mentioned."""
    files: int
    on: date | None
    """The date when a file was last loaded, in UTC, or `None` if the graph does not record the
    date."""


@dataclass(frozen=True, slots=True)
class ExampleRecords:
    """Records for example questions: the naId and name of each record, most informative first."""

    series: tuple[tuple[int, str], ...]
    """Series with known creators."""
    items: tuple[tuple[int, str], ...]
    """Items and file units with a date and digital objects."""
    authorities: tuple[tuple[int, str], ...]
    """Persons and organizations."""


@dataclass(frozen=True, slots=True)
class ExampleLinks:
    """Organizations and series for example questions about relations."""

    makers: tuple[tuple[int, str], ...]
    """The naId and heading of organizations that created several series."""
    pairs: tuple[tuple[str, str], ...]
    """Titles of two series created by the same organization."""


@dataclass(frozen=True, slots=True)
class Root:
    """A record group or collection with counts of its descendants."""

    na_id: int
    title: str | None
    record_group_number: int | None
    """The record group number, or `None` for a collection."""
    count: int
    """Number of descriptions below the record at all levels. A value of `MOST_COUNTED` + 1 means
    that there are more than `MOST_COUNTED`."""
    online: int
    """Number of descriptions below the record that have digital objects."""
    first_year: int | None
    """The first year of the record or, if the record is undated, of its descendants."""
    last_year: int | None

    @property
    def is_counted(self) -> bool:
        """Whether the count of descriptions is complete."""
        return self.count <= MOST_COUNTED


def load_summary(graph: Graph) -> LoadSummary:
    """Return a summary of what has been loaded. Raises GraphUnavailableError."""
    [row] = graph.read(load_query("narabot", "loaded"))
    on = date.fromisoformat(row["on"]) if row["on"] else None
    return LoadSummary(row["records"], row["files"], on)


def example_records(graph: Graph) -> ExampleRecords:
    """Return records for example questions. Raises GraphUnavailableError."""
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
    """Return related organizations and series. Raises GraphUnavailableError."""
    makers = graph.read(
        load_query("narabot", "example_makers"), longest=LONGEST_HEADING, most=MOST_CANDIDATES
    )
    pairs = graph.read(load_query("narabot", "example_pairs"), **TITLE_LIMITS)
    return ExampleLinks(
        tuple((row["naId"], row["heading"]) for row in makers[:EXAMPLES]),
        tuple((row["first"], row["second"]) for row in pairs[:EXAMPLES]),
    )


def largest_roots(graph: Graph) -> tuple[Root, ...]:
    """Return the record groups and collections with the most descriptions. Raises
    GraphUnavailableError."""
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
