"""Load the schemas, which map graph properties to JSON paths, and apply them to records.

Each type has one TOML file. A path consists of keys, starting at the record. `[]` follows a key
that contains a list: `subjects[].heading`. A path through one list yields a list parallel to that
list. Nested lists are flattened.
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
"""A record's JSON, unchanged."""

Value = str | int | bool | list[str] | list[int]

LARGEST_INTEGER = 2**63 - 1
"""The largest integer that Neo4j can store, because its integers have 64 bits."""

LARGEST_EXACT_FLOAT = 2**53
"""Limit below which floats represent all whole numbers exactly. Larger numbers may be rounded."""

INTEGER_KEYS = frozenset(
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
REFERENCE_KEYS = frozenset({"naId", "heading", "authorityType"})
"""Keys of references. A list of such a key's values is stored even if no entry states a value."""


@dataclass(frozen=True)
class FieldPath:
    """The path of a property in a record's JSON."""

    steps: tuple[tuple[str, bool], ...]
    """Keys, starting at the record, each with a flag that is true if the key contains a list."""

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
        """Number of lists on the path."""
        return sum(many for _, many in self.steps)

    @cached_property
    def is_integer(self) -> bool:
        """Whether NARA's schema defines a number here."""
        return self.leaf in INTEGER_KEYS or self.key == "linkCounts"

    @cached_property
    def is_flag(self) -> bool:
        """Whether NARA's schema defines a Boolean here."""
        return self.key == "role"


Schema = dict[str, tuple[FieldPath, ...]]
"""The paths for each property. The first path with a value is used."""


@cache
def field_path(text: str) -> FieldPath:
    """Parse a path such as `a.b[].c`."""
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
    """Return the graph properties that a record states.

    Raise MalformedRecordError if a value's type differs from NARA's schema.
    """
    found: dict[str, Value] = {}
    for name, paths in schema.items():
        for path in paths:
            # most records lack most fields
            if path.key in raw and (value := value_at(raw, path)) is not None:
                found[name] = value
                break
    return found


def value_at(raw: Raw, path: FieldPath) -> Value | None:
    """Return the value at a path, or a list if the path contains a list.

    The list is parallel to the list of objects in the record: "" replaces a missing text, and -1
    replaces a missing number. The value is `None` if no entry states the field, except for
    `REFERENCE_KEYS`.
    """
    leaves = [leaf_value(leaf, path) for leaf in walk(raw, path.steps)]
    if path.lists == 0:
        return leaves[0]
    stated = [leaf for leaf in leaves if leaf is not None]
    if path.lists > 1 or path.steps[-1][1]:
        return stated or None  # type: ignore[return-value]  # one leaf, one type
    if not leaves or (not stated and path.leaf not in REFERENCE_KEYS):
        return None
    filler = -1 if path.is_integer else ""
    return [filler if leaf is None else leaf for leaf in leaves]  # type: ignore[return-value]


def walk(value: Any, steps: tuple[tuple[str, bool], ...]) -> Iterator[Any]:
    """Yield the JSON values at the end of a path, or `None` where a key is missing."""
    if not steps:
        yield value
        return
    (key, many), rest = steps[0], steps[1:]
    if value is not None and not isinstance(value, dict):
        found = json_type_name(value)
        raise MalformedRecordError(f"expected an object with {key!r}, found {found}")
    inner = None if value is None else value.get(key)
    if not many:
        yield from walk(inner, rest)
        return
    for element in as_list(inner):
        yield from walk(element, rest)


def as_list(value: Any) -> list[Any]:
    """Return a list unchanged, a single value as a list, and `None` as an empty list.

    NARA writes a single object either alone or in a list.
    """
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def objects(value: Any) -> list[Raw]:
    """Return the objects in a list field."""
    return [entry for entry in as_list(value) if isinstance(entry, dict)]


def leaf_value(value: Any, path: FieldPath) -> str | int | bool | None:
    """Return a leaf's value as text, an integer, or a Boolean, depending on the path.

    Raise MalformedRecordError if the value has the wrong type.
    """
    if path.is_flag and isinstance(value, bool):
        return value
    try:
        return stated_integer(value) if path.is_integer else as_text(value)
    except MalformedRecordError as error:
        raise MalformedRecordError(f"{path.leaf}: {error}") from error


def as_text(value: Any) -> str | None:
    """Return a string or number as text, or `None` for a blank value.

    Raise MalformedRecordError for an object or a list.
    """
    if isinstance(value, dict | list):
        raise MalformedRecordError(f"expected a string, found {json_type_name(value)}")
    if isinstance(value, bool):
        return str(value).lower()
    return None if value is None else str(value).strip() or None


def stated_integer(value: Any) -> int | None:
    """Return an integer, or `None` for a blank value.

    Raise MalformedRecordError for any other value.
    """
    is_blank = value is None or (isinstance(value, str) and not value.strip())
    return None if is_blank else as_integer(value)


def as_integer(value: Any) -> int:
    """Return an integer. Strings of digits and floats such as 3.0 are accepted.

    Raise MalformedRecordError for any other value and for values beyond 64 bits.
    """
    if isinstance(value, str) and value.isascii() and value.removeprefix("-").isdigit():
        value = int(value) if len(value) < 20 else LARGEST_INTEGER + 1
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST_EXACT_FLOAT:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise MalformedRecordError(f"expected an integer, found {json_type_name(value)}")
    if abs(value) > LARGEST_INTEGER:
        raise MalformedRecordError("a number does not fit in 64 bits")
    return value


def json_type_name(value: Any) -> str:
    """Return the name of a value's JSON type, for messages."""
    names = {
        type(None): "null",
        dict: "an object",
        list: "a list",
        str: "a string",
        bool: "a Boolean",
    }
    return names.get(type(value), "a number")
