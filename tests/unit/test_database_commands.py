"""Tests of server selection, of the `narabot db` messages, and of the Docker services."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from ingest.session import locked_data_folder
from narabot.cli import main
from narabot.cli.database import app
from narabot.database import EmbeddedDatabase, ServerStatus, connection, serving
from narabot.database.home import HOST, Home, free_port
from narabot.errors import DatabaseStartError, NarabotError, SettingsError
from narabot.models import without_password
from narabot.settings import Settings
from narabot.terminal import report_errors


def nothing(_line: str) -> None:
    """Ignore a progress line."""


# Server selection


def test_server_at_neo4j_uri_is_used_without_starting_another(tmp_path: Path) -> None:
    settings = Settings(
        narabot_data_dir=tmp_path / "none", neo4j_uri="bolt://example:7687", neo4j_password="secret"
    )
    with serving(settings, nothing) as found:
        assert found == connection(settings)
        assert (found.uri, found.username, found.database) == (
            "bolt://example:7687",
            "neo4j",
            "neo4j",
        )
    assert not (tmp_path / "none").exists()


def test_missing_password_for_neo4j_uri_is_reported() -> None:
    with pytest.raises(SettingsError, match="NEO4J_PASSWORD"):
        connection(Settings(neo4j_uri="bolt://example:7687"))


def test_password_in_neo4j_uri_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError) as raised:
        connection(Settings(neo4j_uri="bolt://me:sesame@example:7687"))
    assert "bolt://example:7687" in str(raised.value) and "sesame" not in str(raised.value)
    monkeypatch.setenv("NEO4J_URI", "bolt://me:sesame@example:7687")
    errors = CliRunner().invoke(app, ["start"]).stderr
    assert "bolt://example:7687" in errors and "sesame" not in errors


@pytest.mark.parametrize(
    "uri",
    [
        "neo4j://me:sesame@127.0.0.1:9",
        "bolt://me:ses?me/sesame@127.0.0.1:9",
        "me:sesame@127.0.0.1:9",
        "bolt://127.0.0.1:9?password=sesame",
        "BOLT+S://sesame@127.0.0.1:9",
    ],
)
def test_address_is_shown_without_credentials(uri: str) -> None:
    assert without_password(uri).lower().removeprefix("bolt+s") in {
        "neo4j://127.0.0.1:9",
        "bolt://127.0.0.1:9",
        "127.0.0.1:9",
        "://127.0.0.1:9",
    }


def test_server_status_shows_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", f"bolt://me:sesame@{HOST}:{free_port()}")
    monkeypatch.setenv("NEO4J_PASSWORD", "secret")
    for options in ([], ["--json"]):
        outcome = CliRunner().invoke(app, ["status", *options])
        assert "bolt://" in outcome.stdout and "sesame" not in outcome.output


# Commands


def test_json_status_has_exactly_these_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARABOT_DATA_DIR", str(tmp_path / "none"))
    outcome = CliRunner().invoke(app, ["status", "--json"])
    facts = json.loads(outcome.stdout)
    assert list(facts) == ["uri", "user", "password_file", "version", "data_dir", "running"]
    assert facts["running"] is False
    assert outcome.exit_code == 0


def test_unreachable_neo4j_uri_is_not_running(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", f"bolt://{HOST}:{free_port()}")
    monkeypatch.setenv("NEO4J_PASSWORD", "secret")
    outcome = CliRunner().invoke(app, ["status", "--json"])
    assert json.loads(outcome.stdout)["running"] is False
    assert json.loads(outcome.stdout)["data_dir"] is None
    assert outcome.exit_code == 0


@pytest.mark.parametrize("command", ["start", "stop", "dump a.dump", "restore a.dump"])
def test_commands_do_not_manage_server_at_neo4j_uri(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://example:7687")
    outcome = CliRunner().invoke(app, command.split())
    assert outcome.exit_code == 1
    assert "unset NEO4J_URI" in outcome.stderr


def test_dump_needs_overwrite_to_replace_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARABOT_DATA_DIR", str(tmp_path / "none"))
    file = tmp_path / "a.dump"
    file.write_text("an older one")
    refused = CliRunner().invoke(app, ["dump", str(file)])
    assert refused.exit_code == 1
    assert "use --overwrite" in refused.stderr
    allowed = CliRunner().invoke(app, ["dump", str(file), "--overwrite"])
    assert "There is no database" in allowed.stderr
    assert file.read_text() == "an older one"


class StoppedDatabase(EmbeddedDatabase):
    """A stopped database that restarts, or fails with `problem`."""

    problem: NarabotError | None = None

    @contextmanager
    def stopped(self, report: object) -> Iterator[None]:
        yield

    @contextmanager
    def running(self, report: object) -> Iterator[None]:  # type: ignore[override]
        if self.problem is not None:
            raise self.problem
        yield


@pytest.mark.parametrize(
    ("version", "problem", "message"),
    [
        ("a version", None, "has records. To replace them, use --overwrite"),
        (None, DatabaseStartError("It does not start."), "anyway, use --overwrite"),
        (None, None, "restored the database in"),
    ],
)
def test_restore_needs_overwrite_to_replace_records(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    version: object,
    problem: NarabotError | None,
    message: str,
) -> None:
    monkeypatch.setenv("NARABOT_DATA_DIR", str(tmp_path))
    Home(tmp_path).store[0].mkdir(parents=True)
    (tmp_path / "a.dump").touch()
    restored = []
    monkeypatch.setattr(StoppedDatabase, "problem", problem)
    monkeypatch.setattr("narabot.cli.database.EmbeddedDatabase", StoppedDatabase)
    monkeypatch.setattr("narabot.cli.database.open_graph", nullcontext)
    monkeypatch.setattr("narabot.cli.database.stored_version", lambda _graph: version)
    monkeypatch.setattr("narabot.database.restore", lambda *of: restored.append(of))
    outcome = CliRunner().invoke(app, ["restore", str(tmp_path / "a.dump")])
    assert message in outcome.stderr
    assert len(restored) == (outcome.exit_code == 0) == (message == "restored the database in")
    restored.clear()
    assert (
        CliRunner().invoke(app, ["restore", str(tmp_path / "a.dump"), "--overwrite"]).exit_code == 0
    )
    assert restored


def test_missing_dump_is_not_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARABOT_DATA_DIR", str(tmp_path / "none"))
    outcome = CliRunner().invoke(app, ["restore", str(tmp_path / "a.dump")])
    assert outcome.exit_code == 1
    assert "does not exist" in outcome.stderr


class RunningDatabase(EmbeddedDatabase):
    """A database that reports that it is running and can be stopped."""

    def status(self) -> ServerStatus:
        return replace(super().status(), running=True)

    def stop(self, report: object) -> bool:
        return True


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Return settings for a database that appears to run."""
    monkeypatch.setattr("narabot.cli.database.EmbeddedDatabase", RunningDatabase)
    monkeypatch.setenv("NARABOT_DATA_DIR", str(tmp_path))
    return Settings(narabot_data_dir=tmp_path)


