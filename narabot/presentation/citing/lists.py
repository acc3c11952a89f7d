"""Records as tables and lists: CSV for spreadsheets, Markdown for texts, JSON for programs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from csv import QUOTE_ALL, DictWriter
from io import StringIO
from json import dumps

from narabot.models import Passage
from narabot.presentation.citing.facts import Citation, citation, citations, cited
from narabot.presentation.citing.forms import lines, nara_form
from narabot.presentation.markdown import escape_at_start, link, one_line
from narabot.presentation.record_json import FoundRecord
from narabot.presentation.records import type_label

BYTE_ORDER_MARK = "\ufeff"
"""By which Excel knows UTF-8."""

FORMULA = re.compile(r"^[\s\ufeff\u200b-\u200f\u2060]*[=+\-@＝＋－＠﹦﹢﹣﹫]")
"""How a cell begins that a spreadsheet would compute (OWASP, CSV Injection), its unseen signs."""


def csv(passages: Iterable[Passage]) -> str:
    """Return some records as CSV for spreadsheets, a row each; no cell is a formula."""
    return csv_table([csv_row(one) for one in citations(passages)])


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


def markdown(passages: Iterable[Passage]) -> str:
    """Return the citations of some records in NARA's form as a Markdown list."""
    return lines(f"- {markdown_citation(one)}" for one in citations(passages))


def markdown_citation(cited: Citation) -> str:
    """Return a citation in NARA's form; its address is a link, named without `https://`."""
    words = escape_at_start(nara_form(cited, with_link=False))
    address = link((cited.link or "").partition("://")[2], cited.link or "")
    return "; ".join(filter(None, (words, address)))


def json(passages: Iterable[Passage]) -> str:
    """Return some records as `narabot ask --json` has them, each with its citation."""
    found = [
        FoundRecord.of(passage).told() | {"citation": nara_form(citation(passage))}
        for passage in cited(passages)
    ]
    return dumps(found, ensure_ascii=False, indent=2) + "\n"
