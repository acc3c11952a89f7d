"""A quality report as a table for a spreadsheet (CSV), and as Markdown with GitHub's tables.

A record's text stays a text in both. A spreadsheet takes a cell that begins with `=` for a formula;
an apostrophe before it makes it a text (OWASP, CSV Injection).
"""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO

from ingest.quality.findings import (
    EXAMPLE,
    LONGEST_DETAIL,
    MENTIONED_ONLY,
    Cell,
    Finding,
    QualityReport,
    Record,
    Table,
    cell_text,
    cut_rows,
    cut_sentence,
    is_example,
    is_number,
    name_text,
    one_line,
    place_text,
    shortened,
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


MARKUP = re.compile(
    r"""
    [\\`*\[\]<>|~$]                    # within a line or a table's cell
    | _(?![^\W_]) | (?<![^\W_])_      # not within a word: rg_59-1.jsonl
    | &(?=\#?\w+;)                    # a character reference
    | :(?=//) | (?<=www)\. | @(?=\w)  # what becomes a link: https://…, www.…, name@…
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""What can be markup where a record's text stands; all else is written as it is."""

REFERENCES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;", "\\": "&#92;"}
"""Instead of a backslash, which not every reader of tables and of HTML takes."""

RECORD_COLUMNS = ("naId", "Type", "Title or heading", "What was found", "Line")


def render_markdown(report: QualityReport) -> str:
    """Return the report as Markdown."""
    return "\n".join(markdown_lines(report))


def escape(text: str) -> str:
    """Return Markdown that shows a text as it is written, on one line."""
    return MARKUP.sub(lambda sign: escaped(sign.group()), one_line(text))


def escaped(sign: str) -> str:
    """Return a character of Markdown's as one that is shown."""
    return REFERENCES.get(sign, f"\\{sign}")


def markdown_lines(report: QualityReport) -> Iterator[str]:
    """Yield the report's lines: what matters most, what was found, the counts."""
    yield from ("# Quality report on the catalogue's records", "")
    yield f"{report.day}. {report.basis}"
    yield from ("", f"Made with {escape(report.made_with)}.", "", "## What was found", "")
    yield from summary_lines(report)
    for finding in report.listed:
        yield from finding_lines(finding)
    for table in report.tables:
        yield from table_lines(table)


def summary_lines(report: QualityReport) -> Iterator[str]:
    """Yield what was found, what matters most first, and what was looked for in vain."""
    yield from grid(
        ("Found", "How many", "About"),
        [(escape(one.kind.title), one.amount, one.kind.about) for one in report.found],
        numbers={1},
    )
    if report.not_found:
        yield f"Looked for and not found: {report.not_found_words}."
        yield ""


def finding_lines(finding: Finding) -> Iterator[str]:
    """Yield a finding with its records."""
    yield from (f"## {escape(finding.kind.title)}", "", finding.kind.explanation, "")
    yield from (escape(cut_sentence(finding)), "")
    yield from grid(RECORD_COLUMNS, [record_cells(one) for one in finding.records], numbers={0})


def record_cells(record: Record) -> tuple[str, ...]:
    """Return a record's row."""
    return (
        na_id_cell(record),
        record.type,
        escape(name_text(record)),
        escape(shortened(record.detail, LONGEST_DETAIL)),
        escape(place_text(record)),
    )


def na_id_cell(record: Record) -> str:
    """Return the naId with a link to the record's page, if NARA has one."""
    if record.na_id is None:
        return ""
    if is_example(record):
        return f"{record.na_id} ({EXAMPLE})"
    return f"[{record.na_id}]({record.page})"


def table_lines(table: Table) -> Iterator[str]:
    """Yield a table of counts; nothing of an empty one."""
    if not table.rows:
        return
    yield from (f"## {escape(table.title)}", "", table.note, cut_rows(table), "")
    numbers = {i for i in range(1, len(table.columns)) if all(is_number(r[i]) for r in table.rows)}
    yield from grid(table.columns, [table_cells(row) for row in table.rows], numbers)


def table_cells(row: Sequence[Cell]) -> tuple[str, ...]:
    """Return the row of a table of counts."""
    return tuple(cell_text(cell) if is_number(cell) else escape(str(cell)) for cell in row)


def grid(columns: Sequence[str], rows: list[tuple[str, ...]], numbers: set[int]) -> Iterator[str]:
    """Yield a table, the columns of numbers at the right; nothing without rows."""
    if not rows:
        return
    yield f"| {' | '.join(columns)} |"
    yield "".join("| ---: " if i in numbers else "| --- " for i in range(len(columns))) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
