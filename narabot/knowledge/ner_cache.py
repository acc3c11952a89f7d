"""Cache the names that the NER model finds in chunks.

Finding names takes most of a build's time and depends only on a chunk's text. The model therefore
processes each text once: during a build or during `narabot prepare --with-names` on other machines.
"""

import logging
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from narabot.errors import ModelUnavailableError
from narabot.knowledge.chunks import PlacedLine, RecordChunk, SourceRecord, content_lines
from narabot.models import RecordType
from narabot.models.lines import LINE_KINDS, UNLABELED
from narabot.reading.names import NAME_CLASSES, NamedSpan

logger = logging.getLogger(__name__)

EXTRACTOR_NAME = "model"
"""Name of the extractor that uses the cache. Failures are counted under this name."""

EXCERPT_VERSION = 3
"""Incremented to invalidate the cache if entries change for a reason other than new model
weights."""

CHUNKS_PER_BATCH = 256
"""Number of chunks processed together. A larger batch is not faster and uses more memory."""

CACHED_NAME = re.compile(rf"([0-9]+)-([0-9]+):({'|'.join(NAME_CLASSES)})")
"""Matches a name in a cache entry."""

NAME_LABELS = frozenset(
    {
        "Subtitle",
        "Other titles",
        "Created by",
        "Contributors",
        "Donors",
        "Fuller form of name",
        "Also",
        "Variant names",
        "Names",
        "Persons",
        "Organizations",
        "Jurisdictions",
    }
)
"""Labels of lines with titles and names, which are processed in addition to prose lines.

Subjects and terms are often not names."""


class NameFinder(Protocol):
    """Finds names in texts. Implementation: `narabot.reading.names.NerModel`."""

    @property
    def version(self) -> int:
        """A number that changes with the model's weights."""
        ...

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        """Return the names in each text."""
        ...


class NerCacheSource(Protocol):
    """Creates cache entries. Implementations: `NerCacheBuilder` and `LazyNerCacheBuilder`."""

    @property
    def version(self) -> str:
        """A string that changes when cache entries become invalid."""
        ...

    def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
        """Return the cache entries for chunks of records of the specified types.

        An entry is `None` after a failure. Raise ModelUnavailableError if the model turns out to be
        missing.
        """
        ...


class NerCacheBuilder:
    """Creates cache entries for the names in chunks."""

    def __init__(self, reader: NameFinder) -> None:
        """Set the model that finds names."""
        self._reader = reader
        self.version = cache_version(reader.version)

    def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
        """Return the cache entries for chunks of records of the specified types.

        The entry is `None` for a chunk on which the model fails. The log contains the reason.
        """
        excerpts = [Excerpt(*one) for one in zip(chunks, types, strict=True)]
        kept: list[str | None] = []
        for begin in range(0, len(excerpts), CHUNKS_PER_BATCH):
            kept += self._read_some(excerpts[begin : begin + CHUNKS_PER_BATCH])
        return kept

    def _read_some(self, excerpts: Sequence["Excerpt"]) -> list[str | None]:
        """Return the entries for a batch of excerpts.

        After a failure, process each excerpt separately.
        """
        try:
            found = self._reader.read([one.text for one in excerpts])
        except Exception:
            if len(excerpts) > 1:
                return [kept for one in excerpts for kept in self._read_some([one])]
            logger.exception("the NER model failed on: %.80s", excerpts[0].text)
            return [None]
        return [
            encode_names(self.version, filter(None, map(excerpt.in_chunk, spans)))
            for excerpt, spans in zip(excerpts, found, strict=True)
        ]


def cache_version(reader: int) -> str:
    """Return a version that changes with the model's version and the excerpt format."""
    return f"{EXCERPT_VERSION}.{reader}"


def encode_names(version: str, spans: Iterator[NamedSpan]) -> str:
    """Return a cache entry: `VERSION START-END:CLASS …`, with positions in the chunk's text."""
    return " ".join([version, *(f"{one.start}-{one.end}:{one.entity_class}" for one in spans)])


