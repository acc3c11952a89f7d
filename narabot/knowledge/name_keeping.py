"""What the reader of names finds in chunks, as it is kept with them.

It takes most of a build's time and depends on a chunk's text alone. So it is read once: by a build,
or by `narabot prepare --with-names` on other machines.
"""

import logging
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from narabot.knowledge.chunks import KnownRecord, PlacedLine, RecordChunk, told_lines
from narabot.models import RecordType
from narabot.models.lines import LINE_KINDS, TITLE, UNLABELLED
from narabot.reading.names import NAME_CLASSES, NamedSpan

logger = logging.getLogger(__name__)

READER = "model"
"""The extractor that tells what is kept; failures are counted by its name."""

EXCERPTS = 2
"""Raised when other lines of a chunk are read: what was read before is read anew then."""

NO_PLACES = frozenset({TITLE, "Subtitle", "Other titles"})
"""Lines where a place that is read is most often none: posts are called by their places."""

PLACES = frozenset({"LOCATION", "COUNTRY"})
"""Of the reader's classes; its LOCATION is any place but a country, camps and buildings too."""

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
"""Lines of titles and names beside those that are prose; subjects and terms are often no names."""


class FindsNames(Protocol):
    """What finds names in texts: `narabot.reading.names.NameReader`."""

    @property
    def version(self) -> int:
        """What changes with its weights."""
        ...

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        """Return the names in each text."""
        ...


class NameKeeper:
    """Reads the names of chunks in the form in which they are kept."""

    def __init__(self, reader: FindsNames) -> None:
        """Take what reads."""
        self._reader = reader
        self.version = version_of(reader.version)

    def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str]:
        """Return what is kept for chunks of records of some types."""
        excerpts = [Excerpt(*one) for one in zip(chunks, types, strict=True)]
        found = self._reader.read([one.text for one in excerpts])
        return [
            kept_names(self.version, filter(None, map(excerpt.in_chunk, spans)))
            for excerpt, spans in zip(excerpts, found, strict=True)
        ]


def version_of(reader: int) -> str:
    """Return what changes with a reader's version, and with what it is given to read."""
    return f"{EXCERPTS}.{reader}"


def kept_names(version: str, spans: Iterator[NamedSpan]) -> str:
    """Return names as they are kept: `VERSION START-END:CLASS …`, places in the chunk's text."""
    return " ".join([version, *(f"{one.start}-{one.end}:{one.entity_class}" for one in spans)])


def names_of(chunk: RecordChunk, version: str) -> list[NamedSpan] | None:
    """Return the names that are kept with a chunk, `None` where none were read by this version."""
    by, *told = chunk.names.split(" ") if chunk.names else ("",)
    if by != version:
        return None
    try:
        return [kept_span(one, len(chunk.text)) for one in told]
    except ValueError:
        return None  # not written by `kept_names` for this text: read anew


def kept_span(told: str, length: int) -> NamedSpan:
    """Return one name of what is kept. Raises ValueError for none in a text of this length."""
    place, entity_class = told.split(":")
    start, end = map(int, place.split("-"))
    if not 0 <= start < end <= length or entity_class not in NAME_CLASSES:
        raise ValueError(told)
    return NamedSpan(start, end, entity_class)


def with_names(
    records: Sequence[KnownRecord], keeper: NameKeeper | None, failed: Counter[str]
) -> list[KnownRecord]:
    """Return records with the names in their chunks: read now, where they are not kept already.

    A chunk on which the reader fails is counted in `failed`, and has none.
    """
    if keeper is None:
        return list(records)
    waiting = [
        (chunk, record.record_type)
        for record in records
        for chunk in record.chunks
        if names_of(chunk, keeper.version) is None
    ]
    read = read_all(waiting, keeper, failed)
    return [
        replace(record, chunks=tuple(read.get(chunk.chunk_id, chunk) for chunk in record.chunks))
        for record in records
    ]


Waiting = tuple[RecordChunk, RecordType]


def read_all(
    waiting: Sequence[Waiting], keeper: NameKeeper, failed: Counter[str]
) -> dict[str, RecordChunk]:
    """Return chunks by their chunkIds with the names that are read there: all at once if it can be.

    Where that fails, each is read for itself.
    """
    if not waiting:
        return {}
    texts, types = [chunk.text for chunk, _ in waiting], [type_ for _, type_ in waiting]
    try:
        read = keeper.read(texts, types)
    except Exception:
        if len(waiting) > 1:
            parts = (read_all([one], keeper, failed) for one in waiting)
            return {name: chunk for part in parts for name, chunk in part.items()}
        [(chunk, _)] = waiting
        logger.exception("%s failed on chunk %s", READER, chunk.chunk_id)
        failed[READER] += 1
        return {chunk.chunk_id: replace(chunk, names=None)}
    return {
        chunk.chunk_id: replace(chunk, names=names, are_names_new=True)
        for (chunk, _), names in zip(waiting, read, strict=True)
    }


class Excerpt:
    """The lines of a chunk that are read, as one text."""

    def __init__(self, chunk: str, record_type: RecordType) -> None:
        """Take the lines of titles, prose and names, with their labels."""
        self._lines = list(read_lines(chunk, record_type))
        self._starts: list[int] = []
        """Where in the excerpt each line's value begins."""
        self.text = ""
        for line in self._lines:
            self.text += ("\n" if self.text else "") + (f"{line.label}: " if line.label else "")
            self._starts.append(len(self.text))
            self.text += chunk[line.start : line.end]

    def in_chunk(self, span: NamedSpan) -> NamedSpan | None:
        """Return a name at its place in the chunk.

        `None` of one that is not within one value, and of places in titles.
        """
        number = bisect_right(self._starts, span.start) - 1
        if number < 0:
            return None
        line = self._lines[number]
        moved = line.start - self._starts[number]
        is_no_place = span.entity_class in PLACES and line.label in NO_PLACES
        if is_no_place or span.end + moved > line.end:
            return None
        return NamedSpan(span.start + moved, span.end + moved, span.entity_class)


def read_lines(chunk: str, record_type: RecordType) -> Iterator[PlacedLine]:
    """Yield the lines that are read; one without a label goes on with what is not known."""
    for line in told_lines(chunk, record_type):
        kind = LINE_KINDS.get(line.label, UNLABELLED)
        if kind is UNLABELLED or kind.is_prose or line.label in NAME_LABELS:
            yield line
