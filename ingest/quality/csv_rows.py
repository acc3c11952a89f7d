"""A quality report as one table for a spreadsheet: a row for each count and each record found.

A spreadsheet takes a cell that begins with `=` for a formula; an apostrophe before it makes it
a text (OWASP, CSV Injection).
"""

import csv
from collections.abc import Iterator
from io import StringIO

from ingest.quality.findings import Cell, Finding, QualityReport, Table
from ingest.quality.texts import EXAMPLE, MENTIONED_ONLY, is_example, one_line

COLUMNS = (
    "section",
    "what",
    "measure",
    "value",
    "naId",
    "type",
    "name",
    "detail",
    "source",
    "file_name",
    "line_num",
)

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

CsvRow = dict[str, Cell]


def render_csv(report: QualityReport) -> str:
    """Return the report as CSV with a heading line."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="")
    writer.writeheader()
    for row in csv_rows(report):
        writer.writerow({name: harmless(value) for name, value in row.items()})
    return text.getvalue()


def csv_rows(report: QualityReport) -> Iterator[CsvRow]:
    """Yield counts first, then how many were found of each kind, then the records found."""
    about = {"date": report.made_on.isoformat(), "made with": report.made_with}
    for name, value in about.items():
        yield {"section": "Report", "what": name, "value": value}
    for table in report.tables:
        yield from table_rows(table)
    for finding in report.findings:
        if finding.kind.is_fault:
            yield {
                "section": "Found",
                "what": finding.kind.title,
                "measure": finding.kind.units,
                "value": finding.total,
            }
    for finding in report.listed:
        yield from record_rows(finding)


def table_rows(table: Table) -> Iterator[CsvRow]:
    """Yield a row for each cell of a table."""
    for row in table.rows:
        for column, cell in zip(table.columns[1:], row[1:], strict=True):
            if cell is not None:
                yield {"section": table.title, "what": row[0], "measure": column, "value": cell}


def record_rows(finding: Finding) -> Iterator[CsvRow]:
    """Yield a row for each record of a finding."""
    for record in finding.records:
        yield {
            "section": finding.kind.title,
            "naId": record.na_id,
            "type": record.type,
            "name": record.name,
            "detail": record.detail,
            "source": EXAMPLE if is_example(record) else record.page,
            "file_name": MENTIONED_ONLY if record.is_mentioned_only else record.file_name,
            "line_num": record.line_num,
        }


def harmless(value: Cell) -> Cell:
    """Return a value that no spreadsheet takes for a formula, on one line."""
    if not isinstance(value, str):
        return value
    line = one_line(value)
    return f"'{line}" if line.startswith(FORMULA_STARTS) else line
