"""The best records from their first word to their last: document 004's last tool.

Others read of a record the chunk that was found, and one on each side of it. Here all chunks of a
few records are read, so that what stands far from where the search hit is seen too.
"""

from dataclasses import replace

from narabot.models import Chunk, Passage, RequestClass
from narabot.retrieval.operators.by_id import chunks_of
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import hybrid
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

READ_RECORDS = 5
"""Records that are read whole."""

MOST_CHUNKS = 500
"""Of all of them together, in their order; the rest stays as it was found."""

UNREAD = f"The full texts of the records found after the first {READ_RECORDS}."
TOO_LONG = (
    f"The full texts of the longest of these records: together they have more than {MOST_CHUNKS} "
    "pieces."
)


def find(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return what `hybrid` finds, the first records with all of their chunks in reading order.

    A list, which is not read, is that of `hybrid`.
    """
    found = hybrid.find(retriever, request, budget)
    if request.request_class is RequestClass.SHOW_RECORDS:
        return found
    steps = Steps()
    first = found.passages[:READ_RECORDS]
    chunks = steps.take(
        "Reading the first records whole",
        lambda: chunks_of(retriever.graph, [one.na_id for one in first]),
    )
    passages: list[Passage] = []
    unseen = [UNREAD] if len(found.passages) > len(first) else []
    room = MOST_CHUNKS
    for passage in found.passages:
        own = chunks.get(passage.na_id, ())
        is_read = bool(own) and len(own) <= room
        passages.append(whole(passage, own) if is_read else passage)
        room -= len(own) if is_read else 0
        if own and not is_read and TOO_LONG not in unseen:
            unseen.append(TOO_LONG)
    return replace(
        found,
        passages=tuple(passages),
        steps=(*found.steps, *steps.taken),
        unseen=(*found.unseen, *unseen),
    )


def whole(passage: Passage, chunks: tuple[Chunk, ...]) -> Passage:
    """Return a passage with all chunks of its record."""
    return replace(passage, chunks=chunks, text="\n".join(chunk.text for chunk in chunks))
