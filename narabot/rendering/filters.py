"""Filters in words, for chips, a terminal and JSON. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from narabot.models import Filters, NamedRecord, RecordType, Years
from narabot.rendering.markdown import shortened
from narabot.rendering.records import LONGEST_NAME, TYPE_NAMES


def year_words(years: Years) -> str:
    """Return years as `1941 – 1943`, `1941`, `until 1899` or `from 1944`."""
    if years.first is None or years.last is None:
        return f"until {years.last}" if years.first is None else f"from {years.first}"
    return str(years.first) if years.first == years.last else f"{years.first} – {years.last}"


NAMES: Mapping[str, Callable[[Any], str]] = {
    "levels": lambda levels: " or ".join(TYPE_NAMES[level][1] for level in levels),
    "record_type": lambda type_: (
        "Descriptions" if type_ is RecordType.DESCRIPTION else "Authority records"
    ),
    "records_types": " or ".join,
    "years": year_words,
    "record_group": lambda number: f"Record group {number}",
    "collection": lambda identifier: f"Collection {identifier}",
    "ancestor": lambda record: f"In {shortened(record.name, LONGEST_NAME)}",
    "creator": lambda record: f"By {shortened(record.name, LONGEST_NAME)}",
    "subject": lambda record: f"About {shortened(record.name, LONGEST_NAME)}",
    "authority": lambda record: f"By or about {shortened(record.name, LONGEST_NAME)}",
    "is_online": lambda online: "Online" if online else "Not online",
    "access": lambda statuses: f"Access: {' or '.join(statuses)}",
}
"""How each filter is said."""


def filter_texts(filters: Filters) -> dict[str, str]:
    """Return the filters in force in words, by the names of their fields."""
    return {field: NAMES[field](getattr(filters, field)) for field in filters.in_force}


def filters_json(filters: Filters) -> dict[str, Any]:
    """Return the filters in force as JSON, under the names that NARA's data have."""
    names = {
        "levels": "levelOfDescription",
        "record_type": "recordType",
        "records_types": "generalRecordsTypes",
        "years": "years",
        "record_group": "recordGroupNumber",
        "collection": "collectionIdentifier",
        "ancestor": "ancestor",
        "creator": "creator",
        "subject": "subject",
        "authority": "authority",
        "is_online": "isOnline",
        "access": "accessRestriction",
    }
    return {names[field]: plain(getattr(filters, field)) for field in filters.in_force}


def plain(value: Any) -> Any:
    """Return a filter's value as JSON has it."""
    match value:
        case Years(first=first, last=last):
            return {"first": first, "last": last}
        case NamedRecord(na_id=na_id, name=name):
            return {"naId": na_id, "name": name}
        case tuple():
            return [str(one) for one in value]
        case _:
            return value
