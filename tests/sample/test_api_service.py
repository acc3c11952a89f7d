"""The API as a service: readiness, queue, canceled requests, and shutdown."""

import asyncio
import contextlib
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from pathlib import Path
from threading import Event
from typing import Any

import anyio
import anyio.from_thread
import pytest
import requests
from pydantic import SecretStr

import narabot.api.problems
import narabot.api.readiness
import narabot.api.service
from ingest.pipeline import run_ingest
from narabot.api.problems import ProblemError
from narabot.api.service import Service, next_before
from narabot.chat import Chat, Models
from narabot.errors import GraphUnavailableError
from narabot.graph import open_graph
from narabot.models import Connection
from narabot.retrieval.retriever import INDEX_STATE_TTL_S
from narabot.settings import Settings
from tests.ingesting import write_records
from tests.records import raw_record
from tests.sample.test_api import ACT, API, KEY, ROLL, opened, problem


def test_readiness_reports_the_problem_until_it_is_fixed(
    api_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any) -> None:
        raise GraphUnavailableError("Neo4j does not answer. Start it.")

    monkeypatch.setattr(narabot.api.readiness, "CHECK_VALID_S", 0.0)
    with opened(api_settings) as client:
        assert client.get(f"{API}/health/ready").json() == {"status": "ready"}
        with monkeypatch.context() as patch:
            patch.setattr(narabot.api.service, "check_model", gone)
            assert "Start it" in problem(client, 503, "GET", "/health/ready")
            assert client.get(f"{API}/health/live").status_code == 200
        assert client.get(f"{API}/health/ready").status_code == 200
    monkeypatch.setattr(narabot.api.service, "check_model", gone)
    with opened(api_settings, api_keys=SecretStr(f"desk:{KEY}:ask:9")) as client:
        assert "Start it" not in problem(client, 503, "GET", "/health/ready")


