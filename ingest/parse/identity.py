"""Whose line it is: the record on a line, its naId, its type, its hash.

All that an unchanged line costs. Pure: knows nothing of files and of the database.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from ingest.parse.mentions import canonical_json
from ingest.parse.references import Type, stated_type
from ingest.parse.schema import Raw, as_list, as_text, kind, stated_integer
from narabot.errors import MalformedRecordError
from narabot.models import AuthorityType, CatalogType, LevelOfDescription, RecordType

Stated = TypeVar("Stated")

CONTRIBUTIONS = ("record_tag", "record_transcription")
"""What the public added; the `metadata_…` keys beside them only tell when NARA loaded it."""

NOT_JSON = (RecursionError, UnicodeDecodeError, msgspec.DecodeError)
"""What msgspec raises for JSON that it cannot read, or not write again."""


@dataclass(frozen=True, slots=True)
class CatalogLine:
    """A line as far as deciding about it needs: whose it is, and its hash."""

    na_id: int
    type: CatalogType
    file_name: str
    line_num: int
    line: Raw
    """The whole object, with what the public added."""
    raw: Raw
    """The record in it."""
    record_hash: str
    canonical_length: int
    """Characters of the canonical JSON: of two lines for one naId the longer is the fuller."""


def read_line(content: bytes, file_name: str, line_num: int) -> CatalogLine:
    """Return whose line it is, and its hash.

    Raises MalformedRecordError, saying why, for a line that is no record's.
    """
    line = decode_line(content)
    raw = record_part(line)
    added = {key: line[key] for key in CONTRIBUTIONS if key in line}
    try:
        canonical = canonical_json({"record": raw} | added)
    except NOT_JSON as error:  # what can just be read may be one level too deep to write
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
    """Return the JSON object on a line.

    Raises MalformedRecordError.
    """
    try:
        line = msgspec.json.decode(content)
    except NOT_JSON as error:
        raise json_error(error) from error
    if not isinstance(line, dict):
        raise MalformedRecordError(f"{kind(line)} stands where a record should")
    return line


def json_error(error: Exception) -> MalformedRecordError:
    """Return in plain words what is wrong with JSON that is not read or not written."""
    why = str(error).removeprefix("JSON is malformed: ")
    if isinstance(error, RecursionError):
        why = "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        why = f"byte 0x{error.object[error.start]:02x} is not UTF-8"
    return MalformedRecordError(f"not valid JSON: {why}")


def under_field(field: str, error: MalformedRecordError) -> MalformedRecordError:
    """Return what is wrong with a record with the field's name; it may be named already."""
    why = str(error).removeprefix(f"{field}: ")
    return MalformedRecordError(f"{field}: {why}")


def record_part(line: Raw) -> Raw:
    """Return the record in a line: `record`, the API's `_source.record`, or the line itself.

    Raises MalformedRecordError.
    """
    source = line.get("_source")
    if isinstance(source, dict) and "record" in source:
        line = source
    raw = line.get("record", line)
    if not isinstance(raw, dict):
        raise MalformedRecordError(f"record: {kind(raw)} stands where an object should")
    return raw | named_jurisdictions(raw)


def named_jurisdictions(raw: Raw) -> Raw:
    """Return the jurisdictions as objects; some lines have them as bare names."""
    if "jurisdictions" not in raw:
        return {}
    given = as_list(raw["jurisdictions"])
    return {"jurisdictions": [{"name": one} if isinstance(one, str) else one for one in given]}


def record_type(raw: Raw) -> CatalogType:
    """Return a record's level of description or authority type.

    Raises MalformedRecordError.
    """
    stated = stated_in(raw, "recordType", as_text)
    if stated == RecordType.AUTHORITY:
        return type_in(raw, "authorityType", AuthorityType)
    if stated == RecordType.DESCRIPTION:
        return type_in(raw, "levelOfDescription", LevelOfDescription)
    raise MalformedRecordError(
        f"recordType is {stated or 'missing'}, neither description nor authority"
    )


def type_in(raw: Raw, field: str, types: type[Type]) -> Type:
    """Return the type that a record states in a field.

    Raises MalformedRecordError.
    """
    type_ = stated_in(raw, field, lambda value: stated_type(value, types))
    if type_ is None:
        raise MalformedRecordError(f"{field} is {raw.get(field)!r}, which is none that we know")
    return type_


def own_na_id(raw: Raw) -> int:
    """Return a record's naId.

    Raises MalformedRecordError when it is missing or no positive whole number.
    """
    na_id = stated_in(raw, "naId", stated_integer)
    if na_id is None:
        raise MalformedRecordError("naId is missing")
    if na_id <= 0:
        raise MalformedRecordError(f"naId is {na_id}, which is not positive")
    return na_id


def stated_in(raw: Raw, field: str, read: Callable[[Any], Stated]) -> Stated:
    """Return what a field states, as `read` reads it.

    Raises MalformedRecordError, naming the field.
    """
    try:
        return read(raw.get(field))
    except MalformedRecordError as error:
        raise under_field(field, error) from error
