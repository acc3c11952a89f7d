"""Tests of startup: the help and pure modules load no model and no database driver."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from narabot.cli import main
from narabot.cli.commands import COMMANDS, load_command

HEAVY = (
    "torch",
    "transformers",
    "langchain_core",
    "langchain_neo4j",
    "openvino",
    "neo4j",
    "pandas",
    "numpy",
    "pydantic",
    "jgo",
)


def loaded_by(statement: str) -> set[str]:
    """Return the heavy modules that a new Python process has loaded after a statement."""
    code = f"{statement}\nimport sys; print(*(name for name in {HEAVY} if name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "module",
    [
        "narabot.models",
        "narabot.embedding",
        "narabot.understanding",
        "narabot.retrieval",
        "narabot.cli",
    ],
)
def test_importing_a_module_loads_no_heavy_dependencies(module: str) -> None:
    assert loaded_by(f"import {module}") == set()


@pytest.mark.slow
def test_database_module_does_not_load_the_downloader() -> None:
    assert "jgo" not in loaded_by("import narabot.database")


def test_help_loads_no_command() -> None:
    shown = "from narabot.cli import main\nmain(['--help'], standalone_mode=False)"
    assert loaded_by(f"{shown}\nimport sys; assert 'narabot.chat' not in sys.modules") == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_command_summary_matches_its_own_help(name: str) -> None:
    place = COMMANDS[name]
    command = load_command(name, place)
    assert (command.help or "").partition("\n\n")[0].replace("\n", " ") == place.help


def test_unknown_command_is_rejected() -> None:
    refused = CliRunner().invoke(main, ["nonsense"])
    assert refused.exit_code == 2
    assert "No such command" in refused.output


@pytest.mark.slow
def test_page_and_api_start_without_ingest() -> None:
    code = "import narabot.cli.serving, sys; print('ingest' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False"]
