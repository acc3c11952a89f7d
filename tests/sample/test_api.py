"""API answers, errors, keys, and streams on the sample records, with the real embedding model."""

import json
import logging
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from narabot.api import create_app
from narabot.api.problems import MEDIA_TYPE
from narabot.chat import Models, open_chat, respond
from narabot.errors import GraphUnavailableError
from narabot.graph import open_graph
from narabot.models import REFUSAL, Connection
from narabot.presentation.response_json import AskResponse
from narabot.settings import Settings

ROLL = "On which roll of microfilm is the Act for the Temporary Relief of Hamet Caramalli?"
ACT = 210835707
NOWHERE = "What did the astronauts of Apollo 11 eat for breakfast?"
KEY = "0123456789abcdef"
API = "/api/v1"


@pytest.fixture(scope="module")
def client(api_settings: Settings) -> Iterator[TestClient]:
    with opened(api_settings) as opened_client:
        yield opened_client


def opened(settings: Settings, **changes: Any) -> TestClient:
    """Return a client for a separate instance of the API. Server errors become responses."""
    app = create_app(settings.model_copy(update=changes))
    return TestClient(app, "http://localhost", raise_server_exceptions=False)


def problem(client: TestClient, status: int, method: str, path: str, **sent: Any) -> str:
    """Send an invalid request, and return the `detail` field of the problem response."""
    answered = client.request(method, f"{API}{path}", **sent)
    assert answered.status_code == status, answered.text
    assert answered.headers["content-type"] == MEDIA_TYPE
    body = answered.json()
    assert set(body) == {"type", "title", "status", "detail"}
    assert body["status"] == status
    return str(body["detail"])


def events(text: str) -> list[tuple[str, Any]]:
    """Return the name and data of each event in a stream."""
    found = []
    for block in text.replace("\r\n", "\n").strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
        if "event" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


@pytest.mark.slow
def test_api_returns_the_same_answer_as_the_chat(
    client: TestClient, api_settings: Settings, models: Models, sample_server: Connection
) -> None:
    answered = client.post(f"{API}/ask", json={"query": ROLL, "id": 7})
    assert answered.status_code == 200
    got = answered.json()
    assert answered.headers["x-trace-id"] == got["trace"]["trace_id"]
    with open_graph(sample_server) as graph:
        expected = AskResponse.of(
            respond(open_chat(api_settings, models, graph), ROLL), 7
        ).to_json()
    for response in (got, expected):
        trace, pipeline = response["trace"], response["pipeline_trace"]
        assert pipeline.pop("trace_id") == f"tr_{trace['trace_id'][:12]}"
        assert pipeline.pop("total_duration_ms") > pipeline["tool_steps"][0].pop("duration_ms") > 0
        assert len(trace.pop("trace_id")) == 32 and trace.pop("began")
        assert set(trace.pop("timings_ms")) == {"classify", "names", "plan", "retrieve", "answer"}
        trace["steps"] = [[step["name"], step["found"]] for step in trace["steps"]]
        trace["queries"] = [[query["name"], query["rows"]] for query in trace["queries"]]
    assert got == json.loads(json.dumps(expected))
    assert "roll 9" in got["answer"]
    assert got["sentences"][0]["quotes"][0]["naId"] == ACT


def test_unanswerable_question_is_refused(client: TestClient) -> None:
    got = client.post(f"{API}/ask", json={"query": NOWHERE}).json()
    assert (got["answer"], got["refused"]) == (REFUSAL, True)
    assert got["records"]


def test_response_filters_can_be_sent_again(client: TestClient) -> None:
    query = "Show me photographs of the Civil War from the 1860s that are online"
    first = client.post(f"{API}/ask", json={"query": query}).json()
    assert first["filters"]["years"] == {"first": 1860, "last": 1869}
    again = {"query": "Civil War", "filters": first["filters"], "limit": 3}
    found = client.post(f"{API}/search", json=again).json()
    assert found["filters"] == first["filters"]
    assert 0 < len(found["records"]) <= 3
    there = {one["naId"] for one in first["records"]}
    assert {one["naId"] for one in found["records"]} & there


