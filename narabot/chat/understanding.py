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
    wording: Wording
    """As it is searched for."""

    @property
    def searched_as(self) -> str | None:
        """The words that are searched for, `None` if they are those that were written."""
        return None if self.wording.text == self.query else self.wording.text


def understand(
    query: str,
    classifier: Classifier,
    model: LanguageModel | None = None,
    earlier: Response | None = None,
    choice: FilterChoice = WORDS_ALONE,
) -> Request:
    """Return what a request asks for; one that only narrows a list is a list again."""
    narrower = read_filters(query, RequestClass.SHOW_RECORDS, choice.removed)
    if earlier is not None and narrows(narrower.rest, earlier) and narrower.filters:
        asked, request_class, decided_by = earlier.asked, RequestClass.SHOW_RECORDS, "rules"
        before = read_filters(asked, request_class, choice.removed)
        searched, filters = before.request, joined(earlier.filters, narrower.filters)
    else:
        request_class, decided_by = classify_request(query, classifier, model)
        asked = resolved(query, earlier)
        reading = read_filters(asked, request_class, choice.removed)
        searched, filters = reading.request, reading.filters
    filters = joined(without(filters, choice.removed), choice.added)
    wording = wording_of(searched or asked)
    return Request(query, asked, request_class, decided_by, filters, wording)
