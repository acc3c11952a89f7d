"""Records as CSL-JSON, which Zotero, pandoc and citeproc read."""

from collections.abc import Iterable
from json import dumps
from typing import Any

from narabot.citing.facts import Citation, citations, day_parts
from narabot.models import LevelOfDescription, Passage

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
