"""Read a request once: its class, what it leans on, its filters, wording, names and question."""

from dataclasses import dataclass, replace

from narabot.dates import months_said, without_dates
from narabot.llm import LanguageModel
from narabot.models import (
    EVERYTHING,
    WORDS_ALONE,
    FilterChoice,
    Filters,
    RequestClass,
    Response,
    joined,
    without,
)
from narabot.understanding import Broad, ParsedRequest
from narabot.understanding.filters import FoundFilter, read_filters
from narabot.understanding.followup import FollowUp, narrows, resolved, words_beside
from narabot.understanding.names import name_tokens
from narabot.understanding.query_rewriting import readable, wording_of
from narabot.understanding.question import read_question, record_number, seeks_records
from narabot.understanding.request_class import Classifier, classify_request, is_bare
from narabot.understanding.talk import Talk


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The list of the turn before, within more filters or for more words."""

    asked: str
    filters: Filters
    found: tuple[FoundFilter, ...]
    """Those that the request itself says."""
    removed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Judges:
    """What decides where words alone do not."""

    classifier: Classifier
    model: LanguageModel | None = None
    """Asked for the class of a request."""
    talk: Talk | None = None
    """Tells whether a message leans on the turn before, and whether it asks where to look."""


def parse_request(
    query: str,
    judges: Judges,
    earlier: Response | None = None,
    choice: FilterChoice = WORDS_ALONE,
) -> ParsedRequest:
    """Return what a request asks for; one that only narrows a list is a list again.

    What is asked on a record's page leans on that record, and not on the turn before.
    """
    about = choice.added.ancestor or choice.added.authority
    narrowed = narrowing(query, earlier, choice.removed) if earlier and not about else None
    if narrowed:
        asked, request_class, decided_by = narrowed.asked, RequestClass.SHOW_RECORDS, "rules"
        removed, before = narrowed.removed, narrowed.filters
    else:
        request_class, decided_by = classify_request(query, judges.classifier, judges.model)
        asked = resolved(query, about or earlier, judges.talk)
        removed, before = choice.removed, EVERYTHING
    number = record_number(asked)
    is_question = request_class is RequestClass.QUESTION and number is None
    reading = read_filters(asked, request_class, removed)
    wording = wording_of(reading.request or asked)
    dates = tuple(one.date for one in months_said(query if narrowed else asked))
    return ParsedRequest(
        query=query,
        asked=asked,
        request_class=request_class,
        decided_by=decided_by,
        follow_up=follow_up(query, asked, narrowed),
        record_number=number,
        found_filters=narrowed.found if narrowed else reading.found,
        filters=joined(without(joined(reading.filters, before), removed), choice.added),
        removed=removed,
        matter=wording_of(without_dates(reading.rest, dates)),
        is_plain=asked == query and wording.written is None and wording.text == reading.request,
        wording=wording,
        name_tokens=name_tokens(wording.text),
        question=read_question(wording.whole),
        broad=how_broad(asked, judges.talk) if is_question else None,
        searched=wording,
        dates=dates,
    )


def without_filter(request: ParsedRequest, field: str) -> ParsedRequest:
    """Return a request as it is understood once a reader has taken one of its filters away."""
    removed = request.removed | {field}
    reading = read_filters(request.asked, request.request_class, removed)
    wording = wording_of(reading.request or request.asked)
    return replace(
        request,
        found_filters=tuple(one for one in request.found_filters if one.field != field),
        filters=without(request.filters, {field}),
        removed=removed,
        matter=wording_of(without_dates(reading.rest, request.dates)),
        wording=wording,
        name_tokens=name_tokens(wording.text),
        question=read_question(wording.whole),
        searched=wording if request.searched == request.wording else readable(wording),
    )


def how_broad(asked: str, talk: Talk | None) -> Broad | None:
    """Return in which way a question asks where to look, `None` where it asks for something."""
    if seeks_records(asked):
        return Broad.RECORDS
    if is_bare(asked):
        return Broad.TOPIC
    return Broad.STORY if talk is not None and talk.is_broad(asked) else None


def follow_up(query: str, asked: str, narrowed: Narrowed | None) -> FollowUp | None:
    """Return how a request follows the turn before it."""
    if narrowed:
        return FollowUp.NARROWS
    return FollowUp.LEANS if asked != query else None


def narrowing(query: str, earlier: Response, removed: frozenset[str]) -> Narrowed | None:
    """Return how a request narrows the list before it, `None` where it is about something else."""
    if not narrows(query, earlier):
        return None
    narrower = read_filters(query, RequestClass.SHOW_RECORDS, removed)
    kept_away = removed | (earlier.removed - set(narrower.filters.in_force))
    more = " ".join(words_beside(narrower.rest))
    before, filters = earlier.asked.rstrip(" ?.!"), earlier.filters
    if earlier.answer and earlier.computed_set:
        before, filters = earlier.computed_set.name, Filters(computed=earlier.computed_set)
    asked = f"{before} {more}" if more else before
    return Narrowed(asked, joined(filters, narrower.filters), narrower.found, kept_away)
