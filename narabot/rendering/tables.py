"""Records as rows of a table on the screen, in plain text. Pure."""

from collections.abc import Iterable
from typing import Any

from narabot.models import LevelOfDescription, Passage, PathRecord, catalog_page
from narabot.rendering.markdown import shortened
from narabot.rendering.records import LONGEST_NAME, dates, name, type_label

ROOTS = (LevelOfDescription.RECORD_GROUP, LevelOfDescription.COLLECTION)


def record_rows(passages: Iterable[Passage]) -> list[dict[str, Any]]:
    """Return some records as rows, each value under the name of its column."""
    return [record_row(one) for one in passages]


def record_row(passage: Passage) -> dict[str, Any]:
    """Return a record as a row; what is not stated is `None`."""
    record, above, held = passage.record, passage.path[1:], passage.holdings
    return {
        "Record": name(record),
        "Type": type_label(record.type),
        "Dates": dates(record),
        "Series": named(above, LevelOfDescription.SERIES),
        "Record group or collection": named(above, *ROOTS),
        "Held at": shortened("; ".join(held.reference_units), LONGEST_NAME) or None,
        "Online copies": held.online_count or None,
        "naId": str(record.na_id),
        "NARA's page": catalog_page(record.source),
    }


def named(above: Iterable[PathRecord], *levels: LevelOfDescription) -> str | None:
    """Return the name of the nearest record of some levels above."""
    return next((name(one) for one in above if one.type in levels), None)
