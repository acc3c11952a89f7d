"""Search alone: the records nearest to a request, without a list's claims and without an answer."""

from dataclasses import dataclass

from narabot.chat.naming import completed
from narabot.chat.opening import Chat
from narabot.chat.responding import checked_question, readable_for
from narabot.models import Filters, Passage
from narabot.retrieval import Budget
from narabot.understanding import plain_request
from narabot.understanding.query_rewriting import wording_of


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found."""

    searched_as: str
    """The words that were searched for."""
    filters: Filters
    passages: tuple[Passage, ...]
    """The best of each record, best first."""


def search(chat: Chat, query: str, count: int, filters: Filters) -> SearchResult:
    """Return the best so many records for a request, within filters; its words set none.

    Raises InvalidQuestionError for an empty or too long request, or a filter that names a record
    which is not there; GraphUnavailableError.
    """
    query = checked_question(query, chat.settings.question_max_chars)
    wording = readable_for(chat, wording_of(query))
    filters = completed(chat.retriever, chat.sets, filters)
    found = chat.look_up(plain_request(wording, filters), Budget(count))
    return SearchResult(wording.text, filters, found.passages)
