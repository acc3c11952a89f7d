"""Which server is used, what `narabot db` says of it, and what Docker starts."""

import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from narabot.cli.database import app
from narabot.cli.errors import sentences
from narabot.database import connection, serving
from narabot.database.home import HOST, free_port
from narabot.errors import DatabaseStartError, SettingsError
from narabot.settings import Settings


def nothing(_line: str) -> None:
    """Report to nobody."""


# Which server


def test_the_server_at_neo4j_uri_is_used_and_nothing_is_started(tmp_path: Path) -> None:
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


def test_a_missing_password_of_neo4j_uri_is_named() -> None:
    with pytest.raises(SettingsError, match="NEO4J_PASSWORD"):
        connection(Settings(neo4j_uri="bolt://example:7687"))


# Commands


def test_status_as_json_has_exactly_these_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARABOT_DATA_DIR", str(tmp_path / "none"))
    outcome = CliRunner().invoke(app, ["status", "--json"])
    facts = json.loads(outcome.stdout)
    assert list(facts) == ["uri", "user", "password_file", "version", "data_dir", "running"]
    assert facts["running"] is False
    assert outcome.exit_code == 0


def test_status_of_a_silent_neo4j_uri_is_not_running(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", f"bolt://{HOST}:{free_port()}")
    monkeypatch.setenv("NEO4J_PASSWORD", "secret")
    outcome = CliRunner().invoke(app, ["status", "--json"])
    assert json.loads(outcome.stdout)["running"] is False
    assert json.loads(outcome.stdout)["data_dir"] is None
    assert outcome.exit_code == 0


@pytest.mark.parametrize("command", ["start", "stop"])
def test_start_and_stop_leave_neo4j_uri_alone(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://example:7687")
    outcome = CliRunner().invoke(app, [command])
    assert outcome.exit_code == 1
    assert "Unset NEO4J_URI" in outcome.stderr


def test_an_error_is_one_sentence_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Exception) as caught, sentences():
        raise DatabaseStartError("It is off. Start it.")
    assert getattr(caught.value, "exit_code", None) == 1
    assert capsys.readouterr().err == "narabot: It is off. Start it.\n"


# Docker


def test_compose_starts_neo4j_with_apoc_and_then_the_page_on_loopback() -> None:
    compose = Path(__file__).parents[2] / "docker-compose.yml"
    services = yaml.safe_load(compose.read_text())["services"]
    assert services["neo4j"]["image"] == "neo4j:5.26-community"
    assert services["neo4j"]["environment"]["NEO4J_PLUGINS"] == '["apoc"]'
    assert "healthcheck" in services["neo4j"]
    assert services["app"]["depends_on"]["neo4j"]["condition"] == "service_healthy"
    ports = [port for service in services.values() for port in service["ports"]]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_compose_has_no_password_of_its_own() -> None:
    text = (Path(__file__).parents[2] / "docker-compose.yml").read_text()
    lines = [line for line in text.splitlines() if not line.strip().startswith("#")]
    uses = [line for line in lines if "PASSWORD" in line or "AUTH" in line]
    assert uses
    assert all("${NEO4J_PASSWORD:?" in line or "$$" in line for line in uses)
