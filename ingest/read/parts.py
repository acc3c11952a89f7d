"""Group parts of shards into transactions, and track each shard's progress."""

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
    """Progress of the shard, including the lines that were read."""


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive lines of a shard, or a whole shard that the graph already contains."""

    shard: Shard
    lines: LineBatch
    resumed_records: int = 0
    skipped: Progress | None = None

    @property
    def na_ids(self) -> set[int]:
        """The naIds in the part's lines."""
        return {line.na_id for line in self.lines.lines}


def group_parts(parts: Iterable[Part], records: int) -> Iterator[list[Part]]:
    """Yield groups of parts, each of which forms one batch of about `records` records.

    No group contains a naId twice. A shard's second part begins a new group, because the first part
    was as large as a batch.
    """
    some: list[Part] = []
    na_ids: set[int] = set()
    taken = 0.0  # share of a batch; only a shard's last part may be smaller than a batch
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


def advance(shard: Shard, lines: LineBatch, rejected: int, release: str | None) -> Progress:
    """Return a shard's progress after a batch of lines, of which `rejected` were rejected.

    A shard that cannot be read completely has no progress. Any earlier progress is discarded,
    because the shard's lines may have changed.
    """
    if shard.found.digest is None or lines.read_error is not None:
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
