"""Catalog records in NARA's format with only the fields that a test needs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ingest.parse.catalog_line import read_line
from ingest.parse.record import CatalogRecord, parse_record
from ingest.parse.schema import FieldPath, Raw, load_schema
from ingest.read.lines import read_lines
from ingest.read.sources import find_sources
from narabot.models import TYPE_LABELS, Label, LevelOfDescription

Steps = tuple[tuple[str, bool], ...]

SAMPLE = Path(__file__).resolve().parents[1] / "sample"


def raw_record(title: str | None = "Logbook", **fields: Any) -> Raw:
    """Return a description. It is an item with naId 7 unless the fields specify otherwise."""
    raw = {"recordType": "description", "levelOfDescription": "item", "naId": 7, "title": title}
    return stated(raw | fields)


def raw_series(na_id: int, title: str, note: str, **fields: Any) -> Raw:
    """Return a series with this scope and content note."""
    whole = {"naId": na_id, "levelOfDescription": "series", "scopeAndContentNote": note}
    return raw_record(title, **whole | fields)


def raw_authority(heading: str | None = "Myer, Dillon", **fields: Any) -> Raw:
    """Return an authority record for a person with naId 8 unless the fields specify otherwise."""
    raw = {"recordType": "authority", "authorityType": "person", "naId": 8, "heading": heading}
    return stated(raw | fields)


def stated(raw: Raw) -> Raw:
    """Return the fields that are not `None`."""
    return {name: value for name, value in raw.items() if value is not None}


def ancestor(na_id: int, level: str, distance: int | None = None, **fields: Any) -> Raw:
    """Return an entry for `ancestors`."""
    known = {"naId": na_id, "levelOfDescription": level, "distance": distance}
    return stated({"title": f"{level} {na_id}"} | known | fields)


def line(raw: Raw, **beside: Any) -> bytes:
    """Return a line for a bulk shard. `beside` contains the keys alongside `record`."""
    return json.dumps({"record": raw} | beside).encode()


def parsed(raw: Raw, file_name: str = "rg_1-1.jsonl", line_num: int = 1) -> CatalogRecord:
    """Parse a raw record as a line and return the record."""
    return parse_line(line(raw), file_name, line_num)


def parse_line(
    content: bytes, file_name: str, line_num: int, text_max_chars: int = 200_000
) -> CatalogRecord:
    """Return the record on a line."""
    return parse_record(read_line(content, file_name, line_num), text_max_chars)


def full_record(label: Label) -> Raw:
    """Return a record of a type with every field of its schema. Each list has two entries.

    No real lines for record groups, collections, and authorities are available, so these records
    are derived from the schema. Each text names its field, so that a test can trace every value to
    its source.
    """
    raw: Raw = {}
    for paths in load_schema(label).values():
        put(raw, paths[0].steps, full_value(paths[0]))
    type_ = next(type_ for type_, own in TYPE_LABELS.items() if own is label)
    if isinstance(type_, LevelOfDescription):
        return raw_record() | raw | {"levelOfDescription": str(type_)}
    return raw_authority() | raw | {"authorityType": str(type_)}


def full_value(path: FieldPath) -> str | int | bool:
    """Return a value of the type that a path requires."""
    if path.is_flag:
        return True
    if path.is_integer:
        return 5000
    return f"some {path.leaf} of {path.steps[0][0]}"


def put(raw: Raw, steps: Steps, value: Any) -> None:
    """Set the value at a path. Each list in the path gets two entries."""
    (key, many), rest = steps[0], steps[1:]
    if not rest:
        raw[key] = [value, f"other {key}"] if many else value
        return
    inner = raw.setdefault(key, [{}, {}] if many else {})
    for one in inner if many else [inner]:
        put(one, rest, value)


def records_in(path: Path) -> Iterator[CatalogRecord]:
    """Yield the records of all lines in a file or folder, including subfolders."""
    for source in find_sources([path]):
        for one in read_lines(source):
            yield parse_line(one.content or b"", source.file_name, one.number)


def raw_lines(path: Path) -> Iterator[Raw]:
    """Yield the raw records of all lines in a file or folder, including subfolders."""
    for source in find_sources([path]):
        for one in read_lines(source):
            yield json.loads(one.content or b"")["record"]
