"""All that a record, a selection or a conversation can be taken away as; CSV, Markdown, JSON."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from csv import QUOTE_ALL, DictWriter
from dataclasses import dataclass
from enum import StrEnum
from io import StringIO
from json import dumps
from typing import Generic, TypeVar

from narabot.models import Passage
from narabot.presentation.citing.facts import Citation, citation, citations, cited
from narabot.presentation.citing.forms import chicago, csl_json, lines, nara, nara_form
from narabot.presentation.citing.managers import bibtex, ris
from narabot.presentation.markdown import escape_at_start, link, one_line
from narabot.presentation.record_json import FoundRecord
from narabot.presentation.records import type_label
from narabot.presentation.strings import later

BYTE_ORDER_MARK = "\ufeff"
"""By which Excel knows UTF-8."""

FORMULA = re.compile(r"^[\s\ufeff\u200b-\u200f\u2060]*[=+\-@＝＋－＠﹦﹢﹣﹫]")
"""How a cell begins that a spreadsheet would compute (OWASP, CSV Injection), its unseen signs."""


Notes = Mapping[int, str]
"""What a reader has noted on records, by naId."""


def csv(passages: Iterable[Passage], notes: Notes | None = None) -> str:
    """Return some records as CSV for spreadsheets, a row each; no cell is a formula.

    With notes there is a column for them.
    """
    rows = {one.na_id: csv_row(one) for one in citations(passages)}
    if notes is not None:
        rows = {na_id: row | {"note": cell(notes.get(na_id, ""))} for na_id, row in rows.items()}
    return csv_table([*rows.values()])


def csv_table(rows: Sequence[Mapping[str, str]]) -> str:
    """Return rows of cells, all under the names of the first, as CSV."""
    names = list(rows[0]) if rows else []
    text = StringIO(newline="")
    # Quotes around all: a semicolon in a title ends no cell where Excel separates by semicolons.
    writer = DictWriter(text, names, quoting=QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    return BYTE_ORDER_MARK + text.getvalue()


def csv_row(cited: Citation) -> dict[str, str]:
    """Return the cells of a record; what is not known is empty."""
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
    """Return a text on one line, an apostrophe before it where a spreadsheet would compute it."""
    return FORMULA.sub(r"'\g<0>", one_line(text))


def markdown(passages: Iterable[Passage], notes: Notes | None = None) -> str:
    """Return the citations of some records in NARA's form as a Markdown list.

    A note on a record stands below it, word for word.
    """
    noted = notes or {}
    return lines(
        f"- {markdown_citation(one)}{markdown_note(noted.get(one.na_id, ''))}"
        for one in citations(passages)
    )


def markdown_note(note: str) -> str:
    """Return a note as a paragraph of an item of a list, "" for none."""
    told = "\\\n  ".join(escape_at_start(line) for line in note.splitlines())
    return f"\n\n  Note: {told}" if told else ""


def markdown_citation(cited: Citation) -> str:
    """Return a citation in NARA's form; its address is a link, named without `https://`."""
    words = escape_at_start(nara_form(cited, with_link=False))
    address = link((cited.link or "").partition("://")[2], cited.link or "")
    return "; ".join(filter(None, (words, address)))


def json(passages: Iterable[Passage]) -> str:
    """Return some records as `narabot ask --json` has them, each with its citation."""
    found = [
        FoundRecord.of(passage).to_json() | {"citation": nara_form(citation(passage))}
        for passage in cited(passages)
    ]
    return dumps(found, ensure_ascii=False, indent=2) + "\n"


Name = TypeVar("Name", bound=StrEnum)
Content = TypeVar("Content")


class FormatName(StrEnum):
    """The names of the formats, as commands and addresses have them."""

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
    """A format, and the function that writes something in it; its text goes out as UTF-8."""

    name: Name
    label: str
    """What a reader sees."""
    media_type: str
    suffix: str
    write: Callable[[Content], str]


FORMATS: Mapping[FormatName, Format[FormatName, Iterable[Passage]]] = {
    one.name: one
    for one in (
        Format(FormatName.NARA, later("Citation, NARA's form"), "text/plain", ".txt", nara),
        Format(FormatName.CHICAGO, later("Citation, Chicago note"), "text/plain", ".txt", chicago),
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
"""The formats of records by their names, as the page, the command line and HTTP offer them.

Each writes a record once, in the order given, and raises TooManyToCiteError for more than
`MOST_CITED`.
"""

NOTED: Mapping[FormatName, Callable[[Iterable[Passage], Notes], str]] = {
    FormatName.CSV: csv,
    FormatName.MARKDOWN: markdown,
}
"""The formats that have a place for a reader's notes."""
