"""Filters in words, for chips, a terminal and JSON. Pure."""

from collections.abc import Mapping
from typing import Any

from narabot.models import ComputedSet, Filters, LevelOfDescription, NamedRecord, RecordType, Years
from narabot.models.filters import FILTERS
from narabot.presentation.markdown import shortened
from narabot.presentation.records import LONGEST_NAME, TYPE_NAMES

RECORD_TYPE_NAMES: Mapping[RecordType, str] = {
    RecordType.DESCRIPTION: "Descriptions",
    RecordType.AUTHORITY: "Authority records",
}


def year_words(years: Years) -> str:
    """Return years as `1941 – 1943`, `1941`, `until 1899` or `from 1944`."""
    if years.first is None or years.last is None:
        return f"until {years.last}" if years.first is None else f"from {years.first}"
    return str(years.first) if years.first == years.last else f"{years.first} – {years.last}"


def value_words(value: Any) -> str:
    """Return a filter's value in words."""
    match value:
        case tuple():
            return " or ".join(map(value_words, value))
        case LevelOfDescription():
            return TYPE_NAMES[value][1]
        case RecordType():
            return RECORD_TYPE_NAMES[value]
        case Years():
            return year_words(value)
        case NamedRecord(name=name) | ComputedSet(name=name):
            return shortened(name, LONGEST_NAME)
        case _:
            return str(value)


def filter_words(field: str, value: Any) -> str:
    """Return a filter in words."""
    words = FILTERS[field].words
    return f"Not {words.lower()}" if value is False else words.format(value_words(value))


def filter_texts(filters: Filters) -> dict[str, str]:
    """Return the filters in force in words, by the names of their fields."""
    return {field: filter_words(field, getattr(filters, field)) for field in filters.in_force}


def filters_json(filters: Filters) -> dict[str, Any]:
    """Return the filters in force as JSON, under the names that NARA's data have."""
    return {FILTERS[field].json_name: plain(getattr(filters, field)) for field in filters.in_force}


def plain(value: Any) -> Any:
    """Return a filter's value as JSON has it."""
    match value:
        case Years(first=first, last=last):
            return {"first": first, "last": last}
        case NamedRecord(na_id=na_id, name=name):
            return {"naId": na_id, "name": name}
        case ComputedSet(plan=plan, name=name):
            return {"plan": plan, "name": name}
        case tuple():
            return [str(one) for one in value]
        case _:
            return value
