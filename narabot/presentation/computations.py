"""What was computed for an answer: bars and a table of a grouping, the ways between records. Pure.

ECharts shows names as plain text where no formatter and no rich text is set.
"""

from collections.abc import Sequence
from typing import Any

from narabot.models import Behind, Computation, NamedRecord
from narabot.presentation.markdown import escape, language_of, shortened
from narabot.presentation.pictures import (
    HERE_COLOUR,
    LINE_COLOUR,
    NARROW,
    Option,
    Picture,
    plain,
    still,
)
from narabot.presentation.strings import RUSSIAN, number, say, say_many

MOST_BARS = 30
"""Bars that are drawn; the table has all amounts that are kept."""

BAR, AROUND_BARS = 26, 16
"""Heights in pixels of a bar, and of what stands above and below all."""

LONGEST_LABEL, LONGEST_STEP = 40, 90
"""Characters of a name beside a bar, and in a path."""

STEP, STEP_LABEL, NARROW_LABEL = 92, 270, 130
"""Pixels between two steps of a path, and of the width of their names; on a telephone."""

LONGEST_LISTED = 90
"""Characters of what a button lists."""


def is_grouping(computation: Computation) -> bool:
    """Return whether amounts by a facet are worth a picture."""
    return len(computation.amounts) > 1


def amounts_chart(computation: Computation) -> Option:
    """Return the bars of a grouping, the first at the top."""
    shown = computation.amounts[:MOST_BARS]
    return still(
        grid={"left": 8, "right": 56, "top": 0, "bottom": 0, "containLabel": True},
        xAxis={"type": "value", "show": False},
        yAxis={
            "type": "category",
            "inverse": True,
            "data": [plain(shortened(one.value, LONGEST_LABEL)) for one in shown],
            "axisTick": {"show": False},
            "axisLabel": {"width": 230, "overflow": "truncate"},
        },
        series=[
            {
                "type": "bar",
                "data": [one.amount for one in shown],
                "label": {"show": True, "position": "right"},
                "cursor": "default",
            }
        ],
        media=[
            {
                "query": {"maxWidth": NARROW},
                "option": {"yAxis": {"axisLabel": {"width": 120, "overflow": "truncate"}}},
            }
        ],
    )


def chart_height(computation: Computation) -> int:
    """Return the height of the bars in pixels."""
    return AROUND_BARS + BAR * len(computation.amounts[:MOST_BARS])


def amounts_in_words(computation: Computation) -> str:
    """Return what the bars show, for those who do not see them."""
    most = max(computation.amounts, key=lambda one: one.amount)
    return say(
        "Bars: number of records by {facet}; the most, {most}, for {value}. The table below says "
        "the same.",
        facet=computation.facet,
        most=most.amount,
        value=most.value,
    )


def amounts_table(computation: Computation) -> dict[str, list[Any]]:
    """Return the values of a facet with their amounts, as columns of a table."""
    facet = computation.facet
    return {
        facet[:1].upper() + facet[1:]: [escape(one.value) for one in computation.amounts],
        say("Number"): [number(one.amount) for one in computation.amounts],
    }


def list_label(behind: Behind) -> str:
    """Return what lists the records behind a number."""
    return say_many(
        "List the one record: {name}",
        "List all {count}: {name}",
        behind.count,
        name=shortened(behind.records.name, LONGEST_LISTED),
    )


def list_request(behind: Behind) -> str:
    """Return the request that lists them, in the language of the question that they come from."""
    name = behind.records.name
    return f"Покажи: {name}" if language_of(name) == RUSSIAN else f"List {name}"


def paths_picture(paths: Sequence[Sequence[NamedRecord]]) -> Picture | None:
    """Return the ways from records up to what they share as a picture, `None` without any."""
    if len(paths) < 2:
        return None
    shared = paths[0][-1]
    top = step_node(shared, 0, 0, is_end=True) | {
        "label": {"position": [0, -22], "width": STEP_LABEL * len(paths)}
    }
    nodes, lines = [top], []
    for column, path in enumerate(paths):
        below = 0
        for row, one in enumerate(reversed(path[:-1]), start=1):
            nodes.append(step_node(one, column, row, is_end=one == path[0]))
            lines.append({"source": below, "target": len(nodes) - 1})
            below = len(nodes) - 1
    rows = max(map(len, paths))
    return Picture(
        option=paths_option(nodes, lines, len(paths), rows),
        height=STEP * rows,
        alt=paths_in_words(paths),
        key=say("Choose a name to open its record."),
        na_ids=(tuple(node["naId"] for node in nodes),),
        table=paths_table(paths),
    )


def step_node(one: NamedRecord, column: int, row: int, *, is_end: bool) -> Option:
    """Return a step of a path, with its name beside it."""
    return {
        "naId": one.na_id,
        "name": plain(shortened(one.name, LONGEST_STEP)),
        "value": [column, row],
        "itemStyle": {"color": HERE_COLOUR if is_end else LINE_COLOUR},
    }


def paths_option(
    nodes: Sequence[Option], lines: Sequence[Option], columns: int, rows: int
) -> Option:
    """Return the chart of the ways: what is shared at the top, each record below its own way."""
    axis = {"show": False, "type": "value"}
    series = {
        "type": "graph",
        "coordinateSystem": "cartesian2d",
        "selectedMode": "single",
        "data": [{key: value for key, value in node.items() if key != "naId"} for node in nodes],
        "links": list(lines),
        "symbol": "circle",
        "symbolSize": 14,
        "lineStyle": {"color": LINE_COLOUR, "width": 1.5, "opacity": 1},
        "label": step_label(STEP_LABEL, 13),
        "emphasis": {"disabled": True},
    }
    narrow = {"series": [{"label": step_label(NARROW_LABEL, 11)}]}
    return still(
        grid={"left": 8, "right": 0, "top": 0, "bottom": 0},
        xAxis=axis | {"min": -0.03, "max": columns},
        yAxis=axis | {"min": -0.7, "max": rows - 0.5, "inverse": True},
        series=[series],
        media=[{"query": {"maxWidth": NARROW}, "option": narrow}],
    )


def step_label(width: int, size: int) -> Option:
    """Return how the names of steps are written."""
    return {
        "show": True,
        "position": "right",
        "width": width,
        "overflow": "break",
        "fontSize": size,
        "lineHeight": size + 2,
        "textBorderColor": "transparent",
    }


def paths_in_words(paths: Sequence[Sequence[NamedRecord]]) -> str:
    """Return what the picture shows, for those who do not see it."""
    ways = "; ".join(say(" in ").join(f"“{one.name}”" for one in path) for path in paths)
    return say("What each record is kept in, up to what all share: {ways}.", ways=ways)


def paths_table(paths: Sequence[Sequence[NamedRecord]]) -> dict[str, list[str]]:
    """Return the ways as a table: a column for each, from the record up."""
    rows = max(map(len, paths))
    return {
        say("Way {number}", number=place): [escape(one.name) for one in path]
        + [""] * (rows - len(path))
        for place, path in enumerate(paths, start=1)
    }
