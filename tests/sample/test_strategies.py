"""Strategies that need no knowledge layer, and an added strategy, on the sample records."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from narabot.chat import Chat, Models, open_chat, respond, search
from narabot.cli import main
from narabot.errors import StrategyError
from narabot.graph import open_graph
from narabot.models import (
    NO_FILTERS,
    Connection,
    Filters,
    LevelOfDescription,
    RequestClass,
    Wording,
)
from narabot.presentation.response_json import AskResponse
from narabot.retrieval import STRATEGIES, Budget, Evidence, open_strategy
from narabot.retrieval.operators.fusion import FULL_TEXT_WEIGHT, VECTOR_WEIGHT, fuse
from narabot.retrieval.operators.vector import vector_hits
from narabot.retrieval.operators.words import full_text_hits
from narabot.retrieval.strategies import document, temporal_query
from narabot.settings import Settings
from narabot.understanding import plain_request
from tests.evaluation_examples import write_lines
from tests.fixed_strategy import ACT, LINE, STEP
from tests.sample.test_api import API, problem
from tests.sample.test_api import opened as opened_client
from tests.sample.test_mcp import called

CIVIL_WAR = "Show me photographs of the Civil War"
PIRATES = "Which treaty was made with Tripoli?"


@pytest.fixture(scope="module")
def chat(api_settings: Settings, models: Models, sample_server: Connection) -> Iterator[Chat]:
    with open_graph(sample_server) as graph:
        yield open_chat(api_settings, models, graph)


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register a strategy as a developer would, and return its name."""
    monkeypatch.setitem(STRATEGIES, LINE.name, LINE)
    return LINE.name


def looked_up(chat: Chat, strategy: str, words: str, filters: Filters = NO_FILTERS) -> Evidence:
    """Return the evidence that a strategy finds for these words."""
    return open_strategy(strategy, chat.retriever)(
        plain_request(Wording(words), filters), Budget(8)
    )


@pytest.mark.parametrize("name", ["vector", "words"])
def test_single_search_keeps_its_own_ranking(chat: Chat, name: str) -> None:
    wording = Wording(PIRATES)
    meaning = vector_hits(chat.retriever, wording.text, 200)
    hits = {"vector": meaning, "words": full_text_hits(chat.retriever, wording, 200)}[name]
    evidence = looked_up(chat, name, PIRATES)
    assert [one.na_id for one in evidence.passages] == [one.na_id for one in fuse([hits])][:8]
    cosines = {hit.na_id: hit.score for hit in reversed(meaning)}
    least = meaning[-1].score
    assert all(one.meaning == cosines.get(one.na_id, least) for one in evidence.passages)


def test_hybrid_search_fuses_both_rankings(chat: Chat) -> None:
    hits = [
        vector_hits(chat.retriever, PIRATES, 200),
        full_text_hits(chat.retriever, Wording(PIRATES), 200),
    ]
    evidence = looked_up(chat, "hybrid", PIRATES)
    assert [(one.na_id, one.score) for one in evidence.passages] == [
        (one.na_id, one.score) for one in fuse(hits, [VECTOR_WEIGHT, FULL_TEXT_WEIGHT])[:8]
    ]
    assert [step.name for step in evidence.steps] == [
        "Running a vector search",
        "Running a full-text search",
        "Fusing the ranks from both searches",
        "Reading the passages",
    ]
    assert evidence.cost.statements == 3
    assert evidence.cost.ms >= sum(step.ms for step in evidence.steps) - 1


@pytest.mark.slow  # imports LangChain
def test_document_strategy_returns_passages_from_the_records(chat: Chat) -> None:
    response = respond(chat.using("document"), PIRATES)
    assert response.trace.retrieval == "document"
    assert "document_retrieval" in {query.name for query in response.trace.queries}
    ours = {one.na_id: one for one in looked_up(chat, "vector", PIRATES).passages}
    shared = [one for one in response.passages if one.na_id in ours]
    assert shared
    for one in shared:
        own = ours[one.na_id]
        assert [step.na_id for step in one.path] == [step.na_id for step in own.path]
        assert one.meaning == pytest.approx(own.meaning, abs=1e-6)
        assert set(one.related_authorities) == set(own.related_authorities)
    for one in response.passages:
        assert "\n".join(chunk.text for chunk in one.chunks) == one.text
        assert one.chunk_id in {chunk.chunk_id for chunk in one.chunks}


def test_document_strategy_cannot_write(chat: Chat) -> None:
    from narabot.retrieval.store import open_store

    store = open_store(chat.retriever, "SET node.touched = true RETURN 'x' AS text, score, {} AS m")
    with pytest.raises(Exception, match=r"(?i)write"):
        store.similarity_search_with_score("ships", k=1)