def test_service_is_not_ready_when_graph_vectors_differ(
    api_settings: Settings, sample_server: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(narabot.api.readiness, "CHECK_VALID_S", 0.0)
    turn = "MATCH (v:graphVersion) SET v.probe = [number IN v.probe | -number]"
    with opened(api_settings) as client, open_graph(sample_server) as graph:
        assert client.get(f"{API}/health/ready").status_code == 200
        graph.write(turn)
        try:
            assert "computes different vectors" in problem(client, 503, "GET", "/health/ready")
        finally:
            graph.write(turn)
        assert client.get(f"{API}/health/ready").status_code == 200


def test_readiness_checks_do_not_occupy_request_slots(
    api_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks: list[None] = []
    monkeypatch.setattr(
        narabot.api.service, "check_model", lambda *_: checks.append(None) or time.sleep(0.5)
    )
    with opened(api_settings, api_max_running=1, api_max_waiting=0) as client:
        client.get(f"{API}/cite", params={"naId": ACT})
        with ThreadPoolExecutor(20) as pool:
            asking = [pool.submit(client.get, f"{API}/health/ready") for _ in range(20)]
            assert client.get(f"{API}/cite", params={"naId": ACT}).status_code == 200
        assert {one.result().status_code for one in asking} == {200}
    assert len(checks) == 1


def test_slow_request_times_out(api_settings: Settings) -> None:
    with opened(api_settings, api_timeout_s=0.001) as client:
        assert "0.001 seconds" in problem(client, 504, "POST", "/ask", json={"query": ROLL})


def test_requests_beyond_the_queue_limit_get_retry_after(
    api_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(narabot.api.problems, "RETRY_AFTER_S", 9)
    with opened(api_settings, api_max_running=1, api_max_waiting=1) as client:
        client.get(f"{API}/health/ready")

        def asked(_: int) -> tuple[int, str | None]:
            answered = client.post(f"{API}/ask", json={"query": ROLL})
            return answered.status_code, answered.headers.get("retry-after")

        with ThreadPoolExecutor(8) as pool:
            got = list(pool.map(asked, range(8)))
    assert (200, None) in got
    assert (503, "9") in got
    assert set(got) == {(200, None), (503, "9")}


def test_closed_service_reports_that_it_is_shutting_down(api_settings: Settings) -> None:
    service = Service(api_settings)
    service.close()
    with (
        anyio.from_thread.start_blocking_portal() as loop,
        pytest.raises(ProblemError, match="shutting down"),
    ):
        loop.call(service.run, lambda chat: chat)


def test_timed_out_request_stops_its_work(api_settings: Settings) -> None:
    service = Service(api_settings.model_copy(update={"api_timeout_s": 0.3}))
    service.chat()
    is_closed = Event()

    def endless(_: Chat) -> Generator[int, None, None]:
        try:
            for step in range(10_000):
                yield step
                time.sleep(0.01)
        finally:
            is_closed.set()

    with (
        anyio.from_thread.start_blocking_portal() as loop,
        pytest.raises(ProblemError, match=r"0\.3 seconds"),
    ):
        loop.call(service.last, endless)
    assert is_closed.wait(60)
    service.close()


def test_result_ready_before_the_deadline_reaches_a_slow_client() -> None:
    async def read_late() -> tuple[str] | None:
        results: asyncio.Queue[tuple[str] | None] = asyncio.Queue()
        results.put_nowait(("in time",))
        return await next_before(time.monotonic() - 1, results)

    assert asyncio.run(read_late()) == ("in time",)


def await_ready(url: str) -> None:
    """Wait until the service reports that it is ready."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with contextlib.suppress(requests.RequestException):
            if requests.get(url, timeout=60).ok:
                return
        time.sleep(0.2)
    raise AssertionError("the API does not answer")


def test_disconnected_stream_client_stops_the_work(api_settings: Settings) -> None:
    service = Service(api_settings)
    steps: list[int] = []
    is_closed = Event()

    def counting(_: Chat) -> Generator[int, None, None]:
        try:
            for step in range(10_000):
                steps.append(step)
                yield step
                time.sleep(0.001)
        finally:
            is_closed.set()

    async def read_two() -> list[int]:
        async with aclosing(service.stream(counting)) as results:
            return [await anext(results), await anext(results)]

    with anyio.from_thread.start_blocking_portal() as loop:
        assert loop.call(read_two) == [0, 1]
    assert is_closed.wait(60)
    assert len(steps) < 5_000
    service.close()
    assert service.running == 0


def test_slow_stream_ends_with_a_problem(
    api_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: Any, **__: Any) -> Generator[str, None, None]:
        yield "The Act is"
        time.sleep(1)
        yield " on roll 9."

    monkeypatch.setattr("narabot.api.routes.stream_response", slow)
    with opened(api_settings, api_timeout_s=0.5) as client:
        client.get(f"{API}/health/ready")
        said = client.post(f"{API}/ask/stream", json={"query": ROLL}).text
    assert "event: problem" in said and "0.5 seconds" in said
    assert "roll 9" not in said


def test_timed_out_work_keeps_its_slot_until_it_ends(api_settings: Settings) -> None:
    service = Service(api_settings.model_copy(update={"api_max_running": 1, "api_timeout_s": 0.2}))
    service.chat()
    let_go = Event()

    def held(_: Chat) -> Generator[bool, None, None]:
        yield let_go.wait(60)

    async def read_all() -> list[bool]:
        return [one async for one in service.stream(held)]

    with anyio.from_thread.start_blocking_portal() as loop:
        for _ in range(2):
            with pytest.raises(ProblemError, match=r"0\.2 seconds"):
                loop.call(read_all)
        assert (service.running, service.waiting) == (1, 0)
        let_go.set()
        assert loop.call(read_all) == [True]
    service.close()


def test_search_results_are_cached_until_records_are_loaded(
    api_settings: Settings, sample_server: Connection, models: Models, tmp_path: Path
) -> None:
    with opened(api_settings) as client:

        def statements() -> list[str]:
            trace = client.post(f"{API}/ask", json={"query": ROLL}).json()["trace"]
            return [query["name"] for query in trace["queries"]]

        assert "meaning_search+ranked_hits" in statements()
        again = statements()
        assert "vector (cached)" in again and "full text (cached)" in again
        assert "meaning_search+ranked_hits" not in again
        assert "narabot_cache_hits_total 2.0" in client.get(f"{API}/metrics").text
        with open_graph(sample_server) as graph:
            file = write_records(tmp_path / "rg_9-1.jsonl", raw_record("New", naId=999_999))
            run_ingest(Settings(narabot_data_dir=tmp_path), graph, models.embeddings, [file])
        time.sleep(INDEX_STATE_TTL_S)
        assert "meaning_search+ranked_hits" in statements()
