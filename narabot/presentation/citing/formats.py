"""All that a record, a selection or a conversation can be taken away as."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from narabot.models import Passage
from narabot.presentation.citing.forms import chicago, csl_json, nara
from narabot.presentation.citing.lists import csv, json, markdown
from narabot.presentation.citing.managers import bibtex, ris


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
class Format:
    """A format, and the function that writes records in it, each once, in the order given.

    It raises TooManyToCiteError for more than `MOST_CITED`; its text goes out as UTF-8.
    """

    name: FormatName
    label: str
    """What a reader sees."""
    media_type: str
    suffix: str
    write: Callable[[Iterable[Passage]], str]


FORMATS = {
    one.name: one
    for one in (
        Format(FormatName.NARA, "Citation, NARA's form", "text/plain", ".txt", nara),
        Format(FormatName.CHICAGO, "Citation, Chicago note", "text/plain", ".txt", chicago),
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
"""The formats by their names, as the page, the command line and HTTP offer them."""
