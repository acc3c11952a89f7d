"""Survey a whole shard: compute its digest, and find the most complete line for each repeated naId.

A survey takes a fraction of the time that parsing takes. After the survey, each line can be handled
independently.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from ingest.parse.catalog_line import CatalogLine, decode_line, own_na_id, read_line, record_part
from ingest.parse.record import parse_record
from ingest.read.lines import BytesRead, FileState, Line, file_state, read_lines
from ingest.read.sources import Source
from ingest.write.decisions import fullness
from narabot.errors import MalformedRecordError, UnreadableSourceError


@dataclass(frozen=True, slots=True)
class Survey:
    """A summary of a shard, created before any part of the shard is loaded."""

    digest: str | None
    """SHA-256 digest of the numbered lines, or `None` if the file cannot be read completely."""
    winners: Mapping[int, int]
    """Line number of the most complete line for each naId that occurs in several lines."""
    state: FileState | None = None
    """State of the file during the survey, or `None` if the file was missing."""

    def wins(self, na_id: int, line_num: int) -> bool:
        """Return whether a line is the most complete line for its naId."""
        return self.winners.get(na_id, line_num) == line_num


class NaIdFields(msgspec.Struct):
    """The fields in a line that can contain the record's naId."""

    naId: Any = None  # noqa: N815  NARA's name
    record: NaIdFields | None = None
    source: NaIdFields | None = msgspec.field(default=None, name="_source")


DECODER = msgspec.json.Decoder(NaIdFields)


def survey(source: Source, bytes_read: BytesRead = lambda _: None) -> Survey:
    """Return a survey of the readable part of a shard."""
    digest = hashlib.sha256()
    na_ids = array("q")
    is_whole = True
    state = None
    try:
        state = file_state(source)
        for line in read_lines(source, bytes_read, state=state):
            content = line.content or b""
            digest.update(b"%d %d\n" % (line.number, len(content)))
            digest.update(content)
            na_id = line_na_id(content)
            if na_id is not None:
                na_ids.append(na_id)
    except UnreadableSourceError:  # loading the file will report the error
        is_whole = False
    fullest = fullest_lines(source, repeated_na_ids(na_ids), bytes_read)
    winners = {line.na_id: line.line_num for line in fullest}
    return Survey(digest.hexdigest() if is_whole else None, winners, state)


def repeated_na_ids(na_ids: array[int]) -> set[int]:
    """Return the naIds that occur more than once."""
    values, counts = np.unique(np.frombuffer(na_ids, dtype=np.int64), return_counts=True)
    return {int(na_id) for na_id in values[counts > 1]}


def fullest_lines(
    source: Source, wanted: Set[int], bytes_read: BytesRead = lambda _: None
) -> list[CatalogLine]:
    """Return the most complete line in a file for each wanted naId.

    Among equally complete lines, the first line wins. Lines after an unreadable position are
    ignored.
    """
    found: dict[int, CatalogLine] = {}
    for line in readable_lines(source, bytes_read) if wanted else ():
        own = wanted_line(source, line, wanted)
        if own is not None:
            found[own.na_id] = max(found.get(own.na_id, own), own, key=fullness)
    return list(found.values())


def readable_lines(source: Source, bytes_read: BytesRead) -> Iterator[Line]:
    """Yield a file's lines up to the first unreadable position."""
    with suppress(UnreadableSourceError):  # loading the file will report the error
        yield from read_lines(source, bytes_read)


def wanted_line(source: Source, line: Line, wanted: Set[int]) -> CatalogLine | None:
    """Return a line if it contains a valid record with a wanted naId. Otherwise, return `None`."""
    content = line.content or b""
    if line_na_id(content) not in wanted:
        return None
    try:
        own = read_line(content, source.file_name, line.number)
        parse_record(own, text_max_chars=1)
        return own
    except MalformedRecordError:  # loading the file will report the error
        return None


def line_na_id(content: bytes) -> int | None:
    """Return the naId of a line's record, or `None` if the record has no valid naId."""
    try:
        line = DECODER.decode(content)
        if line.source is not None and line.source.record is not None:
            line = line.source
        return own_na_id({"naId": (line.record or line).naId})
    except msgspec.ValidationError:
        return irregular_na_id(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, MalformedRecordError):
        return None


def irregular_na_id(content: bytes) -> int | None:
    """Return the naId of a line that does not fit the types of `NaIdFields`, or `None`."""
    try:
        return own_na_id(record_part(decode_line(content)))
    except MalformedRecordError:
        return None
