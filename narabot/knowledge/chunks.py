"""The extractors' input: a record with its chunks, and the labeled lines in a chunk. This module is
pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from narabot.models import (
    AuthorityType,
    CatalogType,
    LevelOfDescription,
    RecordType,
    Row,
    record_type_of,
)
from narabot.models.lines import LINE_KINDS, LINES, UNLABELED, PageSection
from narabot.retrieval.records.text import label_starts


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A labeled line in a chunk. The line's value is `text[start:end]`."""

    label: str
    """The label, or "" if the line continues a line of the previous chunk, which contains the
    label."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StoredReply:
    """A language model's reply about a chunk."""

    form: str
    """Name of the reply's format in `narabot.knowledge.formats`."""
    text: str
    """The unmodified reply, or "" if no reply could be parsed."""


@dataclass(frozen=True, slots=True)
class RecordChunk:
    """A chunk from which names and statements are extracted."""

    chunk_id: str
    text: str
    reply: StoredReply | None = None
    """`None` if no model was asked about the chunk."""
    names: str | None = None
    """The NER cache entry in the format of `encode_names`, or `None` if there is no entry."""
    are_names_new: bool = False
    """Whether the NER cache entry is not yet stored in the graph."""


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A record as the extractors see it."""

    na_id: int
    type: CatalogType
    record_hash: str
    """Hash of the record's line in the shard. The record is processed again when the hash
    changes."""
    chunks: tuple[RecordChunk, ...]
    properties: Mapping[str, object] = field(default_factory=dict)
    """Properties of the first chunk, parsed from the title."""
    authority_na_ids: frozenset[int] = frozenset()
    """The naIds of the authorities that the record's fields name."""
    content_digest: str | None = None
    """Digest of the rows that the last build wrote for this record."""

    @property
    def record_type(self) -> RecordType:
        """Whether the record is a description or an authority."""
        return record_type_of(self.type)


CONTENT_SECTIONS = frozenset({PageSection.DESCRIPTION, PageSection.NAMES})
"""Sections about the materials, not about their location or identifiers."""


def content_lines(text: str, record_type: RecordType) -> Iterator[PlacedLine]:
    """Yield the lines in a chunk that describe the content of the materials or an authority."""
    for line in placed_lines(text, record_type):
        if LINE_KINDS.get(line.label, UNLABELED).section in CONTENT_SECTIONS:
            yield line


def placed_lines(text: str, record_type: RecordType) -> Iterator[PlacedLine]:
    """Yield the labeled lines in a chunk, with the spans of their values."""
    starts = list(label_starts(text, LINES[record_type]))
    for (_, begin, label), (end, _, _) in pairwise([*starts, (len(text), 0, "")]):
        value = text[begin:end]
        kept = value.rstrip()
        lead = len(value) - len(value.lstrip())
        if kept.strip():
            yield PlacedLine(label, begin + lead, begin + len(kept))


def source_record(row: Row) -> SourceRecord:
    """Return the record in a result row of `outdated_records.cypher`."""
    levels = set(LevelOfDescription)
    type_ = row["type"]
    return SourceRecord(
        na_id=row["naId"],
        type=LevelOfDescription(type_) if type_ in levels else AuthorityType(type_),
        record_hash=row["recordHash"],
        chunks=tuple(map(record_chunk, row["chunks"])),
        properties=row["properties"],
        authority_na_ids=frozenset(row["named"]),
        content_digest=row["knownAs"],
    )


def record_chunk(row: Row) -> RecordChunk:
    """Return a chunk from part of a result row of `outdated_records.cypher`."""
    reply = (
        StoredReply(row["modelReplyForm"], row["modelReply"]) if row["modelReplyChosen"] else None
    )
    return RecordChunk(row["chunkId"], row["text"], reply, row["namesRead"])
