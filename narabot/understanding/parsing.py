"""Parse a request: its class, filters, query, names, question, and dependence on earlier turns."""

from dataclasses import dataclass, replace

from narabot.dates import months_with_years, without_dates
from narabot.llm import LanguageModel
from narabot.models import (
    NO_CHOICE,
    NO_FILTERS,
    FilterChoice,
    Filters,
    RequestClass,
    Response,
    drop_filters,
    merge_filters,
)
from narabot.understanding import BroadRequest, ParsedRequest
from narabot.understanding.filters import FoundFilter, parse_filters
from narabot.understanding.followup import (
    FollowUp,
    is_narrowing,
    narrowing_terms,
    resolve_follow_up,
)
from narabot.understanding.message_probes import MessageProbes
from narabot.understanding.names import name_tokens
from narabot.understanding.query_rewriting import in_original_language, rewrite_query
from narabot.understanding.question import parse_question, record_number, seeks_records
from narabot.understanding.request_class import Classifier, classify_request, is_bare


@dataclass(frozen=True, slots=True)
class NarrowedList:
    """The list from the previous turn, narrowed by filters or words."""

    asked: str
    filters: Filters
    found: tuple[FoundFilter, ...]
    """Filters that the request itself names."""
    removed: frozenset[str]


@dataclass(frozen=True, slots=True)
class RequestClassifiers:
    """The models that decide when the rules do not."""

    classifier: Classifier
    model: LanguageModel | None = None
    """The model that classifies requests."""
    probes: MessageProbes | None = None
    """Probes that decide whether a message depends on the previous turn or asks where to look."""


def parse_request(
    query: str,
    classifiers: RequestClassifiers,
    earlier: Response | None = None,
    choice: FilterChoice = NO_CHOICE,
) -> ParsedRequest:
    """Return a parsed request. A request that only narrows a list is a list request.

    A request that was sent from a record's page depends on that record and not on the previous
    turn.
    """
    about = choice.added.ancestor or choice.added.authority
    narrowed = narrow_list(query, earlier, choice.removed) if earlier and not about else None
    if narrowed:
        asked, request_class, decided_by = narrowed.asked, RequestClass.SHOW_RECORDS, "rules"
        removed, before = narrowed.removed, narrowed.filters
    else:
        request_class, decided_by = classify_request(
            query, classifiers.classifier, classifiers.model
        )
        asked = resolve_follow_up(query, about or earlier, classifiers.probes)
        removed, before = choice.removed, NO_FILTERS
    number = record_number(asked)
    is_question = request_class is RequestClass.QUESTION and number is None
    reading = parse_filters(asked, request_class, removed)
    wording = rewrite_query(reading.request or asked)
    dates = tuple(one.date for one in months_with_years(query if narrowed else asked))
    return ParsedRequest(
        query=query,
        asked=asked,
        request_class=request_class,
        decided_by=decided_by,
        follow_up=follow_up(query, asked, narrowed),
        record_number=number,
        found_filters=narrowed.found if narrowed else reading.found,
        filters=merge_filters(
            drop_filters(merge_filters(reading.filters, before), removed), choice.added
        ),
        removed=removed,
        matter=rewrite_query(without_dates(reading.rest, dates)),
        is_plain=asked == query and wording.written is None and wording.text == reading.request,
        wording=wording,
        name_tokens=name_tokens(wording.text),
        question=parse_question(wording.whole),
        broad=broad_form(asked, classifiers.probes) if is_question else None,
        searched=wording,
        dates=dates,
    )


def without_filter(request: ParsedRequest, field: str) -> ParsedRequest:
    """Return a parsed request after the user has removed one of its filters."""
    removed = request.removed | {field}
    reading = parse_filters(request.asked, request.request_class, removed)
    wording = rewrite_query(reading.request or request.asked)
    return replace(
        request,
        found_filters=tuple(one for one in request.found_filters if one.field != field),
        filters=drop_filters(request.filters, {field}),
        removed=removed,
        matter=rewrite_query(without_dates(reading.rest, request.dates)),
        wording=wording,
        name_tokens=name_tokens(wording.text),
        question=parse_question(wording.whole),
        searched=wording if request.searched == request.wording else in_original_language(wording),
    )


def broad_form(asked: str, probes: MessageProbes | None) -> BroadRequest | None:
    """Return how a question asks where to look, or `None` if it asks for something specific."""
    if seeks_records(asked):
        return BroadRequest.RECORDS
    if is_bare(asked):
        return BroadRequest.TOPIC
    return BroadRequest.STORY if probes is not None and probes.is_broad(asked) else None


def follow_up(query: str, asked: str, narrowed: NarrowedList | None) -> FollowUp | None:
    """Return how a request depends on the previous turn."""
    if narrowed:
        return FollowUp.NARROWS
    return FollowUp.DEPENDS if asked != query else None


def narrow_list(query: str, earlier: Response, removed: frozenset[str]) -> NarrowedList | None:
    """Return the previous list, narrowed by a request.

    Return `None` if the request does not narrow the list.
    """
    if not is_narrowing(query, earlier):
        return None
    narrower = parse_filters(query, RequestClass.SHOW_RECORDS, removed)
    kept_away = removed | (earlier.removed - set(narrower.filters.in_force))
    more = " ".join(narrowing_terms(narrower.rest))
    before, filters = earlier.asked.rstrip(" ?.!"), earlier.filters
    if earlier.answer and earlier.computed_set:
        before, filters = earlier.computed_set.name, Filters(computed=earlier.computed_set)
    asked = f"{before} {more}" if more else before
    return NarrowedList(asked, merge_filters(filters, narrower.filters), narrower.found, kept_away)
