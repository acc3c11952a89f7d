"""Find the naIds that stand on several lines of one file, before any of them is loaded."""

from __future__ import annotations

from typing import Any

import msgspec

from ingest.parse import own_na_id
from ingest.sources import Source, read_lines
from narabot.errors import MalformedRecordError, UnreadableSourceError


class Numbered(msgspec.Struct):
    """As much of a line as tells its naId."""

    naId: Any = None  # noqa: N815  NARA's name
    record: Numbered | None = None
    source: Numbered | None = msgspec.field(default=None, name="_source")


DECODER = msgspec.json.Decoder(Numbered)


def duplicated_na_ids(source: Source) -> set[int]:
    """Return the naIds that occur more than once in a file, as far as it can be read."""
    seen: set[int] = set()
    duplicated: set[int] = set()
    try:
        for line in read_lines(source):
            na_id = line_na_id(line.content or b"")
            if na_id in seen:
                duplicated.add(na_id)
            elif na_id is not None:
                seen.add(na_id)
    except UnreadableSourceError:  # told when the file is read for good
        pass
    return duplicated


def line_na_id(content: bytes) -> int | None:
    """Return the naId of a line's record, `None` where there is none."""
    try:
        line = DECODER.decode(content)
        if line.source is not None and line.source.record is not None:
            line = line.source
        return own_na_id({"naId": (line.record or line).naId})
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, MalformedRecordError):
        return None
