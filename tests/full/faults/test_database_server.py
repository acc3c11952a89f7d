"""The real embedded Neo4j: start, stop, crash, and restart.

The tests share a folder because a start takes 8 s, while a connection to a running server
takes almost no time. Each test first starts or stops the folder's server as needed.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from narabot.database import EmbeddedDatabase, ServerState, connection
from narabot.database.home import Home, free_port, read_state
from narabot.database.jars import install_jars
from narabot.database.process import end_process, find_process
from narabot.errors import DatabaseStartError, GraphUnavailableError, GraphUnsupportedError
from narabot.graph import Graph, open_graph
from narabot.models import Connection
from narabot.settings import Settings
from tests.conftest import schema, schema_of_words

COMMAND = "from narabot.cli.database import app; app()"
RUNNING = """
import time
from narabot.database import EmbeddedDatabase
from narabot.settings import Settings
with EmbeddedDatabase(Settings()).running(print):
    print("ready", flush=True)
    time.sleep(120)
"""


def nothing(_line: str) -> None:
    """Discard a progress line."""


def with_folder(settings: Settings, folder: Path) -> Settings:
    """Return the settings with a different data folder."""
    return settings.model_copy(update={"narabot_data_dir": folder})


def end_server(folder: Path) -> None:
    """Stop a folder's server, in whatever state the test left it."""
    state = read_state(Home(folder))
    if state is not None:
        end_process(state)


@pytest.fixture(scope="module")
def database(
    tmp_path_factory: pytest.TempPathFactory, server_settings: Settings
) -> Iterator[EmbeddedDatabase]:
    """Yield a database that has its own folder and runs alongside the shared server."""
    folder = tmp_path_factory.mktemp("other")
    yield EmbeddedDatabase(with_folder(server_settings, folder))
    end_server(folder)


@pytest.fixture
def fresh(tmp_path: Path, server_settings: Settings) -> Iterator[EmbeddedDatabase]:
    """Yield a database that has never been started."""
    yield EmbeddedDatabase(with_folder(server_settings, tmp_path / "fresh"))
    end_server(tmp_path / "fresh")


@pytest.fixture
def process(
    own_environment: dict[str, str], tmp_path: Path
) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Yield a function that runs Python code in a process that uses a database's folder."""
    started: list[subprocess.Popen[str]] = []

    def run(used: EmbeddedDatabase, code: str, *arguments: str) -> subprocess.Popen[str]:
        child = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            env={**own_environment, "NARABOT_DATA_DIR": str(used.home.data_dir)},
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(child)
        return child

    yield run
    for child in started:
        child.kill()
        child.communicate()


