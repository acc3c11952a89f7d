"""A response as plain text for people at a terminal."""

import re
from collections.abc import Iterator, Sequence

from narabot.dates import plain_span
from narabot.models import INVENTED_NA_ID_FROM, Answer, Passage, PathRecord, PlaceToLook, Response
from narabot.presentation.lists import filters_said, list_heading, nearest_label
from narabot.presentation.records import named_text, names_heading
from narabot.presentation.responses import meant_lines, searched_as

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Record text is data: none of it may steer the terminal."""

LISTED_PLACES = 6
"""Boxes shown of one record."""

LISTED = 20
"""Records shown; `--json` has all."""


def response_text(response: Response) -> str:
    """Return the answer or the list, with the way down to each record."""
    return CONTROL.sub("", "\n".join(response_lines(response)))


def response_lines(response: Response) -> Iterator[str]:
    """Yield the lines of a response."""
    if response.searched_as:
        yield searched_as(response)
        yield ""
    if response.filters and response.records:
        yield f"Within: {filters_said(response)}."
        yield ""
    if response.answer is not None:
        yield from answer_lines(response.answer)
        if response.answer.is_refused:
            yield response.answer.text
        if response.answer.why:
            yield response.answer.why
        yield ""
        yield from (f"{line}\n" for line in meant_lines(response))
        yield "Nearest records:" if response.answer.is_refused else "Records:"
    else:
        yield from (f"{line}\n" for line in meant_lines(response))
        yield list_heading(response, response.matching)
    for number, passage in enumerate(response.matching[:LISTED], start=1):
        yield from record_lines(number, passage)
    if len(response.matching) > LISTED:
        yield f"… and {len(response.matching) - LISTED} more (--json lists them all)."
    if nearest := nearest_label(response):
        yield f"{nearest} can be had (--json)."
    yield from names_lines(response)
    yield from (f"\nNot looked at: {one}" for one in response.trace.unseen)


def names_lines(response: Response) -> Iterator[str]:
    """Yield whom a request names."""
    for alike in response.names:
        yield ""
        yield f"{names_heading(alike)}:"
        yield from (f"     {named_text(one)}, NAID {one.na_id}" for one in alike)


def answer_lines(answer: Answer) -> Iterator[str]:
    """Yield the sentences of an answer, a line each, with numbers where it is a list."""
    for number, sentence in enumerate(answer.sentences, start=1):
        yield f"{number:>3}. {sentence.text}" if answer.is_enumeration else sentence.text


def places_text(places: Sequence[PlaceToLook]) -> str:
    """Return the places to look, each with where it is kept and what speaks for it."""
    return CONTROL.sub("", "\n".join(place_lines(places)))


def place_lines(places: Sequence[PlaceToLook]) -> Iterator[str]:
    """Yield the lines of the places to look."""
    if not places:
        yield "No file unit and no series was found."
    for number, place in enumerate(places, start=1):
        yield from record_lines(number, place.unit)
        held = place.unit.holdings
        kept = [*held.containers[:LISTED_PLACES], *held.reference_units]
        if kept:
            yield f"     kept in {'; '.join(kept)}"
        if place.evidence:
            yield "     because of:"
        for found in place.evidence:
            yield f"       - {name(found.record)}"


def record_lines(number: int, passage: Passage) -> Iterator[str]:
    """Yield the lines of one record."""
    record = passage.record
    dates = plain_span(record.start_date, record.end_date)
    about = ", ".join(part for part in (type_words(record), dates) if part)
    yield f"{number:>3}. {name(record)} ({about})"
    above = [name(one) for one in reversed(passage.path[1:])]
    if above:
        yield f"     in {' > '.join(above)}"
    yield f"     {page(record)}"


def name(record: PathRecord) -> str:
    """Return a record's name, or that it has none."""
    return record.name or f"Untitled {type_words(record)}"


def page(record: PathRecord) -> str:
    """Return the address of a record's page; records written for the sample have none."""
    if record.na_id >= INVENTED_NA_ID_FROM:
        return f"NAID {record.na_id}: an example record, not in NARA's catalogue"
    return record.source


def type_words(record: PathRecord) -> str:
    """Return a record's type in words: `fileUnit` as `file unit`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", record.type).lower()
