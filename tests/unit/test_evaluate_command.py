"""Tests of `narabot evaluate`: errors that are reported before anything starts, and a full run."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from narabot.cli import main
from tests.evaluation_examples import raw_question, write_lines

LABELED = [
    {"query": "Show me the letters of the kite maker", "lang": "en", "class": "show_records"},
    {"query": "Who made the kites?", "lang": "en", "class": "question"},
    {"query": "Кто делал змеев?", "lang": "ru", "class": "question"},
]


@pytest.fixture(autouse=True)
def nothing_starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Prevent these commands from starting a database or touching a data folder."""

    def refuse(*_: object) -> None:
        raise AssertionError("a database was started")

    monkeypatch.setattr("narabot.database.EmbeddedDatabase.running", refuse)
    monkeypatch.setenv("NARABOT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("LLM_PROVIDER", "none")


def run(*arguments: str | Path) -> tuple[int, str, str]:
    """Run `narabot evaluate` and return its exit code, stdout, and stderr."""
    done = CliRunner().invoke(main, ["evaluate", *map(str, arguments)])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.slow
def test_classifier_is_evaluated_and_compared_with_earlier_run(tmp_path: Path) -> None:
    wrong = LABELED[1] | {"class": "show_records"}
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    then = write_lines(tmp_path / "then.jsonl", LABELED[0], wrong, LABELED[2])
    assert run("classifier", then, "--json", first)[0] == 0
    now = write_lines(tmp_path / "now.jsonl", *LABELED)
    code, shown, _ = run("classifier", now, "--json", second, "--compare", first)
    assert code == 0
    assert "Better: 1" in shown
    assert "Worse: 0" in shown
    old, new = (json.loads(file.read_text(encoding="utf-8")) for file in (first, second))
    values = {(row["group"], row["name"]): row["value"] for row in old["measures"]}
    assert values["all", "class correct"] == pytest.approx(2 / 3)
    assert values["Russian", "class correct"] == 1
    assert [one["why"] for one in old["outcomes"]] == ["right", "classified as question", "right"]
    assert [one["id"] for one in new["comparison"]["better"]] == [old["outcomes"][1]["id"]]
    assert new["comparison"]["notes"][0] == "different from the earlier run: tests"
    assert not (tmp_path / "data").exists()


def test_json_output_contains_only_json(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "r.jsonl", *LABELED)
    code, shown, _ = run("classifier", file, "--json", "-")
    assert code == 0
    assert json.loads(shown)["what"] == "classifier"


def test_invalid_file_is_reported_before_anything_starts(tmp_path: Path) -> None:
    good = write_lines(tmp_path / "good.jsonl", raw_question())
    bad = write_lines(tmp_path / "bad.jsonl", raw_question(lang="de"))
    lines = tmp_path / "lines"
    lines.mkdir()
    for arguments, said in [
        (("questions", bad, "--data", lines), "bad.jsonl:1"),
        (("questions", good, "--data", lines), "contains no .jsonl"),
        (
            ("questions", good, "--data", good, "--json", tmp_path / "no" / "x.json"),
            "does not exist",
        ),
        (("questions", good, "--data", good, "--compare", good), "good.jsonl is invalid"),
        (("graph-questions", good, "--data", lines), "good.jsonl:1"),
        (("classifier", good.with_name("nowhere")), "cannot be read"),
        (("where-to-look", tmp_path), "records.jsonl cannot be read"),
        (("strategies", lines), "is not a test collection"),
        (("strategies", good), "need a catalog"),
        (("strategies", good, "--data", lines), "contains no .jsonl"),
        (("strategies", good, "--data", good, "--graph", lines), "either --data or --graph"),
        (("strategies", good, "--strategy", "hybrid,guess"), "There is no strategy 'guess'"),
        (("strategies", good, "--data", good, "--reuse", good), "good.jsonl is invalid"),
    ]:
        code, _, errors = run(*arguments)
        assert code == 1, arguments
        assert said in " ".join(errors.split()), errors
        assert "Traceback" not in errors


@pytest.mark.slow
def test_comparison_of_different_evaluations_is_rejected(tmp_path: Path) -> None:
    labeled = write_lines(tmp_path / "r.jsonl", *LABELED)
    questions = write_lines(tmp_path / "q.jsonl", raw_question())
    assert run("classifier", labeled, "--json", tmp_path / "c.json")[0] == 0
    compared = ("--compare", tmp_path / "c.json")
    code, _, errors = run("questions", questions, "--data", questions, *compared)
    assert code == 1
    assert "is of type classifier, but this one is of type questions" in errors
