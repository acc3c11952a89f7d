"""Records for reference managers: RIS by rispy, BibTeX by bibtexparser."""

import re
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Any, ClassVar

from bibtexparser.entrypoint import write_string
from bibtexparser.library import Library
from bibtexparser.model import Entry, Field
from rispy import RisWriter, dumps

from narabot.dates import WRITTEN_DATE
from narabot.models import LevelOfDescription, Passage, RecordsType
from narabot.presentation.citing.facts import CATALOG, Citation, citations, day_parts
from narabot.presentation.citing.forms import kept_in, nara_form
from narabot.presentation.records import type_label

COMMUNICATION, REPORT, MANUSCRIPT, GENERIC = "PCOMM", "RPRT", "MANSCPT", "GEN"

REPORTS = frozenset({"Report", "Intelligence Note", "Research Memorandum"})
"""Kinds of documents that are reports; all others that titles name are sent to somebody."""

RIS_TYPES: Mapping[str, str] = {
    RecordsType.ARCHITECTURAL_DRAWINGS: "ART",
    RecordsType.ARTIFACTS: "ART",
    RecordsType.DATA_FILES: "DATA",
    RecordsType.MAPS: "MAP",
    RecordsType.MOVING_IMAGES: "MPCT",
    RecordsType.PHOTOGRAPHS: "ART",
    RecordsType.SOUND_RECORDINGS: "SOUND",
    RecordsType.WEB_PAGES: "ELEC",
}
"""The type of an item by its general type of records, where that is no text."""

TEX_SIGNS = {sign: f"\\{sign}" for sign in "$&#_%{}"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}
"""What TeX would read as orders."""

TEX_SIGN = re.compile(r"[$&#_%{}\\^~]")

BRACE = re.compile(r"[{}]")

LONE_BRACES = {"{": r"\textbraceleft{}", "}": r"\textbraceright{}"}
"""Written so where they do not pair: BibTeX counts braces, those behind a backslash too."""

TEX_LIGATURES = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=[`?!])(?=`)|(?<=<)(?=<)|(?<=>)(?=>)")
"""Where TeX would make one sign of two, such as a dash of `--`."""


class Writer(RisWriter):  # type: ignore[misc]  # rispy has no types
    """Writes RIS as its specification has it: no numbers between records, lines that end CR LF."""

    NEWLINE: ClassVar[str] = "\r\n"

    def set_header(self, count: int) -> str:  # noqa: ARG002 - rispy's signature
        """Return what stands before a record: nothing."""
        return ""


def ris(passages: Iterable[Passage]) -> str:
    """Return some records as RIS."""
    return str(dumps([ris_entry(one) for one in citations(passages)], implementation=Writer))


def ris_type(cited: Citation) -> str:
    """Return the type of reference that comes nearest to a record.

    RIS knows no archival materials. Of its types (RIS Format Specifications, 2011) an item whose
    title calls it a telegram or a letter is PCOMM, "personal communication", which Zotero reads as
    a letter, or RPRT, a report; a film, map, recording or picture has its own. What is left, and
    whatever holds other records, is unpublished: MANSCPT, which Zotero reads as a manuscript, with
    places for archive and call number. GEN, "generic", Zotero has long read as an article of a
    journal; it is left to names, which are no materials.
    """
    if not isinstance(cited.type, LevelOfDescription):
        return GENERIC
    if cited.type is not LevelOfDescription.ITEM:
        return MANUSCRIPT
    if cited.document_kind:
        return REPORT if cited.document_kind in REPORTS else COMMUNICATION
    [only] = cited.records_types if len(cited.records_types) == 1 else ("",)
    return RIS_TYPES.get(only, MANUSCRIPT)


