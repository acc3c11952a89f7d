"""Convert a stored turn from each version to the next, as JSON. Existing steps never change.

Each step contains the names from its own two versions. A step depends neither on the data model nor
on the current shapes.
"""

from collections.abc import Callable
from typing import Any

Json = Any

NAMES_1 = {
    "levels": "levelOfDescription",
    "records_types": "generalRecordsTypes",
    "record_group": "recordGroupNumber",
    "collection": "collectionIdentifier",
    "access": "accessRestriction",
    "request_class": "class",
    "matched": "words",
}
"""Field name in version 0 → name in version 1. All other names are converted to camelCase."""


def upcast(raw: Json) -> Json:
    """Convert a stored turn from any older version to the newest version.

    Turns of a newer version, and JSON that is not a turn, are returned unchanged.
    """
    version = raw.get("version", 0) if isinstance(raw, dict) else None
    for step in STEPS[version:] if isinstance(version, int) else ():
        raw = step(raw)
    return raw


def version_1(raw: Json) -> Json:
    """Return version 1 of a turn from version 0, which stored the dataclasses directly."""
    return {**rename_keys(raw), "version": 1}


def rename_keys(value: Json) -> Json:
    """Return JSON with the names of version 1."""
    match value:
        case dict():
            return dict(rename_pair(key, one) for key, one in value.items())
        case list():
            return [rename_keys(one) for one in value]
        case _:
            return value


STEPS_1 = {
    "classify": "Understanding the request",
    "names": "Looking up names",
    "retrieve": "Running a hybrid search",
    "answer": "Choosing and checking sentences",
}
"""Descriptions of the steps that version 0 stored by name. In version 0, the page contained these
descriptions."""


def trace_1(raw: Json) -> Json:
    """Return a trace with its timings as a list, and with steps derived from the timings."""
    times = raw.get("timings_ms")
    rest = {key: one for key, one in raw.items() if key != "timings_ms"}
    if not isinstance(times, dict):
        return rename_keys(rest)
    timings = [{"name": name, "ms": ms} for name, ms in times.items()]
    steps = [{**one, "name": STEPS_1.get(one["name"], one["name"])} for one in timings]
    return {**rename_keys(rest), "timings": timings, "steps": steps}


def rename_pair(key: str, value: Json) -> tuple[str, Json]:
    """Return a key and its value, with the key's name in version 1."""
    match key, value:
        case "quoted_texts", _:
            return "quotedTexts", value
        case "trace", dict():
            return "trace", trace_1(value)
        case "path", list():
            return "path", [record_1(one) for one in value]
        case "removed", list():
            return "removed", sorted(name_1(one) for one in value if isinstance(one, str))
        case _:
            return name_1(key), rename_keys(value)


def record_1(raw: Json) -> Json:
    """Return a record in a path, with the type and name under the keys for its record type."""
    if not isinstance(raw, dict):
        return raw
    is_description = raw.get("record_type") == "description"
    type_, name = (
        ("levelOfDescription", "title") if is_description else ("authorityType", "heading")
    )
    rest = {key: one for key, one in raw.items() if key not in {"record_type", "type", "name"}}
    return {**rename_keys(rest), type_: raw.get("type"), name: raw.get("name")}


def name_1(field: str) -> str:
    """Return the version 1 name for a field in version 0."""
    first, *others = field.split("_")
    return NAMES_1.get(field) or first + "".join(one.capitalize() for one in others)


STEPS: tuple[Callable[[Json], Json], ...] = (version_1,)
"""The steps in order: from version 0 to version 1, and so on."""

VERSION = len(STEPS)
"""Current version of the stored form of a turn. Version 0 stored the dataclasses field by field,
without a version."""
