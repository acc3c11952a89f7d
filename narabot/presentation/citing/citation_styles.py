"""Cite records in NARA's form and, with a CSL style, as Chicago notes."""

import re
from collections.abc import Iterable
from json import dumps
from pathlib import Path
from typing import Any

from citeproc import Citation as Note
from citeproc import CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON

from narabot.models import ROOTS, LevelOfDescription, Passage
from narabot.presentation.citing.citation_data import Citation, citation, citations, day_parts
from narabot.presentation.markdown import JOINER

Json = dict[str, Any]

MAX_CONTAINERS = 3
"""Maximum number of containers in a citation. If a record has more, the citation omits them."""


def csl_json(passages: Iterable[Passage]) -> str:
    """Return records as CSL-JSON."""
    items = [csl_item(one) for one in citations(passages)]
    return dumps(items, ensure_ascii=False, indent=2) + "\n"


def csl_item(cited: Citation) -> Json:
    """Return a record as a CSL 1.0.2 item, with all available fields."""
    is_document = cited.type is LevelOfDescription.ITEM
    item = {
        "id": f"nara{cited.na_id}",
        "type": "document" if is_document else "collection",
        "title": cited.title,
        "issued": issued(cited),
        "container-title": cited.file_unit,
        "collection-title": cited.series,
        "archive": cited.repository,
        "archive_location": ", ".join(location_parts(cited)),
        "number": cited.identifier,
        "URL": cited.link,
    }
    return {key: value for key, value in item.items() if value}


def location_parts(cited: Citation) -> tuple[str, ...]:
    """Return the containers, if there are only a few, and the record group or collection."""
    boxes = cited.containers if len(cited.containers) <= MAX_CONTAINERS else ()
    return (*boxes, *filter(None, (cited.group,)))


def issued(cited: Citation) -> Json | None:
    """Return the dates as numbers if NARA gives exact dates, or else in words."""
    ends = [day_parts(one or "") for one in (cited.start_date, cited.end_date)]
    if all(ends):
        return {"date-parts": ends[:1] if ends[0] == ends[1] else ends}
    return {"literal": cited.dates} if cited.dates else None


STYLE = Path(__file__).with_name("chicago_note.csl")

END_OF_SENTENCE = re.compile(r"(?<=[^\W\d_]{5})\.$")
"""A final period after a word of at least five letters. Shorter words may be abbreviations, such as
`Va.` and `Corp.`"""


def nara_citation(passage: Passage) -> str:
    """Return a citation in the form of NARA's General Information Leaflet 17.

    The leaflet is "Citing Records in the National Archives of the United States" (revised 2010).
    Sources: the edition on archives.gov (web archive, 2008), and the examples on the covers of the
    2010 edition.

    The citation lists the leaflet's elements in the leaflet's order: record item; file unit;
    series; subgroup; record group; repository. Semicolons separate the elements. The record group
    includes its number, and the address of an online description comes last.

    The subgroup and the repository's city are omitted because the catalog lacks both. The leaflet
    predates naIds. narabot puts the naId after the record's own name. Unknown elements are omitted.
    """
    return nara_form(citation(passage))


def nara(passages: Iterable[Passage]) -> str:
    """Return citations in NARA's form, one on each line."""
    return lines(nara_form(one) for one in citations(passages))


def nara_form(cited: Citation, *, with_link: bool = True) -> str:
    """Return a citation in NARA's form. Elements that are not available are omitted."""
    elements = (
        record_element(cited),
        cited.file_unit,
        cited.series,
        None if cited.type in ROOTS else cited.group,
        cited.repository,
        cited.link if with_link else None,
    )
    return "; ".join(strip_final_punctuation(element) for element in elements if element)


def record_element(cited: Citation) -> str:
    """Return `Letter from A to B, March 3, 1871 (National Archives Identifier 123)`.

    A date at the end of the title is not repeated.
    """
    number = cited.group if cited.type in ROOTS else None
    dates = None if cited.is_dated_by_title else cited.dates
    named = ", ".join(filter(None, (strip_final_punctuation(cited.title), number, dates)))
    return f"{named} ({cited.identifier})"


def strip_final_punctuation(text: str) -> str:
    """Return a text without final punctuation, because a separator or period may follow the
    text."""
    return END_OF_SENTENCE.sub("", text.rstrip(" ,;:")) or text


def chicago_citation(passage: Passage) -> str:
    """Return a record cited as a full Chicago note.

    citeproc-py renders the note with `chicago_note.csl`, which lists the rules of the style.
    """
    return chicago([passage]).rstrip("\n")


def chicago(passages: Iterable[Passage]) -> str:
    """Return Chicago notes, one on each line."""
    return lines(chicago_notes(citations(passages)))


def chicago_notes(cited: Iterable[Citation]) -> list[str]:
    """Return records as Chicago notes."""
    # Do not cache the style: it stores what it renders, and sessions render concurrently.
    style = CitationStylesStyle(str(STYLE), validate=False)
    return [chicago_note(style, chicago_item(one)) for one in cited]


def chicago_item(cited: Citation) -> Json:
    """Return the CSL item for a note, with its dates in words and without final periods.

    Dates that the title already contains are omitted.
    """
    item = csl_item(cited)
    if cited.is_dated_by_title:
        del item["issued"]
    elif cited.dates:
        item["issued"] = {"literal": cited.dates}
    return {
        key: strip_final_punctuation(value) if isinstance(value, str) else value
        for key, value in item.items()
    }


def chicago_note(style: CitationStylesStyle, item: Json) -> str:
    """Return one item as a note in a citation style."""
    source = CiteProcJSON([{key: escape_markup(value) for key, value in item.items()}])
    bibliography = CitationStylesBibliography(style, source, formatter.plain)
    note = Note([CitationItem(item["id"])])
    bibliography.register(note)
    return str(bibliography.cite(note, None)).replace(JOINER, "")


def escape_markup(value: object) -> object:
    """Prevent CSL from treating text in a title, such as `<span …>`, as markup."""
    return value.replace("<", f"<{JOINER}") if isinstance(value, str) else value


def lines(texts: Iterable[str]) -> str:
    """Return texts, one on each line."""
    return "".join(f"{text}\n" for text in texts)
