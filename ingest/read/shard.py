"""Read a shard in batches of lines, from any position.

The result depends only on the shard, not on the database or the embedding model.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from ingest.parse.catalog_line import CatalogLine, read_line
from ingest.parse.record import parse_record
from ingest.read.lines import BEGINNING, MAX_LINE_BYTES, BytesRead, Line, Position, read_lines
from ingest.read.sources import Source
from ingest.read.survey import Survey, line_na_id
from narabot.errors import MalformedRecordError, UnreadableSourceError
from narabot.models import Row

BATCH_BYTES = 2_000_000
"""Maximum size of the lines in one batch, in bytes."""

REJECTED_CHARS = 2000
"""Maximum length of a stored rejected line and of its reason, in characters."""


@dataclass(frozen=True, slots=True)
class RejectedLine:
    """A line that cannot be loaded, with the reason."""

    file_name: str
    line_num: int
    reason: str
    begins: str
    na_id: int | None = None
    """The line's naId, if narabot could determine the naId."""

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
    """Consecutive lines of a shard, identified but not fully parsed."""

    file_name: str
    start: Position
    end: Position
    lines: list[CatalogLine] = field(default_factory=list)
    """The most complete line for each naId."""
    rejected: list[RejectedLine] = field(default_factory=list)
    read: int = 0
    size: int = 0
    """Size in bytes."""
    less_full: int = 0
    by_type: Counter[str] = field(default_factory=Counter)
    is_last: bool = False
    read_error: str | None = None
    """Why the shard cannot be read after these lines, or `None`."""


def rejected_line(file_name: str, line: Line, reason: str) -> RejectedLine:
    """Return the rejected line, with the beginning of its content."""
    content = line.content or b""
    begins = content[:REJECTED_CHARS].decode("utf-8", "replace")
    na_id = line_na_id(content)
    return RejectedLine(file_name, line.number, reason[:REJECTED_CHARS], begins, na_id)


def rejected_record(line: CatalogLine, reason: str) -> RejectedLine:
    """Return the rejected line for a line that was decoded but is not a valid record."""
    begins = msgspec.json.encode(line.line)[:REJECTED_CHARS].decode("utf-8", "replace")
    return RejectedLine(line.file_name, line.line_num, reason, begins, line.na_id)


def line_batches(
    source: Source,
    found: Survey,
    *,
    start: Position = BEGINNING,
    records: int,
    bytes_read: BytesRead = lambda _: None,
) -> Iterator[LineBatch]:
    """Yield a shard's lines in batches of up to `records` lines.

    The last batch is marked, and there is always at least one batch. A damaged shard yields its
    readable lines.
    """
    batch = LineBatch(source.file_name, start, start)
    try:
        for line in read_lines(source, bytes_read, start, found.state):
            add_line(batch, line, found)
            if batch.read >= records or batch.size >= BATCH_BYTES:
                yield batch
                batch = LineBatch(source.file_name, batch.end, batch.end)
    except UnreadableSourceError as error:
        batch.read_error = str(error)
    batch.is_last = True
    yield batch


def add_line(batch: LineBatch, line: Line, found: Survey) -> None:
    """Add a line to a batch, or reject it."""
    batch.read += 1
    batch.size += len(line.content or b"")
    batch.end = Position(line.number, line.end)
    try:
        if line.content is None:
            raise MalformedRecordError(f"the line is longer than {MAX_LINE_BYTES:,} bytes")
        read = read_line(line.content, batch.file_name, line.number)
        wins = found.wins(read.na_id, read.line_num)
        if not wins:
            # reject a malformed line even if a different line wins
            parse_record(read, text_max_chars=1)
    except MalformedRecordError as error:
        batch.rejected.append(rejected_line(batch.file_name, line, str(error)))
        return
    batch.by_type[str(read.type)] += 1
    if wins:
        batch.lines.append(read)
    else:
        batch.less_full += 1
