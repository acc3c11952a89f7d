"""Understand a request: its kind, what it leans on, its filters, how it is searched for."""

from dataclasses import dataclass, replace

from narabot.classification import Classifier, classify_request
from narabot.filter_words import read_filters
from narabot.followups import narrows, resolved, words_beside
from narabot.llm import LanguageModel
from narabot.models import (
    EVERYTHING,
    WORDS_ALONE,
    FilterChoice,
    Filters,
    RequestClass,
    Response,
    Wording,
    joined,
    without,
)
from narabot.wording import readable, wording_of


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it was understood."""

    query: str
    """As it was written."""
    asked: str
    """With what it leans on of the turn before."""
    request_class: RequestClass
    decided_by: str
    """What decided its class: `rules`, `examples` or `model`."""
    filters: Filters
    removed: frozenset[str]
    """The fields of filters that the reader took away."""
    matter: Wording
    """What it is about, without the words that were read as filters."""
    is_plain: bool
    """Whether it is searched for as it was written, but for the words of filters."""
    wording: Wording
    """In the records' language."""
    searched: Wording
    """As it is searched for: in its own language, where the embedding model reads that."""

    @property
    def searched_as(self) -> str | None:
        """The words that are searched for, `None` if they are those that were written."""
        is_same = self.is_plain or self.searched.text == self.query
        return None if is_same else self.searched.text


def understand(
    query: str,
    classifier: Classifier,
    model: LanguageModel | None = None,
    earlier: Response | None = None,
    choice: FilterChoice = WORDS_ALONE,
) -> Request:
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
    return Request(
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


def without_filter(request: Request, field: str) -> Request:
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
