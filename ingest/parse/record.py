"""From a catalogue line to a record of ours: properties, text, references.

Pure: knows nothing of files and of the database.
"""

from dataclasses import dataclass, replace

from ingest.parse.dates import Span, life_span, span
from ingest.parse.days import stated_days
from ingest.parse.identity import CONTRIBUTIONS, NOT_JSON, CatalogLine, json_error, under_field
from ingest.parse.mentions import dated, record_identity
from ingest.parse.references import References, references, root_identifier
from ingest.parse.schema import Raw, Value, as_list, as_text, load_schema, properties
from ingest.parse.text import compose_text, stored_lines
from ingest.parse.title_facts import title_days, title_facts
from narabot.errors import MalformedRecordError
from narabot.models import TYPE_LABELS, AuthorityType, CatalogType, Label, LevelOfDescription


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


def parse_record(line: CatalogLine, text_max_chars: int) -> CatalogRecord:
    """Return the whole record: properties, text, references.

    Raises MalformedRecordError, naming the field.
    """
    try:
        return composed_record(line, text_max_chars)
    except MalformedRecordError as error:
        raise under_field(faulty_field(line), error) from error
    except NOT_JSON as error:  # parts are written as JSON again, and may now be nested too deeply
        raise under_field(faulty_field(line), json_error(error)) from error


def faulty_field(line: CatalogLine) -> str:
    """Return the first field that is no part of a record even where it stands alone."""
    for field in line.raw:
        try:
            composed_record(replace(line, line={}, raw={field: line.raw[field]}), 1)
        except (MalformedRecordError, *NOT_JSON):
            return field
    return CONTRIBUTIONS[-1]


def composed_record(line: CatalogLine, text_max_chars: int) -> CatalogRecord:
    """Return the same. Raises MalformedRecordError, or one of NOT_JSON; may not say where."""
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
        properties=stored_lines(line.raw, line.type, found.ancestors)
        | properties(line.raw, load_schema(TYPE_LABELS[line.type]))
        | derived_properties(line.raw, line.na_id, line.type, found)
        | {"file_name": line.file_name, "line_num": line.line_num},
        text=text,
        cut_chars=len(full_text) - len(text),
        references=found,
        record_hash=line.record_hash,
        canonical_length=line.canonical_length,
    )


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
    derived |= titled_properties(raw, type_)
    return derived | dated(filter_span(raw, found)) | root_identifier(raw, found.ancestors)


def titled_properties(raw: Raw, level: LevelOfDescription) -> dict[str, Value]:
    """Return what a title states by its form, and the days: NARA's own, else the title's."""
    title = as_text(raw.get("title")) or ""
    own = span(raw)
    is_dated = own.start_date is not None or own.end_date is not None
    days = stated_days(own) if is_dated else title_days(title, level)
    dated = {"firstDay": days.first, "lastDay": days.last}
    return title_facts(title, level) | {
        name: day.isoformat() for name, day in dated.items() if day is not None
    }


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
