"""Tests of the parts of the embedded Neo4j that need no server: files, commands, and errors."""

import os
import socket
import stat
from pathlib import Path

import psutil
import pytest

from narabot.database import EmbeddedDatabase, connection, dump
from narabot.database.dumps import failure_reason, put_in_place, temporary_file
from narabot.database.home import (
    HOST,
    Home,
    ServerState,
    configuration_text,
    create_home,
    free_port,
    provide_password,
    read_password,
    read_state,
    write_state,
)
from narabot.database.process import find_process, java_command, java_environment
from narabot.database.readiness import (
    find_unopened_database,
    port_was_taken,
    startup_failure_reason,
)
from narabot.errors import DatabaseStartError, DumpError, GraphUnavailableError
from narabot.settings import Settings


def nothing(_line: str) -> None:
    """Ignore a progress line."""


def home_in(folder: Path) -> Home:
    """Return a home whose folders exist."""
    folder.mkdir(exist_ok=True)
    create_home(Home(folder), ())
    return Home(folder)


def own_state(create_time: float | None = None) -> ServerState:
    """Return a server state with this process's ID."""
    process = psutil.Process()
    return ServerState(os.getpid(), create_time or process.create_time(), 7687)


# Configuration and command


def test_server_uses_only_loopback_and_sends_no_reports() -> None:
    lines = configuration_text(4711, heap="1g", page_cache="512m").splitlines()
    assert f"server.bolt.listen_address={HOST}:4711" in lines
    assert "server.http.enabled=false" in lines
    assert "server.https.enabled=false" in lines
    assert "dbms.security.auth_enabled=true" in lines
    assert "dbms.usage_report.enabled=false" in lines
    assert "server.memory.pagecache.size=512m" in lines
    assert "server.memory.heap.max_size=1g" in lines


def test_server_does_not_log_queries() -> None:
    assert "db.logs.query.enabled=OFF" in configuration_text(1, heap="1g", page_cache="1g")


def test_java_inherits_no_user_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xmx1m")
    monkeypatch.setenv("NEO4J_server_memory_heap_max__size", "1m")
    assert set(java_environment()) == {"LC_ALL", "PATH"}


def test_class_path_is_one_argument_with_jars_in_order(tmp_path: Path) -> None:
    settings = Settings(neo4j_heap="2g")
    command = java_command(Home(tmp_path), [Path("/a b/1.jar"), Path("/ü/2.jar")], settings)
    assert command[command.index("-cp") + 1] == "/a b/1.jar:/ü/2.jar"
    assert "-Xmx2g" in command


def test_java_options_come_from_settings(tmp_path: Path) -> None:
    settings = Settings(neo4j_java_options="-XX:+UseSerialGC '-Xlog:gc:file=/a b/gc.log'")
    command = java_command(Home(tmp_path), [Path("/1.jar")], settings)
    assert {"-XX:+UseSerialGC", "-Xlog:gc:file=/a b/gc.log"} <= set(command[: command.index("-cp")])
    assert not [option for option in command if "G1" in option]


def test_plugins_folder_contains_only_the_current_apoc(tmp_path: Path) -> None:
    old, new = tmp_path / "apoc-core-1.jar", tmp_path / "apoc-core-2.jar"
    for jar in (old, new):
        jar.write_text(jar.name)
    create_home(Home(tmp_path), [old, tmp_path / "neo4j-5.jar"])
    create_home(Home(tmp_path), [new, tmp_path / "neo4j-5.jar"])
    assert [jar.name for jar in (tmp_path / "neo4j" / "plugins").iterdir()] == ["apoc-core-2.jar"]


def test_free_port_is_the_preferred_one_unless_taken() -> None:
    preferred = free_port()
    assert free_port(preferred) == preferred
    with socket.create_server((HOST, preferred)):
        assert free_port(preferred) != preferred


# Password


