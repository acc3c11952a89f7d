"""From a shard to batches of chunked records, with what the graph has of them left out.

Asks the database what it has, and writes nothing.
"""

import threading
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Protocol

from tokenizers import Tokenizer

from ingest.parse.chunk import ChunkedRecord, Chunker, chunk_record
from ingest.parse.chunkers import TextVectors, chunker_named
from ingest.parse.identity import CatalogLine
from ingest.parse.record import parse_record
from ingest.read.lines import BEGINNING, BytesRead, at_hand
from ingest.read.parts import Part, Shard, advanced, together
from ingest.read.shard import LineBatch, RejectedLine, line_batches, rejected_record
from ingest.read.sources import Source
from ingest.read.survey import Survey, fullest_lines, survey
from ingest.write.batch import Progress
from ingest.write.plan import PreparedRecord
from ingest.write.stored import Decision, Stored, Told, Verdict, judge
from narabot.errors import MalformedRecordError
from narabot.settings import Settings

SPOOL = "spool"
"""In the data folder."""


@dataclass(frozen=True, slots=True)
class ReadBatch:
    """Some consecutive lines of a shard, ready to be embedded, and what the report counts."""

    file_name: str
    fresh: tuple[ChunkedRecord, ...] = ()
    written: tuple[PreparedRecord, ...] = ()
    """New records that have their vectors already."""
    noted: tuple[Told, ...] = ()
    rejected: tuple[RejectedLine, ...] = ()
    progress: Progress | None = None
    begins: str | None = None
    lines: int = 0
    by_type: Counter[str] = field(default_factory=Counter)
    decisions: Counter[Decision] = field(default_factory=Counter)
    """About the lines that are not fresh."""
    expected: Counter[Decision] = field(default_factory=Counter)
    """About the fresh ones; the writing transaction decides again."""
    less_full: int = 0
    """Lines for a naId of which the same shard has a fuller one."""
    is_last: bool = False
    breaks_off: str | None = None
    loaded_before: int = 0
    """Records of the shard that a run which was stopped has loaded; with its first batch."""
    skipped: Progress | None = None
    """Of a shard that is in the graph already, as it is."""


Batches = Generator[tuple[ReadBatch, ...], None, None]
"""Those of some shards, each shard's in order; at once come those that are written at once."""


class Reading(Protocol):
    """What cutting texts needs of an embedding model."""

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""

    @property
    def tokenizer(self) -> Tokenizer:
        """The model's tokenizer."""


class Known(Protocol):
    """What a graph has already."""

    def stored(self, na_ids: Iterable[int]) -> dict[int, Stored]:
        """Return what it has of some records."""

    def progress(self, file_names: Sequence[str]) -> Mapping[str, Progress]:
        """Return how far some shards have come; nothing of those that are new."""


@dataclass(slots=True)
class Reader:
    """Reads shards for one embedding model and one graph."""

    settings: Settings
    model: Reading
    known: Known
    bytes_read: BytesRead = lambda _: None
    release: str | None = None
    vectors: TextVectors | None = None
    """Of sentences, for chunkers that need them; asked in the threads that read."""
    _own: threading.local = field(default_factory=threading.local)

    def batches(self, sources: Sequence[Source]) -> Batches:
        """Yield the batches of some shards from where an earlier run has stopped; none is left to
        do for one whose digest the graph has.
        """
        known = self.known.progress([source.file_name for source in sources])
        with closing(self.parts(sources, known)) as parts:
            yield from self.read(parts)

    def parts(
        self, sources: Iterable[Source], known: Mapping[str, Progress]
    ) -> Generator[Part, None, None]:
        """Yield the parts of some shards, one shard after another."""
        for source in sources:
            with at_hand(source, self.settings.narabot_data_dir / SPOOL, self.still_wanted) as here:
                found = survey(here, self.still_wanted)
                yield from self.surveyed(here, found, known.get(source.file_name))

    def still_wanted(self, _bytes: int) -> None:
        """Let `bytes_read` end a reading whose bytes are not told: that comes once more."""
        self.bytes_read(0)

    def surveyed(
        self, source: Source, found: Survey, known: Progress | None = None
    ) -> Iterator[Part]:
        """Yield the parts of a shard on this machine's disk that was looked at."""
        shard = Shard(found, known if known and known.is_of(found.digest, self.release) else None)
        before = shard.progress
        if before is not None and before.is_done:
            self.bytes_read(source.size)
            lines = LineBatch(source.file_name, before.end, before.end, is_last=True)
            yield Part(shard, lines, skipped=before)
            return
        loaded_before = before.records if before else 0
        for lines in line_batches(
            source,
            found,
            start=before.end if before else BEGINNING,
            records=self.settings.ingest_batch_records,
            bytes_read=self.bytes_read,
        ):
            yield Part(shard, lines, loaded_before)
            loaded_before = 0

    def read(self, parts: Iterable[Part]) -> Batches:
        """Yield parts of shards as batches, as many at once as make one transaction."""
        for some in together(parts, self.settings.ingest_batch_records):
            stored = self.known.stored(na_id for part in some for na_id in part.na_ids)
            yield tuple(self.read_part(part, stored) for part in some)

    def read_part(self, part: Part, stored: Mapping[int, Stored]) -> ReadBatch:
        """Return a part as a batch, with how far its shard has come with it."""
        lines, shard = part.lines, part.shard
        if part.skipped is not None:
            return ReadBatch(lines.file_name, is_last=True, skipped=part.skipped)
        batch = self.judged(lines, stored)
        shard.progress = advanced(shard, lines, len(batch.rejected), self.release)
        return replace(
            batch,
            progress=shard.progress,
            begins=lines.file_name if lines.start == BEGINNING else None,
            loaded_before=part.loaded_before,
        )

    def judged(self, lines: LineBatch, stored: Mapping[int, Stored]) -> ReadBatch:
        """Return a batch with its new records chunked and the others counted."""
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
            breaks_off=lines.breaks_off,
        )

    def lines_for(self, source: Source, wanted: Set[int]) -> ReadBatch:
        """Return a shard's lines for some naIds, without any progress."""
        batch = LineBatch(source.file_name, BEGINNING, BEGINNING)
        with at_hand(source, self.settings.narabot_data_dir / SPOOL) as here:
            batch.lines = fullest_lines(here, wanted)
        return self.judged(batch, self.known.stored(wanted))

    def chunked(self, line: CatalogLine, verdict: Verdict) -> ChunkedRecord | None:
        """Return a line's record in chunks if it is to be written.

        Raises MalformedRecordError, also for a line that loses.
        """
        if verdict.is_written:
            return chunk_record(parse_record(line, self.settings.text_max_chars), self.chunker)
        if verdict.decision is Decision.LOSE:
            parse_record(line, text_max_chars=1)  # it may be malformed after all
        return None

    @property
    def chunker(self) -> Chunker:
        """The chunker of this thread, with its own copy of the tokenizer."""
        if not hasattr(self._own, "chunker"):
            self._own.chunker = Chunker(
                self.model.tokenizer,
                self.model.max_tokens,
                self.settings.chunk_overlap_tokens,
                chunker_named(self.settings.ingest_chunker, self.vectors),
            )
        chunker: Chunker = self._own.chunker
        return chunker
