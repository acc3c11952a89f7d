"""Export records to reference managers: RIS with rispy, and BibTeX with bibtexparser."""

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
from narabot.presentation.citing.citation_data import CATALOG, Citation, citations, day_parts
from narabot.presentation.citing.citation_styles import location_parts, nara_form
from narabot.presentation.records import type_label

COMMUNICATION, REPORT, MANUSCRIPT, GENERIC = "PCOMM", "RPRT", "MANSCPT", "GEN"

REPORTS = frozenset({"Report", "Intelligence Note", "Research Memorandum"})
"""Kinds of documents that are reports. All other kinds that titles name are correspondence."""

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
"""RIS type for each general records type. Items that consist of text have no entry here."""

TEX_SIGNS = {sign: f"\\{sign}" for sign in "$&#_%{}"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}
"""Escapes for characters with a special meaning in TeX."""

TEX_SIGN = re.compile(r"[$&#_%{}\\^~]")

BRACE = re.compile(r"[{}]")

LONE_BRACES = {"{": r"\textbraceleft{}", "}": r"\textbraceright{}"}
"""Escapes for unpaired braces. BibTeX counts all braces, even after a backslash."""

TEX_LIGATURES = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=[`?!])(?=`)|(?<=<)(?=<)|(?<=>)(?=>)")
"""Positions where TeX would merge two characters into one, such as `--` into a dash."""


class Writer(RisWriter):  # type: ignore[misc]  # rispy has no types
    """Writes RIS as its specification requires: CRLF line endings, and no numbers between
    records."""

    NEWLINE: ClassVar[str] = "\r\n"

    def set_header(self, count: int) -> str:  # noqa: ARG002 - rispy's signature
        """Return an empty header, so that no number precedes a record."""
        return ""


def ris(passages: Iterable[Passage]) -> str:
    """Return records as RIS."""
    return str(dumps([ris_entry(one) for one in citations(passages)], implementation=Writer))


def ris_type(cited: Citation) -> str:
    """Return the closest RIS type for a record.

    RIS has no type for archival materials (RIS Format Specifications, 2011). An item whose title
    names a telegram or letter is PCOMM ("personal communication"), which Zotero imports as a
    letter. A report is RPRT. Films, maps, recordings, and pictures have their own types.

    All other items, and all higher levels, are MANSCPT, an unpublished work. Zotero imports MANSCPT
    as a manuscript with an archive and a call number. Authority records are GEN ("generic"), which
    Zotero has long imported as a journal article.
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
    """Return a record's known fields under rispy's names for RIS tags."""
    entry = {
        "type_of_reference": ris_type(cited),
        "id": str(cited.na_id),
        "title": cited.title,
        "secondary_title": cited.file_unit,
        "tertiary_title": cited.series,
        "year": year(cited),
        "date": ris_date(cited),
        "publisher": cited.repository,
        "call_number": ", ".join(location_parts(cited)),
        "type_of_work": cited.document_kind or type_label(cited.type),
        "accession_number": cited.identifier,
        "name_of_database": CATALOG,
        "urls": [cited.link] if cited.link else None,
        "notes": [nara_form(cited)],
    }
    return {name: value for name, value in entry.items() if value}


def first_date(cited: Citation) -> re.Match[str] | None:
    """Return a record's first date, parsed. The date may be approximate."""
    return WRITTEN_DATE.fullmatch(cited.start_date or cited.end_date or "")


def year(cited: Citation) -> str | None:
    """Return the first year of a record as four digits, as RIS requires."""
    first = first_date(cited)
    return first["year"].zfill(4) if first else None


def ris_date(cited: Citation) -> str | None:
    """Return a RIS date such as `1871/03/03/`.

    If a record has more than one date, or an uncertain date, the dates in words follow.
    """
    first = first_date(cited)
    month_and_day = (first["month"] or "", first["day"] or "") if first else ("", "")
    is_one = cited.start_date == cited.end_date and day_parts(cited.start_date or "")
    words = "" if is_one else cited.dates or ""
    return "/".join((year(cited) or "", *month_and_day, words)) if cited.dates else None


def bibtex(passages: Iterable[Passage]) -> str:
    """Return records as BibTeX in UTF-8, which biber and BibTeX have supported since 2010."""
    library = Library([bibtex_entry(one) for one in citations(passages)])
    # The default middleware would copy each entry only to enclose its values in braces.
    return str(write_string(library, unparse_stack=[]))


def bibtex_entry(cited: Citation) -> Entry:
    """Return a record as a BibTeX `@misc` entry.

    Double braces preserve the title's capitalization.
    """
    where = (cited.file_unit, cited.series, cited.group, cited.repository)
    fields = {
        "title": f"{{{tex(cited.title)}}}",
        # BibTeX prints this text unchanged; biblatex, pandoc, and Zotero use `date`.
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
    """Return the dates for biblatex (ISO 8601-2): `1871-03-03`, `1870~/1875`, or `1941/`."""
    if not cited.dates:
        return None
    first, last = (iso_date(one or "") for one in (cited.start_date, cited.end_date))
    if first is None or last is None:
        return None
    return first if first == last else f"{first}/{last}"


def iso_date(written: str) -> str | None:
    """Return `ca. 1871-03` as `1871-03~`, and a missing date as "".

    The result is `None` for other text.
    """
    if not written:
        return ""
    match = WRITTEN_DATE.fullmatch(written)
    if match is None or (match["before"] or "ca. ") != "ca. ":
        return None
    day = "-".join(filter(None, (match["year"].zfill(4), match["month"], match["day"])))
    return f"{day}{'~' if match['before'] else ''}{match['after'] or ''}"


def tex(text: str) -> str:
    """Return TeX that displays a text literally."""
    signs = TEX_SIGNS if has_pairs(text) else TEX_SIGNS | LONE_BRACES
    return TEX_LIGATURES.sub("{}", TEX_SIGN.sub(lambda sign: signs[sign.group()], text))


def has_pairs(text: str) -> bool:
    """Return whether all braces in a text are paired."""
    depths = list(accumulate(1 if brace == "{" else -1 for brace in BRACE.findall(text)))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)
