"""Parts of shards: which are written at once, and how far a shard has come with each; pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ingest.read.lines import BEGINNING
from ingest.read.shard import BATCH_BYTES, LineBatch
from ingest.read.survey import Survey
from ingest.write.batch import Progress


@dataclass(slots=True)
class Shard:
    """A shard that is being read."""

    found: Survey
    progress: Progress | None
    """How far it has come, with what was read of it."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some consecutive lines of a shard, or a whole one that is in the graph already."""

    shard: Shard
    lines: LineBatch
    loaded_before: int = 0
    skipped: Progress | None = None

    @property
    def na_ids(self) -> set[int]:
        """The naIds of its lines."""
        return {line.na_id for line in self.lines.lines}


def together(parts: Iterable[Part], records: int) -> Iterator[list[Part]]:
    """Yield parts of shards, as many at once as make a batch of so many records; no naId twice.

    A shard's second part begins a batch, as its first was as large as one.
    """
    some: list[Part] = []
    na_ids: set[int] = set()
    taken = 0.0  # of a batch; by the last part of a shard less than all of it
    for part in parts:
        share = max(part.lines.read / records, part.lines.size / BATCH_BYTES)
        if some and (taken >= 1 or taken + share > 1 or not na_ids.isdisjoint(part.na_ids)):
            yield some
            some, na_ids, taken = [], set(), 0.0
        some.append(part)
        na_ids |= part.na_ids
        taken += share
    if some:
        yield some


def advanced(shard: Shard, lines: LineBatch, rejected: int, release: str | None) -> Progress:
    """Return how far a shard has come with some lines, of which so many are rejected.

    Nowhere for one that cannot be read whole: so what was known of it before is forgotten, as its
    lines may have changed since.
    """
    if shard.found.digest is None or lines.breaks_off is not None:
        return Progress(lines.file_name, "", BEGINNING)
    before = shard.progress or Progress(
        lines.file_name, shard.found.digest, BEGINNING, release=release
    )
    return replace(
        before,
        end=lines.end,
        records=before.records + lines.read - rejected,
        rejected=before.rejected + rejected,
        is_done=lines.is_last,
    )
