"""Prepare all shards of some paths, by an engine, and say what came of it."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ingest.bars import progress_bar
from ingest.prepared import ReleaseFiles
from ingest.preparing.job import Job, ShardOutcome
from ingest.report import amount
from ingest.sources import Source

Engine = Callable[[Job, Sequence[Source]], Iterator[ShardOutcome]]
"""Prepares shards; yields what became of each, in any order."""


@dataclass(slots=True)
class Prepared:
    """What a run has done."""

    shards: list[ShardOutcome] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def faults(self) -> list[str]:
        """A sentence for each shard that could not be prepared."""
        return [one.fault for one in self.shards if one.fault is not None]

    def sum(self, what: str) -> int:
        """Return a count of all shards."""
        return sum(getattr(one, what) for one in self.shards)


def run_prepare(job: Job, engine: Engine, sources: Sequence[Source]) -> Prepared:
    """Prepare all shards; those that are there are left, and a run that was stopped goes on.

    Raises DataFolderError for a folder that cannot be written, or that another run holds.
    """
    begun = time.monotonic()
    done = Prepared()
    with (
        job.shelf.held(),
        progress_bar(sum(source.size for source in sources)) as bar,
    ):
        if job.making.release:
            names = tuple(sorted(source.file_name for source in sources))
            job.shelf.list_files(ReleaseFiles(job.making.release, names))
        for told in engine(job, sources):
            done.shards.append(told)
            bar.update(told.source.size)
    done.seconds = time.monotonic() - begun
    return done


def render_prepared(done: Prepared, to: str, release: str | None) -> str:
    """Return what came of a run, in plain text."""
    return "\n".join(prepared_lines(done, to, release))


def prepared_lines(done: Prepared, to: str, release: str | None) -> Iterator[str]:
    """Yield the lines of the same."""
    named = f" --release {release}" if release else ""
    there = sum(one.is_there for one in done.shards)
    made = len(done.shards) - there - len(done.faults)
    rate = done.sum("chunks") / done.seconds if done.seconds else 0
    yield (
        f"Prepared {amount(made, 'file')} in {done.seconds:,.1f} s: {done.sum('lines'):,} lines, "
        f"{done.sum('records'):,} records, {done.sum('chunks'):,} chunks ({rate:,.0f} a second)."
    )
    if there:
        yield f"There already, as they are: {amount(there, 'file')}."
    if done.sum("noted"):
        yield f"Left out, as the database has them: {amount(done.sum('noted'), 'record')}."
    if done.sum("rejected"):
        yield f"Rejected lines: {done.sum('rejected'):,}; `narabot load` writes them down."
    yield from done.faults
    if not done.faults:
        yield f"Load them with `narabot load {to}{named}`."
