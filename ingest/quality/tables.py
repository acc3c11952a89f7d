"""Read the tables of counts in a quality report from the graph."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ingest.quality.finding_types import VALID_PLACEMENTS, YEAR, YEAR_AT_END
from ingest.quality.findings import Cell, Table, TableName
from ingest.report import amount
from narabot.graph import Graph, load_query
from narabot.models import Label, LevelOfDescription, Relation, Row

TYPE_ORDER = tuple(LevelOfDescription)


def read_tables(graph: Graph, limit: int) -> tuple[Table, ...]:
    """Return all tables, in the order of the report."""
    types = read_rows(graph, "types")
    titles = {row["root"]: row["title"] for row in read_rows(graph, "root_titles")}
    return (
        types_table(types),
        online_table(types),
        decades_table(read_rows(graph, "decades", yearAtEnd=YEAR_AT_END, year=YEAR)),
        lengths_table(read_rows(graph, "lengths")),
        limit_rows(roots_table(read_rows(graph, "roots"), titles), limit),
        placements_table(read_rows(graph, "placements")),
        limit_rows(reasons_table(read_rows(graph, "reasons")), limit),
        limit_rows(files_table(read_rows(graph, "files")), limit),
        labels_table([row for one in Label for row in read_rows(graph, "labels", one)]),
        relations_table([row for one in Relation for row in read_rows(graph, "relations", one)]),
    )


def read_rows(
    graph: Graph, name: str, type_: Label | Relation | None = None, **parameters: str
) -> list[Row]:
    """Return the rows of one of the report's queries, optionally for one type."""
    return graph.read(load_query("ingest", f"quality_{name}", type_), **parameters)


def type_words(type_: str | None) -> str:
    """Return a type in words, such as `file unit` for `fileUnit`."""
    return re.sub("([A-Z])", lambda found: f" {found.group().lower()}", type_ or "no type")


def type_order(row: Row) -> tuple[int, str]:
    """Return a sort key for types: the levels from the top, then the authority types."""
    known = row["type"] in TYPE_ORDER
    return (TYPE_ORDER.index(row["type"]) if known else len(TYPE_ORDER), str(row["type"]))


def share(part: int, whole: int) -> float | None:
    """Return a part as a fraction of the whole, or `None` if the whole is zero."""
    return part / whole if whole else None


def count_total(table: Table, column: str, *, only_levels: bool = False) -> int:
    """Return the sum of a column, over all rows or only over descriptions."""
    place = table.columns.index(column)
    levels = {type_words(level) for level in LevelOfDescription}
    return sum(int(row[place] or 0) for row in table.rows if not only_levels or row[0] in levels)


def types_table(rows: Sequence[Row]) -> Table:
    """Return a table of records by type, with the number of records that lack data."""
    return full_table(
        TableName.TYPES,
        "Records by level and type",
        "Only mentioned: records that other lines name but that have not been loaded. Year "
        "inherited: records whose own line states no valid year, but whose ancestor does.",
        ("Type", "Records", "Only mentioned", "Without name", "Without year", "Year inherited"),
        [
            (type_words(row["type"]), row["records"], row["stubs"], row["unnamed"])
            + (dated_cells(row) if row["type"] in TYPE_ORDER else (None, None))
            for row in sorted(rows, key=type_order)
        ],
    )


def dated_cells(row: Row) -> tuple[Cell, Cell]:
    """Return how many records at a level have no year, and how many have an inherited year."""
    return row["undated"], row["inherited"]


def online_table(rows: Sequence[Row]) -> Table:
    """Return a table of descriptions with digital objects, by level."""
    return full_table(
        TableName.ONLINE,
        "Digital objects by level",
        "A description is online if its own line lists a digital object.",
        ("Level", "Descriptions", "Online", "Not online", "Share online"),
        [
            (
                type_words(row["type"]),
                row["records"],
                row["online"],
                row["records"] - row["online"],
                share(row["online"], row["records"]),
            )
            for row in sorted(rows, key=type_order)
            if row["type"] in TYPE_ORDER and row["records"]
        ],
    )


