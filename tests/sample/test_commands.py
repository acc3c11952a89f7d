"""The commands as a user runs them, on the throwaway server."""

import json
from pathlib import Path

import pytest

from narabot.graph import Graph
from narabot.models import REFUSAL
from tests.commands import call, run
from tests.records import SAMPLE

ROLL = "On which roll of microfilm is the Act for the Temporary Relief of Hamet Caramalli?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def environment(sample_graph: Graph, sample_environment: dict[str, str]) -> dict[str, str]:
    """Return the environment for a command that uses the sample."""
    return sample_environment


@pytest.mark.slow
def test_ingest_prints_a_summary(
    bare_graph: Graph, own_environment: dict[str, str], folder: Path
) -> None:
    loaded = run(
        own_environment, folder, "ingest", str(SAMPLE / "descriptions/record-groups/rg_210")
    )
    assert loaded.returncode == 0, loaded.stderr
    assert "Records: 15 added" in loaded.stdout
    assert "Rejected lines: 0." in loaded.stdout
    assert "loading" in loaded.stderr


@pytest.mark.slow
def test_ask_prints_text_or_json(environment: dict[str, str], folder: Path) -> None:
    people = run(environment, folder, "ask", ROLL)
    assert people.returncode == 0, people.stderr
    assert "roll 9" in people.stdout.partition("Records:")[0]
    program = json.loads(call(environment, folder, "ask", "--json", ROLL).stdout)
    assert program["sentences"][0]["quotes"][0]["naId"] == 210835707


def test_batch_answers_each_line_and_reports_errors(
    environment: dict[str, str], folder: Path
) -> None:
    requests = [
        json.dumps({"id": "a", "query": ROLL}),
        "",
        "no json",
        json.dumps({"id": "b", "query": ""}),
        json.dumps({"id": "c"}),
        json.dumps({"id": "d", "query": "What did the astronauts of Apollo 11 eat?"}),
    ]
    file = folder / "requests.jsonl"
    file.write_text("\n".join(requests), encoding="utf-8")
    done = call(environment, folder, "ask", "--batch", str(file))
    lines = [json.loads(one) for one in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [one["id"] for one in lines] == ["a", None, "b", "c", "d"]
    assert ["error" in one for one in lines] == [False, True, True, True, False]
    assert lines[-1]["answer"] == REFUSAL
    assert "3 of 5" in done.stderr


def test_doctor_reports_no_problems(environment: dict[str, str], folder: Path) -> None:
    done = call(environment, folder, "doctor")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("ok ") == 6
    assert "5.26" in done.stdout


@pytest.mark.parametrize(
    ("change", "arguments", "said"),
    [
        (
            {"NEO4J_URI": "bolt://127.0.0.1:9", "NEO4J_PASSWORD": "x"},
            ("ask", "x"),
            "does not respond",
        ),
        ({"NEO4J_URI": "bolt://127.0.0.1:9"}, ("ask", "x"), "NEO4J_PASSWORD"),
        ({"EMBEDDING_MODEL": "no/such-model"}, ("ask", "x"), "EMBEDDING_MODEL"),
        ({"RETRIEVAL_PASSAGES": "many"}, ("ask", "x"), "RETRIEVAL_PASSAGES"),
        ({}, ("ask",), "question in quotation marks"),
        ({}, ("ask", "--batch", "nowhere.jsonl"), "nowhere.jsonl"),
        ({}, ("ingest", "nowhere"), "nowhere does not exist"),
    ],
)
def test_command_reports_errors_without_a_traceback(
    environment: dict[str, str],
    folder: Path,
    change: dict[str, str],
    arguments: tuple[str, ...],
    said: str,
) -> None:
    done = call(environment | change, folder, *arguments)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_cite_prints_citations_and_reports_unknown_records(
    environment: dict[str, str], folder: Path
) -> None:
    cited = call(environment, folder, "cite", "122197642")
    assert cited.returncode == 0, cited.stderr
    assert "(National Archives Identifier 122197642); " in cited.stdout
    assert cited.stdout.endswith("; https://catalog.archives.gov/id/122197642\n")
    ris = call(environment, folder, "cite", "122197642", "122205768", "--format", "ris")
    assert ris.stdout.count("TY  - ") == 2
    unknown = call(environment, folder, "cite", "122197642", "5", "6")
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert "no record with naId 5, 6." in unknown.stderr
