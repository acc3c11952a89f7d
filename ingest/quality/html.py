"""A quality report as one HTML file without scripts; nothing of a record becomes markup.

Its charts are inline SVG, made by Vega-Lite without a browser.
"""

from typing import Any

import vl_convert
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ingest.quality.findings import (
    EXAMPLE,
    LONGEST_DETAIL,
    QualityReport,
    Table,
    TableName,
    cell_text,
    cut_rows,
    cut_sentence,
    is_example,
    is_number,
    name_text,
    place_text,
    shortened,
)

Bar = tuple[str, float]

WIDTH = 340
"""Pixels: as wide as a telephone shows, so that no chart is scaled down."""

CHAR_WIDTH = 7
"""Pixels that a letter of a label takes at most, on average; the reader's font is not ours."""

LEAST_ROOM = 1.3
"""How far the scale goes beyond the longest bar, for the number behind it."""

CHARTED = {
    TableName.TYPES: "Records",
    TableName.ONLINE: "Share online",
    TableName.DECADES: "Descriptions",
    TableName.LENGTHS: "Records",
}
"""The tables that have a chart, and the column that it shows."""


def chart_svg(table: Table) -> str | None:
    """Return a table's chart as SVG, `None` where it has none."""
    bars = charted_bars(table)
    if not any(value for _, value in bars):
        return None
    spec = columns_spec(bars) if table.name is TableName.DECADES else bars_spec(bars)
    return str(vl_convert.vegalite_to_svg(spec | config(), show_warnings=False))


def charted_bars(table: Table) -> list[Bar]:
    """Return what a table's chart shows: names and values; nothing where it has no chart."""
    column = CHARTED.get(table.name)
    if column is None:
        return []
    place = table.columns.index(column)
    bars = [(str(row[0]), float(row[place] or 0)) for row in table.rows]
    match table.name:
        case TableName.DECADES:
            return with_gaps(bars)
        case TableName.TYPES:  # of most types there is often nothing
            return [bar for bar in bars if bar[1]]
    return bars


def with_gaps(decades: list[Bar]) -> list[Bar]:
    """Return all decades from the first to the last, those without records too."""
    known = {int(name.removesuffix("s")): value for name, value in decades}
    if not known:
        return []
    every = range(min(known), max(known) + 10, 10)
    return [(f"{decade}s", known.get(decade, 0.0)) for decade in every]


def chart_words(table: Table) -> str:
    """Return in words what a chart shows."""
    place = table.columns.index(CHARTED[table.name])
    parts = (f"{row[0]}: {cell_text(row[place])}" for row in table.rows)
    return f"Bar chart. {table.title}, {CHARTED[table.name].lower()}. {'; '.join(parts)}."


def bars_spec(bars: list[Bar]) -> dict[str, Any]:
    """Return lying bars, the number behind each."""
    is_share = all(value <= 1 for _, value in bars)
    most = 1 if is_share else max(value for _, value in bars)
    scale = {"domain": [0, most * LEAST_ROOM], "nice": False}
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
    """Return standing bars in the order of time."""
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
    """Return what all charts share; the page's style sheet gives the colours."""
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
    shown = [charted(table) for table in report.tables if table.rows]
    return environment().get_template("report.html").render(report=report, tables=shown)


def charted(table: Table) -> dict[str, Any]:
    """Return a table with its chart and the chart's words."""
    svg = chart_svg(table)
    words = chart_words(table) if svg else None
    return {"table": table, "svg": Markup(svg) if svg else None, "words": words}  # noqa: S704  ours


def environment() -> Environment:
    """Return the templates, every value escaped, with our words for numbers and records."""
    found = Environment(
        loader=PackageLoader("ingest.quality"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters |= {
        "cell": cell_text,
        "cut_rows": cut_rows,
        "cut_sentence": cut_sentence,
        "detail": lambda record: shortened(record.detail, LONGEST_DETAIL),
        "name": name_text,
        "place": place_text,
    }
    found.tests |= {"example": is_example, "at_the_right": is_number}
    found.globals["EXAMPLE"] = EXAMPLE
    return found