def decades_table(rows: Sequence[Row]) -> Table:
    """Return a table of descriptions by the decade in which they begin."""
    undated = sum(row["records"] for row in rows if row["decade"] is None)
    return full_table(
        TableName.DECADES,
        "Descriptions by decade",
        "Decades are based on the year in which the materials begin. If a description states no "
        "year, narabot uses the year at the end of the title or, if there is none, the year "
        f"inherited from an ancestor: {amount(total(rows, 'titled'), 'record')} by title, "
        f"{total(rows, 'inherited'):,} inherited. Not shown: {amount(undated, 'record')} without "
        "a year.",
        ("Decade", "Descriptions", "By title", "Inherited"),
        [
            (f"{row['decade']}s", row["records"], row["titled"], row["inherited"])
            for row in rows
            if row["decade"] is not None
        ],
    )


def total(rows: Sequence[Row], name: str) -> int:
    """Return the total of a count over the specified rows."""
    return sum(row[name] for row in rows)


LENGTH_CLASSES = {1: "1", 2: "2", 3: "3–5", 6: "6–10", 11: "11–20", 21: "21–50", 51: "51–100"}


def lengths_table(rows: Sequence[Row]) -> Table:
    """Return a table of records by number of chunks."""
    return full_table(
        TableName.LENGTHS,
        "Text chunks per record",
        "narabot searches texts in chunks of about 200 words. More chunks mean more text.",
        ("Chunks", "Records"),
        [(LENGTH_CLASSES.get(row["least"], "over 100"), row["records"]) for row in rows],
    )


def roots_table(rows: Sequence[Row], titles: Mapping[str, str]) -> Table:
    """Return a table of descriptions by record group or collection."""
    return full_table(
        TableName.ROOTS,
        "Descriptions by record group and collection",
        "Largest first.",
        ("Record group or collection", "Title", "Descriptions", "Online", "Share online"),
        [
            (
                row["root"] or "Not stated",
                titles.get(row["root"]),
                row["records"],
                row["online"],
                share(row["online"], row["records"]),
            )
            for row in rows
        ],
    )


def placements_table(rows: Sequence[Row]) -> Table:
    """Return a table of records by pair of parent and child levels."""
    return full_table(
        TableName.PLACEMENTS,
        "Levels of parents and children",
        "Includes records that are only mentioned.",
        ("Parent", "Child", "Records", "Valid"),
        [
            (
                type_words(row["above"]),
                type_words(row["below"]),
                row["records"],
                "yes" if f"{row['above']} > {row['below']}" in VALID_PLACEMENTS else "no",
            )
            for row in rows
        ],
    )


def reasons_table(rows: Sequence[Row]) -> Table:
    """Return a table of rejected lines by reason."""
    return full_table(
        TableName.REASONS,
        "Rejected lines by reason",
        "Ellipses (…) replace numbers and quoted words.",
        ("Reason", "Lines", "First line"),
        [(row["reason"], row["lines"], f"{row['file_name']}:{row['line_num']}") for row in rows],
    )


def files_table(rows: Sequence[Row]) -> Table:
    """Return a table of records by file."""
    return full_table(
        TableName.FILES,
        "Loaded files",
        "The table lists the number of records from each file, under the file's name at the "
        "time of loading.",
        ("File", "Records"),
        [(row["file_name"] or "Not stated", row["records"]) for row in rows],
    )


def labels_table(rows: Sequence[Row]) -> Table:
    """Return a table of nodes by label."""
    return full_table(
        TableName.LABELS,
        "Graph: nodes by label",
        "Each node represents one chunk of a record and can have several labels. narabot uses "
        "graphVersion, shard, rejectedLine, unsettledRecord, and catalogueRelease for "
        "bookkeeping.",
        ("Label", "Nodes"),
        [(row["name"], row["count"]) for row in rows if row["count"]],
    )


def relations_table(rows: Sequence[Row]) -> Table:
    """Return a table of relations by type."""
    return full_table(
        TableName.RELATIONS,
        "Graph: relations by type",
        "The relation Next links the chunks of one record. The relation Includes links a record "
        "to its children.",
        ("Relation", "Relations"),
        [(row["name"], row["count"]) for row in rows if row["count"]],
    )


Rows = Sequence[tuple[Cell, ...]]


def full_table(
    name: TableName, title: str, note: str, columns: tuple[str, ...], rows: Rows
) -> Table:
    """Return a table with all of its rows."""
    return Table(name, title, note, columns, tuple(rows), len(rows))


def limit_rows(table: Table, limit: int) -> Table:
    """Return a table with only its first rows. Its total is unchanged."""
    return replace(table, rows=table.rows[:limit])
