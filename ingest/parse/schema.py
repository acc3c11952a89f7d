"""Read the schemas (one TOML table per type: property = path) and apply them to a record.

A path names keys from the record down, `[]` after a key that holds a list:
`subjects[].heading`. One list gives a list parallel to it, lists in lists are joined.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from narabot.errors import MalformedRecordError
from narabot.models import Label

Raw = dict[str, Any]
"""JSON of a record, untouched."""

Value = str | int | bool | list[str] | list[int]

LARGEST_INTEGER = 2**63 - 1
"""Neo4j's integers have 64 bits."""

LARGEST_EXACT_FLOAT = 2**53
"""Beyond, a decoder may have rounded a whole number."""

INTEGERS = frozenset(
    {
        "naId",
        "itemCount",
        "fileUnitCount",
        "seriesCount",
        "recordGroupNumber",
        "beginCongress",
        "endCongress",
    }
)
REFERENCES = frozenset({"naId", "heading", "authorityType"})
"""Lists of these keep their length even when no entry states them."""


@dataclass(frozen=True)
class FieldPath:
    """Where in a record's JSON a property comes from."""

    steps: tuple[tuple[str, bool], ...]
    """Keys from the record down; true where the key holds a list."""

    @cached_property
    def key(self) -> str:
        """The first key."""
        return self.steps[0][0]

    @cached_property
    def leaf(self) -> str:
        """The last key."""
        return self.steps[-1][0]

    @cached_property
    def lists(self) -> int:
        """How many lists stand on the way."""
        return sum(many for _, many in self.steps)

    @cached_property
    def is_integer(self) -> bool:
        """Whether NARA's schema has a number there."""
        return self.leaf in INTEGERS or self.key == "linkCounts"

    @cached_property
    def is_flag(self) -> bool:
        """Whether NARA's schema has true or false there."""
        return self.key == "role"


Schema = dict[str, tuple[FieldPath, ...]]
"""Per property the paths to look at; the first that is there counts."""


@cache
def field_path(text: str) -> FieldPath:
    """Return the path that `a.b[].c` writes."""
    keys = text.split(".")
    return FieldPath(tuple((key.removesuffix("[]"), key.endswith("[]")) for key in keys))


@cache
def load_schema(label: Label) -> Schema:
    """Return the schema of a type, from `ingest/schemas/<label>.toml`."""
    table = tomllib.loads(
        (files("ingest") / "schemas" / f"{label}.toml").read_text(encoding="utf-8")
    )
    return {
        name: tuple(field_path(text) for text in ([paths] if isinstance(paths, str) else paths))
        for name, paths in table.items()
    }


def properties(raw: Raw, schema: Schema) -> dict[str, Value]:
    """Return the graph properties that a record states; absent ones are left out.

    Raises MalformedRecordError where a field holds another kind of value than NARA's schema.
    """
    found: dict[str, Value] = {}
    for name, paths in schema.items():
        for path in paths:
            # most fields are missing from most records
            if path.key in raw and (value := value_at(raw, path)) is not None:
                found[name] = value
                break
    return found


def value_at(raw: Raw, path: FieldPath) -> Value | None:
    """Return what stands at a path: one value, or a list where the path goes through lists.

    The list of a field of a list's objects is parallel to that list: "" where a text is
    missing, -1 where a number is. It is `None` when no entry states the field, except for the
    fields of a reference (naId, heading, authorityType).
    """
    leaves = [leaf_value(leaf, path) for leaf in walk(raw, path.steps)]
    if path.lists == 0:
        return leaves[0]
    stated = [leaf for leaf in leaves if leaf is not None]
    if path.lists > 1 or path.steps[-1][1]:
        return stated or None  # type: ignore[return-value]  # one leaf, one type
    if not leaves or (not stated and path.leaf not in REFERENCES):
        return None
    filler = -1 if path.is_integer else ""
    return [filler if leaf is None else leaf for leaf in leaves]  # type: ignore[return-value]


def walk(value: Any, steps: tuple[tuple[str, bool], ...]) -> Iterator[Any]:
    """Yield the JSON values at the end of a path; `None` where a key is missing."""
    if not steps:
        yield value
        return
    (key, many), rest = steps[0], steps[1:]
    if value is not None and not isinstance(value, dict):
        raise MalformedRecordError(f"{kind(value)} stands where an object with {key!r} should")
    inner = None if value is None else value.get(key)
    if not many:
        yield from walk(inner, rest)
        return
    for element in as_list(inner):
        yield from walk(element, rest)


def as_list(value: Any) -> list[Any]:
    """Return a list as it is, one object as a list of it (NARA writes both), nothing as []."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def objects(value: Any) -> list[Raw]:
    """Return the objects in a list field."""
    return [entry for entry in as_list(value) if isinstance(entry, dict)]


def leaf_value(value: Any, path: FieldPath) -> str | int | bool | None:
    """Return a leaf as its type in the graph.

    Raises MalformedRecordError for a value of another kind.
    """
    if path.is_flag and isinstance(value, bool):
        return value
    try:
        return stated_integer(value) if path.is_integer else as_text(value)
    except MalformedRecordError as error:
        raise MalformedRecordError(f"{path.leaf}: {error}") from error


def as_text(value: Any) -> str | None:
    """Return a text or number as text, blank as `None`."""
    if isinstance(value, dict | list):
        raise MalformedRecordError(f"{kind(value)} stands where a text should")
    if isinstance(value, bool):
        return str(value).lower()
    return None if value is None else str(value).strip() or None


def stated_integer(value: Any) -> int | None:
    """Return a whole number, blank as `None`.

    Raises MalformedRecordError for anything else.
    """
    is_blank = value is None or (isinstance(value, str) and not value.strip())
    return None if is_blank else as_integer(value)


def as_integer(value: Any) -> int:
    """Return a whole number, also from a string of digits, or written as 3.0.

    Raises MalformedRecordError for anything else and beyond 64 bits.
    """
    if isinstance(value, str) and value.isascii() and value.removeprefix("-").isdigit():
        value = int(value) if len(value) < 20 else LARGEST_INTEGER + 1
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST_EXACT_FLOAT:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise MalformedRecordError(f"{kind(value)} stands where a whole number should")
    if abs(value) > LARGEST_INTEGER:
        raise MalformedRecordError("a number is larger than 64 bits hold")
    return value


def kind(value: Any) -> str:
    """Return a JSON value's kind in words, for messages."""
    names = {
        type(None): "nothing",
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
    }
    return names.get(type(value), "a number")
