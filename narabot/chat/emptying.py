"""Why a list is empty: which of its filters alone keeps everything away."""

from narabot.chat.listing import listed_count
from narabot.chat.opening import Chat
from narabot.models import RequestClass
from narabot.understanding import ParsedRequest
from narabot.understanding.parsing import without_filter


def emptied_by(chat: Chat, request: ParsedRequest) -> dict[str, int]:
    """Return how many records a list has without a filter, by the fields of those that empty it."""
    if request.request_class is not RequestClass.SHOW_RECORDS:
        return {}
    counts = {
        field: listed_count(chat, without_filter(request, field))
        for field in request.filters.in_force
    }
    return {field: count for field, count in counts.items() if count}
