"""Understand a request: its kind, what it leans on, its filters, how it is searched for."""

from dataclasses import dataclass

from narabot.classification import Classifier, classify_request
from narabot.filter_words import read_filters
from narabot.followups import narrows, resolved
from narabot.llm import LanguageModel
from narabot.models import (
    WORDS_ALONE,
    FilterChoice,
    Filters,
    RequestClass,
    Response,
    Wording,
    joined,
    without,
)
from narabot.wording import wording_of


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
    wording: Wording
    """In the records' language."""
    searched: Wording
    """As it is searched for: in its own language, where the embedding model reads that."""

    @property
    def searched_as(self) -> str | None:
        """The words that are searched for, `None` if they are those that were written."""
        return None if self.searched.text == self.query else self.searched.text


def understand(
    query: str,
    classifier: Classifier,
    model: LanguageModel | None = None,
    earlier: Response | None = None,
    choice: FilterChoice = WORDS_ALONE,
) -> Request:
    """Return what a request asks for; one that only narrows a list is a list again."""
    removed = choice.removed
    narrower = read_filters(query, RequestClass.SHOW_RECORDS, removed)
    if earlier is not None and narrower.filters and narrows(query, narrower.rest, earlier):
        removed |= earlier.removed - set(narrower.filters.in_force)
        asked, request_class, decided_by = earlier.asked, RequestClass.SHOW_RECORDS, "rules"
        before = read_filters(asked, request_class, removed)
        searched, filters = before.request, joined(earlier.filters, narrower.filters)
    else:
        request_class, decided_by = classify_request(query, classifier, model)
        asked = resolved(query, earlier)
        reading = read_filters(asked, request_class, removed)
        searched, filters = reading.request, reading.filters
    filters = joined(without(filters, removed), choice.added)
    wording = wording_of(searched or asked)
    return Request(query, asked, request_class, decided_by, filters, removed, wording, wording)
