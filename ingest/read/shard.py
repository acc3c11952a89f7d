"""Read a shard in batches of lines, from any place on.

A pure function of the shard: knows nothing of the database and of the embedding model.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from ingest.parse.identity import CatalogLine, read_line
from ingest.parse.record import parse_record
from ingest.read.lines import BEGINNING, LONGEST_LINE, BytesRead, Line, Place, read_lines
from ingest.read.sources import Source
from ingest.read.survey import Survey, line_na_id
from narabot.errors import MalformedRecordError, UnreadableSourceError
from narabot.models import Row

BATCH_BYTES = 2_000_000
"""Of lines in one batch, if it does not have its number of records before."""

SHOWN_CHARS = 2000
"""How much of a rejected line, and of what is wrong with it, is kept."""


@dataclass(frozen=True, slots=True)
class RejectedLine:
    """A line that is no record of ours, and why."""

    file_name: str
    line_num: int
    reason: str
    begins: str
    na_id: int | None = None
    """That of the record it should have been, where it can be read."""

    @property
    def row(self) -> Row:
        """The row for `queries/write_rejected.cypher`."""
        return {
            "file_name": self.file_name,
            "line_num": self.line_num,
            "reason": self.reason,
            "begins": self.begins,
        }


@dataclass(slots=True)
class LineBatch:
    """Consecutive lines of a shard, as far as deciding about them needs."""

    file_name: str
    start: Place
    end: Place
    lines: list[CatalogLine] = field(default_factory=list)
    """Those that win in their shard."""
    rejected: list[RejectedLine] = field(default_factory=list)
    read: int = 0
    size: int = 0
    """Bytes."""
    less_full: int = 0
    by_type: Counter[str] = field(default_factory=Counter)
    is_last: bool = False
    breaks_off: str | None = None
    """What is wrong with the shard behind these lines."""


def rejected_line(file_name: str, line: Line, reason: str) -> RejectedLine:
    """Return a line as it is told of."""
    content = line.content or b""
    begins = content[:SHOWN_CHARS].decode("utf-8", "replace")
    na_id = line_na_id(content)
    return RejectedLine(file_name, line.number, reason[:SHOWN_CHARS], begins, na_id)


def rejected_record(line: CatalogLine, reason: str) -> RejectedLine:
    """Return a line that was read, but is no record after all, as it is told of."""
    begins = msgspec.json.encode(line.line)[:SHOWN_CHARS].decode("utf-8", "replace")
    return RejectedLine(line.file_name, line.line_num, reason, begins, line.na_id)


def line_batches(
    source: Source,
    found: Survey,
    *,
    start: Place = BEGINNING,
    records: int,
    bytes_read: BytesRead = lambda _: None,
) -> Iterator[LineBatch]:
    """Yield a shard's lines in batches of so many records; at least one batch, the last marked.

    A shard that breaks off yields what can be read of it.
    """
    batch = LineBatch(source.file_name, start, start)
    try:
        for line in read_lines(source, bytes_read, start, found.state):
            add_line(batch, line, found)
            if batch.read >= records or batch.size >= BATCH_BYTES:
                yield batch
                batch = LineBatch(source.file_name, batch.end, batch.end)
    except UnreadableSourceError as error:
        batch.breaks_off = str(error)
    batch.is_last = True
    yield batch


def add_line(batch: LineBatch, line: Line, found: Survey) -> None:
    """Add a line to a batch, or reject it."""
    batch.read += 1
    batch.size += len(line.content or b"")
    batch.end = Place(line.number, line.end)
    try:
        if line.content is None:
            raise MalformedRecordError(f"the line is longer than {LONGEST_LINE:,} bytes")
        read = read_line(line.content, batch.file_name, line.number)
        wins = found.wins(read.na_id, read.line_num)
        if not wins:
            parse_record(read, text_max_chars=1)  # a line that is none is told also where it loses
    except MalformedRecordError as error:
        batch.rejected.append(rejected_line(batch.file_name, line, str(error)))
        return
    batch.by_type[str(read.type)] += 1
    if wins:
        batch.lines.append(read)
    else:
        batch.less_full += 1
