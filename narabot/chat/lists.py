"""Create the list for a request, and find the filters that make a list empty."""

from dataclasses import replace

from narabot.chat.opening import Chat
from narabot.models import ListOrder, RequestClass
from narabot.ordering import sort_records
from narabot.retrieval import Budget, Evidence
from narabot.understanding import ParsedRequest
from narabot.understanding.parsing import without_filter


def list_evidence(chat: Chat, request: ParsedRequest) -> Evidence:
    """Return the records for a list. If only filters define the list, the list is in catalog
    order."""
    found = chat.look_up(request, Budget(chat.settings.retrieval_list_records))
    listing = found.listing
    if listing is None or listing.words or not listing.is_counted:
        return found
    return replace(found, passages=tuple(sort_records(found.passages, ListOrder.CATALOG)))


def list_length(chat: Chat, request: ParsedRequest) -> int:
    """Return the number of records in the list for a request."""
    return len(list_evidence(chat, request).passages)


def filters_that_empty(chat: Chat, request: ParsedRequest) -> dict[str, int]:
    """Return each filter that alone empties a list, with the number of records without the
    filter."""
    if request.request_class is not RequestClass.SHOW_RECORDS:
        return {}
    counts = {
        field: list_length(chat, without_filter(request, field))
        for field in request.filters.in_force
    }
    return {field: count for field, count in counts.items() if count}
