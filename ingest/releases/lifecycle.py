"""Begin and finish loading a release, and withdraw records that the release no longer contains."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tenacity import Retrying

from narabot.errors import ReleaseError
from narabot.graph import Graph, load_query

CHANGE_TYPES = ("added", "changed", "withdrawn")


@dataclass(slots=True)
class ReleaseReport:
    """The reports that were written, with the number of records for each type of change."""

    name: str
    markdown: Path
    table: Path
    counts: Counter[str] = field(default_factory=Counter)


def release_lines(report: ReleaseReport) -> Iterator[str]:
    """Yield the counts for a release and the paths of its reports."""
    counts = ", ".join(f"{report.counts[kind]:,} {kind}" for kind in CHANGE_TYPES)
    yield f"Release {report.name}: {counts}."
    yield f"Reports: {report.markdown} and {report.table}."


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")

RECORDS_PER_TRANSACTION = 5000
"""Number of records that one transaction examines."""

MAX_WITHDRAWN_SHARE, MAX_WITHDRAWN = 0.1, 100
"""Maximum share and number of records that a release may withdraw without `--complete`.

A release that exceeds both limits is probably incomplete.
"""


@dataclass(frozen=True, slots=True)
class Release:
    """A release to load."""

    name: str
    is_complete: bool = False
    """Whether to withdraw missing records, regardless of their number."""
    abandons_unfinished: bool = False
    """Whether to abandon a different release that is unfinished."""

    def __post_init__(self) -> None:
        """Raise ReleaseError unless the name can be part of a file name."""
        if not NAME.fullmatch(self.name):
            raise ReleaseError(
                f"{self.name!r} is not a valid release name. Use up to 64 letters, digits, dots, "
                "and dashes, such as 2027-01."
            )


def begin_release(graph: Graph, release: Release) -> None:
    """Record that loading a release has begun.

    Raise ReleaseError if a different release is unfinished and must not be abandoned, or if the
    release is older than the last finished release.
    """
    name = release.name
    rows = graph.read(load_query("ingest", "started_releases"))
    others = [row["name"] for row in rows if row["finished"] is None and row["name"] != name]
    if others and not release.abandons_unfinished:
        raise ReleaseError(
            f"Release {others[0]} is not finished. Run the command for that release again, or "
            "abandon the release with --abandon-unfinished. The changes already made are kept, "
            f"and release {name} continues from there."
        )
    later = [row["name"] for row in rows if row["finished"] is not None]
    if name in later[:-1]:
        raise ReleaseError(
            f"Release {name} was loaded before {later[-1]}. Choose a different name for this "
            "release."
        )
    if others:
        graph.write(load_query("ingest", "abandon_releases"))
    graph.write(load_query("ingest", "begin_release"), name=name, date=today())


def finish_release(
    graph: Graph, release: Release, unreadable: Sequence[str], retrying: Retrying
) -> None:
    """Withdraw the records that a release lacks, and mark the release as finished.

    Raise ReleaseError if files could not be read, or if so many records are missing that the
    release is probably incomplete. In these cases, no record is withdrawn.
    """
    name = release.name
    if unreadable:
        raise ReleaseError(
            f"Release {name} is not finished, because {len(unreadable):,} files could not "
            f"be read. No records were withdrawn. {unreadable[0]}"
        )
    [row] = retrying(graph.read, load_query("ingest", "count_gone"), release=name)
    gone, records = row["gone"], row["records"]
    if gone > max(MAX_WITHDRAWN, MAX_WITHDRAWN_SHARE * records) and not release.is_complete:
        raise ReleaseError(
            f"{gone:,} of {records:,} records are not in release {name}. No records were "
            "withdrawn. If the release is complete, run the same command with --complete."
        )
    withdraw_missing(graph, name, retrying)
    retrying(graph.write, load_query("ingest", "forget_shards_of_others"), release=name)
    retrying(graph.write, load_query("ingest", "finish_release"), name=name, date=today())


def withdraw_missing(graph: Graph, name: str, retrying: Retrying) -> None:
    """Withdraw the records that a release lacks, in several transactions."""
    query = load_query("ingest", "withdraw_some")
    after = 0
    while True:
        [row] = retrying(
            graph.write,
            query,
            after=after,
            limit=RECORDS_PER_TRANSACTION,
            release=name,
            date=today(),
        )
        if row["looked"] < RECORDS_PER_TRANSACTION:
            return
        after = row["last"]


def today() -> str:
    """Return today's date in ISO format, as NARA writes dates."""
    return datetime.now(UTC).date().isoformat()