def test_stop_needs_force_while_an_ingest_runs(running: Settings) -> None:
    with locked_data_folder(running):
        refused = CliRunner().invoke(app, ["stop"])
        forced = CliRunner().invoke(app, ["stop", "--force"])
    assert refused.exit_code == 1
    assert "An ingest is using the database" in refused.stderr
    assert "--force" in refused.stderr
    assert (forced.exit_code, forced.stderr) == (0, "narabot: Neo4j has stopped\n")


def test_stop_without_an_ingest_needs_no_force(running: Settings) -> None:
    outcome = CliRunner().invoke(app, ["stop"])
    assert (outcome.exit_code, outcome.stderr) == (0, "narabot: Neo4j has stopped\n")


@pytest.mark.parametrize("name", ["EMBEDDING_BACKEND", "NEO4J_HEAP", "NARABOT_LOG_LEVEL"])
def test_status_and_stop_ignore_unrelated_invalid_settings(
    running: Settings, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "foo")
    assert CliRunner().invoke(main, ["db", "status"]).exit_code == 0
    assert CliRunner().invoke(main, ["db", "stop"]).exit_code == 0
    asked = CliRunner().invoke(main, ["ask", "x"])
    assert asked.exit_code == 1
    assert f"{name} is invalid: 'foo'" in asked.stderr


def test_start_rejects_an_invalid_heap_size(
    running: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_HEAP", "lots")
    outcome = CliRunner().invoke(app, ["start"])
    assert outcome.exit_code == 1
    assert "NEO4J_HEAP" in outcome.stderr


def test_doctor_reports_invalid_settings_and_runs_other_checks(
    running: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMBEDDING_BACKEND", "foo")
    monkeypatch.setenv("NEO4J_HEAP", "lots")
    monkeypatch.setenv("LLM_PROVIDER", "none")
    outcome = CliRunner().invoke(main, ["doctor"])
    checks = [line[:5].strip() + line[5:].split(":")[0] for line in outcome.stdout.splitlines()]
    assert checks == ["ERROR  settings", "ok  disk", "ok  language model"]
    assert "'foo'" in outcome.stdout
    assert "'lots'" in outcome.stdout
    assert outcome.exit_code == 1


def test_error_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Exception) as caught, report_errors():
        raise DatabaseStartError("It is off. Start it.")
    assert getattr(caught.value, "exit_code", None) == 1
    assert capsys.readouterr().err == "narabot: It is off. Start it.\n"


# Docker


def test_compose_starts_neo4j_then_the_page_on_loopback() -> None:
    compose = Path(__file__).parents[2] / "docker-compose.yml"
    services = yaml.safe_load(compose.read_text())["services"]
    assert services["neo4j"]["image"] == "neo4j:5.26-community"
    assert services["neo4j"]["environment"]["NEO4J_PLUGINS"] == '["apoc"]'
    assert "healthcheck" in services["neo4j"]
    assert services["app"]["depends_on"]["neo4j"]["condition"] == "service_healthy"
    ports = [port for service in services.values() for port in service["ports"]]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_compose_contains_no_password() -> None:
    text = (Path(__file__).parents[2] / "docker-compose.yml").read_text()
    lines = [line for line in text.splitlines() if not line.strip().startswith("#")]
    uses = [line for line in lines if "PASSWORD" in line or "AUTH" in line]
    assert uses
    assert all("${NEO4J_PASSWORD:?" in line or "$$" in line for line in uses)
