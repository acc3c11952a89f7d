"""From one line of NARA's export to a record of ours: properties, text, references, hash.

Pure: knows nothing of files and of the database.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import msgspec

from ingest.dates import Span, life_span, span
from ingest.mentions import canonical_json, dated, record_identity
from ingest.references import References, Type, references, root_identifier, stated_type
from ingest.schema import (
    Raw,
    Value,
    as_list,
    as_text,
    kind,
    load_schema,
    properties,
    stated_integer,
)
from ingest.text import compose_text
from narabot.errors import MalformedRecordError
from narabot.models import (
    TYPE_LABELS,
    AuthorityType,
    CatalogType,
    Label,
    LevelOfDescription,
    RecordType,
)

CONTRIBUTIONS = ("record_tag", "record_transcription")
"""What the public added; the `metadata_…` keys beside them only tell when NARA loaded it."""


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


@dataclass(frozen=True, slots=True)
class CatalogRecord:
    """A catalogue record, ready to be chunked and loaded."""

    na_id: int
    type: CatalogType
    file_name: str
    line_num: int
    properties: dict[str, Value]
    """Of chunk 0; later chunks have `plan.SHARED_PROPERTIES` of them."""
    text: str
    cut_chars: int
    """How much of the text was cut off at the setting's limit."""
    references: References
    record_hash: str
    canonical_length: int

    @property
    def label(self) -> Label:
        """The label that says the record's type."""
        return TYPE_LABELS[self.type]

    @property
    def name(self) -> str | None:
        """Title or heading."""
        name = self.properties.get("title", self.properties.get("heading"))
        return None if name is None else str(name)


def parse_line(content: bytes, file_name: str, line_num: int, text_max_chars: int) -> CatalogRecord:
    """Return the record on a line.

    Raises MalformedRecordError, saying why, for anything that is no record.
    """
    return parse_record(read_line(content, file_name, line_num), text_max_chars)


def read_line(content: bytes, file_name: str, line_num: int) -> CatalogLine:
    """Return whose line it is, and its hash: all that an unchanged line costs.

    Raises MalformedRecordError.
    """
    line = decode_line(content)
    raw = record_part(line)
    added = {key: line[key] for key in CONTRIBUTIONS if key in line}
    with valid_json():
        canonical = canonical_json({"record": raw} | added)
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


def parse_record(line: CatalogLine, text_max_chars: int) -> CatalogRecord:
    """Return the whole record: properties, text, references.

    Raises MalformedRecordError, naming the field.
    """
    try:
        return composed_record(line, text_max_chars)
    except MalformedRecordError as error:
        with named(faulty_field(line)):
            raise error


def faulty_field(line: CatalogLine) -> str:
    """Return the first field that is no part of a record even where it stands alone."""
    for field in line.raw:
        try:
            composed_record(replace(line, line={}, raw={field: line.raw[field]}), 1)
        except MalformedRecordError:
            return field
    return CONTRIBUTIONS[-1]


def composed_record(line: CatalogLine, text_max_chars: int) -> CatalogRecord:
    """Return the same; what is wrong is said, but not always where."""
    with valid_json():  # parts are written as JSON again, and may now be nested too deeply
        found = references(line.raw, line.na_id, line.type)
        # a record of which nothing is told is still one to be found: by its number
        full_text = (
            compose_text(line.line, line.raw, line.type, found.ancestors) or f"naId: {line.na_id}"
        )
        text = full_text[:text_max_chars]
        return CatalogRecord(
            na_id=line.na_id,
            type=line.type,
            file_name=line.file_name,
            line_num=line.line_num,
            properties=properties(line.raw, load_schema(TYPE_LABELS[line.type]))
            | derived_properties(line.raw, line.na_id, line.type, found)
            | {"file_name": line.file_name, "line_num": line.line_num},
            text=text,
            cut_chars=len(full_text) - len(text),
            references=found,
            record_hash=line.record_hash,
            canonical_length=line.canonical_length,
        )


def decode_line(content: bytes) -> Raw:
    """Return the JSON object on a line.

    Raises MalformedRecordError.
    """
    with valid_json():
        line = msgspec.json.decode(content)
    if not isinstance(line, dict):
        raise MalformedRecordError(f"{kind(line)} stands where a record should")
    return line


@contextmanager
def valid_json() -> Iterator[None]:
    """Say in plain words what is wrong with JSON that is not read or not written."""
    try:
        yield
    except RecursionError as error:  # also of JSON that is read, and one level too deep to write
        raise MalformedRecordError("not valid JSON: it is nested too deeply") from error
    except UnicodeDecodeError as error:
        wrong = error.object[error.start]
        raise MalformedRecordError(f"not valid JSON: byte 0x{wrong:02x} is not UTF-8") from error
    except msgspec.DecodeError as error:
        why = str(error).removeprefix("JSON is malformed: ")
        raise MalformedRecordError(f"not valid JSON: {why}") from error


@contextmanager
def named(field: str) -> Iterator[None]:
    """Name the field in what is wrong with a record."""
    try:
        yield
    except MalformedRecordError as error:
        why = str(error).removeprefix(f"{field}: ")  # it may be named already
        raise MalformedRecordError(f"{field}: {why}") from error


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
    with named("recordType"):
        stated = as_text(raw.get("recordType"))
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
    with named(field):
        type_ = stated_type(raw.get(field), types)
    if type_ is None:
        raise MalformedRecordError(f"{field} is {raw.get(field)!r}, which is none that we know")
    return type_


def own_na_id(raw: Raw) -> int:
    """Return a record's naId.

    Raises MalformedRecordError when it is missing or no positive whole number.
    """
    with named("naId"):
        na_id = stated_integer(raw.get("naId"))
    if na_id is None:
        raise MalformedRecordError("naId is missing")
    if na_id <= 0:
        raise MalformedRecordError(f"naId is {na_id}, which is not positive")
    return na_id


def derived_properties(
    raw: Raw, na_id: int, type_: CatalogType, found: References
) -> dict[str, Value]:
    """Return the properties that need thought: identity, dates, path, filters."""
    derived = record_identity(na_id, type_)
    if isinstance(type_, AuthorityType):
        return derived | dated(life_span(raw))
    if found.ancestors:
        derived["ancestors"] = [entry["naId"] for entry in found.ancestors]
    derived["isOnline"] = bool(as_list(raw.get("digitalObjects")))
    return derived | dated(filter_span(raw, found)) | root_identifier(raw, found.ancestors)


def filter_span(raw: Raw, found: References) -> Span:
    """Return the record's own dates, with years inherited from the nearest ancestor with years."""
    own = span(raw)
    if own.start_year is not None:
        return own
    for entry in reversed(found.ancestors):
        above = span(entry)
        if above.start_year is not None:
            return Span(own.start_date, own.end_date, above.start_year, above.end_year)
    return own
