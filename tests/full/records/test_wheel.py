"""The installed wheel ingests and answers with only its own files."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from narabot.graph import Graph
from tests.commands import run
from tests.records import SAMPLE

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_wheel_contains_prompts_queries_schemas_and_page(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    wanted = {
        "narabot/.streamlit/config.toml",
        "narabot/app.py",
        "narabot/prompt_texts/answer.txt",
        "narabot/prompt_texts/classification.txt",
        "narabot/conversations/migrations/env.py",
        "narabot/conversations/migrations/versions/tables_0001.py",
        "narabot/queries/retrieval.cypher",
        "ingest/queries/write_chunks.cypher",
        "ingest/schemas/fileUnit.toml",
    }
    assert wanted <= names
    assert not {name for name in names if name.startswith(("tests/", "sample/", "prompts/"))}


def test_installed_wheel_ingests_and_answers(
    wheel: Path, bare_graph: Graph, own_environment: dict[str, str], tmp_path: Path
) -> None:
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(site), str(wheel)], check=True, capture_output=True)
    environment = {**own_environment, "PYTHONPATH": str(site)}

    def narabot(*arguments: str) -> str:
        code = (
            "import narabot, ingest, sys; from narabot.cli import main; "
            f"assert narabot.__file__.startswith({str(site)!r}); "
            f"assert ingest.__file__.startswith({str(site)!r}); "
            "main(sys.argv[1:], standalone_mode=True)"
        )
        done = run(environment, tmp_path, *arguments, program=("-c", code))
        assert done.returncode == 0, done.stderr
        return done.stdout

    shard = SAMPLE / "descriptions" / "record-groups" / "rg_11" / "rg_11-1.jsonl"
    narabot("ingest", str(shard))
    asked = "On which roll of microfilm is the Act for the Temporary Relief of Hamet Caramalli?"
    answer = json.loads(narabot("ask", "--json", asked))
    assert "roll 9" in answer["answer"]
