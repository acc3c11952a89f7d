"""Render a quality report as CSV for spreadsheets and as Markdown with GitHub-style tables.

A record's text remains text in both formats. A spreadsheet treats a cell that begins with `=` as a
formula. An apostrophe before the formula turns the cell into text (OWASP, CSV Injection).
"""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO

from ingest.quality.findings import (
    EXAMPLE,
    MAX_DETAIL_CHARS,
    MENTIONED_ONLY,
    Cell,
    Finding,
    FoundRecord,
    QualityReport,
    Table,
    cell_text,
    is_example,
    is_number,
    list_summary,
    name_text,
    one_line,
    place_text,
    row_summary,
    truncate,
)

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
    """Return the report as CSV with a header row."""
    text = StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="")
    writer.writeheader()
    for row in csv_rows(report):
        writer.writerow({name: neutralize_formula(value) for name, value in row.items()})
    return text.getvalue()


def csv_rows(report: QualityReport) -> Iterator[CsvRow]:
    """Yield the counts, then the number of records for each finding, then the records."""
    about = {"date": report.created_on.isoformat(), "created with": report.versions}
    for name, value in about.items():
        yield {"section": "Report", "what": name, "value": value}
    for table in report.tables:
        yield from table_rows(table)
    for finding in report.findings:
        if finding.kind.is_fault:
            yield {
                "section": "Findings",
                "what": finding.kind.title,
                "measure": finding.kind.units,
                "value": finding.total,
            }
    for finding in report.listed:
        yield from record_rows(finding)


def table_rows(table: Table) -> Iterator[CsvRow]:
    """Yield a row for each cell in a table."""
    for row in table.rows:
        for column, cell in zip(table.columns[1:], row[1:], strict=True):
            if cell is not None:
                yield {"section": table.title, "what": row[0], "measure": column, "value": cell}


def record_rows(finding: Finding) -> Iterator[CsvRow]:
    """Yield a row for each record in a finding."""
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


def neutralize_formula(value: Cell) -> Cell:
    """Return a value on one line that no spreadsheet treats as a formula."""
    if not isinstance(value, str):
        return value
    line = one_line(value)
    return f"'{line}" if line.startswith(FORMULA_STARTS) else line


MARKUP = re.compile(
    r"""
    [\\`*\[\]<>|~$]                    # markup in a line or a table cell
    | _(?![^\W_]) | (?<![^\W_])_      # but not inside a word: rg_59-1.jsonl
    | &(?=\#?\w+;)                    # a character reference
    | :(?=//) | (?<=www)\. | @(?=\w)  # a link: https://…, www.…, name@…
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Characters that can be markup in a record's text. All other characters are written unchanged."""

REFERENCES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;", "\\": "&#92;"}
"""Character references for markup that some Markdown parsers do not accept with a backslash."""

RECORD_COLUMNS = ("naId", "Type", "Title or heading", "Finding", "Line")


def render_markdown(report: QualityReport) -> str:
    """Return the report as Markdown."""
    return "\n".join(markdown_lines(report))


def escape(text: str) -> str:
    """Return Markdown that shows a text literally, on one line."""
    return MARKUP.sub(lambda sign: escape_character(sign.group()), one_line(text))


def escape_character(sign: str) -> str:
    """Return Markdown that shows a markup character literally."""
    return REFERENCES.get(sign, f"\\{sign}")


def markdown_lines(report: QualityReport) -> Iterator[str]:
    """Yield the report's lines: the summary, the findings, and the counts."""
    yield from ("# Quality report on the catalog's records", "")
    yield f"{report.day}. {report.basis}"
    yield from ("", f"Created with {escape(report.versions)}.", "", "## Findings", "")
    yield from summary_lines(report)
    for finding in report.listed:
        yield from finding_lines(finding)
    for table in report.tables:
        yield from table_lines(table)


def summary_lines(report: QualityReport) -> Iterator[str]:
    """Yield the faults, most important first, and the finding types without results."""
    yield from markdown_table(
        ("Finding", "Number", "Subject"),
        [(escape(one.kind.title), one.amount, one.kind.about) for one in report.found],
        numbers={1},
    )
    if report.not_found:
        yield f"Checked without findings: {report.not_found_words}."
        yield ""


def finding_lines(finding: Finding) -> Iterator[str]:
    """Yield the lines of a finding with its records."""
    yield from (f"## {escape(finding.kind.title)}", "", finding.kind.explanation, "")
    yield from (escape(list_summary(finding)), "")
    yield from markdown_table(
        RECORD_COLUMNS, [record_cells(one) for one in finding.records], numbers={0}
    )


def record_cells(record: FoundRecord) -> tuple[str, ...]:
    """Return the cells of a record's row."""
    return (
        na_id_cell(record),
        record.type,
        escape(name_text(record)),
        escape(truncate(record.detail, MAX_DETAIL_CHARS)),
        escape(place_text(record)),
    )


def na_id_cell(record: FoundRecord) -> str:
    """Return the naId, with a link to the record's page if NARA has such a page."""
    if record.na_id is None:
        return ""
    if is_example(record):
        return f"{record.na_id} ({EXAMPLE})"
    return f"[{record.na_id}]({record.page})"


def table_lines(table: Table) -> Iterator[str]:
    """Yield the lines of a table of counts, or no lines if the table is empty."""
    if not table.rows:
        return
    yield from (f"## {escape(table.title)}", "", table.note, row_summary(table), "")
    numbers = {i for i in range(1, len(table.columns)) if all(is_number(r[i]) for r in table.rows)}
    yield from markdown_table(table.columns, [table_cells(row) for row in table.rows], numbers)


def table_cells(row: Sequence[Cell]) -> tuple[str, ...]:
    """Return the cells of a row in a table of counts."""
    return tuple(cell_text(cell) if is_number(cell) else escape(str(cell)) for cell in row)


def markdown_table(
    columns: Sequence[str], rows: list[tuple[str, ...]], numbers: set[int]
) -> Iterator[str]:
    """Yield the lines of a table with right-aligned numbers, or no lines if there are no rows."""
    if not rows:
        return
    yield f"| {' | '.join(columns)} |"
    yield "".join("| ---: " if i in numbers else "| --- " for i in range(len(columns))) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
