"""Load a release: begun once, finished when all of it is there and what is gone is withdrawn."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tenacity import Retrying

from narabot.errors import ReleaseError
from narabot.graph import Graph, load_query

KINDS = ("added", "changed", "withdrawn")


@dataclass(slots=True)
class ReleaseReport:
    """What was written."""

    name: str
    markdown: Path
    table: Path
    counts: Counter[str] = field(default_factory=Counter)


def release_lines(report: ReleaseReport) -> Iterator[str]:
    """Yield what a release has done, and where it stands."""
    counts = ", ".join(f"{report.counts[kind]:,} {kind}" for kind in KINDS)
    yield f"Release {report.name}: {counts}."
    yield f"It is told in {report.markdown} and {report.table}."


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")

LOOKED_AT_ONCE = 5000
"""Records in one transaction."""

MOST_GONE_SHARE, MOST_GONE = 0.1, 100
"""More than both is no new release, but an incomplete set, until somebody says that it is not."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release that is to be loaded."""

    name: str
    is_complete: bool = False
    """Withdraw however many records are gone."""
    is_instead: bool = False
    """Give up another one that was begun and is not finished."""

    def __post_init__(self) -> None:
        """Raise ReleaseError for a name that cannot be that of a file."""
        if not NAME.fullmatch(self.name):
            raise ReleaseError(
                f"{self.name!r} is no name for a release. Take up to 64 letters, digits, dots and "
                "dashes, such as 2027-01."
            )


def begin_release(graph: Graph, release: Release) -> None:
    """Remember that a release is being loaded.

    Raises ReleaseError while another one is not finished, unless it is to be given up; and for an
    older one.
    """
    name = release.name
    rows = graph.read(load_query("ingest", "catalogue_releases"))
    others = [row["name"] for row in rows if row["finished"] is None and row["name"] != name]
    if others and not release.is_instead:
        raise ReleaseError(
            f"Release {others[0]} was begun and is not finished. Run its command again, or give it "
            f"up with --instead: what it has changed stays, and {name} goes on from there."
        )
    later = [row["name"] for row in rows if row["finished"] is not None]
    if name in later[:-1]:
        raise ReleaseError(
            f"Release {name} was loaded before {later[-1]}. Give what you load now another name."
        )
    if others:
        graph.write(load_query("ingest", "abandon_releases"))
    graph.write(load_query("ingest", "begin_release"), name=name, date=today())


def finish_release(
    graph: Graph, release: Release, unreadable: Sequence[str], retrying: Retrying
) -> None:
    """Withdraw what a release has no more, and remember that it is loaded whole.

    Raises ReleaseError, and withdraws nothing, where files could not be read, or where so much is
    gone that the set is hardly complete.
    """
    name = release.name
    if unreadable:
        raise ReleaseError(
            f"Release {name} is not finished: {len(unreadable):,} files could not "
            f"be read. Nothing was withdrawn. {unreadable[0]}"
        )
    [row] = retrying(graph.read, load_query("ingest", "count_gone"), release=name)
    gone, records = row["gone"], row["records"]
    if gone > max(MOST_GONE, MOST_GONE_SHARE * records) and not release.is_complete:
        raise ReleaseError(
            f"{gone:,} of {records:,} records are not in release {name}. Nothing was withdrawn. If "
            "the files that you gave are all of it, run the same command with --complete."
        )
    withdraw_gone(graph, name, retrying)
    retrying(graph.write, load_query("ingest", "forget_shards_of_others"), release=name)
    retrying(graph.write, load_query("ingest", "finish_release"), name=name, date=today())


def withdraw_gone(graph: Graph, name: str, retrying: Retrying) -> None:
    """Withdraw the records that a release has no more, some in each transaction."""
    query = load_query("ingest", "withdraw_some")
    after = 0
    while True:
        [row] = retrying(
            graph.write, query, after=after, limit=LOOKED_AT_ONCE, release=name, date=today()
        )
        if row["looked"] < LOOKED_AT_ONCE:
            return
        after = row["last"]


def today() -> str:
    """Return the date, as NARA writes dates."""
    return datetime.now(UTC).date().isoformat()
