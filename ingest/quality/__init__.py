"""The quality report: gaps and faults in the catalog's records, as counts, lists, and charts.

This package does not depend on the chat. `read.py` queries the graph. `html.py` and
`plain_formats.py` render the same report as a web page, as Markdown, and as a spreadsheet.
"""

from ingest.quality.findings import QualityReport
from ingest.quality.html import render_html
from ingest.quality.plain_formats import render_csv, render_markdown
from ingest.quality.read import read_quality

__all__ = ["QualityReport", "read_quality", "render_csv", "render_html", "render_markdown"]
