"""One batch on its way into the graph, and what came of it."""

from collections import Counter
from dataclasses import dataclass, field

from ingest.lines import Place
from ingest.plan import PreparedRecord
from ingest.shard import RejectedLine
from ingest.stored import Decision, Told
from narabot.models import Row


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a shard has come into the graph; written in the transaction of its batch."""

    file_name: str
    digest: str
    """Of the shard's lines; see `ingest.survey`."""
    end: Place
    records: int = 0
    """Lines that were records, since the shard's beginning."""
    rejected: int = 0
    is_done: bool = False
    release: str | None = None
    """The one that the shard was loaded for, if it was named."""

    def is_of(self, digest: str | None, release: str | None) -> bool:
        """Return whether it is that of these lines, for a release if one is named."""
        return self.digest == digest and release in {None, self.release}

    @property
    def row(self) -> Row:
        """The row for `queries/write_progress.cypher`."""
        return {
            "file_name": self.file_name,
            "digest": self.digest,
            "line_num": self.end.line_num,
            "offset": self.end.offset,
            "records": self.records,
            "rejected": self.rejected,
            "done": self.is_done,
            "release": self.release,
        }


@dataclass(frozen=True, slots=True)
class Batch:
    """What one transaction is to write; no two records of one naId."""

    written: tuple[PreparedRecord, ...] = ()
    noted: tuple[Told, ...] = ()
    """Lines of which only the place is written, or that their file has a line too."""
    rejected: tuple[RejectedLine, ...] = ()
    progress: Progress | None = None
    begins: str | None = None
    """The shard whose earlier rejected lines are forgotten with this batch."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing that the graph should know."""
        is_done = self.progress is not None and self.progress.is_done
        return not (self.written or self.noted or self.rejected or is_done or self.begins)


@dataclass(slots=True)
class Outcome:
    """What a batch has changed."""

    decisions: Counter[Decision] = field(default_factory=Counter)
    written: list[PreparedRecord] = field(default_factory=list)
    rejected: list[RejectedLine] = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        """Add what another batch has changed."""
        self.decisions += other.decisions
        self.written += other.written
        self.rejected += other.rejected
