"""What all extractors together find in a chunk. Pure.

They are asked in the order of trust; what one has found, the next ones leave alone.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from narabot.knowledge.chunks import KnownRecord, RecordChunk
from narabot.models.knowledge import SUBJECT, Mention, Phrase, Statement, StatementKind, parts_of

logger = logging.getLogger(__name__)

WHOLE_TEXT = "text"
"""The method of what is stated by a text as a whole."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """Mentions and statements of one chunk."""

    mentions: tuple[Mention, ...] = ()
    statements: tuple[Statement, ...] = ()


Extract = Callable[[KnownRecord, RecordChunk, Sequence[Mention]], Extracted]
"""From a record, one of its chunks and what is known to be mentioned there, to what is new."""


@dataclass(frozen=True, slots=True)
class Extractor:
    """A way to find names and statements."""

    name: str
    version: int | str
    """Changed when it finds something else in the same texts: they are read anew then."""
    extract: Extract


def extract(
    record: KnownRecord,
    chunk: RecordChunk,
    extractors: Iterable[Extractor],
    failed: Counter[str] | None = None,
) -> Extracted:
    """Return what a chunk names and states, in the order of its text.

    An extractor that fails costs what it would have found, and is counted by its name in `failed`.
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
        mentions += apart(found.mentions, mentions)
        named = {one.phrase for one in mentions}
        statements += (one for one in found.statements if named.issuperset(phrases_of(one)))
    kept = sorted(set(mentions), key=mention_order)
    episode = episode_of(chunk, kept)
    both = [*dict.fromkeys(statements), *([episode] if episode else [])]
    return Extracted(tuple(kept), tuple(both))


def mention_order(one: Mention) -> tuple[int, int, str, str]:
    """Return what mentions are put in order by."""
    return one.start, -one.end, one.phrase.phrase_id, one.method


def phrases_of(statement: Statement) -> Iterator[Phrase]:
    """Yield the phrases that a statement is about."""
    return (one.phrase for one in statement.participants)


def apart(found: Iterable[Mention], known: Sequence[Mention]) -> list[Mention]:
    """Return the mentions that leave what is known as it is: beside it, or around all of it.

    `Letters of the Navy Department` may hold the Navy Department; within that, nothing is a name.
    """
    # what a text is about may name others: `Harbor Dues in Peru`
    taken = [(one.start, one.end) for one in known if one.phrase.entity_class != SUBJECT]
    there = {(one.phrase, one.start, one.end) for one in known}
    return [
        one
        for one in found
        if (one.phrase, one.start, one.end) not in there and is_apart(one, taken)
    ]


def is_apart(one: Mention, taken: Sequence[tuple[int, int]]) -> bool:
    """Return whether a mention meets no place that is taken but such as lie within it."""
    return not any(
        start < one.end and one.start < end and not is_around(one, start, end)
        for start, end in taken
    )


def is_around(one: Mention, start: int, end: int) -> bool:
    """Return whether a mention holds a place and more."""
    return one.start <= start and end <= one.end and (one.start, one.end) != (start, end)


def is_within(one: Mention, places: Iterable[tuple[int, int]]) -> bool:
    """Return whether a mention stands within one of some places."""
    return any(start <= one.start and one.end <= end for start, end in places)


def episode_of(chunk: RecordChunk, mentions: Sequence[Mention]) -> Statement | None:
    """Return the whole chunk as a statement about all that it names; `None` below two names."""
    phrases = dict.fromkeys(one.phrase for one in mentions)
    if len(phrases) < 2:
        return None
    return Statement(StatementKind.EPISODE, parts_of(phrases), 0, len(chunk.text), WHOLE_TEXT)
