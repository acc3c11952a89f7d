"""The list that a request gets, and why it is empty: which of its filters keeps all away."""

from dataclasses import replace

from narabot.chat.opening import Chat
from narabot.models import ListOrder, RequestClass
from narabot.ordering import in_order
from narabot.retrieval import Budget, Evidence
from narabot.understanding import ParsedRequest
from narabot.understanding.parsing import without_filter


def listed(chat: Chat, request: ParsedRequest) -> Evidence:
    """Return the records for a list; where filters alone say what is sought, as arranged."""
    found = chat.look_up(request, Budget(chat.settings.retrieval_list_records))
    listing = found.listing
    if listing is None or listing.words or not listing.is_counted:
        return found
    return replace(found, passages=tuple(in_order(found.passages, ListOrder.CATALOGUE)))


def listed_count(chat: Chat, request: ParsedRequest) -> int:
    """Return how many records would be listed."""
    return len(listed(chat, request).passages)


def emptied_by(chat: Chat, request: ParsedRequest) -> dict[str, int]:
    """Return how many records a list has without a filter, by the fields of those that empty it."""
    if request.request_class is not RequestClass.SHOW_RECORDS:
        return {}
    counts = {
        field: listed_count(chat, without_filter(request, field))
        for field in request.filters.in_force
    }
    return {field: count for field, count in counts.items() if count}