def test_answer_is_streamed(client: TestClient) -> None:
    with client.stream("POST", f"{API}/ask/stream", json={"query": ROLL}) as streamed:
        assert streamed.headers["content-type"].startswith("text/event-stream")
        stream_events = events(streamed.read().decode())
    names = [name for name, _ in stream_events]
    assert names[0] == "found" and names[-1] == "response" and "piece" in names
    assert (
        "".join(data for name, data in stream_events if name == "piece")
        == stream_events[-1][1]["answer"]
    )
    assert ACT in stream_events[0][1]["records"]


def test_error_before_streaming_sets_the_status(client: TestClient) -> None:
    assert "empty" in problem(client, 400, "POST", "/ask/stream", json={"query": " "})


def test_error_during_streaming_is_sent_as_an_event(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(*_: Any, **__: Any) -> Generator[str, None, None]:
        yield "The Act is"
        raise GraphUnavailableError("Neo4j does not answer. Start it.")

    monkeypatch.setattr("narabot.api.routes.stream_response", broken_off)
    with client.stream("POST", f"{API}/ask/stream", json={"query": ROLL}) as streamed:
        assert streamed.status_code == 200
        [piece, (name, data)] = events(streamed.read().decode())
    assert piece == ("piece", "The Act is")
    assert (name, data["status"]) == ("problem", 503)
    assert "Start it" in data["detail"]


def test_where_endpoint_returns_places_to_look(client: TestClient) -> None:
    query = {"query": "Civil War photographs", "limit": 3, "level": "series"}
    places = client.post(f"{API}/where", json=query).json()["places"]
    assert {place["levelOfDescription"] for place in places} == {"series"}
    assert len(places) <= 3
    assert "containers" in places[0]


def test_whole_record_is_returned(client: TestClient) -> None:
    whole = client.get(f"{API}/records/{ACT}").json()
    assert whole["naId"] == ACT
    assert whole["title"].startswith("An Act for the Temporary Relief")
    assert whole["path"][0]["levelOfDescription"] == "recordGroup"
    assert any(line["label"] == "Title" for line in whole["lines"])
    below = client.get(f"{API}/records/{whole['path'][-1]['naId']}?childrenFrom=1").json()
    assert below["children"]["total"] >= 1
    assert below["children"]["skipped"] == 1


def test_records_are_cited_and_exported(client: TestClient) -> None:
    [cited] = client.get(f"{API}/cite", params={"naId": [ACT, ACT]}).json()["citations"]
    assert cited["naId"] == ACT
    assert str(ACT) in cited["nara"]
    exported = client.get(f"{API}/export", params={"naId": ACT, "format": "ris"})
    assert exported.text.startswith("TY  - ")
    assert exported.headers["content-type"].startswith("application/x-research-info-systems")
    assert exported.headers["content-disposition"] == 'attachment; filename="narabot-ris.ris"'


@pytest.mark.parametrize(
    ("status", "method", "path", "sent"),
    [
        (400, "POST", "/ask", {"json": {"query": " \x00 "}}),
        (400, "POST", "/ask", {"json": {"query": "x" * 20_000}}),
        (400, "POST", "/search", {"json": {"query": "x", "filters": {"ancestor": {"naId": 4}}}}),
        (404, "GET", "/records/404404", {}),
        (404, "GET", "/cite?naId=404404", {}),
        (404, "GET", "/nothing", {}),
        (405, "GET", "/ask", {}),
        (422, "POST", "/ask", {"json": {}}),
        (422, "POST", "/ask", {"json": {"query": 7}}),
        (422, "POST", "/ask", {"json": {"query": "x", "more": 1}}),
        (422, "POST", "/ask", {"content": b"{", "headers": {"content-type": "application/json"}}),
        (422, "POST", "/search", {"json": {"query": "x", "limit": 0}}),
        (422, "POST", "/search", {"json": {"query": "x", "filters": {"years": {}}}}),
        (
            422,
            "POST",
            "/search",
            {"json": {"query": "x", "filters": {"years": {"first": 1950, "last": 1940}}}},
        ),
        (422, "GET", "/records/abc", {}),
        (422, "GET", "/records/0", {}),
        (422, "GET", f"/records/{2**63}", {}),
        (422, "GET", "/export?naId=1&format=exe", {}),
        (422, "GET", "/cite", {}),
        (413, "POST", "/ask", {"json": {"query": "x" * 2_000_000}}),
    ],
)
def test_invalid_request_gets_a_problem_response(
    client: TestClient, status: int, method: str, path: str, sent: dict[str, Any]
) -> None:
    said = problem(client, status, method, path, **sent)
    assert said
    assert "Traceback" not in said


@pytest.mark.parametrize("body", [b"\xff\xfe", b"[" * 100_000, b"null", b"[]", b'"x"', b""])
def test_malformed_body_is_a_client_error(client: TestClient, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answered = client.post(f"{API}/ask", content=body, headers=headers)
    assert answered.status_code in {400, 422}
    assert answered.headers["content-type"] == MEDIA_TYPE


def test_api_keys_have_scopes_and_rate_limits(api_settings: Settings) -> None:
    keys = SecretStr(f"desk:{KEY}:records:2 other:{KEY[::-1]}:search+ask:60")
    with opened(api_settings, api_keys=keys) as client:
        path = f"/records/{ACT}"
        assert "X-API-Key" in problem(client, 401, "GET", path)
        problem(client, 401, "GET", path, headers={"X-API-Key": KEY[:-1]})
        assert "scope" in problem(client, 403, "GET", path, headers={"X-API-Key": KEY[::-1]})
        assert client.get(f"{API}{path}", headers={"X-API-Key": KEY}).status_code == 200
        bearer = {"Authorization": f"Bearer {KEY}"}
        assert client.get(f"{API}{path}", headers=bearer).status_code == 200
        assert "minute" in problem(client, 429, "GET", path, headers=bearer)
        assert client.get(f"{API}/health/live").status_code == 200


def test_rate_limited_client_gets_retry_after(api_settings: Settings) -> None:
    with opened(api_settings, api_per_minute=1) as client:
        assert client.get(f"{API}/cite", params={"naId": ACT}).status_code == 200
        refused = client.get(f"{API}/cite", params={"naId": ACT})
        assert refused.status_code == 429
        assert 0 < int(refused.headers["retry-after"]) <= 60


def test_unexpected_error_is_only_logged(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("the secret reason")

    monkeypatch.setattr("narabot.api.operations.stream_response", broken)
    said = problem(client, 500, "POST", "/ask", json={"query": ROLL})
    assert "secret" not in said
    reference = said.partition("reference ")[2].rstrip(").")
    assert reference in caplog.text


@pytest.mark.slow
def test_concurrent_requests_get_the_same_answers_as_sequential_requests(
    client: TestClient,
) -> None:
    queries = [ROLL, NOWHERE, "Show me records about the Civil War", ROLL.upper()]

    def answer(query: str) -> Any:
        got = client.post(f"{API}/ask", json={"query": query}).json()
        return got["answer"], [one["naId"] for one in got["records"]]

    alone = [answer(query) for query in queries]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(answer, queries * 4)) == alone * 4


def test_metrics_count_requests_by_route(client: TestClient) -> None:
    client.get(f"{API}/records/{ACT}")
    client.get(f"{API}/nothing/{'x' * 50}")
    client.request("X" * 50, f"{API}/cite")
    figures = client.get(f"{API}/metrics").text
    assert 'route="/api/v1/records/{na_id}",status="200"' in figures
    assert "x" * 50 not in figures.lower()
    assert 'method="other"' in figures
    assert "narabot_waiting 0.0" in figures


@pytest.mark.slow
def test_questions_are_logged_only_when_the_setting_allows_it(
    api_settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    word = "Zanzibarquux"
    for is_logged in (False, True):
        with opened(api_settings, narabot_log_questions=is_logged) as client:
            answered = client.post(f"{API}/ask", json={"query": f"Where is the {word}?"}).json()
            client.post(f"{API}/search", json={"query": word})
            client.post(f"{API}/where", json={"query": word})
        ours = [one for one in caplog.records if one.name.startswith(("narabot", "ingest"))]
        assert any(answered["trace"]["trace_id"] in one.getMessage() for one in ours)
        assert (word in "".join(one.getMessage() for one in ours)) == is_logged


def test_phrase_search_is_empty_without_a_knowledge_layer(client: TestClient) -> None:
    assert client.get(f"{API}/phrases", params={"name": "Lange"}).json() == {"phrases": []}
    said = problem(client, 404, "GET", "/phrases/0123456789abcdef")
    assert "narabot knowledge build" in said
    problem(client, 422, "GET", "/phrases", params={"name": ""})
