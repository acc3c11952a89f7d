"""From one line of NARA's export to a record of ours: properties, text, references, hash.

Pure: knows nothing of files and of the database.
"""

import hashlib
from dataclasses import dataclass

import msgspec

from ingest.dates import Span, life_span, span
from ingest.mentions import canonical_json, dated, record_identity
from ingest.references import References, references, root_identifier, stated_type
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
    """Of chunk 0; later chunks have `shared_properties`."""
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

    Raises MalformedRecordError.
    """
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
    try:
        line = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedRecordError(f"not valid JSON: {error}") from error
    if not isinstance(line, dict):
        raise MalformedRecordError(f"{kind(line)} stands where a record should")
    return line


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
    stated = as_text(raw.get("recordType"))
    type_: CatalogType | None
    if stated == RecordType.AUTHORITY:
        field = "authorityType"
        type_ = stated_type(raw.get(field), AuthorityType)
    elif stated == RecordType.DESCRIPTION:
        field = "levelOfDescription"
        type_ = stated_type(raw.get(field), LevelOfDescription)
    else:
        raise MalformedRecordError(
            f"recordType is {stated or 'missing'}, neither description nor authority"
        )
    if type_ is None:
        raise MalformedRecordError(f"{field} is {raw.get(field)!r}, which is none that we know")
    return type_


def own_na_id(raw: Raw) -> int:
    """Return a record's naId.

    Raises MalformedRecordError when it is missing or no positive whole number.
    """
    try:
        na_id = stated_integer(raw.get("naId"))
    except MalformedRecordError as error:
        raise MalformedRecordError(f"naId: {error}") from error
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
