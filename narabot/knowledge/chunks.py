"""What extractors read: a record with its chunks, and the labelled lines of a chunk. Pure."""

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
from narabot.models.lines import LINE_KINDS, LINES, UNLABELLED, PageSection
from narabot.retrieval.records.text import label_starts


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A labelled line of a chunk: its value is `text[start:end]`."""

    label: str
    """"" of what a chunk goes on with, whose label stands in the one before."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class KeptReply:
    """What a language model has said of a chunk."""

    form: str
    """One of `narabot.knowledge.formats`."""
    text: str
    """As it came; "" where no reply could be read."""


@dataclass(frozen=True, slots=True)
class RecordChunk:
    """A chunk to read."""

    chunk_id: str
    text: str
    reply: KeptReply | None = None
    """`None` where no model was asked."""
    names: str | None = None
    """What the reader of names has found, as `kept_names` writes it; `None` for nothing kept."""
    are_names_new: bool = False
    """Whether they are not kept in the graph yet."""


@dataclass(frozen=True, slots=True)
class KnownRecord:
    """A record as extractors read it."""

    na_id: int
    type: CatalogType
    record_hash: str
    """Of its line; the layer is made anew when it changes."""
    chunks: tuple[RecordChunk, ...]
    properties: Mapping[str, object] = field(default_factory=dict)
    """Of its first chunk, what its title states by its form."""
    named: frozenset[int] = frozenset()
    """The naIds of the authorities that its fields name."""
    known_as: str | None = None
    """The digest of what was written of it before."""

    @property
    def record_type(self) -> RecordType:
        """Whether it is a description or an authority."""
        return record_type_of(self.type)


READ_SECTIONS = frozenset({PageSection.DESCRIPTION, PageSection.NAMES})
"""Where lines tell of the materials, and not of where they are kept and under which number."""


def told_lines(text: str, record_type: RecordType) -> Iterator[PlacedLine]:
    """Yield the lines of a chunk that tell what the materials, or an authority, are about."""
    for line in placed_lines(text, record_type):
        if LINE_KINDS.get(line.label, UNLABELLED).section in READ_SECTIONS:
            yield line


def placed_lines(text: str, record_type: RecordType) -> Iterator[PlacedLine]:
    """Yield the labelled lines of a chunk with where their values stand."""
    starts = list(label_starts(text, LINES[record_type]))
    for (_, begin, label), (end, _, _) in pairwise([*starts, (len(text), 0, "")]):
        value = text[begin:end]
        kept = value.rstrip()
        lead = len(value) - len(value.lstrip())
        if kept.strip():
            yield PlacedLine(label, begin + lead, begin + len(kept))


def known_record(row: Row) -> KnownRecord:
    """Return the record of a row of `records_behind.cypher`."""
    levels = set(LevelOfDescription)
    type_ = row["type"]
    return KnownRecord(
        na_id=row["naId"],
        type=LevelOfDescription(type_) if type_ in levels else AuthorityType(type_),
        record_hash=row["recordHash"],
        chunks=tuple(map(record_chunk, row["chunks"])),
        properties=row["properties"],
        named=frozenset(row["named"]),
        known_as=row["knownAs"],
    )


def record_chunk(row: Row) -> RecordChunk:
    """Return a chunk of such a row."""
    reply = KeptReply(row["modelReplyForm"], row["modelReply"]) if row["modelReplyChosen"] else None
    return RecordChunk(row["chunkId"], row["text"], reply, row["namesRead"])
