"""`prepare --engine ray` without a cluster or Ray, and the settings that workers receive."""

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ingest.prepared.cluster import RayOptions, connected
from ingest.prepared.ray_engine import NEEDED_SECRETS, without_secrets
from narabot.cli import main
from narabot.errors import ClusterError
from narabot.settings import Settings
from tests.records import SAMPLE


@contextmanager
def quick(seconds: float) -> Iterator[None]:
    begun = time.monotonic()
    yield
    assert time.monotonic() - begun < seconds


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "nowhere.invalid:6379", "ray://x", "x"])
def test_address_without_a_cluster_is_reported_quickly(address: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with quick(45), pytest.raises(ClusterError, match="No Ray cluster responds at"):  # noqa: SIM117
        with connected(RayOptions(address.format(port=port))):
            pass


def test_command_names_the_missing_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    asked = ["prepare", str(SAMPLE), "--to", str(tmp_path / "to"), "--engine", "ray"]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 1
    assert "pip install 'narabot[ray]'" in done.stderr


def test_workers_receive_only_the_secrets_they_need() -> None:
    secrets = {
        name: "s"
        for name, kind in Settings.model_fields.items()
        if "Secret" in str(kind.annotation)
    }
    sent = without_secrets(Settings(**secrets))  # type: ignore[arg-type]
    assert {name for name in secrets if getattr(sent, name) is not None} == NEEDED_SECRETS
