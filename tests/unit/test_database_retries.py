"""Tests of retries while the database is unreachable, and of the messages about the outage."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from tenacity import RetryCallState

from ingest.progress import NO_RETRY, OutageNotices, database_retrying
from narabot.errors import GraphUnavailableError

SILENT = "narabot: the database is not responding; retrying for up to 60 s (INGEST_RETRY_SECONDS)"
BACK = "narabot: the database is responding again"


def answering(*are_answers: bool) -> Callable[[], str]:
    """Return a function that succeeds or fails on each call, in the specified order."""
    left = iter(are_answers)

    def ask() -> str:
        if not next(left):
            raise GraphUnavailableError("no")
        return "here"

    return ask


@pytest.fixture
def no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the pauses between retries."""
    monkeypatch.setattr("ingest.progress.MAX_RETRY_PAUSE_S", 0)


def test_outage_and_recovery_are_each_reported_once(
    no_wait: None, capsys: pytest.CaptureFixture[str]
) -> None:
    retrying = database_retrying(60, Event())
    assert retrying(answering(False, False, True)) == "here"
    assert retrying(answering(True)) == "here"
    assert capsys.readouterr().err.splitlines() == [SILENT, BACK]


def test_each_outage_is_reported(no_wait: None, capsys: pytest.CaptureFixture[str]) -> None:
    retrying = database_retrying(60, Event())
    retrying(answering(False, True))
    retrying(answering(False, True))
    assert capsys.readouterr().err.splitlines() == [SILENT, BACK, SILENT, BACK]


def test_outage_in_two_sessions_is_reported_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ingest.progress.MAX_RETRY_PAUSE_S", 0.3)
    retrying, together = database_retrying(60, Event()), Barrier(2)

    def ask_at_once() -> str:
        together.wait(30)
        return retrying(answering(False, True))

    with ThreadPoolExecutor() as sessions:
        futures = [sessions.submit(ask_at_once) for _ in range(2)]
    assert [one.result() for one in futures] == ["here", "here"]
    assert capsys.readouterr().err.splitlines() == [SILENT, BACK]


def test_request_from_before_an_outage_does_not_end_it(capsys: pytest.CaptureFixture[str]) -> None:
    pauses = OutageNotices(60)
    before = RetryCallState(NO_RETRY, None, (), {})
    before.set_result("here")
    pauses.report_outage(before)
    assert not pauses.is_outage(before)
    assert capsys.readouterr().err.splitlines() == [SILENT]
    later = RetryCallState(NO_RETRY, None, (), {})
    later.set_result("here")
    assert not pauses.is_outage(later)
    assert capsys.readouterr().err.splitlines() == [BACK]


def test_ctrl_c_does_not_end_the_outage(no_wait: None, capsys: pytest.CaptureFixture[str]) -> None:
    errors = iter([GraphUnavailableError("no"), KeyboardInterrupt()])

    def ask() -> None:
        raise next(errors)

    with pytest.raises(KeyboardInterrupt):
        database_retrying(60, Event())(ask)
    assert capsys.readouterr().err.splitlines() == [SILENT]


def test_unresponsive_database_ends_the_run_after_the_timeout() -> None:
    with pytest.raises(GraphUnavailableError):
        database_retrying(0.5, Event())(answering(*[False] * 9))