def test_document_strategy_filters_its_results(chat: Chat) -> None:
    series = Filters(levels=(LevelOfDescription.SERIES,))
    find = open_strategy("document", chat.retriever)
    evidence = find(plain_request(Wording("letters"), series), Budget(100))
    assert evidence.passages
    assert {one.record.type for one in evidence.passages} == {LevelOfDescription.SERIES}
    assert evidence.limitations
    assert not looked_up(chat, "document", "letters").limitations


@pytest.mark.slow
def test_document_strategy_is_unavailable_on_large_graphs(
    chat: Chat, api_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "MOST_NODES", 10)
    with pytest.raises(StrategyError, match=r"'document' is not available here: .*limit is 10 "):
        chat.using("document")
    with opened_client(api_settings) as client:
        sent = {"query": "x", "strategy": "document"}
        for path in ("/ask", "/ask/stream", "/search"):
            assert "not available here" in problem(client, 409, "POST", path, json=sent)


def test_command_line_accepts_an_added_strategy(
    added: str,
    api_settings: Settings,
    sample_environment: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in sample_environment.items():
        monkeypatch.setenv(name, value)
    requests = write_lines(tmp_path / "batch.jsonl", {"id": 1, "query": PIRATES})
    listed = CliRunner().invoke(main, ["strategies"]).stdout
    assert f"{added} (available)\n    the record on the desk; requires a desk\n" in listed
    assert "hybrid (available)\n" in listed
    for chosen in (["--json", CIVIL_WAR], ["--batch", str(requests)]):
        done = CliRunner().invoke(main, ["ask", "--strategy", added, *chosen])
        assert done.exit_code == 0, done.output
        body = json.loads(done.stdout)
        assert [record["naId"] for record in body["records"]] == [ACT]
        assert body["trace"]["retrieval"] == added
    unknown = CliRunner().invoke(main, ["ask", "--strategy", "magic", PIRATES])
    assert unknown.exit_code == 1
    assert f", {added}." in " ".join(unknown.output.split())


@pytest.mark.slow
def test_api_and_mcp_accept_an_added_strategy(added: str, api_settings: Settings) -> None:
    sent = {"query": CIVIL_WAR, "strategy": added}
    with opened_client(api_settings) as client:
        body = client.post(f"{API}/ask", json=sent).json()
        found = client.post(f"{API}/search", json=sent).json()
        streamed = client.post(f"{API}/ask/stream", json=sent).text
        unknown = problem(client, 422, "POST", "/ask", json=sent | {"strategy": "magic"})
    assert [one["naId"] for one in body["records"]] == [ACT]
    assert [one["naId"] for one in found["records"]] == [ACT]
    assert STEP in streamed
    assert "hybrid, vector, words, document" in unknown
    for tool in ("ask_archives", "search_records"):
        tool_result = called(api_settings, tool, query=CIVIL_WAR, strategy=added)
        assert [one["naId"] for one in tool_result.structured_content["records"]] == [ACT]
    assert called(api_settings, "ask_archives", query="x", strategy="magic").is_error


def test_trace_includes_the_steps_of_a_strategy(added: str, chat: Chat) -> None:
    trace = AskResponse.of(respond(chat.using(added), PIRATES)).to_json()["trace"]
    assert [(step["name"], step["found"]) for step in trace["steps"]] == [
        ("Understanding the request", None),
        ("Looking up names", None),
        (STEP, 1),
        ("Choosing and checking sentences", None),
        ("Finding spelling suggestions", None),
    ]
    assert trace["not_looked_at"] == ["Every other record."]
    assert search(chat.using(added), PIRATES, 3, Filters()).passages[0].na_id == ACT


TIMES = "Which treaties were made between 1796 and 1801?"


def test_years_in_a_question_limit_the_results(chat: Chat) -> None:
    request = plain_request(Wording(TIMES))
    found = temporal_query.search_by_time(chat.retriever, request, Budget(8))
    assert found.limitations == (temporal_query.OTHER_YEARS,)
    records = [one.record for one in found.passages]
    assert records
    assert all(one.start_year is None or one.start_year <= 1801 for one in records)
    starts = [one.start_year for one in records if one.start_year is not None]
    assert starts == sorted(starts)


def test_removed_years_do_not_limit_the_results(chat: Chat) -> None:
    for request_class in (RequestClass.QUESTION, RequestClass.SHOW_RECORDS):
        request = replace(
            plain_request(Wording(TIMES)), request_class=request_class, removed=frozenset({"years"})
        )
        found = temporal_query.search_by_time(chat.retriever, request, Budget(8))
        assert not found.limitations
        plain = looked_up(chat, "hybrid", TIMES)
        if request_class is RequestClass.QUESTION:
            assert {one.na_id for one in found.passages} == {one.na_id for one in plain.passages}


def test_list_emptied_by_its_years_names_that_filter(chat: Chat) -> None:
    response = respond(chat.using("temporal_query"), f"{CIVIL_WAR} from 1601 to 1602")
    assert not response.passages
    assert response.emptied_by["years"] > 0
