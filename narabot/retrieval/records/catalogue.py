"""What is in the catalogue as a whole: how much was loaded, when, and records to begin with."""

from dataclasses import dataclass
from datetime import date

from narabot.graph import Graph, load_query

LOOKED_AT = 500
"""Records of a kind among which examples are looked for."""

SHORTEST_TITLE, LONGEST_TITLE = 20, 70
"""Characters of a title that reads well in a question."""

EXAMPLES = 4
"""Of each kind."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What ingest has read."""

    records: int
    """Lines that became records; one that stands in two files counts twice."""
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


def loaded(graph: Graph) -> Loaded:
    """Return what was loaded. Raises GraphUnavailableError."""
    [row] = graph.read(load_query("narabot", "loaded"))
    on = date.fromisoformat(row["on"]) if row["on"] else None
    return Loaded(row["records"], row["files"], on)


def example_records(graph: Graph) -> ExampleRecords:
    """Return records for questions to begin with. Raises GraphUnavailableError."""
    titles = {"shortest": SHORTEST_TITLE, "longest": LONGEST_TITLE, "most": LOOKED_AT}
    series = graph.read(load_query("narabot", "example_series"), **titles)
    items = graph.read(load_query("narabot", "example_items"), **titles)
    authorities = graph.read(
        load_query("narabot", "example_authorities"), longest=LONGEST_TITLE, most=LOOKED_AT
    )
    return ExampleRecords(
        tuple((row["naId"], row["title"]) for row in series[:EXAMPLES]),
        tuple((row["naId"], row["title"]) for row in items[:EXAMPLES]),
        tuple((row["naId"], row["heading"]) for row in authorities[:EXAMPLES]),
    )
