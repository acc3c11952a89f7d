"""Render a quality report as one HTML file without scripts. Text from records is always escaped.

Vega-Lite renders the charts as inline SVG, without a browser.
"""

from typing import Any

import vl_convert
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ingest.quality.findings import (
    EXAMPLE,
    MAX_DETAIL_CHARS,
    QualityReport,
    Table,
    TableName,
    cell_text,
    is_example,
    is_number,
    list_summary,
    name_text,
    place_text,
    row_summary,
    truncate,
)

Bar = tuple[str, float]

WIDTH = 340
"""Width of a chart, in pixels. Charts fit on a phone's screen and are never scaled down."""

CHAR_WIDTH = 7
"""Assumed average width of a label's characters, in pixels. The actual font is unknown."""

LABEL_ROOM = 1.3
"""Ratio of the scale's length to the longest bar. It leaves room for the number after the bar."""

CHART_COLUMNS = {
    TableName.TYPES: "Records",
    TableName.ONLINE: "Share online",
    TableName.DECADES: "Descriptions",
    TableName.LENGTHS: "Records",
}
"""The tables that have a chart, with the column that the chart shows."""


def chart_svg(table: Table) -> str | None:
    """Return a table's chart as SVG, or `None` if the table has no chart."""
    bars = chart_bars(table)
    if not any(value for _, value in bars):
        return None
    spec = columns_spec(bars) if table.name is TableName.DECADES else bars_spec(bars)
    return str(vl_convert.vegalite_to_svg(spec | config(), show_warnings=False))


def chart_bars(table: Table) -> list[Bar]:
    """Return the names and values in a table's chart, or an empty list if there is no chart."""
    column = CHART_COLUMNS.get(table.name)
    if column is None:
        return []
    place = table.columns.index(column)
    bars = [(str(row[0]), float(row[place] or 0)) for row in table.rows]
    match table.name:
        case TableName.DECADES:
            return fill_decades(bars)
        case TableName.TYPES:  # many catalogs lack most types
            return [bar for bar in bars if bar[1]]
    return bars


def fill_decades(decades: list[Bar]) -> list[Bar]:
    """Return all decades from the first to the last, including decades without records."""
    known = {int(name.removesuffix("s")): value for name, value in decades}
    if not known:
        return []
    every = range(min(known), max(known) + 10, 10)
    return [(f"{decade}s", known.get(decade, 0.0)) for decade in every]


def chart_description(table: Table) -> str:
    """Describe a chart in words."""
    place = table.columns.index(CHART_COLUMNS[table.name])
    parts = (f"{row[0]}: {cell_text(row[place])}" for row in table.rows)
    return f"Bar chart. {table.title}, {CHART_COLUMNS[table.name].lower()}. {'; '.join(parts)}."


def bars_spec(bars: list[Bar]) -> dict[str, Any]:
    """Return the specification of a chart with horizontal bars, each followed by its value."""
    is_share = all(value <= 1 for _, value in bars)
    most = 1 if is_share else max(value for _, value in bars)
    scale = {"domain": [0, most * LABEL_ROOM], "nice": False}
    axis = {"minExtent": CHAR_WIDTH * max(len(name) for name, _ in bars)}
    label = {"field": "value", "type": "quantitative", "format": ".1%" if is_share else ",.0f"}
    return {
        "data": {"values": [{"name": name, "value": value} for name, value in bars]},
        "height": {"step": 24},
        "encoding": {
            "y": {"field": "name", "type": "nominal", "sort": None, "title": None, "axis": axis},
            "x": {"field": "value", "type": "quantitative", "axis": None, "scale": scale},
        },
        "layer": [
            {"mark": {"type": "bar", "height": {"band": 0.7}}},
            {
                "mark": {"type": "text", "align": "left", "dx": 4},
                "encoding": {"text": label},
            },
        ],
    }


def columns_spec(bars: list[Bar]) -> dict[str, Any]:
    """Return the specification of a chart with vertical bars in chronological order."""
    return {
        "data": {"values": [{"name": name, "value": value} for name, value in bars]},
        "height": 200,
        "mark": {"type": "bar"},
        "encoding": {
            "x": {
                "field": "name",
                "type": "ordinal",
                "sort": None,
                "title": None,
                "axis": {"labelOverlap": True, "labelAngle": 0, "labelPadding": 8},
            },
            "y": {
                "field": "value",
                "type": "quantitative",
                "title": None,
                "axis": {"tickCount": 4, "format": ",.0f"},
            },
        },
    }


def config() -> dict[str, Any]:
    """Return the configuration that all charts share. The page's style sheet defines the colors."""
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "width": WIDTH,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "background": None,
        "config": {
            "font": "sans-serif",
            "view": {"stroke": None},
            "axis": {"labelFontSize": 12, "grid": False, "domain": False, "ticks": False},
            "text": {"fontSize": 12},
        },
    }


def render_html(report: QualityReport) -> str:
    """Return the report as one HTML file."""
    shown = [with_chart(table) for table in report.tables if table.rows]
    return environment().get_template("report.html").render(report=report, tables=shown)


def with_chart(table: Table) -> dict[str, Any]:
    """Return a table with its chart and the chart's description."""
    svg = chart_svg(table)
    words = chart_description(table) if svg else None
    return {"table": table, "svg": Markup(svg) if svg else None, "words": words}  # noqa: S704  ours


def environment() -> Environment:
    """Return the template environment, with autoescaping and filters for numbers and records."""
    found = Environment(
        loader=PackageLoader("ingest.quality"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters |= {
        "cell": cell_text,
        "cut_rows": row_summary,
        "cut_sentence": list_summary,
        "detail": lambda record: truncate(record.detail, MAX_DETAIL_CHARS),
        "name": name_text,
        "place": place_text,
    }
    found.tests |= {"example": is_example, "aligned_right": is_number}
    found.globals["EXAMPLE"] = EXAMPLE
    return found