def wait_for_launch(used: EmbeddedDatabase, seconds: float = 120) -> ServerState:
    """Return the server as soon as its process exists, long before the server responds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        state = read_state(used.home)
        if find_process(state) is not None and state is not None:
            return state
        time.sleep(0.02)
    raise AssertionError("no server was launched")


def test_server_responds_from_start_to_stop(database: EmbeddedDatabase) -> None:
    state = database.start(nothing)
    with open_graph(database.connection()) as graph:
        assert graph.read("RETURN 1 AS one") == [{"one": 1}]
    assert database.start(nothing) == state
    assert database.stop(nothing)
    assert find_process(state) is None
    assert not database.stop(nothing)
    with pytest.raises(GraphUnavailableError, match="narabot db start"):
        connection(database.settings)


def test_each_folder_has_its_own_database(database: EmbeddedDatabase, server: Connection) -> None:
    database.start(nothing)
    other = database.connection()
    assert other.uri != server.uri
    assert other.password != server.password
    with open_graph(other) as graph:
        graph.write("MERGE (:item {naId: 777})")
        assert len(graph.read("MATCH (node:item {naId: 777}) RETURN node")) == 1
    with open_graph(server) as graph:  # still contains data from the previous test
        assert graph.read("MATCH (node:item {naId: 777}) RETURN node") == []


def test_only_this_machine_can_reach_the_server(database: EmbeddedDatabase) -> None:
    process = find_process(database.start(nothing))
    assert process is not None
    listening = [c.laddr for c in process.net_connections() if c.status == "LISTEN"]
    assert [(a.ip.removeprefix("::ffff:"), a.port) for a in listening] == [
        ("127.0.0.1", database.start(nothing).port)
    ]


def test_status_command_reports_the_server(
    database: EmbeddedDatabase, process: Callable[..., subprocess.Popen[str]]
) -> None:
    state = database.start(nothing)
    out, _ = process(database, COMMAND, "status", "--json").communicate(timeout=60)
    assert json.loads(out) == {
        "uri": state.uri,
        "user": "neo4j",
        "password_file": str(database.home.password_file),
        "version": "5.26.30",
        "data_dir": str(database.home.data_dir),
        "running": True,
    }


def test_killed_server_restarts_on_its_port_with_its_data(
    database: EmbeddedDatabase,
) -> None:
    state = database.start(nothing)
    with open_graph(database.connection()) as graph:
        graph.write("MERGE (:item {naId: 7})")
    os.kill(state.pid, signal.SIGKILL)
    while find_process(state) is not None:
        time.sleep(0.05)
    assert not database.status().running
    assert database.start(nothing).uri == state.uri
    with open_graph(database.connection()) as graph:
        assert graph.read("MATCH (node:item {naId: 7}) RETURN count(node) AS n") == [{"n": 1}]


def test_joining_a_running_server_leaves_it_running(
    server: Connection, server_settings: Settings
) -> None:
    with EmbeddedDatabase(server_settings).running(nothing) as joined:
        assert joined == server
    assert EmbeddedDatabase(server_settings).status().running


def test_changed_password_file_is_reported(database: EmbeddedDatabase) -> None:
    database.start(nothing)
    password = database.home.password_file.read_text()
    try:
        database.home.password_file.write_text("another")
        with pytest.raises(
            DatabaseStartError,
            match=r"rejects the password in .*Restore that file.*narabot db dump",
        ):
            database.start(nothing)
    finally:
        database.home.password_file.write_text(password)
    assert database.status().running


def test_store_in_use_is_reported(database: EmbeddedDatabase) -> None:
    database.start(nothing)
    remembered = database.home.state_file.read_bytes()
    database.home.state_file.unlink()
    try:
        with pytest.raises(DatabaseStartError, match="another process is using this database"):
            database.start(nothing)
    finally:
        database.home.state_file.write_bytes(remembered)
    assert database.status().running


def test_simultaneous_starts_launch_one_server(
    database: EmbeddedDatabase, process: Callable[..., subprocess.Popen[str]]
) -> None:
    database.stop(nothing)
    starts = [process(database, COMMAND, "start") for _ in range(2)]
    said = [child.communicate(timeout=120)[1] for child in starts]
    assert [child.returncode for child in starts] == [0, 0], said
    assert sum("starting Neo4j" in lines for lines in said) == 1
    assert sum("waiting for another narabot" in lines for lines in said) == 1
    assert all(database.connection().uri in lines for lines in said)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, -2)])
def test_signal_leaves_no_server_running(
    database: EmbeddedDatabase,
    process: Callable[..., subprocess.Popen[str]],
    number: signal.Signals,
    code: int,
) -> None:
    database.stop(nothing)
    child = process(database, RUNNING)
    assert child.stdout is not None
    assert "ready" in [child.stdout.readline().strip() for _ in range(2)]
    state = read_state(database.home)
    assert find_process(state) is not None
    child.send_signal(number)
    child.communicate(timeout=30)
    assert child.returncode == code
    assert find_process(state) is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_during_start_leaves_no_server_running(
    database: EmbeddedDatabase,
    process: Callable[..., subprocess.Popen[str]],
    number: signal.Signals,
) -> None:
    database.stop(nothing)
    child = process(database, COMMAND, "start")
    state = wait_for_launch(database)
    child.send_signal(number)
    child.communicate(timeout=30)
    assert child.returncode != 0
    assert find_process(state) is None


def test_next_start_finishes_a_killed_start(
    fresh: EmbeddedDatabase, process: Callable[..., subprocess.Popen[str]]
) -> None:
    child = process(fresh, COMMAND, "start")
    state = wait_for_launch(fresh)
    child.kill()
    child.communicate()
    assert fresh.start(nothing) == state
    with open_graph(fresh.connection()) as graph:
        assert graph.read("RETURN 1 AS one") == [{"one": 1}]


def test_start_retries_when_its_port_is_taken(
    database: EmbeddedDatabase, server: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.stop(nothing)
    ports = [int(server.uri.rpartition(":")[2]), free_port()]
    monkeypatch.setattr("narabot.database.server.free_port", lambda _preferred: ports.pop(0))
    with database.running(nothing):
        assert ports == []


def test_insufficient_memory_is_reported(fresh: EmbeddedDatabase) -> None:
    settings = fresh.settings.model_copy(update={"neo4j_heap": "900g"})
    with pytest.raises(DatabaseStartError, match=r"lower NEO4J_HEAP.*logs"):
        EmbeddedDatabase(settings).start(nothing)
    assert not fresh.status().running


def test_unresponsive_server_is_stopped(
    fresh: EmbeddedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narabot.database.server.START_TIMEOUT_S", 0)
    with pytest.raises(DatabaseStartError, match="has not responded for 0 seconds"):
        fresh.start(nothing)
    assert not fresh.status().running


def test_server_without_apoc_is_rejected(
    fresh: EmbeddedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narabot.database.server.install_jars", jars_without_apoc)
    with (
        fresh.running(nothing) as found,
        pytest.raises(GraphUnsupportedError, match="lacks APOC"),
        open_graph(found),
    ):
        pass


def jars_without_apoc(cache_dir: Path, report: Callable[[str], None]) -> tuple[Path, ...]:
    """Return the class path of Neo4j without APOC."""
    jars = install_jars(cache_dir, report)
    return tuple(jar for jar in jars if not jar.name.startswith("apoc-"))


@pytest.mark.parametrize("_time", [1, 2])
def test_each_test_starts_with_an_empty_graph(graph: Graph, _time: int) -> None:
    assert graph.read("MATCH (any) RETURN any") == []
    assert set(schema(graph).values()) <= schema_of_words(graph.connection)
    spoil(graph)


@pytest.mark.parametrize("_time", [1, 2])
def test_schema_tests_start_without_a_schema(bare_graph: Graph, _time: int) -> None:
    assert bare_graph.read("MATCH (any) RETURN any") == []
    assert bare_graph.read("SHOW INDEXES YIELD type WHERE type <> 'LOOKUP' RETURN type") == []
    spoil(bare_graph)


def spoil(graph: Graph) -> None:
    """Leave nodes, an index, and a constraint in a graph."""
    graph.write("CREATE (:item {naId: 1})-[:subject]->(:person {naId: 2})")
    graph.write("CREATE INDEX FOR (node:item) ON (node.naId)")
    graph.write("CREATE CONSTRAINT FOR (node:person) REQUIRE node.naId IS UNIQUE")
