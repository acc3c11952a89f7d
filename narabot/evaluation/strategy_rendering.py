"""Render the strategy table as plain text or Markdown."""

from collections.abc import Iterator, Sequence

from narabot.evaluation.resampling import RESAMPLES
from narabot.evaluation.strategy_table import Cell, StrategyTable, TableRow
from narabot.evaluation.tables import INTERVAL_NOTE, aligned, interval_text

SMALL_P = 0.05
MACRO = "mean of collections"
STRATEGY_NOTE = (
    "NAME alone only searches for records. NAME+plan first tries to compute the answer, as "
    "narabot does by default. Tests of file units and multi-hop questions only search for "
    "records. These tests have no answer that could trigger escalation, so router modes search "
    "like hybrid. Changes are relative to the first strategy. p: two-sided paired randomization "
    f"test, {RESAMPLES:,} draws, fixed seed."
)


def strategies_text(table: StrategyTable) -> str:
    """Return the table as plain text: the main measures, then all measures."""
    head = ("strategy", "", *table.collections, MACRO, "s median", "s p95", "calls")
    rows = [(name, "", *short_cells(table, name)) for name in table.strategies]
    return "\n".join(
        [
            *aligned([head, *rows]),
            "",
            *aligned([DETAIL_HEAD, *detail_rows(table)]),
            "",
            *table_notes(table),
        ]
    )


def strategies_markdown(table: StrategyTable) -> str:
    """Return the table as Markdown: the main measures with intervals, then all measures."""
    names = [f"{name}: {main_name(table, name)}" for name in table.collections]
    head = ("strategy", *names, MACRO, "s median", "s p95", "calls")
    rows = [(f"`{name}`", *full_cells(table, name)) for name in table.strategies]
    return "\n".join(
        [
            *markdown([head, *rows]),
            "",
            *markdown([DETAIL_HEAD, *detail_rows(table)]),
            "",
            "\n\n".join(table_notes(table)),
        ]
    )


def main_rows(table: StrategyTable) -> dict[str, TableRow]:
    """Return a mapping from each collection to the row with its main measure."""
    return {row.collection: row for row in table.rows if row.is_main}


def main_name(table: StrategyTable, collection: str) -> str:
    """Return the name of a collection's main measure with the number of tests."""
    row = main_rows(table).get(collection)
    if row is None:
        return "no results"
    return f"{row.measure} (n {max(cell.count for cell in row.cells.values())})"


def main_cells(table: StrategyTable, strategy: str) -> list[Cell | None]:
    """Return a strategy's main measures, followed by the macro mean."""
    rows = main_rows(table)
    found = [rows[name].cells.get(strategy) if name in rows else None for name in table.collections]
    return [*found, table.macro.get(strategy)]


def short_cells(table: StrategyTable, strategy: str) -> Iterator[str]:
    """Yield a strategy's cells without intervals."""
    yield from (cell_text(cell) if cell else "–" for cell in main_cells(table, strategy))
    yield from cost_cells(table, strategy)


def full_cells(table: StrategyTable, strategy: str) -> Iterator[str]:
    """Yield a strategy's cells with intervals."""
    for cell in main_cells(table, strategy):
        yield f"{cell_text(cell)} [{cell.low:.3f}, {cell.high:.3f}]" if cell else "–"
    yield from cost_cells(table, strategy)


def cell_text(cell: Cell) -> str:
    """Return a value with its change. An asterisk marks a significant change."""
    if cell.change is None:
        return f"{cell.value:.3f}"
    mark = "*" if cell.change.p < SMALL_P else ""
    return f"{cell.value:.3f} ({cell.change.change.value:+.3f}{mark})"


def cost_cells(table: StrategyTable, strategy: str) -> Iterator[str]:
    """Yield the seconds and calls per request."""
    for row in table.costs:
        cell = row.cells.get(strategy)
        yield f"{cell.value:.2f}" if cell else "–"


DETAIL_HEAD = (
    "collection",
    "measure",
    "strategy",
    "n",
    "value",
    "95% interval",
    "change",
    "95% interval",
    "p",
)


def detail_rows(table: StrategyTable) -> list[Sequence[str]]:
    """Return one row for each measure, collection, and strategy."""
    found = [
        detail_row(row.collection, measure_name(row), name, cell)
        for row in table.rows
        for name, cell in row.cells.items()
    ]
    return found + [detail_row("all", MACRO, name, cell) for name, cell in table.macro.items()]


def measure_name(row: TableRow) -> str:
    """Return a measure's name, followed by its group unless the group contains all tests."""
    return row.measure if row.group == "all" else f"{row.measure} ({row.group})"


def detail_row(collection: str, measure: str, strategy: str, cell: Cell) -> Sequence[str]:
    """Return one strategy's value for a measure as a table row."""
    own = (str(cell.count), f"{cell.value:.3f}", interval_text(cell.low, cell.high))
    if cell.change is None:
        return (collection, measure, strategy, *own, "", "", "")
    change = cell.change.change
    compared = (
        f"{change.value:+.3f}",
        interval_text(change.low, change.high),
        f"{cell.change.p:.4f}",
    )
    return (collection, measure, strategy, *own, *compared)


def table_notes(table: StrategyTable) -> Iterator[str]:
    """Yield notes on the table, and the reasons for missing results."""
    yield STRATEGY_NOTE
    yield INTERVAL_NOTE
    if table.comparisons:
        by_chance = table.comparisons * SMALL_P
        yield (
            f"{table.comparisons} differences were tested. * marks p < {SMALL_P}. By chance alone, "
            f"about {by_chance:.0f} of them would be marked."
        )
    for one in table.lacking:
        yield f"No results: {one.strategy} on {', '.join(one.collections)}: {one.why}"


def markdown(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table. The first row is the header."""
    for number, row in enumerate(rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
        if number == 0:
            yield f"|{' --- |' * len(row)}"
