"""The tables of counts in a quality report, read from the graph."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ingest.quality.finding_types import FITTING, YEAR, YEAR_AT_END
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
        cut(roots_table(read_rows(graph, "roots"), titles), limit),
        placements_table(read_rows(graph, "placements")),
        cut(reasons_table(read_rows(graph, "reasons")), limit),
        cut(files_table(read_rows(graph, "files")), limit),
        labels_table([row for one in Label for row in read_rows(graph, "labels", one)]),
        relations_table([row for one in Relation for row in read_rows(graph, "relations", one)]),
    )


def read_rows(
    graph: Graph, name: str, type_: Label | Relation | None = None, **parameters: str
) -> list[Row]:
    """Return the rows of a statement of the report, which may be about one type."""
    return graph.read(load_query("ingest", f"quality_{name}", type_), **parameters)


def type_words(type_: str | None) -> str:
    """Return a type as words: `fileUnit` as `file unit`."""
    return re.sub("([A-Z])", lambda found: f" {found.group().lower()}", type_ or "of no type")


def type_place(row: Row) -> tuple[int, str]:
    """Return what types are ordered by: the levels from the top, then the authorities."""
    known = row["type"] in TYPE_ORDER
    return (TYPE_ORDER.index(row["type"]) if known else len(TYPE_ORDER), str(row["type"]))


def share(part: int, whole: int) -> float | None:
    """Return a part as a share of 1, `None` of nothing."""
    return part / whole if whole else None


def count_total(table: Table, column: str, *, only_levels: bool = False) -> int:
    """Return the sum of a column, or of its rows that are descriptions."""
    place = table.columns.index(column)
    levels = {type_words(level) for level in LevelOfDescription}
    return sum(int(row[place] or 0) for row in table.rows if not only_levels or row[0] in levels)


def types_table(rows: Sequence[Row]) -> Table:
    """Return the records of each type, and what they lack."""
    return whole_table(
        TableName.TYPES,
        "Records by level and type",
        "Only mentioned: records that other lines name, but whose own line has not been read. "
        "Year inherited: the line states no year that can be meant, a record above does.",
        ("Type", "Records", "Only mentioned", "Without name", "Without year", "Year inherited"),
        [
            (type_words(row["type"]), row["records"], row["stubs"], row["unnamed"])
            + (dated_cells(row) if row["type"] in TYPE_ORDER else (None, None))
            for row in sorted(rows, key=type_place)
        ],
    )


def dated_cells(row: Row) -> tuple[Cell, Cell]:
    """Return a level's records without a year, and with that of a record above."""
    return row["undated"], row["inherited"]


def online_table(rows: Sequence[Row]) -> Table:
    """Return how many descriptions of each level have a digital copy."""
    return whole_table(
        TableName.ONLINE,
        "Online copies by level",
        "A description is online when its own line lists a digital object.",
        ("Level", "Descriptions", "Online", "Not online", "Share online"),
        [
            (
                type_words(row["type"]),
                row["records"],
                row["online"],
                row["records"] - row["online"],
                share(row["online"], row["records"]),
            )
            for row in sorted(rows, key=type_place)
            if row["type"] in TYPE_ORDER and row["records"]
        ],
    )


def decades_table(rows: Sequence[Row]) -> Table:
    """Return the descriptions by the decade in which they begin."""
    undated = sum(row["records"] for row in rows if row["decade"] is None)
    return whole_table(
        TableName.DECADES,
        "Descriptions by decade",
        "By the year in which they begin. Those that state none count by the year that ends their "
        "title, and those without this by the year inherited from a record above: "
        f"{amount(total(rows, 'titled'), 'record')} by title, {total(rows, 'inherited'):,} "
        f"inherited. Not shown: {amount(undated, 'record')} without a year.",
        ("Decade", "Descriptions", "By title", "Inherited"),
        [
            (f"{row['decade']}s", row["records"], row["titled"], row["inherited"])
            for row in rows
            if row["decade"] is not None
        ],
    )


def total(rows: Sequence[Row], name: str) -> int:
    """Return the sum of a count."""
    return sum(row[name] for row in rows)


LENGTH_CLASSES = {1: "1", 2: "2", 3: "3–5", 6: "6–10", 11: "11–20", 21: "21–50", 51: "51–100"}


def lengths_table(rows: Sequence[Row]) -> Table:
    """Return the records by the number of their chunks."""
    return whole_table(
        TableName.LENGTHS,
        "Text chunks per record",
        "Texts are searched in chunks of about 200 words: more chunks, more text.",
        ("Chunks", "Records"),
        [(LENGTH_CLASSES.get(row["least"], "over 100"), row["records"]) for row in rows],
    )


def roots_table(rows: Sequence[Row], titles: Mapping[str, str]) -> Table:
    """Return the descriptions by record group or collection."""
    return whole_table(
        TableName.ROOTS,
        "Descriptions by record group and collection",
        "The largest first.",
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
    """Return which level stands directly below which, and whether that fits."""
    return whole_table(
        TableName.PLACEMENTS,
        "Which level stands below which",
        "Directly below, records that are only mentioned included.",
        ("Above", "Below", "Records", "Fits"),
        [
            (
                type_words(row["above"]),
                type_words(row["below"]),
                row["records"],
                "yes" if f"{row['above']} > {row['below']}" in FITTING else "no",
            )
            for row in rows
        ],
    )


def reasons_table(rows: Sequence[Row]) -> Table:
    """Return the rejected lines by reason."""
    return whole_table(
        TableName.REASONS,
        "Rejected lines by reason",
        "Numbers and quoted words of the reasons are left out (…).",
        ("Reason", "Lines", "First at"),
        [(row["reason"], row["lines"], f"{row['file_name']}:{row['line_num']}") for row in rows],
    )


def files_table(rows: Sequence[Row]) -> Table:
    """Return the files that the records came from."""
    return whole_table(
        TableName.FILES,
        "Files that the report is about",
        "With the number of records that each gave; named as they were when they were read.",
        ("File", "Records"),
        [(row["file_name"] or "Not stated", row["records"]) for row in rows],
    )


def labels_table(rows: Sequence[Row]) -> Table:
    """Return the graph's nodes by label."""
    return whole_table(
        TableName.LABELS,
        "Graph: nodes by label",
        "A node of a record is one of its chunks, and can have several labels. graphVersion, "
        "shard, rejectedLine, unsettledRecord and catalogueRelease are narabot's own notes.",
        ("Label", "Nodes"),
        [(row["name"], row["count"]) for row in rows if row["count"]],
    )


def relations_table(rows: Sequence[Row]) -> Table:
    """Return the graph's relations by type."""
    return whole_table(
        TableName.RELATIONS,
        "Graph: relations by type",
        "Next links the chunks of one record; Includes a record with one directly below.",
        ("Relation", "Relations"),
        [(row["name"], row["count"]) for row in rows if row["count"]],
    )


Rows = Sequence[tuple[Cell, ...]]


def whole_table(
    name: TableName, title: str, note: str, columns: tuple[str, ...], rows: Rows
) -> Table:
    """Return a table with all its rows."""
    return Table(name, title, note, columns, tuple(rows), len(rows))


def cut(table: Table, limit: int) -> Table:
    """Return a table with its first rows only; it remembers how many there were."""
    return replace(table, rows=table.rows[:limit])
