"""From a shard to batches of chunked records, with what the graph has of them left out.

Asks the database what it has, and writes nothing.
"""

import threading
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from ingest.parse.chunk import ChunkedRecord, Chunker, chunk_record
from ingest.parse.identity import CatalogLine
from ingest.parse.record import parse_record
from ingest.read.lines import BEGINNING, BytesRead, at_hand
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


class Reading(Protocol):
    """What cutting texts needs of an embedding model."""

    @property
    def max_tokens(self) -> int:
        """The most tokens that the model reads, special ones included."""
        ...

    @property
    def tokenizer(self) -> Any:
        """The model's tokenizer, one of transformers'."""
        ...


class Known(Protocol):
    """What a graph has already."""

    def stored(self, na_ids: Iterable[int]) -> dict[int, Stored]:
        """Return what it has of some records."""
        ...

    def progress(self, file_name: str) -> Progress | None:
        """Return how far a shard has come."""
        ...


@dataclass(slots=True)
class Reader:
    """Reads shards for one embedding model and one graph."""

    settings: Settings
    model: Reading
    known: Known
    bytes_read: BytesRead = lambda _: None
    release: str | None = None
    _own: threading.local = field(default_factory=threading.local)

    def batches(self, source: Source) -> Generator[ReadBatch, None, None]:
        """Yield a shard's batches from where an earlier run has stopped; none is left to do for
        one whose digest the graph has.
        """
        with at_hand(source, self.settings.narabot_data_dir / SPOOL, self.still_wanted) as here:
            yield from self.surveyed(here, survey(here, self.still_wanted))

    def still_wanted(self, _bytes: int) -> None:
        """Let `bytes_read` end a reading whose bytes are not told: that comes once more."""
        self.bytes_read(0)

    def surveyed(self, source: Source, found: Survey) -> Iterator[ReadBatch]:
        """Yield the same of a shard on this machine's disk that was looked at."""
        known = self.known.progress(source.file_name)
        is_same = known is not None and known.is_of(found.digest, self.release)
        if known is not None and is_same and known.is_done:
            self.bytes_read(source.size)
            yield ReadBatch(source.file_name, is_last=True, skipped=known)
            return
        progress = known if is_same else None
        loaded_before = progress.records if progress else 0
        for lines in line_batches(
            source,
            found,
            start=progress.end if progress else BEGINNING,
            records=self.settings.ingest_batch_records,
            bytes_read=self.bytes_read,
        ):
            batch = self.judged(lines)
            progress = advanced(progress, found, lines, batch, self.release)
            begins = lines.file_name if lines.start == BEGINNING else None
            yield replace(batch, progress=progress, begins=begins, loaded_before=loaded_before)
            loaded_before = 0

    def judged(self, lines: LineBatch) -> ReadBatch:
        """Return a batch with its new records chunked and the others counted."""
        stored = self.known.stored(line.na_id for line in lines.lines)
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
        return self.judged(batch)

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
            )
        chunker: Chunker = self._own.chunker
        return chunker


def advanced(
    before: Progress | None,
    found: Survey,
    lines: LineBatch,
    batch: ReadBatch,
    release: str | None,
) -> Progress:
    """Return how far a shard has come with a batch; nowhere for one that cannot be read whole.

    So what was known of the shard before is forgotten: its lines may have changed since.
    """
    if found.digest is None or lines.breaks_off is not None:
        return Progress(lines.file_name, "", BEGINNING)
    known = before or Progress(lines.file_name, found.digest, BEGINNING, release=release)
    return replace(
        known,
        end=lines.end,
        records=known.records + lines.read - len(batch.rejected),
        rejected=known.rejected + len(batch.rejected),
        is_done=lines.is_last,
    )
