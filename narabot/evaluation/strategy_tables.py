"""The table of strategies as text for a terminal, and as Markdown for a document; pure."""

from collections.abc import Iterator, Sequence

from narabot.evaluation.resampling import RESAMPLES
from narabot.evaluation.strategy_table import Cell, StrategyTable, TableRow
from narabot.evaluation.tables import NOTE, aligned, between

SMALL_P = 0.05
MACRO = "mean of collections"
HOW = (
    "NAME only looks; NAME+plan computes first what can be computed, as the product does by "
    "default. Folders and multi-hop questions are asked for records alone; without an answer "
    "nothing escalates, so the modes of the router look for these as hybrid does. Changes are "
    f"against the first strategy; p: two-sided paired randomisation test, {RESAMPLES:,} draws, "
    "fixed seed."
)


def strategies_text(table: StrategyTable) -> str:
    """Return the table for a terminal: the main measures, then all of them one a line."""
    head = ("strategy", "", *table.collections, MACRO, "s median", "s 95 %", "calls")
    rows = [(name, "", *short_cells(table, name)) for name in table.strategies]
    return "\n".join(
        [
            *aligned([head, *rows]),
            "",
            *aligned([DETAIL_HEAD, *detail_rows(table)]),
            "",
            *notes(table),
        ]
    )


def strategies_markdown(table: StrategyTable) -> str:
    """Return the table in Markdown: the main measures with intervals, then all of them."""
    names = [f"{name}: {main_name(table, name)}" for name in table.collections]
    head = ("strategy", *names, MACRO, "s median", "s 95 %", "calls")
    rows = [(f"`{name}`", *full_cells(table, name)) for name in table.strategies]
    return "\n".join(
        [
            *markdown([head, *rows]),
            "",
            *markdown([DETAIL_HEAD, *detail_rows(table)]),
            "",
            "\n\n".join(notes(table)),
        ]
    )


def main_rows(table: StrategyTable) -> dict[str, TableRow]:
    """Return the row of each collection's main measure."""
    return {row.collection: row for row in table.rows if row.is_main}


def main_name(table: StrategyTable, collection: str) -> str:
    """Return the name of a collection's main measure, with the number of tests."""
    row = main_rows(table).get(collection)
    if row is None:
        return "not asked"
    return f"{row.measure} (n {max(cell.count for cell in row.cells.values())})"


def main_cells(table: StrategyTable, strategy: str) -> list[Cell | None]:
    """Return the main measures of a strategy, the mean of them last."""
    rows = main_rows(table)
    found = [rows[name].cells.get(strategy) if name in rows else None for name in table.collections]
    return [*found, table.macro.get(strategy)]


def short_cells(table: StrategyTable, strategy: str) -> Iterator[str]:
    """Yield the cells of a strategy without intervals."""
    yield from (told(cell) if cell else "–" for cell in main_cells(table, strategy))
    yield from cost_cells(table, strategy)


def full_cells(table: StrategyTable, strategy: str) -> Iterator[str]:
    """Yield the cells of a strategy with intervals."""
    for cell in main_cells(table, strategy):
        yield f"{told(cell)} [{cell.low:.3f}, {cell.high:.3f}]" if cell else "–"
    yield from cost_cells(table, strategy)


def told(cell: Cell) -> str:
    """Return a value with its change, marked where chance alone seldom gives as much."""
    if cell.change is None:
        return f"{cell.value:.3f}"
    mark = "*" if cell.change.p < SMALL_P else ""
    return f"{cell.value:.3f} ({cell.change.change.value:+.3f}{mark})"


def cost_cells(table: StrategyTable, strategy: str) -> Iterator[str]:
    """Yield the seconds and calls of a request."""
    for row in table.costs:
        cell = row.cells.get(strategy)
        yield f"{cell.value:.2f}" if cell else "–"


DETAIL_HEAD = (
    "collection",
    "measure",
    "strategy",
    "n",
    "value",
    "95 % interval",
    "change",
    "95 % interval",
    "p",
)


def detail_rows(table: StrategyTable) -> list[Sequence[str]]:
    """Return every measure of every collection by every strategy, one a row."""
    found = [
        detail_row(row.collection, measure_name(row), name, cell)
        for row in table.rows
        for name, cell in row.cells.items()
    ]
    return found + [detail_row("all", MACRO, name, cell) for name, cell in table.macro.items()]


def measure_name(row: TableRow) -> str:
    """Return a measure's name, with the group where that is not all tests."""
    return row.measure if row.group == "all" else f"{row.measure} ({row.group})"


def detail_row(collection: str, measure: str, strategy: str, cell: Cell) -> Sequence[str]:
    """Return one measure of one strategy as cells."""
    own = (str(cell.count), f"{cell.value:.3f}", between(cell.low, cell.high))
    if cell.change is None:
        return (collection, measure, strategy, *own, "", "", "")
    change = cell.change.change
    compared = (f"{change.value:+.3f}", between(change.low, change.high), f"{cell.change.p:.4f}")
    return (collection, measure, strategy, *own, *compared)


def notes(table: StrategyTable) -> Iterator[str]:
    """Yield what is to be known of the table, and which strategies were not asked, and why."""
    yield HOW
    yield NOTE
    if table.comparisons:
        by_chance = table.comparisons * SMALL_P
        yield (
            f"{table.comparisons} differences were tested; * marks p < {SMALL_P}. Were there no "
            f"difference at all, about {by_chance:.0f} of them would have it."
        )
    for one in table.lacking:
        yield f"Not asked: {one.strategy} of {', '.join(one.collections)}: {one.why}"


def markdown(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield rows as a table in Markdown, the first as its head."""
    for number, row in enumerate(rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
        if number == 0:
            yield f"|{' --- |' * len(row)}"