def test_password_is_readable_only_by_owner(tmp_path: Path) -> None:
    home = home_in(tmp_path / "data")
    password = provide_password(home).get_secret_value()
    assert len(password) >= 32
    assert stat.S_IMODE(home.password_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.neo4j.stat().st_mode) == 0o700
    assert stat.S_IMODE(home.logs.stat().st_mode) == 0o700


def test_database_keeps_its_password(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    password = provide_password(home)
    (home.neo4j / "data" / "databases").mkdir(parents=True)
    assert provide_password(home) == password == read_password(home)


@pytest.mark.parametrize("content", [None, b"", b" \n", b"\xff\xfe"])
def test_missing_password_error_explains_recovery(tmp_path: Path, content: bytes | None) -> None:
    home = home_in(tmp_path)
    (home.neo4j / "data" / "databases").mkdir(parents=True)
    if content is not None:
        home.password_file.write_bytes(content)
    with pytest.raises(
        DatabaseStartError,
        match=r"password.*Restore that file.*dump graph\.dump.*delete .*db restore graph\.dump",
    ):
        provide_password(home)


# State


def test_state_is_read_as_written(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    write_state(home, own_state())
    assert read_state(home) == own_state()


@pytest.mark.parametrize("content", ["", "{", "[]", "7", '{"pid": 1}', '{"other": 2}'])
def test_damaged_state_is_ignored(tmp_path: Path, content: str) -> None:
    Home(tmp_path).state_file.write_text(content)
    assert read_state(Home(tmp_path)) is None


def test_process_that_reuses_the_id_is_not_the_server() -> None:
    assert find_process(own_state()) is not None
    assert find_process(own_state(create_time=1.0)) is None
    assert find_process(None) is None


def test_stale_state_means_not_running(tmp_path: Path) -> None:
    write_state(home_in(tmp_path), own_state(create_time=1.0))
    database = EmbeddedDatabase(Settings(narabot_data_dir=tmp_path))
    assert not database.status().running
    assert database.status().uri is None
    assert not database.stop(nothing)
    with pytest.raises(GraphUnavailableError, match="narabot db start"):
        database.connection()


def test_inspecting_a_missing_database_creates_nothing(tmp_path: Path) -> None:
    settings = Settings(narabot_data_dir=tmp_path / "none")
    with pytest.raises(GraphUnavailableError, match="narabot db start"):
        connection(settings)
    assert not EmbeddedDatabase(settings).stop(nothing)
    assert not (tmp_path / "none").exists()


def test_data_folder_error_names_the_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("narabot.database.server.install_jars", lambda cache_dir, report: ())
    database = EmbeddedDatabase(Settings(narabot_data_dir=tmp_path / "file" / "data"))
    with pytest.raises(DatabaseStartError, match=r"Not a directory.*NARABOT_DATA_DIR"):
        database.start(nothing)


# Causes


@pytest.mark.parametrize(
    ("logs", "meaning"),
    [
        (
            'x "Lock file has been locked by another process: /d/store_lock',
            "end that process first",
        ),
        ("bind(..) failed with error(-98): Address already in use", "took its port"),
        ("# There is insufficient memory for the Java Runtime", "lower NEO4J_HEAP"),
        ("ERROR Invalid memory configuration - exceeds physical memory.", "lower NEO4J_HEAP"),
        ("Error: Could not reserve enough space for 9g object heap", "lower NEO4J_HEAP"),
        ("java.io.IOException: No space left on device", "disk is full"),
        ("INFO Starting...\nERROR something new\n\tat a.b.C\nINFO Stopped.", "ERROR something new"),
        ("", "gave no reason"),
    ],
)
def test_startup_failure_reason_is_reported(logs: str, meaning: str) -> None:
    assert meaning in startup_failure_reason(logs)


def test_taken_port_is_distinguished_from_other_failures() -> None:
    assert port_was_taken("bind(..) failed with error(-98): Address already in use")
    assert not port_was_taken("No space left on device")


FAILED = """2026-11-23 06:41:04 ERROR [o.n.d.d.DatabaseLifecycles] Failed to start DatabaseId{%s}
Caused by: java.io.IOException: %s
"""


@pytest.mark.parametrize(
    ("log", "found"),
    [
        ("", None),
        ("-XX:+ExitOnOutOfMemoryError\nStarting 'DatabaseId{da3ed246[neo4j]}'.", None),
        (FAILED % ("da3ed246[neo4j]", "bad record"), ("neo4j", None)),
        (FAILED % ("00000000[system]", "bad record"), ("system", None)),
        (
            "-XX:+ExitOnOutOfMemoryError\n"
            + FAILED % ("da3ed246[neo4j]", "No space left on device"),
            ("neo4j", "the disk is full; free some space"),
        ),
    ],
)
def test_unopened_database_is_found_in_the_log(tmp_path: Path, log: str, found: object) -> None:
    home = home_in(tmp_path)
    assert find_unopened_database(home) is None
    (home.logs / "debug.log").write_text(log)
    assert find_unopened_database(home) == found


# Dumps


def stored_in(folder: Path, what: str) -> Home:
    """Return a home with one database file and one transaction file."""
    home = home_in(folder)
    for part in home.store:
        part.mkdir(parents=True)
        (part / "file").write_text(f"{what} {part.parent.name}")
    return home


def contents(home: Home) -> list[str]:
    """Return the contents of the database file and the transaction file."""
    return [(part / "file").read_text() for part in home.store]


def test_loaded_store_replaces_the_existing_one(tmp_path: Path) -> None:
    home, loaded = stored_in(tmp_path / "home", "old"), stored_in(tmp_path / "new", "new")
    put_in_place(loaded, home)
    assert contents(home) == ["new databases", "new transactions"]


def test_loaded_store_can_fill_an_empty_home(tmp_path: Path) -> None:
    home, loaded = home_in(tmp_path / "home"), stored_in(tmp_path / "new", "new")
    put_in_place(loaded, home)
    assert contents(home) == ["new databases", "new transactions"]


@pytest.mark.parametrize("failing", [1, 2, 3, 4])
def test_existing_store_is_kept_when_replacement_fails(
    tmp_path: Path, failing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, loaded = stored_in(tmp_path / "home", "old"), stored_in(tmp_path / "new", "new")
    moves = []
    rename = Path.rename

    def failing_rename(source: Path, target: Path) -> Path:
        moves.append(source)
        if len(moves) == failing:
            raise OSError("no")
        return rename(source, target)

    monkeypatch.setattr(Path, "rename", failing_rename)
    with pytest.raises(OSError, match="no"):
        put_in_place(loaded, home)
    assert contents(home) == ["old databases", "old transactions"]


def test_failed_dump_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(DumpError, match="No space left"), temporary_file(tmp_path / "a") as part:
        part.write_text("half")
        raise OSError(28, "No space left on device")
    with (
        pytest.raises(DumpError, match="Specify another file"),
        temporary_file(tmp_path / "b" / "a"),
    ):
        pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("output", "explanation"),
    [
        ("java.io.IOException: No space left on device\n\tat x", "free some space"),
        (
            "Failed to load database 'neo4j': Not a valid Neo4j archive: stdin\n",
            "is not a Neo4j dump",
        ),
        ("x ERROR [o] Failed to dump database 'neo4j': Odd.\nLoad failed", "Odd."),
        ("", "gave no reason"),
    ],
)
def test_dump_or_load_failure_is_explained(output: str, explanation: str) -> None:
    assert explanation in failure_reason(output)


def test_dump_without_a_database_raises_an_error(tmp_path: Path) -> None:
    database = EmbeddedDatabase(Settings(narabot_data_dir=tmp_path))
    with pytest.raises(DumpError, match="There is no database"):
        dump(database, tmp_path / "a.dump", nothing)
    assert list(tmp_path.iterdir()) == []
