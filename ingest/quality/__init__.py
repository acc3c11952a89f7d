"""The quality report: what the catalogue's records lack, as counts, lists of records and charts.

Knows nothing of the chat. `read.py` asks the graph; `html.py` and `plain_formats.py`
write the same report for a reader, a program's page, and a spreadsheet.
"""

from ingest.quality.findings import QualityReport
from ingest.quality.html import render_html
from ingest.quality.plain_formats import render_csv, render_markdown
from ingest.quality.read import read_quality

__all__ = ["QualityReport", "read_quality", "render_csv", "render_html", "render_markdown"]
