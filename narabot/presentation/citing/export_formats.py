"""Define the export formats for records, and write CSV, Markdown, and JSON."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from csv import QUOTE_ALL, DictWriter
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO
from json import dumps
from typing import Generic, TypeVar

from narabot.models import Passage
from narabot.presentation.citing.citation_data import Citation, citation, citations, unique_passages
from narabot.presentation.citing.citation_styles import chicago, csl_json, lines, nara, nara_form
from narabot.presentation.citing.reference_managers import bibtex, ris
from narabot.presentation.markdown import escape_at_start, link, one_line
from narabot.presentation.record_json import FoundRecord
from narabot.presentation.records import type_label
from narabot.presentation.strings import later

BYTE_ORDER_MARK = "\ufeff"
"""Character at the start of a file, by which Excel recognizes UTF-8."""

FORMULA = re.compile(r"^[\s\ufeff\u200b-\u200f\u2060]*[=+\-@＝＋－＠﹦﹢﹣﹫]")
"""Beginning of a cell that a spreadsheet would treat as a formula, with any invisible characters.
Source: OWASP, CSV Injection."""


Notes = Mapping[int, str]
"""A reader's notes on records, keyed by naId."""


def csv(passages: Iterable[Passage], notes: Notes | None = None) -> str:
    """Return records as CSV for spreadsheets, with a row for each record.

    No cell is a formula. If `notes` is supplied, the table has a column for notes.
    """
    rows = {one.na_id: csv_row(one) for one in citations(passages)}
    if notes is not None:
        rows = {na_id: row | {"note": cell(notes.get(na_id, ""))} for na_id, row in rows.items()}
    return csv_table([*rows.values()])


def csv_table(rows: Sequence[Mapping[str, str]]) -> str:
    """Return rows as CSV. The first row's keys are the column names."""
    names = list(rows[0]) if rows else []
    text = StringIO(newline="")
    # Quote every cell: Excel may use semicolons as separators, and titles may contain them.
    writer = DictWriter(text, names, quoting=QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    return BYTE_ORDER_MARK + text.getvalue()


def csv_row(cited: Citation) -> dict[str, str]:
    """Return the cells for a record. Unknown values become empty cells."""
    cells = {
        "naId": str(cited.na_id),
        "title": cited.title,
        "type": type_label(cited.type),
        "dates": cited.dates,
        "startDate": cited.start_date,
        "endDate": cited.end_date,
        "fileUnit": cited.file_unit,
        "series": cited.series,
        "recordGroupOrCollection": cited.group,
        "repository": cited.repository,
        "containers": "; ".join(cited.containers),
        "link": cited.link,
        "citation": nara_form(cited),
    }
    return {name: cell(value or "") for name, value in cells.items()}


def cell(text: str) -> str:
    """Return a text on one line, with a leading apostrophe if a spreadsheet would treat it as a
    formula."""
    return FORMULA.sub(r"'\g<0>", one_line(text))


def markdown(passages: Iterable[Passage], notes: Notes | None = None) -> str:
    """Return citations in NARA's form as a Markdown list.

    Each record's note follows its citation verbatim.
    """
    noted = notes or {}
    return lines(
        f"- {markdown_citation(one)}{markdown_note(noted.get(one.na_id, ''))}"
        for one in citations(passages)
    )


def markdown_note(note: str) -> str:
    """Return a note as a paragraph within a list item, or "" if there is no note."""
    text = "\\\n  ".join(escape_at_start(line) for line in note.splitlines())
    return f"\n\n  Note: {text}" if text else ""


def markdown_citation(cited: Citation) -> str:
    """Return a citation in NARA's form, with its address as a link that is shown without
    `https://`."""
    words = escape_at_start(nara_form(cited, with_link=False))
    address = link((cited.link or "").partition("://")[2], cited.link or "")
    return "; ".join(filter(None, (words, address)))


def json(passages: Iterable[Passage]) -> str:
    """Return records in the format of `narabot ask --json`, each with its citation."""
    found = [
        FoundRecord.of(passage).to_json() | {"citation": nara_form(citation(passage))}
        for passage in unique_passages(passages)
    ]
    return dumps(found, ensure_ascii=False, indent=2) + "\n"


Name = TypeVar("Name", bound=StrEnum)
Content = TypeVar("Content")


class FormatName(StrEnum):
    """Names of the export formats in commands and URLs."""

    NARA = "nara"
    CHICAGO = "chicago"
    RIS = "ris"
    BIBTEX = "bibtex"
    CSL_JSON = "csl-json"
    CSV = "csv"
    MARKDOWN = "markdown"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Format(Generic[Name, Content]):
    """An export format and the function that writes it. Files are encoded as UTF-8."""

    name: Name
    label: str
    """Label for readers."""
    media_type: str
    suffix: str
    write: Callable[[Content], str]


FORMATS: Mapping[FormatName, Format[FormatName, Iterable[Passage]]] = {
    one.name: one
    for one in (
        Format(FormatName.NARA, later("Citation (NARA format)"), "text/plain", ".txt", nara),
        Format(FormatName.CHICAGO, later("Citation (Chicago note)"), "text/plain", ".txt", chicago),
        Format(FormatName.RIS, "RIS", "application/x-research-info-systems", ".ris", ris),
        Format(FormatName.BIBTEX, "BibTeX", "application/x-bibtex", ".bib", bibtex),
        Format(
            FormatName.CSL_JSON,
            "CSL-JSON",
            "application/vnd.citationstyles.csl+json",
            ".json",
            csl_json,
        ),
        Format(FormatName.CSV, "CSV", "text/csv", ".csv", csv),
        Format(FormatName.MARKDOWN, "Markdown", "text/markdown", ".md", markdown),
        Format(FormatName.JSON, "JSON", "application/json", ".json", json),
    )
}
"""Export formats for records, keyed by name. The page, command line, and HTTP API offer these
formats.

Each format writes every distinct record once, in the original order. The `write` function raises
TooManyToCiteError if there are more than `MAX_CITED` records.
"""

FORMATS_WITH_NOTES: Mapping[FormatName, Callable[[Iterable[Passage], Notes], str]] = {
    FormatName.CSV: csv,
    FormatName.MARKDOWN: markdown,
}
"""Formats that can include a reader's notes."""
