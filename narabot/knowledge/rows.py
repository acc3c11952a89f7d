"""The rows to write for a record, and their digest.

This module is pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from narabot.knowledge.chunks import RecordChunk, SourceRecord
from narabot.knowledge.extraction import Extracted
from narabot.models import Row
from narabot.models.knowledge import Mention, Phrase, Statement, digest_of, folded_name


@dataclass(frozen=True, slots=True)
class KnowledgeRows:
    """The rows to write for a record."""

    record: SourceRecord
    content_digest: str
    """Digest of the phrases, mentions, and statements."""
    phrases: list[Row] = field(default_factory=list)
    mentions: list[Row] = field(default_factory=list)
    statements: list[Row] = field(default_factory=list)

    @property
    def names(self) -> list[Row]:
        """New NER cache entries."""
        return [
            {"chunkId": chunk.chunk_id, "names": chunk.names}
            for chunk in self.record.chunks
            if chunk.are_names_new
        ]

    @property
    def is_new(self) -> bool:
        """Whether the graph lacks these rows or contains different rows."""
        return self.content_digest != self.record.content_digest


def record_rows(
    record: SourceRecord, found: Sequence[tuple[RecordChunk, Extracted]]
) -> KnowledgeRows:
    """Return the rows for the extractors' results in a record's chunks."""
    mentions = [mention_row(chunk, one) for chunk, part in found for one in part.mentions]
    statements = [statement_row(chunk, one) for chunk, part in found for one in part.statements]
    phrases = {
        one.phrase.phrase_id: phrase_row(one.phrase) for _, part in found for one in part.mentions
    }
    told = [*sorted(phrases.items()), *mentions, *statements]
    return KnowledgeRows(
        record, digest_of(*map(repr, told)), list(phrases.values()), mentions, statements
    )


def phrase_row(phrase: Phrase) -> Row:
    """Return the row for a phrase."""
    return {
        "phraseId": phrase.phrase_id,
        "name": phrase.name,
        "folded": folded_name(phrase.name),
        "class": phrase.entity_class,
        "naId": phrase.na_id,
    }


def mention_row(chunk: RecordChunk, one: Mention) -> Row:
    """Return the row for a mention."""
    return {
        "phraseId": one.phrase.phrase_id,
        "chunkId": chunk.chunk_id,
        "start": one.start,
        "end": one.end,
        "surface": " ".join(chunk.text[one.start : one.end].split()),
        "method": one.method,
    }


def statement_row(chunk: RecordChunk, one: Statement) -> Row:
    """Return the row for a statement."""
    properties = {
        "kind": str(one.kind),
        "class": one.relation,
        "text": one.text or None,
        "start": one.start,
        "end": one.end,
        "method": one.method,
        "strength": one.strength,
    }
    about = [
        {"phraseId": part.phrase.phrase_id, "role": str(part.role), "seq": place}
        for place, part in enumerate(one.participants)
    ]
    return {
        "statementId": one.statement_id(chunk.chunk_id),
        "chunkId": chunk.chunk_id,
        "properties": {name: value for name, value in properties.items() if value is not None},
        "about": about,
    }
