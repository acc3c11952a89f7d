"""Turn a shard into batches of chunked records, without the records that the graph already has.

This module queries the database but does not write to it.
"""

import threading
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Protocol

from tokenizers import Tokenizer

from ingest.parse.catalog_line import CatalogLine
from ingest.parse.chunk import ChunkedRecord, Chunker, chunk_record
from ingest.parse.chunkers import TextVectors, build_chunker
from ingest.parse.record import parse_record
from ingest.read.lines import BEGINNING, BytesRead, local_copy
from ingest.read.parts import Part, Shard, advance, group_parts
from ingest.read.shard import LineBatch, RejectedLine, line_batches, rejected_record
from ingest.read.sources import Source
from ingest.read.survey import Survey, fullest_lines, survey
from ingest.write.batch import Progress
from ingest.write.batch_plan import PreparedRecord
from ingest.write.decisions import Decision, LineIdentity, StoredRecord, Verdict, judge
from narabot.errors import MalformedRecordError
from narabot.settings import Settings

SPOOL = "spool"
"""Name of the subfolder for downloaded files in the data folder."""


@dataclass(frozen=True, slots=True)
class ReadBatch:
    """Consecutive lines of a shard, ready to be embedded, with the counts for the report."""

    file_name: str
    fresh: tuple[ChunkedRecord, ...] = ()
    written: tuple[PreparedRecord, ...] = ()
    """New records that already have vectors."""
    noted: tuple[LineIdentity, ...] = ()
    rejected: tuple[RejectedLine, ...] = ()
    progress: Progress | None = None
    begins: str | None = None
    lines: int = 0
    by_type: Counter[str] = field(default_factory=Counter)
    decisions: Counter[Decision] = field(default_factory=Counter)
    """Number of lines outside `fresh`, by decision."""
    expected: Counter[Decision] = field(default_factory=Counter)
    """Number of lines in `fresh`, by expected decision. The writing transaction decides again."""
    less_full: int = 0
    """Number of lines for which the same shard has a more complete line with the same naId."""
    is_last: bool = False
    read_error: str | None = None
    resumed_records: int = 0
    """Number of records that a stopped run loaded. Set only in the shard's first batch."""
    skipped: Progress | None = None
    """Progress of a shard that the graph already contains unchanged."""


Batches = Generator[tuple[ReadBatch, ...], None, None]
"""Batches of several shards.

Each shard's batches are in order, and each tuple is written in one transaction.
"""


class TokenizingModel(Protocol):
    """The properties of an embedding model that chunking needs."""

    @property
    def max_tokens(self) -> int:
        """Maximum number of tokens that the model reads, including special tokens."""

    @property
    def tokenizer(self) -> Tokenizer:
        """The model's tokenizer."""


class GraphState(Protocol):
    """The records and shards that a graph already contains."""

    def stored(self, na_ids: Iterable[int]) -> dict[int, StoredRecord]:
        """Return the stored records that have the specified naIds."""

    def progress(self, file_names: Sequence[str]) -> Mapping[str, Progress]:
        """Return the progress of the specified shards. New shards are omitted."""


