"""Compose the labeled lines that cannot be read from a single path.

Each function takes a record and its ancestors. `narabot.models.lines` defines the lines and their
order.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ingest.parse.dates import authority_dates, description_dates, span_between
from ingest.parse.schema import Raw, as_list, as_text, objects
from narabot.dates import plain_span

LineSource = Callable[[Raw, tuple[Raw, ...]], Iterable[str]]


def join_fields(entry: Raw, *keys: str, joint: str = ", ") -> str:
    """Return an object's stated fields, joined into one phrase."""
    return joint.join(text for key in keys if (text := as_text(entry.get(key))))


def dates(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the dates of the materials, as NARA writes them."""
    stated = description_dates(raw)
    yield plain_span(stated.start_date, stated.end_date) or ""


def production_dates(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the production dates if they differ from the record's dates."""
    production = objects(raw.get("productionDates"))
    both = span_between(production, production)
    if both != description_dates(raw) or len(production) > 2:
        for date in production:
            one = span_between([date], [date])
            yield plain_span(one.start_date, one.end_date) or ""


def life_dates(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield an authority's dates."""
    stated = authority_dates(raw)
    yield plain_span(stated.start_date, stated.end_date) or ""


def creators(raw: Raw, ancestors: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the creators' headings.

    NARA names the creators in a series' record, and the records below the series inherit these
    creators.
    """
    for record in (raw, *reversed(ancestors)):
        if objects(record.get("creators")):
            yield from roles(record, "creators", "creatorType")
            return


def contributors(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the contributors' headings with their roles."""
    yield from roles(raw, "contributors", "contributorType")


def roles(raw: Raw, field: str, role: str) -> Iterator[str]:
    """Yield `heading (role)` for each name in a field."""
    for entry in objects(raw.get(field)):
        heading, kind = as_text(entry.get("heading")), as_text(entry.get(role))
        if heading:
            yield f"{heading} ({kind})" if kind else heading


def broader_terms(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the broader terms. Some authority types store the term under `name`."""
    for entry in objects(raw.get("broaderTerms")):
        yield as_text(entry.get("heading")) or as_text(entry.get("name")) or ""


def microfilm(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the microfilm publications with their notes, which specify the roll."""
    for entry in objects(raw.get("microformPublications")):
        named = as_text(entry.get("title")) or as_text(entry.get("identifier")) or ""
        parts = [part.rstrip(".") for part in (named, join_fields(entry, "note")) if part]
        yield ". ".join(parts) + "." if parts else ""


def reference_units(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the reference units with their addresses, telephone numbers, and email addresses."""
    for unit in holding_units(raw):
        place = join_fields(unit, "name", "address1", "address2", "city", "state", "postalCode")
        contact = join_fields(unit, "phone", "email")
        yield f"{place} ({contact})" if contact else place


def reference_unit_names(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the names of the reference units, or "" for a unit without a name."""
    for unit in holding_units(raw):
        yield join_fields(unit, "name")


def holding_units(raw: Raw) -> list[Raw]:
    """Return the reference units for the record's copies, then the units for the record itself."""
    held = [unit for copy in objects(raw.get("physicalOccurrences")) for unit in units(copy)]
    return [*held, *units(raw)]


def units(raw: Raw) -> list[Raw]:
    """Return the reference units for a copy or a record group."""
    return objects(raw.get("referenceUnits"))


def control_numbers(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the variant control numbers."""
    for entry in objects(raw.get("variantControlNumbers")):
        yield join_fields(entry, "type", "number", "note", joint=" ")


def finding_aids(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the finding aids."""
    for entry in objects(raw.get("findingAids")):
        yield join_fields(entry, "findingAidType", "note", "source", "url")


def online_resources(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
    """Yield the online resources."""
    for entry in objects(raw.get("onlineResources")):
        yield join_fields(entry, "description", "note", "url")


def restriction_source(field: str, specific: str) -> LineSource:
    """Return a function that composes a restriction from its status, reasons, and note."""

    def composed(raw: Raw, _: tuple[Raw, ...]) -> Iterator[str]:
        entry: Any = raw.get(field)
        if isinstance(entry, dict):
            reasons = [
                join_fields(reason, *reason) if isinstance(reason, dict) else as_text(reason)
                for reason in as_list(entry.get(specific))
            ]
            stated = ", ".join(reason for reason in reasons if reason)
            parts = [as_text(entry.get("status")), stated, as_text(entry.get("note"))]
            yield ". ".join(part.rstrip(".") for part in parts if part)

    return composed


LINE_SOURCES: Mapping[str, LineSource] = {
    "dates": dates,
    "productionDates": production_dates,
    "creators": creators,
    "contributors": contributors,
    "microfilm": microfilm,
    "referenceUnits": reference_units,
    "accessRestriction": restriction_source("accessRestriction", "specificAccessRestrictions"),
    "useRestriction": restriction_source("useRestriction", "specificUseRestrictions"),
    "findingAids": finding_aids,
    "onlineResources": online_resources,
    "variantControlNumbers": control_numbers,
    "lifeDates": life_dates,
    "broaderTerms": broader_terms,
}
"""The functions that compose lines, keyed by the source names in `narabot.models.lines`."""
