"""The list that a request gets: the records with its words, or all that its filters keep."""

from collections.abc import Sequence

from narabot.chat.opening import Chat
from narabot.models import Listing, ListOrder, Passage
from narabot.ordering import in_order
from narabot.retrieval import Matches
from narabot.understanding import ParsedRequest
from narabot.understanding.query_rewriting import matter


def listed(chat: Chat, request: ParsedRequest) -> tuple[tuple[Passage, ...], Listing | None]:
    """Return the passages of the records for a list, and how far it goes.

    Those with all words come first; where filters alone say what is sought, they stand as they are
    arranged.
    """
    matched = matches(chat, request)
    wanted = chat.settings.retrieval_list_records
    passages = chat.retriever.list_passages(request.searched, wanted, request.filters, matched)
    if matched is None:
        return tuple(passages), None
    if matched.is_all:
        passages = in_order(passages, ListOrder.CATALOGUE)
    return tuple(passages), listing(matched, passages)


def listed_count(chat: Chat, request: ParsedRequest) -> int:
    """Return how many records would be listed."""
    matched = matches(chat, request)
    wanted = chat.settings.retrieval_list_records
    return len(chat.retriever.list_records(request.searched, wanted, request.filters, matched))


def matches(chat: Chat, request: ParsedRequest) -> Matches | None:
    """Return the records that have the words of a request, or without these all within its filters.

    `None` where neither is known. Words that only name a record of the filters say nothing more.
    """
    words = matter(request.matter, [one.name for one in request.filters.named if one.name])
    if words is None or not (words or request.filters):
        return None
    return chat.retriever.matches(words, request.filters)


def listing(matched: Matches, passages: Sequence[Passage]) -> Listing:
    """Return how many records have all words, and whether all of these are listed."""
    there = {passage.na_id for passage in passages}
    is_complete = matched.is_counted and there.issuperset(matched.chunk_ids)
    return Listing(matched.words, matched.count, matched.is_counted, is_complete)