@dataclass(slots=True)
class Reader:
    """Reads shards for one embedding model and one graph."""

    settings: Settings
    model: TokenizingModel
    graph_state: GraphState
    bytes_read: BytesRead = lambda _: None
    release: str | None = None
    vectors: TextVectors | None = None
    """Embeds sentences for chunkers that need vectors. The reading threads call this function."""
    _own: threading.local = field(default_factory=threading.local)

    def batches(self, sources: Sequence[Source]) -> Batches:
        """Yield the batches of the specified shards, starting where an earlier run stopped.

        A shard whose digest is already in the graph yields no lines.
        """
        known = self.graph_state.progress([source.file_name for source in sources])
        with closing(self.parts(sources, known)) as parts:
            yield from self.read(parts)

    def parts(
        self, sources: Iterable[Source], known: Mapping[str, Progress]
    ) -> Generator[Part, None, None]:
        """Yield the parts of the specified shards, one shard after another."""
        for source in sources:
            with local_copy(
                source, self.settings.narabot_data_dir / SPOOL, self.stop_if_abandoned
            ) as here:
                found = survey(here, self.stop_if_abandoned)
                yield from self.surveyed_parts(here, found, known.get(source.file_name))

    def stop_if_abandoned(self, _bytes: int) -> None:
        """Let `bytes_read` cancel reading, without counting any bytes yet."""
        self.bytes_read(0)

    def surveyed_parts(
        self, source: Source, found: Survey, known: Progress | None = None
    ) -> Iterator[Part]:
        """Yield the parts of a local shard that was surveyed."""
        shard = Shard(found, known if known and known.is_of(found.digest, self.release) else None)
        before = shard.progress
        if before is not None and before.is_done:
            self.bytes_read(source.size)
            lines = LineBatch(source.file_name, before.end, before.end, is_last=True)
            yield Part(shard, lines, skipped=before)
            return
        resumed_records = before.records if before else 0
        for lines in line_batches(
            source,
            found,
            start=before.end if before else BEGINNING,
            records=self.settings.ingest_batch_records,
            bytes_read=self.bytes_read,
        ):
            yield Part(shard, lines, resumed_records)
            resumed_records = 0

    def read(self, parts: Iterable[Part]) -> Batches:
        """Yield parts of shards as batches. Each tuple of batches forms one transaction."""
        for some in group_parts(parts, self.settings.ingest_batch_records):
            stored = self.graph_state.stored(na_id for part in some for na_id in part.na_ids)
            yield tuple(self.read_part(part, stored) for part in some)

    def read_part(self, part: Part, stored: Mapping[int, StoredRecord]) -> ReadBatch:
        """Return a part as a batch, and advance the progress of its shard."""
        lines, shard = part.lines, part.shard
        if part.skipped is not None:
            return ReadBatch(lines.file_name, is_last=True, skipped=part.skipped)
        batch = self.judge_lines(lines, stored)
        shard.progress = advance(shard, lines, len(batch.rejected), self.release)
        return replace(
            batch,
            progress=shard.progress,
            begins=lines.file_name if lines.start == BEGINNING else None,
            resumed_records=part.resumed_records,
        )

    def judge_lines(self, lines: LineBatch, stored: Mapping[int, StoredRecord]) -> ReadBatch:
        """Return a batch with the new records in chunks, and with counts of all other records."""
        verdicts = judge(lines.lines, stored, self.release)
        fresh, noted, rejected = [], [], list(lines.rejected)
        decisions: Counter[Decision] = Counter()
        expected: Counter[Decision] = Counter()
        for line, verdict in zip(lines.lines, verdicts, strict=True):
            try:
                chunked = self.chunked(line, verdict)
            except MalformedRecordError as error:
                rejected.append(rejected_record(line, str(error)))
                continue
            if chunked is not None:
                fresh.append(chunked)
                expected[verdict.decision] += 1
                continue
            decisions[verdict.decision] += 1
            if verdict.is_noted:
                noted.append(line)
        return ReadBatch(
            lines.file_name,
            tuple(fresh),
            noted=tuple(noted),
            rejected=tuple(rejected),
            lines=lines.read,
            by_type=lines.by_type,
            decisions=decisions,
            expected=expected,
            less_full=lines.less_full,
            is_last=lines.is_last,
            read_error=lines.read_error,
        )

    def lines_for(self, source: Source, wanted: Set[int]) -> ReadBatch:
        """Return a shard's lines for the specified naIds, without recording progress."""
        batch = LineBatch(source.file_name, BEGINNING, BEGINNING)
        with local_copy(source, self.settings.narabot_data_dir / SPOOL) as here:
            batch.lines = fullest_lines(here, wanted)
        return self.judge_lines(batch, self.graph_state.stored(wanted))

    def chunked(self, line: CatalogLine, verdict: Verdict) -> ChunkedRecord | None:
        """Return a line's record in chunks, or `None` if the record is not to be written.

        Raise MalformedRecordError, even for a line that is less complete than the stored line.
        """
        if verdict.is_written:
            return chunk_record(parse_record(line, self.settings.text_max_chars), self.chunker)
        if verdict.decision is Decision.LOSE:
            parse_record(line, text_max_chars=1)  # raises if the record is malformed
        return None

    @property
    def chunker(self) -> Chunker:
        """This thread's chunker, with its own copy of the tokenizer."""
        if not hasattr(self._own, "chunker"):
            self._own.chunker = Chunker(
                self.model.tokenizer,
                self.model.max_tokens,
                self.settings.chunk_overlap_tokens,
                build_chunker(self.settings.ingest_chunker, self.vectors),
            )
        chunker: Chunker = self._own.chunker
        return chunker
