"""From each older version of a kept turn to the next, as JSON. What is written here stays.

A step knows the names of its own two versions, and nothing of the data model or of today's shapes.
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
"""What version 1 calls fields of version 0, where that is not the same in camelCase."""


def upcast(raw: Json) -> Json:
    """Return a kept turn of any older version as one of the newest.

    One that is newer, or is no turn, comes back as it is.
    """
    version = raw.get("version", 0) if isinstance(raw, dict) else None
    for step in STEPS[version:] if isinstance(version, int) else ():
        raw = step(raw)
    return raw


def version_1(raw: Json) -> Json:
    """Return a turn that was kept as its dataclasses were."""
    return {**renamed(raw), "version": 1}


def renamed(value: Json) -> Json:
    """Return JSON with the names of version 1."""
    match value:
        case dict():
            return dict(renamed_pair(key, one) for key, one in value.items())
        case list():
            return [renamed(one) for one in value]
        case _:
            return value


STEPS_1 = {
    "classify": "Understanding the request",
    "names": "Looking for names in it",
    "retrieve": "Searching by meaning and by words",
    "answer": "Choosing and checking sentences",
}
"""Version 0 named the parts of the way; their words stood in the page."""


def trace_1(raw: Json) -> Json:
    """Return a trace: its times one by one, and what they were spent on as steps."""
    times = raw.get("timings_ms")
    rest = {key: one for key, one in raw.items() if key != "timings_ms"}
    if not isinstance(times, dict):
        return renamed(rest)
    timings = [{"name": name, "ms": ms} for name, ms in times.items()]
    steps = [{**one, "name": STEPS_1.get(one["name"], one["name"])} for one in timings]
    return {**renamed(rest), "timings": timings, "steps": steps}


def renamed_pair(key: str, value: Json) -> tuple[str, Json]:
    """Return a key with its value under the name of version 1."""
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
            return name_1(key), renamed(value)


def record_1(raw: Json) -> Json:
    """Return a record of a path: its type and name under the names of its kind."""
    if not isinstance(raw, dict):
        return raw
    is_description = raw.get("record_type") == "description"
    type_, name = (
        ("levelOfDescription", "title") if is_description else ("authorityType", "heading")
    )
    rest = {key: one for key, one in raw.items() if key not in {"record_type", "type", "name"}}
    return {**renamed(rest), type_: raw.get("type"), name: raw.get("name")}


def name_1(field: str) -> str:
    """Return what version 1 calls a field of version 0."""
    first, *others = field.split("_")
    return NAMES_1.get(field) or first + "".join(one.capitalize() for one in others)


STEPS: tuple[Callable[[Json], Json], ...] = (version_1,)
"""From version 0 to 1, and so on."""

VERSION = len(STEPS)
"""Of the shape of turns. 0 were the dataclasses, field by field, without a version."""
