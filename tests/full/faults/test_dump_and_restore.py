"""A database dump restores the same graph and indexes.

There is only one long test because each start takes 8 s. Tests without a server are in
tests/unit.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from narabot.cli.database import app
from narabot.database import EmbeddedDatabase
from narabot.database.home import Home, read_state
from narabot.database.process import end_process
from narabot.graph import Graph, open_graph
from narabot.models import Wording
from narabot.retrieval import open_retriever
from narabot.settings import Settings
from tests.conftest import small_settings
from tests.embedders import WordEmbedder
from tests.graphs import digest
from tests.ingesting import ingest
from tests.records import SAMPLE
from tests.retrieval import find_passages

INDEXES = """SHOW INDEXES
YIELD name, type, state, labelsOrTypes, properties, options
RETURN name, type, state, labelsOrTypes, properties, options.indexConfig AS options
ORDER BY name"""

COUNTED = "MATCH (n) RETURN labels(n) AS labels, count(n) AS n ORDER BY labels"

Say = Callable[..., Result]


def nothing(_line: str) -> None:
    """Discard a progress line."""


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[tuple[Settings, Settings]]:
    """Yield the settings for two data folders. One folder's name has a space and an accent."""
    both = small_settings(tmp_path / "here"), small_settings(tmp_path / "là bas")
    yield both
    for settings in both:
        state = read_state(Home(settings.narabot_data_dir))
        if state is not None:
            end_process(state)


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch) -> Say:
    """Return a function that runs `narabot db` for a data folder."""
    monkeypatch.setenv("NEO4J_HEAP", "512m")
    monkeypatch.setenv("NEO4J_PAGE_CACHE", "128m")

    def said(settings: Settings, *words: object) -> Result:
        monkeypatch.setenv("NARABOT_DATA_DIR", str(settings.narabot_data_dir))
        return CliRunner().invoke(app, [str(word) for word in words])

    return said


def whole(graph: Graph) -> list[object]:
    """Return a graph's records, bookkeeping, and indexes."""
    return [digest(graph), graph.read(COUNTED), graph.read(INDEXES)]


def found(graph: Graph) -> list[int]:
    """Return the naIds that a hybrid search finds."""
    passages = find_passages(open_retriever(graph, WordEmbedder(), 100), Wording("tripoli ship"), 5)
    return [passage.na_id for passage in passages]


def test_dump_and_restore_preserve_the_graph(
    folders: tuple[Settings, Settings], say: Say, tmp_path: Path
) -> None:
    here, there = folders
    file = tmp_path / "backups" / "graph.dump"
    shards = sorted(SAMPLE.glob("descriptions/collections"))
    with EmbeddedDatabase(here).running(nothing) as connection, open_graph(connection) as graph:
        ingest(graph, tmp_path, *shards)
        before, sought = whole(graph), found(graph)
        assert sought
        running = say(here, "dump", tmp_path / "a.dump")
        assert (running.exit_code, "narabot db stop" in running.stderr) == (1, True)
        running = say(here, "restore", SAMPLE / "README.md", "--overwrite")
        assert (running.exit_code, "narabot db stop" in running.stderr) == (1, True)

    password = Home(here.narabot_data_dir).password_file
    password.unlink()
    lost = say(here, "start")
    assert (lost.exit_code, "narabot db dump graph.dump" in lost.stderr) == (1, True)
    file.parent.mkdir()
    written = say(here, "dump", file)
    assert written.exit_code == 0, written.stderr
    assert [one.name for one in file.parent.iterdir()] == [file.name]
    assert file.stat().st_mode & 0o077 == 0
    restored = say(there, "restore", file)
    assert restored.exit_code == 0, restored.stderr

    content = file.read_bytes()
    (tmp_path / "cut.dump").write_bytes(content[: len(content) // 2])
    bad = say(there, "restore", tmp_path / "cut.dump", "--overwrite")
    assert bad.exit_code == 1
    assert "not a Neo4j dump, or it is truncated. The database was not changed." in bad.stderr
    assert not list(there.narabot_data_dir.glob("restoring-*"))

    with EmbeddedDatabase(there).running(nothing) as connection, open_graph(connection) as graph:
        assert whole(graph) == before
        assert found(graph) == sought
