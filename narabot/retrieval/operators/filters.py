"""Filters as the statements and parameters that apply them in the database. Pure."""

from typing import Any, LiteralString

from narabot.graph import load_query
from narabot.models import Filters, NamedRecord, RecordType
from narabot.periods import YEAR_IN_TITLE

STATED_ABOVE = frozenset({"records_types", "access", "ancestor", "creator", "subject", "authority"})
"""The filters that look at the records above a record too; its years it has from them already."""


def kept(filters: Filters) -> LiteralString:
    """Return what stands in a statement between a search and its end."""
    if not filters:
        return ""
    by_path = load_query("narabot", "kept_by_path") if looks_above(filters) else ""
    return kept_at_once() + by_path


def looks_above(filters: Filters) -> bool:
    """Return whether any filter looks at the records above a record."""
    return not STATED_ABOVE.isdisjoint(filters.in_force)


def kept_at_once() -> LiteralString:
    """Return the part of it that needs no other node."""
    return load_query("narabot", "kept_hits")


def kept_values(filters: Filters) -> dict[str, Any]:
    """Return the parameters of that; authorities have none of the fields but their type."""
    years = filters.years
    return {
        "levels": list(filters.levels),
        "recordType": filters.record_type or RecordType.DESCRIPTION,
        "recordGroup": filters.record_group,
        "collection": filters.collection,
        "isOnline": filters.is_online,
        "firstYear": years.first if years else None,
        "lastYear": years.last if years else None,
        "year": YEAR_IN_TITLE,
        "recordsTypes": list(filters.records_types),
        "access": list(filters.access),
        "ancestor": filters.ancestor.na_id if filters.ancestor else None,
        "creators": na_ids(filters.creator),
        "subjects": na_ids(filters.subject),
        "authorities": na_ids(filters.authority),
    }


def na_ids(record: NamedRecord | None) -> list[int]:
    """Return the naIds of an authority under all of its names."""
    return list(record.na_ids) if record else []
