"""Tests of retrying an unreachable database, and of the resulting messages."""

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
    """Return a query that succeeds or fails in this order."""
    left = iter(are_answers)

    def ask() -> str:
        if not next(left):
            raise GraphUnavailableError("no")
        return "here"

    return ask


@pytest.fixture
def no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make retry pauses take no time."""
    monkeypatch.setattr("ingest.progress.MAX_RETRY_PAUSE_S", 0)


def test_pause_is_told_once_and_so_is_its_end(
    no_wait: None, capsys: pytest.CaptureFixture[str]
) -> None:
    retrying = database_retrying(60, Event())
    assert retrying(answering(False, False, True)) == "here"
    assert retrying(answering(True)) == "here"
    assert capsys.readouterr().err.splitlines() == [SILENT, BACK]


def test_each_pause_is_told(no_wait: None, capsys: pytest.CaptureFixture[str]) -> None:
    retrying = database_retrying(60, Event())
    retrying(answering(False, True))
    retrying(answering(False, True))
    assert capsys.readouterr().err.splitlines() == [SILENT, BACK, SILENT, BACK]


def test_pause_of_two_sessions_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ingest.progress.MAX_RETRY_PAUSE_S", 0.3)
    retrying, together = database_retrying(60, Event()), Barrier(2)

    def ask_at_once() -> str:
        together.wait(30)
        return retrying(answering(False, True))

    with ThreadPoolExecutor() as sessions:
        asked = [sessions.submit(ask_at_once) for _ in range(2)]
    assert [one.result() for one in asked] == ["here", "here"]
    assert capsys.readouterr().err.splitlines() == [SILENT, BACK]


def test_request_of_before_the_pause_does_not_end_it(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_ctrl_c_in_a_pause_is_no_answer(no_wait: None, capsys: pytest.CaptureFixture[str]) -> None:
    errors = iter([GraphUnavailableError("no"), KeyboardInterrupt()])

    def ask() -> None:
        raise next(errors)

    with pytest.raises(KeyboardInterrupt):
        database_retrying(60, Event())(ask)
    assert capsys.readouterr().err.splitlines() == [SILENT]


def test_database_that_never_answers_ends_the_run_after_the_patience() -> None:
    with pytest.raises(GraphUnavailableError):
        database_retrying(0.5, Event())(answering(*[False] * 9))
