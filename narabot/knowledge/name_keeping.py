"""What the reader of names finds in chunks, as it is kept with them.

It takes most of a build's time and depends on a chunk's text alone. So it is read once: by a build,
or by `narabot prepare --with-names` on other machines.
"""

import logging
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from narabot.errors import ModelUnavailableError
from narabot.knowledge.chunks import KnownRecord, PlacedLine, RecordChunk, told_lines
from narabot.models import RecordType
from narabot.models.lines import LINE_KINDS, UNLABELLED
from narabot.reading.names import NAME_CLASSES, NamedSpan

logger = logging.getLogger(__name__)

READER = "model"
"""The extractor that tells what is kept; failures are counted by its name."""

EXCERPTS = 3
"""Raised when something else than the weights changes what is kept: all is read anew then."""

AT_ONCE = 256
"""Chunks that are read together: more would not be faster, and take memory."""

KEPT = re.compile(rf"([0-9]+)-([0-9]+):({'|'.join(NAME_CLASSES)})")
"""One name, as it is kept."""

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


class KeepsNames(Protocol):
    """What reads names as they are kept: `NameKeeper`; `NamesOnDemand`, which opens one."""

    @property
    def version(self) -> str:
        """What changes with what is kept."""
        ...

    def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
        """Return what is kept for chunks of records of some types, `None` where reading failed.

        Raises ModelUnavailableError where there is no reader after all.
        """
        ...


class NameKeeper:
    """Reads the names of chunks in the form in which they are kept."""

    def __init__(self, reader: FindsNames) -> None:
        """Take what reads."""
        self._reader = reader
        self.version = version_of(reader.version)

    def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
        """Return what is kept for chunks of records of some types.

        `None` for a chunk on which the reader fails; the log says why.
        """
        excerpts = [Excerpt(*one) for one in zip(chunks, types, strict=True)]
        kept: list[str | None] = []
        for begin in range(0, len(excerpts), AT_ONCE):
            kept += self._read_some(excerpts[begin : begin + AT_ONCE])
        return kept

    def _read_some(self, excerpts: Sequence["Excerpt"]) -> list[str | None]:
        """Return what is kept for some excerpts: read together, or where that fails one by one."""
        try:
            found = self._reader.read([one.text for one in excerpts])
        except Exception:
            if len(excerpts) > 1:
                return [kept for one in excerpts for kept in self._read_some([one])]
            logger.exception("the reader of names failed on: %.80s", excerpts[0].text)
            return [None]
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


def kept_names_in(chunk: RecordChunk, version: str) -> list[NamedSpan] | None:
    """Return the names that are kept with a chunk, `None` where none were read by this version."""
    by, *told = chunk.names.split(" ") if isinstance(chunk.names, str) else ("",)
    if by != version:
        return None
    try:
        return spans_of(told, chunk.text)
    except ValueError:
        return None  # not written by `kept_names` for this text: read anew


def spans_of(told: Sequence[str], text: str) -> list[NamedSpan]:
    """Return names that are kept of a text. Raises ValueError for what no reader has told."""
    found: list[NamedSpan] = []
    behind = 0
    for one in told:
        parts = KEPT.fullmatch(one)
        if parts is None:
            raise ValueError(one)
        start, end = int(parts[1]), int(parts[2])
        if not behind <= start < end or not text[start:end].strip() or end > len(text):
            raise ValueError(one)
        found.append(NamedSpan(start, end, parts[3]))
        behind = end
    return found


def with_names(
    records: Sequence[KnownRecord], keeper: KeepsNames | None, failed: Counter[str]
) -> list[KnownRecord]:
    """Return records with the names in their chunks: read now, where they are not kept already.

    A chunk on which the reader fails is counted in `failed`, and has none; so are all where there
    is no reader after all.
    """
    if keeper is None:
        return list(records)
    waiting = [
        (chunk, record.record_type)
        for record in records
        for chunk in record.chunks
        if kept_names_in(chunk, keeper.version) is None
    ]
    names = names_or_none(keeper, waiting)
    if fails := names.count(None):
        failed[READER] += fails
    read = {
        chunk.chunk_id: replace(chunk, names=kept, are_names_new=kept is not None)
        for (chunk, _), kept in zip(waiting, names, strict=True)
    }
    return [
        replace(record, chunks=tuple(read.get(chunk.chunk_id, chunk) for chunk in record.chunks))
        for record in records
    ]


def names_or_none(
    keeper: KeepsNames, waiting: Sequence[tuple[RecordChunk, RecordType]]
) -> list[str | None]:
    """Return what is kept for each chunk; nothing is asked of a reader where none waits."""
    if not waiting:
        return []
    try:
        return keeper.read([chunk.text for chunk, _ in waiting], [type_ for _, type_ in waiting])
    except ModelUnavailableError:
        logger.exception("%d chunks are read without the reader of names", len(waiting))
        return [None] * len(waiting)


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
        """Return a name at its place in the chunk, `None` of one that is not within one value."""
        number = bisect_right(self._starts, span.start) - 1
        if number < 0:
            return None
        moved = self._lines[number].start - self._starts[number]
        if span.end + moved > self._lines[number].end:
            return None
        return NamedSpan(span.start + moved, span.end + moved, span.entity_class)


def read_lines(chunk: str, record_type: RecordType) -> Iterator[PlacedLine]:
    """Yield the lines that are read; one without a label goes on with what is not known."""
    for line in told_lines(chunk, record_type):
        kind = LINE_KINDS.get(line.label, UNLABELLED)
        if kind is UNLABELLED or kind.is_prose or line.label in NAME_LABELS:
            yield line
