"""Format a response as plain text for the terminal."""

import re
from collections.abc import Iterator, Sequence

from narabot.dates import plain_span
from narabot.models import FIRST_EXAMPLE_NA_ID, Answer, Passage, PathRecord, PlaceToLook, Response
from narabot.presentation.list_summaries import filters_text, list_heading
from narabot.presentation.records import authority_text, names_heading
from narabot.presentation.responses import searched_as_line, spelling_suggestions

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters, which are removed so that record text cannot control the terminal."""

MAX_CONTAINERS = 6
"""Maximum number of containers shown for a record."""

MAX_LISTED = 20
"""Maximum number of records shown. `--json` includes all records."""


def response_text(response: Response) -> str:
    """Return the answer or list, with the path of each record."""
    return CONTROL.sub("", "\n".join(response_lines(response)))


def response_lines(response: Response) -> Iterator[str]:
    """Yield the lines of a response."""
    if response.searched_as:
        yield searched_as_line(response)
        yield ""
    if response.filters and response.records:
        yield f"Filters: {filters_text(response)}."
        yield ""
    if response.answer is not None:
        yield from answer_lines(response.answer)
        if response.answer.is_refused:
            yield response.answer.text
        if response.answer.why:
            yield response.answer.why
        yield ""
        yield from (f"{line}\n" for line in spelling_suggestions(response))
        if response.matching:
            yield "Closest records:" if response.answer.is_refused else "Records:"
    else:
        yield from (f"{line}\n" for line in spelling_suggestions(response))
        yield list_heading(response, response.matching)
    for number, passage in enumerate(response.matching[:MAX_LISTED], start=1):
        yield from record_lines(number, passage)
    if len(response.matching) > MAX_LISTED:
        yield f"… and {len(response.matching) - MAX_LISTED} more (--json lists all of them)."
    if not_shown := len(response.records) - len(response.matching):
        yield f"Close matches that are not shown: {not_shown} (--json lists all of them)."
    yield from names_lines(response)
    yield from (f"\nLimitation: {one}" for one in response.trace.limitations)


def names_lines(response: Response) -> Iterator[str]:
    """Yield the authorities that a request names."""
    for alike in response.names:
        yield ""
        yield f"{names_heading(alike)}:"
        yield from (f"     {authority_text(one)}, NAID {one.na_id}" for one in alike)


def answer_lines(answer: Answer) -> Iterator[str]:
    """Yield the sentences of an answer, one on each line.

    The lines of an enumeration are numbered.
    """
    for number, sentence in enumerate(answer.sentences, start=1):
        yield f"{number:>3}. {sentence.text}" if answer.is_enumeration else sentence.text


def places_text(places: Sequence[PlaceToLook]) -> str:
    """Return the places to look, each with its location and evidence."""
    return CONTROL.sub("", "\n".join(place_lines(places)))


def place_lines(places: Sequence[PlaceToLook]) -> Iterator[str]:
    """Yield the lines for the places to look."""
    if not places:
        yield "No file units or series were found."
    for number, place in enumerate(places, start=1):
        yield from record_lines(number, place.unit)
        holdings = place.unit.holdings
        locations = [*holdings.containers[:MAX_CONTAINERS], *holdings.reference_units]
        if locations:
            yield f"     location: {'; '.join(locations)}"
        if place.evidence:
            yield "     evidence:"
        for found in place.evidence:
            yield f"       - {name(found.record)}"


def record_lines(number: int, passage: Passage) -> Iterator[str]:
    """Yield the lines for one record."""
    record = passage.record
    dates = plain_span(record.start_date, record.end_date)
    about = ", ".join(part for part in (type_words(record), dates) if part)
    yield f"{number:>3}. {name(record)} ({about})"
    above = [name(one) for one in reversed(passage.path[1:])]
    if above:
        yield f"     in {' > '.join(above)}"
    yield f"     {page_address(record)}"


def name(record: PathRecord) -> str:
    """Return a record's name, or a label for an untitled record."""
    return record.name or f"Untitled {type_words(record)}"


def page_address(record: PathRecord) -> str:
    """Return the address of a record's page, or the label for example records."""
    if record.na_id >= FIRST_EXAMPLE_NA_ID:
        return f"NAID {record.na_id}: an example record that is not in NARA's catalog"
    return record.source


def type_words(record: PathRecord) -> str:
    """Return a record's type in words, such as `file unit` for `fileUnit`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", record.type).lower()
