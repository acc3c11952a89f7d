"""The list that a request gets: the records with its words, or all that its filters keep."""

from dataclasses import replace

from narabot.chat.opening import Chat
from narabot.models import ListOrder
from narabot.ordering import in_order
from narabot.retrieval import Budget, Evidence
from narabot.understanding import ParsedRequest


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
