"""If the load of a release is killed at random moments, a rerun produces the same graph."""

from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from narabot.database import EmbeddedDatabase
from narabot.graph import open_graph
from tests.full.faults.test_killed import (
    FORKS,
    database,
    kill_often,
    state,
    wipe_database,
)
from tests.graphs import nodes
from tests.ingesting import write_lines
from tests.killed_ingest import ingest
from tests.records import line, raw_lines
from tests.shared import DATA, needs_shared

pytestmark = needs_shared

__all__ = ["database"]

FEW, MANY = 2, 10
FILES = ("coll_FDR-MORGEN-1.jsonl", "rg_210-1.jsonl")
ADDED_EVERY, WITHDRAWN_EVERY, CHANGED_EVERY = 11, 7, 5


def write_releases(folder: Path) -> tuple[Path, Path]:
    """Write two releases of real lines. The second adds, withdraws, and changes some records."""
    first, second = folder / "first", folder / "second"
    for name in FILES:
        raws = list(raw_lines(DATA / name))
        before = [raw for number, raw in enumerate(raws) if number % ADDED_EVERY]
        after = [
            raw | {"title": f"{raw.get('title')} (revised)"} if number % CHANGED_EVERY == 1 else raw
            for number, raw in enumerate(raws)
            if number % WITHDRAWN_EVERY
        ]
        write_lines(first / name, *map(line, before))
        write_lines(second / name, *map(line, after))
    return first, second


def begin(database: EmbeddedDatabase, folder: Path, path: Path, release: str) -> BaseProcess:
    """Load a release in a separate process, and return the process."""
    arguments = (database.connection(), folder, [path], release)
    process = FORKS.Process(target=ingest, args=arguments)
    process.start()
    return process


def load(database: EmbeddedDatabase, folder: Path, path: Path, release: str) -> None:
    """Load a release without interruption."""
    process = begin(database, folder, path, release)
    process.join()
    assert process.exitcode == 0


@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_killed_release_ends_in_the_same_graph(
    database: EmbeddedDatabase, tmp_path: Path, most: int
) -> None:
    FORKS.set_forkserver_preload(["tests.killed_ingest"])
    first, second = write_releases(tmp_path)
    load(database, tmp_path, first, "2026-07")
    load(database, tmp_path, second, "2027-01")
    expected = state(database)
    assert_all_kinds(database)

    def reset() -> None:
        wipe_database(database)
        load(database, tmp_path, first, "2026-07")

    second_run = partial(begin, database, tmp_path, second, "2027-01")
    kill_often(database, second_run, reset, expected, most)


def assert_all_kinds(database: EmbeddedDatabase) -> None:
    """Fail unless the second release has added, changed, and withdrawn records."""
    with open_graph(database.connection()) as graph:
        said = [properties for _, properties in nodes(graph).values()]
    for name in ("addedInRelease", "changedInRelease", "withdrawnInRelease"):
        assert sum(one.get(name) == "2027-01" for one in said) > len(FILES)
