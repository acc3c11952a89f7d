"""A quality report as one HTML file without scripts; nothing of a record becomes markup."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ingest.quality.charts import chart_svg, chart_words
from ingest.quality.findings import QualityReport, Table, cut_rows, cut_sentence
from ingest.quality.texts import (
    EXAMPLE,
    LONGEST_DETAIL,
    cell_text,
    is_example,
    is_number,
    name_text,
    place_text,
    shortened,
)


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
