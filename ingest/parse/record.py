"""Parse a line of the export into a record: properties, text, and references.

This module does not depend on files or the database.
"""

from dataclasses import dataclass, replace

from ingest.parse.catalog_line import CONTRIBUTIONS, NOT_JSON, CatalogLine, json_error, with_field
from ingest.parse.dates import DateSpan, authority_dates, description_dates
from ingest.parse.day_ranges import stated_days
from ingest.parse.mentions import date_properties, record_identity
from ingest.parse.references import References, references, root_identifier
from ingest.parse.schema import Raw, Value, as_list, as_text, load_schema, properties
from ingest.parse.text import compose_text, stored_line_values
from ingest.parse.title_facts import title_days, title_facts
from narabot.errors import MalformedRecordError
from narabot.models import TYPE_LABELS, AuthorityType, CatalogType, Label, LevelOfDescription


@dataclass(frozen=True, slots=True)
class CatalogRecord:
    """A record in the catalog, ready to be chunked and loaded."""

    na_id: int
    type: CatalogType
    file_name: str
    line_num: int
    properties: dict[str, Value]
    """Properties of chunk 0. Later chunks have only `SHARED_PROPERTIES`."""
    text: str
    cut_chars: int
    """Number of characters that were removed to meet the length limit."""
    references: References
    record_hash: str
    canonical_length: int

    @property
    def label(self) -> Label:
        """The label for the record's type."""
        return TYPE_LABELS[self.type]

    @property
    def name(self) -> str | None:
        """The title or heading."""
        name = self.properties.get("title", self.properties.get("heading"))
        return None if name is None else str(name)


def parse_record(line: CatalogLine, text_max_chars: int) -> CatalogRecord:
    """Return the record with its properties, text, and references.

    Raise MalformedRecordError with the name of the field.
    """
    try:
        return build_record(line, text_max_chars)
    except MalformedRecordError as error:
        raise with_field(faulty_field(line), error) from error
    except NOT_JSON as error:  # encoding a part of the record can exceed the nesting limit
        raise with_field(faulty_field(line), json_error(error)) from error


def faulty_field(line: CatalogLine) -> str:
    """Return the first field that is invalid even without the other fields."""
    for field in line.raw:
        try:
            build_record(replace(line, line={}, raw={field: line.raw[field]}), 1)
        except (MalformedRecordError, *NOT_JSON):
            return field
    return CONTRIBUTIONS[-1]


def build_record(line: CatalogLine, text_max_chars: int) -> CatalogRecord:
    """Return the record.

    Raise MalformedRecordError or an exception in NOT_JSON, possibly without the field's name.
    """
    found = references(line.raw, line.na_id, line.type)
    # a search for the naId must find even a record without any text
    full_text = (
        compose_text(line.line, line.raw, line.type, found.ancestors) or f"naId: {line.na_id}"
    )
    text = full_text[:text_max_chars]
    return CatalogRecord(
        na_id=line.na_id,
        type=line.type,
        file_name=line.file_name,
        line_num=line.line_num,
        properties=stored_line_values(line.raw, line.type, found.ancestors)
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
    """Return the properties that do not come from a single path in the JSON.

    These are the identity, dates, ancestors, and filters.
    """
    derived = record_identity(na_id, type_)
    if isinstance(type_, AuthorityType):
        return derived | date_properties(authority_dates(raw))
    if found.ancestors:
        derived["ancestors"] = [entry["naId"] for entry in found.ancestors]
    derived["isOnline"] = bool(as_list(raw.get("digitalObjects")))
    derived |= title_properties(raw, type_)
    return (
        derived | date_properties(filter_span(raw, found)) | root_identifier(raw, found.ancestors)
    )


def title_properties(raw: Raw, level: LevelOfDescription) -> dict[str, Value]:
    """Return the facts in a title, and the record's first and last days.

    The days come from NARA's dates or, if there are none, from the title.
    """
    title = as_text(raw.get("title")) or ""
    own = description_dates(raw)
    is_dated = own.start_date is not None or own.end_date is not None
    days = stated_days(own) if is_dated else title_days(title, level)
    stated = {"firstDay": days.first, "lastDay": days.last}
    return title_facts(title, level) | {
        name: day.isoformat() for name, day in stated.items() if day is not None
    }


def filter_span(raw: Raw, found: References) -> DateSpan:
    """Return the record's own dates.

    If these dates have no year, add the years of the nearest dated ancestor.
    """
    own = description_dates(raw)
    if own.start_year is not None:
        return own
    for entry in reversed(found.ancestors):
        above = description_dates(entry)
        if above.start_year is not None:
            return DateSpan(own.start_date, own.end_date, above.start_year, above.end_year)
    return own
