"""Tests of Docker containers: unprivileged, restricted, and on loopback only."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from narabot.database.home import PROCEDURES

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
USER = "10001:10001"


@pytest.mark.parametrize("name", ["app", "api"])
def test_our_services_are_unprivileged_with_minimal_write_access(name: str) -> None:
    service = SERVICES[name]
    assert service["user"] == USER
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "noexec" in service["tmpfs"][0]
    assert service["pids_limit"] > 0
    written = {volume.split(":")[1] for volume in service["volumes"]}
    assert written == {"/data", "/models"}
    assert not {"privileged", "network_mode", "pid", "ipc", "devices"} & set(service)


def test_database_has_only_capabilities_for_switching_users() -> None:
    service = SERVICES["neo4j"]
    assert service["cap_drop"] == ["ALL"]
    assert set(service["cap_add"]) <= {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"}
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_database_allows_same_procedures_as_embedded_neo4j() -> None:
    allowed = SERVICES["neo4j"]["environment"]["NEO4J_dbms_security_procedures_allowlist"]
    assert allowed == ",".join(PROCEDURES)


def test_image_is_unprivileged_and_has_a_health_check() -> None:
    users = re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE)
    assert users[-1] == USER
    assert DOCKERFILE.index("USER") > DOCKERFILE.rindex("RUN")
    assert re.search(r"^HEALTHCHECK ", DOCKERFILE, re.MULTILINE)
    assert "healthcheck" in SERVICES["api"]  # the image's own health check tests the page


def test_image_folders_are_writable_in_compose() -> None:
    folders = re.findall(r"=(/[\w/]+)", DOCKERFILE)
    assert folders
    assert all(folder.split("/")[1] in {"data", "models", "tmp"} for folder in folders)


def test_image_contains_no_secrets() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".env", "**/secrets.toml", ".git", "narabot-data"} <= set(ignored)
    assert not re.search(r"(PASSWORD|SECRET|TOKEN|KEY)=", DOCKERFILE)


def test_api_starts_only_on_request() -> None:
    """The API needs API_KEYS when it does not listen on loopback."""
    assert SERVICES["api"]["profiles"] == ["api"]
    assert "profiles" not in SERVICES["app"]
