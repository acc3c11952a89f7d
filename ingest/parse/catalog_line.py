"""Identify a line in the export: decode the record, and determine its naId, type, and hash.

An unchanged line needs no further parsing. This module does not depend on files or the database.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from ingest.parse.mentions import canonical_json
from ingest.parse.references import Type, stated_type
from ingest.parse.schema import Raw, as_list, as_text, json_type_name, stated_integer
from narabot.errors import MalformedRecordError
from narabot.models import AuthorityType, CatalogType, LevelOfDescription, RecordType

Stated = TypeVar("Stated")

CONTRIBUTIONS = ("record_tag", "record_transcription")
"""Fields that contain public contributions.

The adjacent `metadata_…` keys indicate only when NARA loaded a contribution.
"""

NOT_JSON = (RecursionError, UnicodeDecodeError, msgspec.DecodeError)
"""Exceptions that msgspec raises for JSON that it cannot decode or encode."""


@dataclass(frozen=True, slots=True)
class CatalogLine:
    """The identity of a line: its record, naId, type, and hash."""

    na_id: int
    type: CatalogType
    file_name: str
    line_num: int
    line: Raw
    """The complete JSON object, including public contributions."""
    raw: Raw
    """The record in the object."""
    record_hash: str
    canonical_length: int
    """Length of the canonical JSON, in characters.

    If two lines have the same naId, the longer line is the more complete line.
    """


def read_line(content: bytes, file_name: str, line_num: int) -> CatalogLine:
    """Return the identity of a line.

    Raise MalformedRecordError, with the reason, for a line without a valid record.
    """
    line = decode_line(content)
    raw = record_part(line)
    added = {key: line[key] for key in CONTRIBUTIONS if key in line}
    try:
        canonical = canonical_json({"record": raw} | added)
    except NOT_JSON as error:  # JSON at the depth limit can be decoded but not encoded
        raise json_error(error) from error
    return CatalogLine(
        na_id=own_na_id(raw),
        type=record_type(raw),
        file_name=file_name,
        line_num=line_num,
        line=line,
        raw=raw,
        record_hash=hashlib.sha256(canonical.encode()).hexdigest(),
        canonical_length=len(canonical),
    )


def decode_line(content: bytes) -> Raw:
    """Return the JSON object in a line. Raise MalformedRecordError."""
    try:
        line = msgspec.json.decode(content)
    except NOT_JSON as error:
        raise json_error(error) from error
    if not isinstance(line, dict):
        raise MalformedRecordError(f"expected a record, found {json_type_name(line)}")
    return line


def json_error(error: Exception) -> MalformedRecordError:
    """Return an error that explains why JSON cannot be decoded or encoded."""
    why = str(error).removeprefix("JSON is malformed: ")
    if isinstance(error, RecursionError):
        why = "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        why = f"byte 0x{error.object[error.start]:02x} is not UTF-8"
    return MalformedRecordError(f"not valid JSON: {why}")


def with_field(field: str, error: MalformedRecordError) -> MalformedRecordError:
    """Return an error whose reason begins with the field's name."""
    why = str(error).removeprefix(f"{field}: ")
    return MalformedRecordError(f"{field}: {why}")


def record_part(line: Raw) -> Raw:
    """Return the record in a line: `record`, the API's `_source.record`, or the line itself.

    Raise MalformedRecordError.
    """
    source = line.get("_source")
    if isinstance(source, dict) and "record" in source:
        line = source
    raw = line.get("record", line)
    if not isinstance(raw, dict):
        raise MalformedRecordError(f"record: expected an object, found {json_type_name(raw)}")
    return raw | jurisdiction_objects(raw)


def jurisdiction_objects(raw: Raw) -> Raw:
    """Return the jurisdictions as objects. Some lines contain only the jurisdictions' names."""
    if "jurisdictions" not in raw:
        return {}
    entries = as_list(raw["jurisdictions"])
    return {"jurisdictions": [{"name": one} if isinstance(one, str) else one for one in entries]}


def record_type(raw: Raw) -> CatalogType:
    """Return a record's level of description or authority type. Raise MalformedRecordError."""
    stated = parse_field(raw, "recordType", as_text)
    if stated == RecordType.AUTHORITY:
        return parse_type(raw, "authorityType", AuthorityType)
    if stated == RecordType.DESCRIPTION:
        return parse_type(raw, "levelOfDescription", LevelOfDescription)
    raise MalformedRecordError(f"recordType is {stated or 'missing'}, not description or authority")


def parse_type(raw: Raw, field: str, types: type[Type]) -> Type:
    """Return the type in a field. Raise MalformedRecordError if the type is unknown."""
    type_ = parse_field(raw, field, lambda value: stated_type(value, types))
    if type_ is None:
        raise MalformedRecordError(f"{field} has the unknown value {raw.get(field)!r}")
    return type_


def own_na_id(raw: Raw) -> int:
    """Return a record's naId.

    Raise MalformedRecordError if the naId is missing or is not a positive integer.
    """
    na_id = parse_field(raw, "naId", stated_integer)
    if na_id is None:
        raise MalformedRecordError("naId is missing")
    if na_id <= 0:
        raise MalformedRecordError(f"naId is {na_id}, which is not positive")
    return na_id


def parse_field(raw: Raw, field: str, read: Callable[[Any], Stated]) -> Stated:
    """Parse a field with the specified function.

    Raise MalformedRecordError with the name of the field.
    """
    try:
        return read(raw.get(field))
    except MalformedRecordError as error:
        raise with_field(field, error) from error
