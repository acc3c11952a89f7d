"""Run all extractors on a chunk and combine their results.

The extractors run in order of trust. A later extractor never overrides an earlier extractor. This
module is pure.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from narabot.knowledge.chunks import RecordChunk, SourceRecord
from narabot.models.knowledge import (
    SUBJECT,
    Mention,
    Phrase,
    Statement,
    StatementKind,
    participants_of,
)

logger = logging.getLogger(__name__)

WHOLE_TEXT = "text"
"""Name of the method for statements that consist of an entire text."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """Mentions and statements in one chunk."""

    mentions: tuple[Mention, ...] = ()
    statements: tuple[Statement, ...] = ()


Extract = Callable[[SourceRecord, RecordChunk, Sequence[Mention]], Extracted]
"""Takes a record, one of its chunks, and the mentions already found. Returns new findings in the
chunk."""


@dataclass(frozen=True, slots=True)
class Extractor:
    """A method that finds names and statements."""

    name: str
    version: int | str
    """Changes whenever the results for unchanged texts change, so that all texts are
    reprocessed."""
    extract: Extract


def extract(
    record: SourceRecord,
    chunk: RecordChunk,
    extractors: Iterable[Extractor],
    failed: Counter[str] | None = None,
) -> Extracted:
    """Return the mentions and statements in a chunk, in text order.

    If an extractor fails, its results for the chunk are missing. The failure is counted in `failed`
    under the extractor's name.
    """
    mentions: list[Mention] = []
    statements: list[Statement] = []
    for extractor in extractors:
        try:
            found = extractor.extract(record, chunk, mentions)
        except Exception:
            if failed is None:
                raise
            logger.exception("%s failed on chunk %s", extractor.name, chunk.chunk_id)
            failed[extractor.name] += 1
            continue
        mentions += without_overlaps(found.mentions, mentions)
        named = {one.phrase for one in mentions}
        statements += (one for one in found.statements if named.issuperset(phrases_of(one)))
    kept = sorted(set(mentions), key=mention_order)
    episode = episode_of(chunk, kept)
    both = [*dict.fromkeys(statements), *([episode] if episode else [])]
    return Extracted(tuple(kept), tuple(both))


def mention_order(one: Mention) -> tuple[int, int, str, str]:
    """Return the sort key of a mention."""
    return one.start, -one.end, one.phrase.phrase_id, one.method


def phrases_of(statement: Statement) -> Iterator[Phrase]:
    """Yield the phrases in a statement."""
    return (one.phrase for one in statement.participants)


def without_overlaps(found: Iterable[Mention], known: Sequence[Mention]) -> list[Mention]:
    """Return the new mentions that do not overlap a known mention.

    However, a new mention may enclose a known mention: `Letters of the Navy Department` may enclose
    `Navy Department`. Text within a known mention is never a separate name.
    """
    # a subject may contain other names: `Harbor Dues in Peru`
    taken = [(one.start, one.end) for one in known if one.phrase.entity_class != SUBJECT]
    there = {(one.phrase, one.start, one.end) for one in known}
    return [
        one
        for one in found
        if (one.phrase, one.start, one.end) not in there and is_apart(one, taken)
    ]


def is_apart(one: Mention, taken: Sequence[tuple[int, int]]) -> bool:
    """Return whether a mention overlaps no taken span, except any that the mention encloses."""
    return not any(
        start < one.end and one.start < end and not is_around(one, start, end)
        for start, end in taken
    )


def is_around(one: Mention, start: int, end: int) -> bool:
    """Return whether a mention encloses a span and is longer than the span."""
    return one.start <= start and end <= one.end and (one.start, one.end) != (start, end)


def is_within(one: Mention, places: Iterable[tuple[int, int]]) -> bool:
    """Return whether a mention is within any of the spans."""
    return any(start <= one.start and one.end <= end for start, end in places)


def episode_of(chunk: RecordChunk, mentions: Sequence[Mention]) -> Statement | None:
    """Return a whole chunk as a statement about the phrases in the chunk.

    Return `None` if there are fewer than two phrases.
    """
    phrases = dict.fromkeys(one.phrase for one in mentions)
    if len(phrases) < 2:
        return None
    return Statement(
        StatementKind.EPISODE, participants_of(phrases), 0, len(chunk.text), WHOLE_TEXT
    )
