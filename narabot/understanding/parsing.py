"""Understand a request: its kind, what it leans on, its filters, how it is searched for."""

from dataclasses import dataclass, replace

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
from narabot.understanding import ParsedRequest
from narabot.understanding.filters import read_filters
from narabot.understanding.followup import narrows, resolved, words_beside
from narabot.understanding.query_rewriting import readable, wording_of
from narabot.understanding.request_class import Classifier, classify_request


def understand(
    query: str,
    classifier: Classifier,
    model: LanguageModel | None = None,
    earlier: Response | None = None,
    choice: FilterChoice = WORDS_ALONE,
) -> ParsedRequest:
    """Return what a request asks for; one that only narrows a list is a list again."""
    narrowed = narrowing(query, earlier, choice.removed) if earlier else None
    if narrowed:
        asked, request_class, decided_by = narrowed.asked, RequestClass.SHOW_RECORDS, "rules"
        removed, before = narrowed.removed, narrowed.filters
    else:
        request_class, decided_by = classify_request(query, classifier, model)
        asked, removed, before = resolved(query, earlier), choice.removed, EVERYTHING
    reading = read_filters(asked, request_class, removed)
    filters = joined(without(joined(reading.filters, before), removed), choice.added)
    wording = wording_of(reading.request or asked)
    return ParsedRequest(
        query=query,
        asked=asked,
        request_class=request_class,
        decided_by=decided_by,
        filters=filters,
        removed=removed,
        matter=wording_of(reading.rest),
        is_plain=asked == query and wording.written is None and wording.text == reading.request,
        wording=wording,
        searched=wording,
    )


def without_filter(request: ParsedRequest, field: str) -> ParsedRequest:
    """Return a request as it is understood once a reader has taken one of its filters away."""
    removed = request.removed | {field}
    filters = without(request.filters, {field})
    reading = read_filters(request.asked, request.request_class, removed)
    wording = wording_of(reading.request or request.asked)
    return replace(
        request,
        filters=filters,
        removed=removed,
        matter=wording_of(reading.rest),
        wording=wording,
        searched=wording if request.searched == request.wording else readable(wording),
    )


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The list of the turn before, within more filters or for more words."""

    asked: str
    filters: Filters
    removed: frozenset[str]


def narrowing(query: str, earlier: Response, removed: frozenset[str]) -> Narrowed | None:
    """Return how a request narrows the list before it, `None` where it is about something else."""
    if not narrows(query, earlier):
        return None
    narrower = read_filters(query, RequestClass.SHOW_RECORDS, removed)
    kept_away = removed | (earlier.removed - set(narrower.filters.in_force))
    more = " ".join(words_beside(narrower.rest))
    asked = f"{earlier.asked.rstrip(' ?.!')} {more}" if more else earlier.asked
    return Narrowed(asked, joined(earlier.filters, narrower.filters), kept_away)
