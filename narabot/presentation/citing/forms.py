"""Records cited in words: in NARA's form, and as a Chicago note by its CSL style. Pure."""

import re
from collections.abc import Iterable
from json import dumps
from pathlib import Path
from typing import Any

from citeproc import Citation as Note
from citeproc import CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON

from narabot.models import ROOTS, LevelOfDescription, Passage
from narabot.presentation.citing.facts import Citation, citation, citations, day_parts
from narabot.presentation.markdown import JOINER

Json = dict[str, Any]

MOST_CONTAINERS = 3
"""Boxes that are named; of a series that fills hundreds, none is."""


def csl_json(passages: Iterable[Passage]) -> str:
    """Return some records as CSL-JSON."""
    items = [csl_item(one) for one in citations(passages)]
    return dumps(items, ensure_ascii=False, indent=2) + "\n"


def csl_item(cited: Citation) -> Json:
    """Return a record as an item of CSL 1.0.2, with what is known."""
    is_document = cited.type is LevelOfDescription.ITEM
    item = {
        "id": f"nara{cited.na_id}",
        "type": "document" if is_document else "collection",
        "title": cited.title,
        "issued": issued(cited),
        "container-title": cited.file_unit,
        "collection-title": cited.series,
        "archive": cited.repository,
        "archive_location": ", ".join(kept_in(cited)),
        "number": cited.identifier,
        "URL": cited.link,
    }
    return {key: value for key, value in item.items() if value}


def kept_in(cited: Citation) -> tuple[str, ...]:
    """Return the boxes, if they are few, and the record group or collection."""
    boxes = cited.containers if len(cited.containers) <= MOST_CONTAINERS else ()
    return (*boxes, *filter(None, (cited.group,)))


def issued(cited: Citation) -> Json | None:
    """Return the dates as numbers where NARA is sure of them, else in its words."""
    ends = [day_parts(one or "") for one in (cited.start_date, cited.end_date)]
    if all(ends):
        return {"date-parts": ends[:1] if ends[0] == ends[1] else ends}
    return {"literal": cited.dates} if cited.dates else None


STYLE = Path(__file__).with_name("chicago_note.csl")

END_OF_SENTENCE = re.compile(r"(?<=[^\W\d_]{5})\.$")
"""A final full stop that is no abbreviation's (`Va.`, `Corp.`), as far as its length tells."""


def nara_citation(passage: Passage) -> str:
    """Return a record cited in the form of NARA's General Information Leaflet 17.

    Followed of "Citing Records in the National Archives of the United States" (revised 2010): the
    elements and their order (record item; file unit; series; subgroup; record group; repository),
    the semicolons between them, the record group with its number, and the address of an online
    description at the end. Known from the leaflet's edition on archives.gov (web archive, 2008)
    and from the examples on the covers of that of 2010. Not followed: the subgroup, which the
    catalogue does not have; the repository's city, which it does not state. The naId, which the
    leaflet is too old to ask for, stands behind the record's own name. What is not known is left
    out.
    """
    return nara_form(citation(passage))


def nara(passages: Iterable[Passage]) -> str:
    """Return the citations of some records in NARA's form, a line each."""
    return lines(nara_form(one) for one in citations(passages))


def nara_form(cited: Citation, *, with_link: bool = True) -> str:
    """Return the elements of NARA's form that are known."""
    elements = (
        own_element(cited),
        cited.file_unit,
        cited.series,
        None if cited.type in ROOTS else cited.group,
        cited.repository,
        cited.link if with_link else None,
    )
    return "; ".join(ended(element) for element in elements if element)


def own_element(cited: Citation) -> str:
    """Return `Letter from A to B, March 3, 1871 (National Archives Identifier 123)`.

    A date in which the title ends is not said again.
    """
    number = cited.group if cited.type in ROOTS else None
    dates = None if cited.is_dated_by_title else cited.dates
    named = ", ".join(filter(None, (ended(cited.title), number, dates)))
    return f"{named} ({cited.identifier})"


def ended(text: str) -> str:
    """Return a text without the punctuation at its end that a list's would double."""
    return END_OF_SENTENCE.sub("", text.rstrip(" ,;:")) or text


def chicago_citation(passage: Passage) -> str:
    """Return a record cited as a full Chicago note.

    By citeproc-py with `chicago_note.csl`, which names the rules that it follows.
    """
    return chicago([passage]).rstrip("\n")


def chicago(passages: Iterable[Passage]) -> str:
    """Return the Chicago notes of some records, a line each."""
    return lines(chicago_notes(citations(passages)))


def chicago_notes(cited: Iterable[Citation]) -> list[str]:
    """Return some records as Chicago notes."""
    # Not kept: a style holds what it renders, and sessions render at the same time.
    style = CitationStylesStyle(str(STYLE), validate=False)
    return [chicago_note(style, chicago_item(one)) for one in cited]


def chicago_item(cited: Citation) -> Json:
    """Return the CSL item of a note: its dates in words and once, its texts without full stops."""
    item = csl_item(cited)
    if cited.is_dated_by_title:
        del item["issued"]
    elif cited.dates:
        item["issued"] = {"literal": cited.dates}
    return {key: ended(value) if isinstance(value, str) else value for key, value in item.items()}


def chicago_note(style: CitationStylesStyle, item: Json) -> str:
    """Return one item as a style renders it."""
    source = CiteProcJSON([{key: plain(value) for key, value in item.items()}])
    bibliography = CitationStylesBibliography(style, source, formatter.plain)
    note = Note([CitationItem(item["id"])])
    bibliography.register(note)
    return str(bibliography.cite(note, None)).replace(JOINER, "")


def plain(value: object) -> object:
    """Return a text in which CSL sees no mark-up: `<span …>` is what a title says."""
    return value.replace("<", f"<{JOINER}") if isinstance(value, str) else value


def lines(texts: Iterable[str]) -> str:
    """Return some texts, a line each."""
    return "".join(f"{text}\n" for text in texts)
