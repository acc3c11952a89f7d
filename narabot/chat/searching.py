"""Search for records without answering a question or counting a list's records."""

from dataclasses import dataclass

from narabot.chat.opening import Chat
from narabot.chat.request_names import complete_filters
from narabot.chat.responding import checked_question, wording_for_model
from narabot.models import Filters, Passage
from narabot.retrieval import Budget
from narabot.understanding import plain_request
from narabot.understanding.query_rewriting import rewrite_query


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search."""

    searched_as: str
    """The words that were searched for."""
    filters: Filters
    passages: tuple[Passage, ...]
    """The best passage of each record, best first."""


def search(chat: Chat, query: str, count: int, filters: Filters) -> SearchResult:
    """Return the best `count` records that match a query and filters.

    Words in the query do not set filters.

    Raises InvalidQuestionError for an empty or overlong query, or for a filter with an unknown
    record. Raises GraphUnavailableError.
    """
    query = checked_question(query, chat.settings.question_max_chars)
    wording = wording_for_model(chat, rewrite_query(query))
    filters = complete_filters(chat.retriever, chat.sets, filters)
    found = chat.look_up(plain_request(wording, filters), Budget(count))
    return SearchResult(wording.text, filters, found.passages)
