"""Document 004's last tool: read the best records in full.

Other strategies read the chunk that matched and one chunk on each side. This strategy reads all
chunks of a few records, including text far from the match.
"""

from dataclasses import replace

from narabot.models import Chunk, Passage, RequestClass
from narabot.retrieval.operators.by_id import chunks_of
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import hybrid
from narabot.retrieval.strategy import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest

READ_RECORDS = 5
"""Number of records to read in full."""

MOST_CHUNKS = 500
"""Maximum total number of chunks to read from these records. Records that would exceed this limit
keep their original passages."""

REST_NOT_READ = f"Only the first {READ_RECORDS} records found were read in full."
TOO_LONG = f"Some records were not read in full, because at most {MOST_CHUNKS} chunks are read."


def search_whole_records(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the results of `hybrid`, with all chunks of the first records in reading order.

    The records in a list are not read in full, so a list is the same as the one that `hybrid`
    returns.
    """
    found = hybrid.search_hybrid(retriever, request, budget)
    if request.request_class is RequestClass.SHOW_RECORDS:
        return found
    steps = Steps()
    first = found.passages[:READ_RECORDS]
    chunks = steps.take(
        "Reading the first records in full",
        lambda: chunks_of(retriever.graph, [one.na_id for one in first]),
    )
    passages: list[Passage] = []
    limitations = [REST_NOT_READ] if len(found.passages) > len(first) else []
    room = MOST_CHUNKS
    for passage in found.passages:
        own = chunks.get(passage.na_id, ())
        is_read = bool(own) and len(own) <= room
        passages.append(with_all_chunks(passage, own) if is_read else passage)
        room -= len(own) if is_read else 0
        if own and not is_read and TOO_LONG not in limitations:
            limitations.append(TOO_LONG)
    return replace(
        found,
        passages=tuple(passages),
        steps=(*found.steps, *steps.taken),
        limitations=(*found.limitations, *limitations),
    )


def with_all_chunks(passage: Passage, chunks: tuple[Chunk, ...]) -> Passage:
    """Return a passage with all chunks of its record."""
    return replace(passage, chunks=chunks, text="\n".join(chunk.text for chunk in chunks))
