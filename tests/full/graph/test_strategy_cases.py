"""Evaluation of an added strategy, and lists that report their completeness."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from narabot.chat import Chat, respond
from narabot.cli import main
from narabot.models import (
    FilterChoice,
    Filters,
    RequestClass,
    Years,
)
from tests.evaluation_examples import raw_question, write_lines
from tests.fixed_strategy import ACT
from tests.records import SAMPLE
from tests.sample.test_strategies import CIVIL_WAR, added, chat

__all__ = ["added", "chat"]


def test_only_full_text_and_hybrid_searches_report_list_completeness(
    chat: Chat,
) -> None:
    names = ("hybrid", "vector", "words", "document")
    listings = {name: respond(chat.using(name), CIVIL_WAR).listing for name in names}
    assert listings["hybrid"] == listings["words"] is not None
    assert listings["vector"] is listings["document"] is None


def test_added_strategy_is_evaluated_alongside_another(
    added: str, sample_environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NEO4J_HEAP", "NEO4J_PAGE_CACHE"):
        monkeypatch.setenv(name, sample_environment[name])
    monkeypatch.setenv("NARABOT_DATA_DIR", str(tmp_path))
    roll = "On which roll of microfilm is the Act for the Temporary Relief of Hamet Caramalli?"
    tests = write_lines(
        tmp_path / "questions.jsonl",
        raw_question(id="act", query=roll, gold_naIds=[ACT], answer=["roll 9"]),
        raw_question(id="war", query=CIVIL_WAR, **{"class": "show_records"}, gold_naIds=[524925]),
    )
    out = tmp_path / "out.json"
    command = ["evaluate", "questions", str(tests), "--data", str(SAMPLE), "--json", str(out)]
    done = CliRunner().invoke(main, [*command, "--strategy", "hybrid", "--strategy", added])
    assert done.exit_code == 0, done.output
    assert "strategy: hybrid earlier, fixed now" in done.stdout
    written = json.loads(out.read_text(encoding="utf-8"))
    [other] = written["others"]
    assert (written["provenance"]["strategy"], other["provenance"]["strategy"]) == ("hybrid", added)
    assert {one["id"]: one["ranking"] for one in other["outcomes"]} == {"act": [ACT], "war": [ACT]}
    assert [one["id"] for one in other["comparison"]["worse"]] == ["war"]


def test_every_strategy_names_a_filter_that_empties_a_list(chat: Chat) -> None:
    never = FilterChoice(Filters(years=Years(1600, 1601)))
    for name in ("hybrid", "vector"):
        response = respond(chat.using(name), CIVIL_WAR, never)
        assert response.request_class is RequestClass.SHOW_RECORDS
        assert not response.passages
        assert response.emptied_by["years"] > 0