def ris_entry(cited: Citation) -> dict[str, Any]:
    """Return a record under rispy's names for the tags of RIS, with what is known."""
    entry = {
        "type_of_reference": ris_type(cited),
        "id": str(cited.na_id),
        "title": cited.title,
        "secondary_title": cited.file_unit,
        "tertiary_title": cited.series,
        "year": year(cited),
        "date": ris_date(cited),
        "publisher": cited.repository,
        "call_number": ", ".join(kept_in(cited)),
        "type_of_work": cited.document_kind or type_label(cited.type),
        "accession_number": cited.identifier,
        "name_of_database": CATALOG,
        "urls": [cited.link] if cited.link else None,
        "notes": [nara_form(cited)],
    }
    return {name: value for name, value in entry.items() if value}


def first_date(cited: Citation) -> re.Match[str] | None:
    """Return the first date of a record, sure or not, in its parts."""
    return WRITTEN_DATE.fullmatch(cited.start_date or cited.end_date or "")


def year(cited: Citation) -> str | None:
    """Return the first year of a record in four digits, as RIS has it."""
    first = first_date(cited)
    return first["year"].zfill(4) if first else None


def ris_date(cited: Citation) -> str | None:
    """Return `1871/03/03/`; where that says not all, the dates in words stand behind it."""
    first = first_date(cited)
    month_and_day = (first["month"] or "", first["day"] or "") if first else ("", "")
    is_one = cited.start_date == cited.end_date and day_parts(cited.start_date or "")
    words = "" if is_one else cited.dates or ""
    return "/".join((year(cited) or "", *month_and_day, words)) if cited.dates else None


def bibtex(passages: Iterable[Passage]) -> str:
    """Return some records as BibTeX, in UTF-8 as biber and BibTeX since 2010 read it."""
    library = Library([bibtex_entry(one) for one in citations(passages)])
    # Without the default stack, which copies each entry only to put braces around values.
    return str(write_string(library, unparse_stack=[]))


def bibtex_entry(cited: Citation) -> Entry:
    """Return a record as `@misc`; two braces keep the capitals of its title."""
    where = (cited.file_unit, cited.series, cited.group, cited.repository)
    fields = {
        "title": f"{{{tex(cited.title)}}}",
        # BibTeX prints the year as it stands here; biblatex, pandoc and Zotero read the date.
        "year": tex(cited.dates or ""),
        "date": iso_span(cited),
        "howpublished": tex("; ".join(filter(None, where))),
        "note": cited.identifier,
        "url": cited.link,
    }
    return Entry(
        "misc",
        f"nara{cited.na_id}",
        [Field(name, f"{{{value}}}") for name, value in fields.items() if value],
    )


def iso_span(cited: Citation) -> str | None:
    """Return the dates as biblatex has them (ISO 8601-2): `1871-03-03`, `1870~/1875`, `1941/`."""
    if not cited.dates:
        return None
    first, last = (iso_date(one or "") for one in (cited.start_date, cited.end_date))
    if first is None or last is None:
        return None
    return first if first == last else f"{first}/{last}"


def iso_date(written: str) -> str | None:
    """Return `ca. 1871-03` as `1871-03~`, nothing as nothing, and `None` for other words."""
    if not written:
        return ""
    match = WRITTEN_DATE.fullmatch(written)
    if match is None or (match["before"] or "ca. ") != "ca. ":
        return None
    day = "-".join(filter(None, (match["year"].zfill(4), match["month"], match["day"])))
    return f"{day}{'~' if match['before'] else ''}{match['after'] or ''}"


def tex(text: str) -> str:
    """Return TeX that shows a text as it is written."""
    signs = TEX_SIGNS if has_pairs(text) else TEX_SIGNS | LONE_BRACES
    return TEX_LIGATURES.sub("{}", TEX_SIGN.sub(lambda sign: signs[sign.group()], text))


def has_pairs(text: str) -> bool:
    """Return whether each brace of a text has its other one."""
    depths = list(accumulate(1 if brace == "{" else -1 for brace in BRACE.findall(text)))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)
