"""Describe filters in words, for chips and the terminal, and as JSON."""

from collections.abc import Mapping
from typing import Any

from narabot.models import (
    AccessStatus,
    ComputedSet,
    Filters,
    LevelOfDescription,
    NamedPhrase,
    NamedRecord,
    RecordType,
    Years,
)
from narabot.models.filters import FILTERS
from narabot.presentation.markdown import shortened
from narabot.presentation.records import MAX_NAME_LENGTH, levels_label
from narabot.presentation.strings import later, say
from narabot.presentation.terms import status_label, term

RECORD_TYPE_NAMES: Mapping[RecordType, str] = {
    RecordType.DESCRIPTION: later("Descriptions"),
    RecordType.AUTHORITY: later("Authority records"),
}


def year_text(years: Years) -> str:
    """Return years as `1941 – 1943`, `1941`, `until 1899`, or `from 1944`."""
    if years.first is None or years.last is None:
        if years.first is None:
            return say("until {year}", year=str(years.last))
        return say("from {year}", year=str(years.first))
    return str(years.first) if years.first == years.last else f"{years.first} – {years.last}"


def value_text(value: Any) -> str:
    """Return a filter's value in words."""
    match value:
        case tuple():
            return say(" or ").join(map(value_text, value))
        case LevelOfDescription():
            return levels_label(value)
        case RecordType():
            return say(RECORD_TYPE_NAMES[value])
        case Years():
            return year_text(value)
        case NamedRecord(name=name) | NamedPhrase(name=name) | ComputedSet(name=name):
            return shortened(name, MAX_NAME_LENGTH)
        case _:
            return status_label(value) if isinstance(value, AccessStatus) else term(str(value))


def filter_text(field: str, value: Any) -> str:
    """Return a filter in words."""
    if field == "is_online":
        return say("Online") if value else say("Not online")
    return term(FILTERS[field].words).format(value_text(value))


def filter_texts(filters: Filters) -> dict[str, str]:
    """Return the active filters in words, keyed by field name."""
    return {field: filter_text(field, getattr(filters, field)) for field in filters.in_force}


def filters_json(filters: Filters) -> dict[str, Any]:
    """Return the active filters as JSON under NARA's field names."""
    return {
        FILTERS[field].json_name: json_value(getattr(filters, field)) for field in filters.in_force
    }


def json_value(value: Any) -> Any:
    """Return a filter's value as JSON."""
    match value:
        case Years(first=first, last=last):
            return {"first": first, "last": last}
        case NamedRecord(na_id=na_id, name=name):
            return {"naId": na_id, "name": name}
        case NamedPhrase(phrase_id=phrase_id, name=name):
            return {"phraseId": phrase_id, "name": name}
        case ComputedSet(plan=plan, name=name):
            return {"plan": plan, "name": name}
        case tuple():
            return [str(one) for one in value]
        case _:
            return value
