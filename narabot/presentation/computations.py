"""Render computed results: a bar chart and table of grouped counts, and paths between records.

ECharts displays names as plain text if neither a formatter nor rich text is set.
"""

from collections.abc import Sequence
from typing import Any

from narabot.models import Computation, NamedRecord, UnderlyingRecords
from narabot.presentation.charts import (
    CURRENT_RECORD_COLOR,
    LINE_COLOR,
    NARROW_WIDTH,
    Chart,
    Option,
    escape_template,
    static_option,
)
from narabot.presentation.markdown import escape, language_of, shortened
from narabot.presentation.strings import RUSSIAN, number, say, say_many

MAX_BARS = 30
"""Maximum number of bars. The table lists every stored amount."""

BAR, BARS_MARGIN = 26, 16
"""Height of one bar, and total height of the space above and below the bars, in pixels."""

MAX_LABEL_LENGTH, MAX_STEP_LENGTH = 40, 90
"""Maximum length of a name next to a bar, and of a name in a path, in characters."""

STEP, STEP_LABEL, NARROW_LABEL = 92, 270, 130
"""Distance between path steps, and label width on large screens and on phones, in pixels."""

MAX_BUTTON_LENGTH = 90
"""Maximum length of a set's name on a button, in characters."""


def is_grouping(computation: Computation) -> bool:
    """Return whether a computation has enough groups to chart."""
    return len(computation.amounts) > 1


def amounts_chart(computation: Computation) -> Option:
    """Return a bar chart of the groups, with the first group at the top."""
    shown = computation.amounts[:MAX_BARS]
    return static_option(
        grid={"left": 8, "right": 56, "top": 0, "bottom": 0, "containLabel": True},
        xAxis={"type": "value", "show": False},
        yAxis={
            "type": "category",
            "inverse": True,
            "data": [escape_template(shortened(one.value, MAX_LABEL_LENGTH)) for one in shown],
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
                "query": {"maxWidth": NARROW_WIDTH},
                "option": {"yAxis": {"axisLabel": {"width": 120, "overflow": "truncate"}}},
            }
        ],
    )


def chart_height(computation: Computation) -> int:
    """Return the height of the chart in pixels."""
    return BARS_MARGIN + BAR * len(computation.amounts[:MAX_BARS])


def amounts_alt_text(computation: Computation) -> str:
    """Return the chart's text alternative."""
    most = max(computation.amounts, key=lambda one: one.amount)
    return say(
        "Bar chart of the number of records by {facet}. The most frequent value is {value} "
        "({most}). The table below shows the same data.",
        facet=computation.facet,
        most=most.amount,
        value=most.value,
    )


def amounts_table(computation: Computation) -> dict[str, list[Any]]:
    """Return the facet values and their amounts as table columns."""
    facet = computation.facet
    return {
        facet[:1].upper() + facet[1:]: [escape(one.value) for one in computation.amounts],
        say("Number"): [number(one.amount) for one in computation.amounts],
    }


def list_label(counted: UnderlyingRecords) -> str:
    """Return the label of the button that lists the records included in a count."""
    return say_many(
        "List the record: {name}",
        "List all {count} records: {name}",
        counted.count,
        name=shortened(counted.records.name, MAX_BUTTON_LENGTH),
    )


def list_request(counted: UnderlyingRecords) -> str:
    """Return the request that lists the counted records, in the language of the set's name."""
    name = counted.records.name
    return f"Покажи: {name}" if language_of(name) == RUSSIAN else f"List {name}"


def paths_chart(paths: Sequence[Sequence[NamedRecord]]) -> Chart | None:
    """Return a chart of the paths from records up to their shared ancestor.

    Return `None` if there are fewer than two paths.
    """
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
    return Chart(
        option=paths_option(nodes, lines, len(paths), rows),
        height=STEP * rows,
        alt=paths_alt_text(paths),
        key=say("Select a name to open its record."),
        na_ids=(tuple(node["naId"] for node in nodes),),
        table=paths_table(paths),
    )


def step_node(one: NamedRecord, column: int, row: int, *, is_end: bool) -> Option:
    """Return the chart node for one step of a path."""
    return {
        "naId": one.na_id,
        "name": escape_template(shortened(one.name, MAX_STEP_LENGTH)),
        "value": [column, row],
        "itemStyle": {"color": CURRENT_RECORD_COLOR if is_end else LINE_COLOR},
    }


def paths_option(
    nodes: Sequence[Option], lines: Sequence[Option], columns: int, rows: int
) -> Option:
    """Return the ECharts option, with the shared ancestor at the top and a column for each path."""
    axis = {"show": False, "type": "value"}
    series = {
        "type": "graph",
        "coordinateSystem": "cartesian2d",
        "selectedMode": "single",
        "data": [{key: value for key, value in node.items() if key != "naId"} for node in nodes],
        "links": list(lines),
        "symbol": "circle",
        "symbolSize": 14,
        "lineStyle": {"color": LINE_COLOR, "width": 1.5, "opacity": 1},
        "label": step_label(STEP_LABEL, 13),
        "emphasis": {"disabled": True},
    }
    narrow = {"series": [{"label": step_label(NARROW_LABEL, 11)}]}
    return static_option(
        grid={"left": 8, "right": 0, "top": 0, "bottom": 0},
        xAxis=axis | {"min": -0.03, "max": columns},
        yAxis=axis | {"min": -0.7, "max": rows - 0.5, "inverse": True},
        series=[series],
        media=[{"query": {"maxWidth": NARROW_WIDTH}, "option": narrow}],
    )


def step_label(width: int, size: int) -> Option:
    """Return the label style for the steps of a path."""
    return {
        "show": True,
        "position": "right",
        "width": width,
        "overflow": "break",
        "fontSize": size,
        "lineHeight": size + 2,
        "textBorderColor": "transparent",
    }


def paths_alt_text(paths: Sequence[Sequence[NamedRecord]]) -> str:
    """Return the chart's text alternative."""
    ways = "; ".join(say(" in ").join(f"“{one.name}”" for one in path) for path in paths)
    return say("Path from each record to the shared ancestor: {ways}.", ways=ways)


def paths_table(paths: Sequence[Sequence[NamedRecord]]) -> dict[str, list[str]]:
    """Return the paths as a table with a column for each path, from the record up."""
    rows = max(map(len, paths))
    return {
        say("Path {number}", number=place): [escape(one.name) for one in path]
        + [""] * (rows - len(path))
        for place, path in enumerate(paths, start=1)
    }