def cached_names(chunk: RecordChunk, version: str) -> list[NamedSpan] | None:
    """Return the names cached with a chunk, or `None` if this version has not processed the
    chunk."""
    by, *told = chunk.names.split(" ") if isinstance(chunk.names, str) else ("",)
    if by != version:
        return None
    try:
        return decode_names(told, chunk.text)
    except ValueError:
        return None  # the entry does not fit this text, so the text is processed again


def decode_names(told: Sequence[str], text: str) -> list[NamedSpan]:
    """Return the names in a cache entry. Raise ValueError if the entry does not fit the text."""
    found: list[NamedSpan] = []
    behind = 0
    for one in told:
        parts = CACHED_NAME.fullmatch(one)
        if parts is None:
            raise ValueError(one)
        start, end = int(parts[1]), int(parts[2])
        if not behind <= start < end or not text[start:end].strip() or end > len(text):
            raise ValueError(one)
        found.append(NamedSpan(start, end, parts[3]))
        behind = end
    return found


def add_cached_names(
    records: Sequence[SourceRecord], keeper: NerCacheSource | None, failed: Counter[str]
) -> list[SourceRecord]:
    """Return records in which each chunk includes its names. Names that are not yet cached are
    computed.

    Chunks on which the model fails have no names and are counted in `failed`. The same applies to
    all uncached chunks if the model is missing.
    """
    if keeper is None:
        return list(records)
    waiting = [
        (chunk, record.record_type)
        for record in records
        for chunk in record.chunks
        if cached_names(chunk, keeper.version) is None
    ]
    names = build_entries(keeper, waiting)
    if fails := names.count(None):
        failed[EXTRACTOR_NAME] += fails
    read = {
        chunk.chunk_id: replace(chunk, names=kept, are_names_new=kept is not None)
        for (chunk, _), kept in zip(waiting, names, strict=True)
    }
    return [
        replace(record, chunks=tuple(read.get(chunk.chunk_id, chunk) for chunk in record.chunks))
        for record in records
    ]


def build_entries(
    keeper: NerCacheSource, waiting: Sequence[tuple[RecordChunk, RecordType]]
) -> list[str | None]:
    """Return the cache entry for each waiting chunk.

    If no chunk is waiting, the model is not loaded.
    """
    if not waiting:
        return []
    try:
        return keeper.read([chunk.text for chunk, _ in waiting], [type_ for _, type_ in waiting])
    except ModelUnavailableError:
        logger.exception("%d chunks are processed without the NER model", len(waiting))
        return [None] * len(waiting)


class Excerpt:
    """The lines of a chunk that the model processes, joined into one text."""

    def __init__(self, chunk: str, record_type: RecordType) -> None:
        """Collect the title, prose, and name lines, with their labels."""
        self._lines = list(excerpt_lines(chunk, record_type))
        self._starts: list[int] = []
        """Start of each line's value in the excerpt."""
        self.text = ""
        for line in self._lines:
            self.text += ("\n" if self.text else "") + (f"{line.label}: " if line.label else "")
            self._starts.append(len(self.text))
            self.text += chunk[line.start : line.end]

    def in_chunk(self, span: NamedSpan) -> NamedSpan | None:
        """Return a name with its position in the chunk, or `None` if the name crosses a value's
        boundary."""
        number = bisect_right(self._starts, span.start) - 1
        if number < 0:
            return None
        moved = self._lines[number].start - self._starts[number]
        if span.end + moved > self._lines[number].end:
            return None
        return NamedSpan(span.start + moved, span.end + moved, span.entity_class)


def excerpt_lines(chunk: str, record_type: RecordType) -> Iterator[PlacedLine]:
    """Yield the lines to process.

    These include unlabeled lines, each of which continues a line of the previous chunk whose label
    is unknown.
    """
    for line in content_lines(chunk, record_type):
        kind = LINE_KINDS.get(line.label, UNLABELED)
        if kind is UNLABELED or kind.is_prose or line.label in NAME_LABELS:
            yield line
